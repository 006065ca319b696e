#include "cli/attack_method.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/terminal.h"
#include "io/storage.h"
#include "overt/adversary/attack_method.h"
#include "overt/base/error.h"
#include "overt/privacy/eligibility.h"
#include "overt/release/local_method.h"
#include "overt/release/weighted_ranks.h"
#include "overt/table/encode.h"
#include "overt/verify/level.h"

namespace overt::cli {
namespace {

// The sensitive column and the quasi-identifying ones; others are not read.
Table read_columns(const MethodFlags& flags, const std::string& input, Progress& progress) {
  if (flags.roles.sensitive.size() != 1) {
    throw Error(ErrorCode::usage, "--sensitive: expected one column");
  }
  const auto storage = io::arrow_storage();
  ReadingRules rules;
  flags.table.apply(rules);
  const auto source = storage->open(input, flags.table.reading(), progress);
  std::vector<std::string> wanted = flags.roles.quasi_identifying;
  wanted.push_back(flags.roles.sensitive.front());
  std::vector<std::size_t> columns;
  for (const std::string& name : wanted) {
    const auto& names = source->columns();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: there is no column with the name: {}", input, name));
    }
    columns.push_back(static_cast<std::size_t>(found - names.begin()));
  }
  return read_table(*source, columns, rules, progress);
}

std::string text_of(const MethodAttack& attack, std::string_view method, std::int64_t l) {
  return fmt::format(
      "{} on all {} arrangements of the sensitive values, {} outcomes of the coins: {} releases\n"
      "worst   record {} has a value with probability {}\n"
      "{}  {} of the releases give more than 1/{} away, {} with certainty\n",
      method, attack.tables, attack.outcomes, attack.releases, attack.record + 1,
      to_string(attack.worst), attack.breaking > 0 ? "BROKEN" : "holds ", attack.breaking, l,
      attack.certain);
}

std::string json_of(const MethodAttack& attack, std::string_view method, std::int64_t l) {
  const nlohmann::ordered_json json = {
      {"method", method},
      {"level", *level_of(method)},
      {"tables", attack.tables},
      {"outcomes", attack.outcomes},
      {"releases", attack.releases},
      {"worst", {{"record", attack.record + 1}, {"share", to_string(attack.worst)}}},
      {"bound", to_string(share(1, static_cast<std::uint64_t>(l)))},
      {"breaking", attack.breaking},
      {"certain", attack.certain},
      {"breaks", attack.breaking > 0}};
  return json.dump(2) + "\n";
}

}  // namespace

void MethodFlags::declare(CLI::App& verb) {
  add_text(verb, "--method", method,
           "Attack a method of ours instead, local, rda, ria or gda, on a small table (INPUT is a "
           "CSV or "
           "Parquet file)");
  add_text(verb, "--l", l, "With --method, or a table: the promise, 1/l");
  declare_roles(verb, roles);
  table.declare(verb);
  verb.add_option("--weight", weights, "With --method local or gda: COLUMN=N, as for release")
      ->allow_extra_args(false);
}

int run_attack_method(const MethodFlags& flags, const std::string& input, bool json) {
  const std::string& method = *flags.method;
  if (method != "local" && method != "rda" && method != "ria" && method != "gda") {
    throw Error(ErrorCode::usage, "--method: expected local, rda, ria or gda");
  }
  if (!flags.l) throw Error(ErrorCode::usage, "--l: the promise to attack is missing");
  const std::int64_t l = parse_whole(*flags.l, "--l");
  if (l < 2) throw Error(ErrorCode::usage, "l is at least 2: a share of 1/1 promises nothing");
  TerminalProgress progress(false);
  const Table table = read_columns(flags, input, progress);
  const Column& sensitive = table.columns.back();
  if (!eligibility(sensitive.counts()).eligible(static_cast<std::uint64_t>(l))) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: {} refuses this table: one sensitive value has a share above 1/{}",
                            input, method, l));
  }
  Job job;
  job.roles = flags.roles;
  job.l = l;
  parse_weights(flags.weights, job.weights);
  std::vector<std::uint32_t> ranks;
  if (method == "gda") ranks = weighted_ranks(table, job);
  PublicTree tree = public_tree(job, table, {});
  const MethodAttack attack =
      attack_method(method, sensitive.codes, {.ranks = ranks, .tree = &tree},
                    static_cast<std::uint32_t>(l), progress);
  progress.clear();
  print(json ? json_of(attack, method, l) : text_of(attack, method, l));
  return attack.breaking > 0 ? kNotSafe : kDone;
}

}  // namespace overt::cli
