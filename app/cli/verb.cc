#include "cli/verb.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cassert>
#include <utility>

#include "overt/base/error.h"

namespace overt::cli {
namespace {

// "--out FOLDER" -> "--out" and "FOLDER".
struct Declared {
  explicit Declared(const std::string& declared)
      : flag(declared.substr(0, declared.find(' '))),
        value(flag.size() < declared.size() ? declared.substr(flag.size() + 1) : "") {
    // A help that says TEXT says nothing.
    assert(value.empty() != flag.starts_with("--"));
  }
  std::string flag, value;
};

}  // namespace

Verb::Verb(CLI::App& app, const std::string& name, const std::string& about)
    : verb_(app.add_subcommand(name, about)) {}

void Verb::group(const std::string& title) { group_ = title; }

CLI::Option* Verb::add_text(const std::string& declared, std::optional<std::string>& text,
                            const std::string& help) {
  const Declared names(declared);
  return verb_
      ->add_option_function<std::string>(
          names.flag,
          [&text, flag = names.flag](const std::string& given) {
            if (given.empty()) {
              throw Error(ErrorCode::usage, fmt::format("{}: the value is empty", flag));
            }
            text = given;
          },
          help)
      ->type_name(names.value)
      ->group(group_);
}

void Verb::text(const std::string& declared, std::optional<std::string>& text,
                const std::string& help) {
  add_text(declared, text, help);
}

void Verb::required_text(const std::string& declared, std::optional<std::string>& text,
                         const std::string& help) {
  add_text(declared, text, help)->required();
}

void Verb::texts(const std::string& declared, std::vector<std::string>& texts,
                 const std::string& help) {
  const Declared names(declared);
  verb_->add_option(names.flag, texts, help)
      ->allow_extra_args(false)
      ->type_name(names.value)
      ->group(group_);
}

void Verb::names(const std::string& declared, std::vector<std::string>& names,
                 const std::string& help) {
  texts(declared, names, help);
  verb_->get_option(Declared(declared).flag)->delimiter(',');
}

void Verb::flag(const std::string& flag, bool& set, const std::string& help) {
  verb_->add_flag(flag, set, help)->group(group_);
}

void Verb::describe(const std::string& flag, const std::string& help) {
  verb_->get_option(flag)->description(help);
}

void Verb::not_required(const std::string& flag) { verb_->get_option(flag)->required(false); }

void Verb::notes(const std::string& text) { verb_->footer(text); }

void Verb::chosen(Run& run, Run what) {
  verb_->callback([&run, what = std::move(what)] { run = what; });
}

}  // namespace overt::cli
