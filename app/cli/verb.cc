#include "cli/verb.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <utility>

#include "overt/base/error.h"

namespace overt::cli {
namespace {

CLI::Option* add_text(CLI::App& verb, const std::string& flag, std::optional<std::string>& text,
                      const std::string& help) {
  return verb.add_option_function<std::string>(
      flag,
      [&text, flag](const std::string& given) {
        if (given.empty()) {
          throw Error(ErrorCode::usage, fmt::format("{}: the value is empty", flag));
        }
        text = given;
      },
      help);
}

}  // namespace

Verb::Verb(CLI::App& app, const std::string& name, const std::string& about)
    : verb_(app.add_subcommand(name, about)) {}

void Verb::text(const std::string& flag, std::optional<std::string>& text,
                const std::string& help) {
  add_text(*verb_, flag, text, help);
}

void Verb::required_text(const std::string& flag, std::optional<std::string>& text,
                         const std::string& help) {
  add_text(*verb_, flag, text, help)->required();
}

void Verb::texts(const std::string& flag, std::vector<std::string>& texts,
                 const std::string& help) {
  verb_->add_option(flag, texts, help)->allow_extra_args(false);
}

void Verb::names(const std::string& flag, std::vector<std::string>& names,
                 const std::string& help) {
  verb_->add_option(flag, names, help)->delimiter(',')->allow_extra_args(false);
}

void Verb::flag(const std::string& flag, bool& set, const std::string& help) {
  verb_->add_flag(flag, set, help);
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
