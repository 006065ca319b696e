#include "cli/verb.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
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

// A name in double quotes at the front of `rest`, in which "" is a quote.
std::string take_quoted(std::string_view& rest, std::string_view flag) {
  std::string name;
  rest.remove_prefix(1);
  while (true) {
    const std::size_t quote = rest.find('"');
    if (quote == rest.npos) {
      throw Error(ErrorCode::usage, fmt::format("{}: a quote is not closed", flag));
    }
    name += rest.substr(0, quote);
    rest.remove_prefix(quote + 1);
    if (!rest.starts_with('"')) return name;
    name += '"';
    rest.remove_prefix(1);
  }
}

}  // namespace

void append_names(std::vector<std::string>& names, std::string_view list, std::string_view flag) {
  while (true) {
    if (list.starts_with('"')) {
      names.push_back(take_quoted(list, flag));
      if (!list.empty() && list[0] != ',') {
        throw Error(ErrorCode::usage, fmt::format("{}: a comma is expected after a quote", flag));
      }
    } else {
      const std::size_t end = std::min(list.find(','), list.size());
      names.emplace_back(list.substr(0, end));
      list.remove_prefix(end);
    }
    if (list.empty()) return;
    list.remove_prefix(1);
  }
}

std::optional<std::pair<std::string, std::string>> split_entry(
    std::string_view entry, std::string_view flag,
    const std::function<bool(std::string_view)>& fits) {
  if (entry.starts_with('"')) {
    std::string column = take_quoted(entry, flag);
    if (!entry.starts_with('=')) return std::nullopt;
    return std::pair(std::move(column), std::string(entry.substr(1)));
  }
  for (std::size_t at = fits ? entry.rfind('=') : entry.npos; at != entry.npos && at > 0;
       at = entry.rfind('=', at - 1)) {
    if (fits(entry.substr(at + 1))) {
      return std::pair(std::string(entry.substr(0, at)), std::string(entry.substr(at + 1)));
    }
  }
  const std::size_t first = entry.find('=');
  if (first == entry.npos) return std::nullopt;
  return std::pair(std::string(entry.substr(0, first)), std::string(entry.substr(first + 1)));
}

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
  const Declared given(declared);
  verb_
      ->add_option_function<std::vector<std::string>>(
          given.flag,
          [&names, flag = given.flag](const std::vector<std::string>& words) {
            for (const std::string& word : words) append_names(names, word, flag);
          },
          help)
      ->allow_extra_args(false)
      ->delimiter(kNamesMark)
      ->type_name(given.value)
      ->group(group_);
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
