#pragma once

// One function a verb: it declares the verb's flags, and leaves in `run` what is
// to be done when the verb was chosen. `run` returns the exit code.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/verb.h"
#include "overt/table/schema.h"
#include "overt/table/source.h"

namespace overt::cli {

// Exit codes, as documented in docs/errors.md.
inline constexpr int kDone = 0;
inline constexpr int kNotSafe = 1;   // cannot be released safely, or a check failed
inline constexpr int kBadUsage = 2;  // bad usage or malformed content
inline constexpr int kNoAccess = 3;  // cannot read or write
inline constexpr int kDefect = 70;   // a defect of ours

void add_release(CLI::App& app, Run& run);
void add_verify(CLI::App& app, Run& run);
void add_sign(CLI::App& app, Run& run);
void add_keygen(CLI::App& app, Run& run);
void add_log(CLI::App& app, Run& run);
void add_check(CLI::App& app, Run& run);
void add_measure(CLI::App& app, Run& run);
void add_report(CLI::App& app, Run& run);
void add_query(CLI::App& app, Run& run);
void add_compare(CLI::App& app, Run& run);
void add_explain(CLI::App& app, Run& run);
void add_attack(CLI::App& app, Run& run);
void add_policy(CLI::App& app, Run& run);
void add_views(CLI::App& app, Run& run);
void add_inspect(CLI::App& app, Run& run);
void add_generate(CLI::App& app, Run& run);
void add_studio(CLI::App& app, Run& run);
void add_completion(CLI::App& app, Run& run);

// Flags that several verbs share.
struct TableFlags {
  std::optional<std::string> delimiter;
  bool no_header = false;
  std::vector<std::string> missing;
  std::vector<std::string> types;
  std::optional<std::string> decimal;
  std::optional<std::string> encoding;
  std::optional<std::string> count;
  std::optional<std::string> table, query;  // of a database

  void declare(Verb& verb);
  // The same for an original table whose types and missing values are known from a certificate.
  void declare_original(Verb& verb);
  ReadOptions reading() const;
  // Puts --delimiter, --encoding, --no-header, --count, --table and --query on top of `options`.
  void apply(ReadOptions& options) const;
  // Puts --missing, --type and --decimal on top of `rules`.
  void apply(ReadingRules& rules) const;
};

void declare_roles(Verb& verb, Roles& roles);

// A key of a job file as the flag that sets it: output -> --out, min_group -> --min-group.
std::string flag_of(std::string_view key);

// The roles of `from` that are given replace those of `to`.
void apply_roles(const Roles& from, Roles& to);

// --hierarchy COLUMN=FILE, several times. Throws Error{usage}.
void parse_hierarchies(const std::vector<std::string>& entries,
                       std::map<std::string, std::string>& hierarchies);

// --weight COLUMN=N, several times. Throws Error{usage}.
void parse_weights(const std::vector<std::string>& entries,
                   std::map<std::string, std::int64_t>& weights);

// A whole number in decimal digits, with or without a minus sign. CLI11's own
// conversion also takes 0x3, wraps -1 around and cuts what is too large.
// Throws Error{usage} that names the flag.
std::int64_t parse_whole(std::string_view text, std::string_view flag);
std::uint64_t parse_count(std::string_view text, std::string_view flag);
// --selectivity: a number above 0, at most 1. Throws Error{usage}.
double parse_selectivity(std::string_view text);

}  // namespace overt::cli
