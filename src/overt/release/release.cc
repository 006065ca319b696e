#include "overt/release/release.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "overt/base/error.h"
#include "overt/base/parallel.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/privacy/eligibility.h"
#include "overt/release/arrange.h"
#include "overt/release/local_method.h"
#include "overt/release/output_folder.h"
#include "overt/release/strategy_method.h"
#include "overt/release/weighted_ranks.h"
#include "overt/release/write_release.h"
#include "overt/streamline/gda.h"
#include "overt/streamline/merge_by_rank.h"
#include "overt/streamline/rda.h"
#include "overt/streamline/ria.h"
#include "overt/table/drop.h"
#include "overt/table/encode.h"
#include "overt/verify/level.h"
#include "overt/verify/verify.h"

namespace overt {
namespace {

CertifiedJob public_part(const Job& job) {
  CertifiedJob result;
  result.l = *job.l;
  result.min_group = job.min_group;
  result.weights = job.weights;
  result.ranks = job.ranks;
  result.strategy = job.strategy;
  result.format = to_string(job.format);
  result.missing = job.rules.missing;
  result.missing_sensitive = to_string(job.missing_sensitive);
  result.roles = job.roles;
  result.types = job.rules.types;
  for (const auto& [column, file] : job.hierarchies) result.hierarchies.push_back(column);
  return result;
}

// The table without its identifying columns, ready for a method.
Table read_input(const Job& job, TableSource& source, Progress& progress) {
  const std::vector<Role> roles = job.roles.assign(source.columns(), source.name());
  for (const auto& [column, declared] : job.rules.types) {
    const auto& names = source.columns();
    if (std::find(names.begin(), names.end(), column) == names.end()) {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: there is no column with the name: {}", source.name(), column));
    }
  }
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i] == Role::identifying) continue;
    columns.push_back(i);
    if (source.columns()[i] == "group") {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: a column is called group, which is the name of the column that "
                              "a release adds; rename it",
                              source.name()));
    }
  }
  Table table = read_table(source, columns, job.rules, progress);
  const std::size_t sensitive = table.find(job.roles.sensitive[0]);
  const Column& column = table.columns[sensitive];
  if (column.has_missing && job.missing_sensitive == MissingSensitive::error) {
    const auto first = std::find(column.codes.begin(), column.codes.end(), column.missing_code());
    throw Error(
        ErrorCode::malformed,
        fmt::format("{}: {}: the sensitive column {} has no value; set missing_sensitive to "
                    "\"value\" to treat that as a value of its own, or to \"drop\" to leave such "
                    "records out",
                    source.name(),
                    source.where(static_cast<std::uint64_t>(first - column.codes.begin())),
                    column.name));
  }
  if (job.missing_sensitive == MissingSensitive::drop) drop_missing(table, sensitive);
  if (table.records() == 0) {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: no record has a sensitive value", source.name()));
  }
  return table;
}

std::optional<Refusal> refuse(const Column& sensitive, const Job& job) {
  const std::int64_t l = *job.l;
  const Eligibility found = eligibility(sensitive.counts());
  if (static_cast<std::uint64_t>(job.min_group) > sensitive.codes.size()) {
    return Refusal{fmt::format("min_group asks for groups of {} records, and the table has {}",
                               job.min_group, sensitive.codes.size())};
  }
  if (found.eligible(static_cast<std::uint64_t>(l))) return std::nullopt;
  const std::string most = found.largest_l() < 2
                               ? std::string("no l of 2 or more is possible")
                               : fmt::format("the largest possible l is {}", found.largest_l());
  return Refusal{fmt::format(
      "one sensitive value has a share of {} of all records ({:.1f} %), more "
      "than 1/{}; {}",
      to_string(found.largest_share()), 100.0 * found.largest_share().get_d(), l, most)};
}

void check_promise(const Verification& verification) {
  for (const Check& check : verification.checks) {
    if (!check.passed) throw std::logic_error("the release failed verification: " + check.what);
  }
}

