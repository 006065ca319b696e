#include "studio/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace overt::studio {
namespace {

class Command {
 public:
  explicit Command(const std::string& verb) : text_("overt " + verb) {}

  void word(const std::string& word) { text_ += " " + shell_word(word); }
  void flag(const char* flag) { text_ += fmt::format(" {}", flag); }
  void flag(const char* flag, const std::string& value) {
    // A value that begins with a dash would be taken for a flag.
    text_ += value.starts_with('-') ? fmt::format(" {}={}", flag, shell_word(value))
                                    : fmt::format(" {} {}", flag, shell_word(value));
  }
  // A name that has the comma of lists in it gets a flag of its own.
  bool list(const char* name, const std::vector<std::string>& values) {
    if (values.empty()) return true;
    for (const std::string& value : values) {
      if (value.find(',') != value.npos) return false;
    }
    flag(name, fmt::format("{}", fmt::join(values, ",")));
    return true;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

void add_caps(const PromiseJob& caps, Command& command) {
  if (caps.k > 1) command.flag("--k", std::to_string(caps.k));
  if (caps.max.every) command.flag("--max", to_string(*caps.max.every));
  for (const auto& [value, cap] : caps.max.of_value) {
    command.flag("--max", fmt::format("{}={}", value, to_string(cap)));
  }
  if (caps.beta) command.flag("--beta", to_string(*caps.beta));
  if (caps.beta_enhanced) command.flag("--beta-enhanced", to_string(*caps.beta_enhanced));
  for (const auto& [column, width] : caps.band) {
    command.flag("--band", fmt::format("{}={}", column, to_string(width)));
  }
  for (const auto& [column, levels] : caps.category) {
    for (const std::int64_t level : levels) {
      command.flag("--category", fmt::format("{}={}", column, level));
    }
  }
}

void add_words(const PublicWords& words, Command& command) {
  const auto add = [&](const char* flag, const std::string& text) {
    if (!text.empty()) command.flag(flag, text);
  };
  add("--title", words.title);
  add("--publisher", words.publisher);
  add("--contact", words.contact);
  add("--licence", words.licence);
  add("--about", words.about);
}

}  // namespace

std::string shell_word(std::string_view word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_-./,=:+@%").find(c) != std::string_view::npos;
  });
  if (plain) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) c == '\'' ? quoted += "'\\''" : quoted += c;
  return quoted + "'";
}

std::string command_line(const ReleaseJob& job) {
  Command command("release");
  command.word(job.input);
  if (!job.reading.table.empty()) command.flag("--table", job.reading.table);
  if (!job.reading.query.empty()) command.flag("--query", job.reading.query);
  if (!job.reading.count.empty()) command.flag("--count", job.reading.count);
  bool all = command.list("--identifying", job.roles.identifying) &&
             command.list("--quasi", job.roles.quasi_identifying) &&
             command.list("--sensitive", job.roles.sensitive) &&
             command.list("--insensitive", job.roles.insensitive);
  if (!job.person.empty()) command.flag("--person", job.person);
  all = all && command.list("--allow-determined", job.allow_determined);
  if (job.rest != RestOfColumns::error) command.flag("--rest", std::string(to_string(job.rest)));
  if (job.l) command.flag("--l", std::to_string(*job.l));
  add_caps(job.caps, command);
  if (job.method != kDefaultMethod) command.flag("--method", job.method);
  if (job.background != 1) command.flag("--background", std::to_string(job.background));
  if (!job.tree.empty()) command.flag("--tree", job.tree);
  if (!job.leaves.empty()) command.flag("--leaves", job.leaves);
  if (job.min_group > 1) command.flag("--min-group", std::to_string(job.min_group));
  for (const auto& [column, file] : job.hierarchies) {
    command.flag("--hierarchy", fmt::format("{}={}", column, file));
    all = all && column.find('=') == column.npos;
  }
  for (const auto& [column, declared] : job.rules.types) {
    const std::string format = declared.format.empty() ? "" : ":" + declared.format;
    command.flag("--type", fmt::format("{}={}{}", column, to_string(declared.type), format));
    all = all && column.find('=') == column.npos;
  }
  if (job.rules.missing != ReadingRules().missing) {
    command.flag("--missing", fmt::format("{}", fmt::join(job.rules.missing, ",")));
  }
  if (job.rules.decimal != ReadingRules().decimal) {
    command.flag("--decimal", std::string(1, job.rules.decimal));
  }
  if (job.reading.encoding != Encoding::utf8) {
    command.flag("--encoding", std::string(to_string(job.reading.encoding)));
  }
  if (job.reading.delimiter) {
    command.flag("--delimiter",
                 *job.reading.delimiter == '\t' ? "tab" : std::string(1, *job.reading.delimiter));
  }
  if (!job.reading.header) command.flag("--no-header");
  if (job.missing_sensitive != MissingSensitive::error) {
    command.flag("--missing-sensitive", std::string(to_string(job.missing_sensitive)));
  }
  if (job.form != ReleaseForm::generalized) {
    command.flag("--form", std::string(to_string(job.form)));
  }
  if (job.format != FileFormat::csv) command.flag("--format", std::string(to_string(job.format)));
  if (job.counted) command.flag("--counted");
  if (job.cells != CellForm::text) command.flag("--cells", std::string(to_string(job.cells)));
  if (job.spreadsheet_safe) command.flag("--spreadsheet-safe");
  all = all && command.list("--prefix", job.prefix);
  add_words(job.words, command);
  for (const std::string& file : job.after) command.flag("--after", file);
  if (!job.keep_groups.empty()) command.flag("--keep-groups", job.keep_groups);
  command.flag("--out", job.output);

  // What the flags above say, and nothing else: otherwise only the file says it all.
  ReleaseJob said;
  said.input = job.input;
  said.roles = job.roles;
  said.person = job.person;
  said.allow_determined = job.allow_determined;
  said.rest = job.rest;
  said.l = job.l;
  said.caps = job.caps;
  said.method = job.method;
  said.min_group = job.min_group;
  said.background = job.background;
  said.tree = job.tree;
  said.leaves = job.leaves;
  said.hierarchies = job.hierarchies;
  said.rules = job.rules;
  said.reading = job.reading;
  said.missing_sensitive = job.missing_sensitive;
  said.form = job.form;
  said.format = job.format;
  said.counted = job.counted;
  said.cells = job.cells;
  said.spreadsheet_safe = job.spreadsheet_safe;
  said.prefix = job.prefix;
  said.words = job.words;
  said.after = job.after;
  said.keep_groups = job.keep_groups;
  said.output = job.output;
  if (!all || print_job(said) != print_job(job)) return "overt release --job job.toml";
  return command.text();
}

}  // namespace overt::studio
