#include "cli/usage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <utility>

#include "cli/commands.h"
#include "cli/help.h"
#include "overt/base/nearest_name.h"

namespace overt::cli {
namespace {

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }
// Takes several words: names with a plural, --quasi COLUMNS.
bool is_list(const CLI::Option& option) {
  return option.get_delimiter() == kNamesMark && option.get_type_name().ends_with('S');
}
bool is_repeatable(const CLI::Option& option) { return option.get_items_expected_max() > 1; }
bool is_help(const std::string& word) { return word == "-h" || word == "--help"; }

std::vector<std::string> verbs_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(verb->get_name());
  }
  return names;
}

// The words of one verb.
class Words {
 public:
  Words(const CLI::App& verb, std::vector<std::string> words)
      : verb_(verb), words_(std::move(words)) {
    for (const CLI::Option* option : verb.get_options()) {
      if (option->get_positional()) {
        positions_.push_back(option);
        continue;
      }
      for (const std::string& name : option->get_lnames()) flags_["--" + name] = option;
    }
  }

  std::vector<std::string> checked() {
    if (std::any_of(words_.begin(), std::find(words_.begin(), words_.end(), "--"), is_help)) {
      return {verb_.get_name(), "--help"};
    }
    while (next_ < words_.size()) take();
    give_a_list_back();
    check_positions();
    check_required();
    std::vector<std::string> result = {verb_.get_name()};
    result.insert(result.end(), flag_words_.begin(), flag_words_.end());
    if (!given_.empty()) result.emplace_back("--");
    result.insert(result.end(), given_.begin(), given_.end());
    return result;
  }

 private:
  struct Run {
    std::string flag;
    std::vector<std::string> words;
  };

  [[noreturn]] void fail(const std::string& message) const {
    throw UsageError{message, "overt " + verb_.get_name()};
  }

  void take() {
    const std::string word = words_[next_++];
    if (word == "--") {
      given_.insert(given_.end(), words_.begin() + static_cast<std::ptrdiff_t>(next_),
                    words_.end());
      next_ = words_.size();
    } else if (word.size() < 2 || word[0] != '-') {
      given_.push_back(word);
    } else {
      take_flag(word);
    }
  }

  void take_flag(const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string flag = word.substr(0, equals);
    const auto found = flags_.find(flag);
    if (found == flags_.end()) unknown(flag);
    const CLI::Option& option = *found->second;
    if (++times_[&option] > 1 && !is_flag(option) && !is_repeatable(option)) {
      fail(fmt::format("{}: it is given twice", flag));
    }
    if (is_flag(option)) {
      if (equals != word.npos) fail(fmt::format("{}: it takes no value", flag));
      flag_words_.push_back(flag);
      return;
    }
    Run run{flag, {equals == word.npos ? value_of(flag, option) : word.substr(equals + 1)}};
    if (is_list(option) && equals == word.npos) {
      while (next_ < words_.size() && !words_[next_].starts_with('-')) {
        run.words.push_back(words_[next_++]);
      }
    }
    if (run.words.size() > 1) {
      lists_.push_back(std::move(run));
    } else {
      add(run);
    }
  }

  void add(const Run& run) {
    for (const std::string& word : run.words) {
      flag_words_.push_back(run.flag);
      flag_words_.push_back(word);
    }
  }

  // The word after the flag, which is no flag itself.
  std::string value_of(const std::string& flag, const CLI::Option& option) {
    const std::string expected = fmt::format("{}: expected {}", flag, option.get_type_name());
    if (next_ == words_.size()) fail(expected);
    const std::string& value = words_[next_];
    if (flags_.count(value.substr(0, value.find('='))) > 0 || value == "--") {
      fail(fmt::format("{}, and {} follows", expected, value));
    }
    ++next_;
    return value;
  }

  [[noreturn]] void unknown(const std::string& flag) const {
    std::vector<std::string> names;
    for (const auto& [name, option] : flags_) names.push_back(name);
    std::string key = flag.substr(std::min<std::size_t>(2, flag.size()));  // as in a job file?
    std::replace(key.begin(), key.end(), '-', '_');
    const std::string meant = flag_of(key);
    fail(fmt::format("{} has no flag {}{}", verb_.get_name(), flag,
                     flags_.count(meant) > 0 ? fmt::format("; did you mean {}?", meant)
                                             : did_you_mean(flag, names)));
  }

  // If the last list has taken the table, it gives it back.
  void give_a_list_back() {
    const bool job = flags_.count("--job") > 0 && times_.count(flags_.at("--job")) > 0;
    if (given_.empty() && !positions_.empty() && !lists_.empty() && !job) {
      given_.push_back(lists_.back().words.back());
      lists_.back().words.pop_back();
    }
    for (const Run& run : lists_) add(run);
  }

  void check_positions() const {
    if (given_.size() <= positions_.size()) return;
    std::vector<std::string> names;
    for (const CLI::Option* position : positions_) names.push_back(label_of(*position));
    fail(fmt::format("{} takes {}; there is no place for {}", verb_.get_name(),
                     names.empty() ? "flags only" : fmt::format("{}", fmt::join(names, " ")),
                     given_[positions_.size()]));
  }

  void check_required() const {
    for (const CLI::Option* option : verb_.get_options()) {
      const auto position = std::find(positions_.begin(), positions_.end(), option);
      const bool given =
          position == positions_.end()
              ? times_.count(option) > 0
              : static_cast<std::size_t>(position - positions_.begin()) < given_.size();
      if (option->get_required() && !given) {
        fail(fmt::format("{} needs {}: {}", verb_.get_name(), label_of(*option),
                         option->get_description()));
      }
    }
  }

  const CLI::App& verb_;
  std::vector<std::string> words_;
  std::size_t next_ = 0;
  std::map<std::string, const CLI::Option*> flags_;
  std::vector<const CLI::Option*> positions_;

  std::vector<std::string> flag_words_;
  std::vector<Run> lists_;  // of more than one word
  std::vector<std::string> given_;
  std::map<const CLI::Option*, int> times_;
};

}  // namespace

std::vector<std::string> checked_words(const CLI::App& app, const std::vector<std::string>& words) {
  const std::vector<std::string> verbs = verbs_of(app);
  const std::string list = fmt::format("the verbs are {}", fmt::join(verbs, ", "));
  if (words.empty()) throw UsageError{"no verb is given; " + list, "overt"};
  const std::string& first = words.front();
  if (is_help(first) || first == "--version") return {first};
  if (first.starts_with('-')) {
    throw UsageError{fmt::format("a verb is expected, not {}; {}", first, list), "overt"};
  }
  if (std::find(verbs.begin(), verbs.end(), first) == verbs.end()) {
    const std::string meant = did_you_mean(first, verbs);
    throw UsageError{
        fmt::format("there is no verb {}{}", first, meant.empty() ? "; " + list : meant), "overt"};
  }
  return Words(*app.get_subcommand(first), {words.begin() + 1, words.end()}).checked();
}

}  // namespace overt::cli