FamilySet apply_method(std::string_view method, const Column& sensitive, std::uint32_t l,
                       std::span<const std::uint32_t> ranks, RandomSource& coins,
                       Progress& progress) {
  if (method == "rda") return rda(sensitive.codes, sensitive.domain(), l, coins, progress);
  if (method == "ria") return ria(sensitive.codes, sensitive.domain(), l, coins, progress);
  assert(method == "gda");
  return gda(sensitive.codes, sensitive.domain(), ranks, l, coins, progress);
}

// The member of the method's family that the job asks for.
Groups group_records(const Job& job, const Table& table, const Column& sensitive,
                     RandomSource& coins, Progress& progress) {
  const auto least = static_cast<std::uint64_t>(job.min_group);
  std::vector<std::uint32_t> ranks;
  if (job.method == "gda" || least > 1) ranks = weighted_ranks(table, job);
  progress.begin("grouping", table.records());
  FamilySet family = apply_method(job.method, sensitive, static_cast<std::uint32_t>(*job.l), ranks,
                                  coins, progress);
  if (least <= 1) return family;
  return merge_by_rank(family, ranks, least, coins);
}

}  // namespace

ReleaseResult release(const Job& job, const ReleaseOptions& options, Storage& storage,
                      RandomSource& coins, Progress& progress) {
  job.check();
  if (!coins.secret() && !options.test) {
    throw Error(ErrorCode::usage,
                "the coins can be guessed, which voids the level transparent; use a SecretRandom");
  }
  std::vector<std::string> inputs = {job.input};
  for (const auto& [column, file] : job.hierarchies) inputs.push_back(file);
  OutputFolder folder(job.output, options.force, inputs);
  if (options.temporary_folder) options.temporary_folder(folder.path());

  std::map<std::string, Hierarchy> hierarchies;
  for (const auto& [column, file] : job.hierarchies) {
    hierarchies.emplace(column, Hierarchy::from_rows(file, storage.read_rows(file, progress)));
  }
  ReadOptions reading;
  reading.delimiter = job.delimiter;
  reading.header = job.header;
  Table table;
  {
    const auto source = storage.open(job.input, reading, progress);
    table = read_input(job, *source, progress);
  }
  const Column& sensitive = table.columns[table.find(job.roles.sensitive[0])];

  ReleaseResult result;
  result.refusal = refuse(sensitive, job);
  if (result.refusal) return result;

  Groups groups;
  if (job.method == "strategy") {
    StrategyOutcome outcome = run_strategy(job, table, sensitive, hierarchies, coins, progress);
    result.custodian = std::move(outcome.custodian);
    if (!outcome.groups) {
      result.refusal = Refusal{fmt::format(
          "none of the {} generalizations may be disclosed by the strategy {}; that this is so is "
          "information about the table, keep it",
          outcome.steps, job.strategy.name)};
      return result;
    }
    groups = std::move(*outcome.groups);
  } else if (job.method == "local") {
    groups = run_local(job, table, sensitive, hierarchies, coins, progress);
  } else {
    groups = group_records(job, table, sensitive, coins, progress);
  }
  const Arrangement arrangement = arrange(groups, sensitive.codes, coins, progress);

  Certificate& certificate = result.certificate;
  certificate.method = job.method;
  certificate.level = *level_of(job.method, job.strategy.name);
  certificate.form = to_string(job.form);
  certificate.max_share = share(1, static_cast<std::uint64_t>(*job.l));
  certificate.job = public_part(job);
  certificate.date = options.date;
  write_release(folder.path(), job, table, hierarchies, arrangement, storage, progress);

  const Verification verification =
      verify_written(folder.path(), certificate, table, arrangement.groups, storage, progress);
  check_promise(verification);
  certificate.records = verification.records;
  certificate.groups = verification.groups;
  certificate.smallest_group = verification.smallest_group;
  certificate.largest_share = verification.largest_share;
  certificate.files = verification.files;
  storage.write_text(folder.path() / "certificate.json", print_certificate(certificate));
  progress.check();
  folder.commit();
  if (options.temporary_folder) options.temporary_folder({});
  return result;
}

}  // namespace overt
