#include "overt/assess/attack_own_method.h"

#include <fmt/format.h>

#include <algorithm>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/privacy/eligibility.h"
#include "overt/release/methods/method.h"
#include "overt/release/promised_caps.h"
#include "overt/table/encode.h"
#include "overt/table/joint_column.h"
#include "overt/table/unknown_columns.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

// The sensitive columns and the quasi-identifying ones; others are not read.
Table read_columns(const TableSpec& job, Storage& storage, Progress& progress) {
  const auto source = storage.open(job.input, job.reading, progress);
  std::vector<std::string> wanted = job.roles.quasi_identifying;
  wanted.insert(wanted.end(), job.roles.sensitive.begin(), job.roles.sensitive.end());
  std::vector<std::size_t> columns;
  for (const std::string& name : wanted) {
    const auto& names = source->columns();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      unknown_column(job.input, name, names);
    }
    columns.push_back(static_cast<std::size_t>(found - names.begin()));
  }
  return read_table(*source, columns, job.rules, progress);
}

[[noreturn]] void refused(const ReleaseJob& job, std::string_view why) {
  throw Error(ErrorCode::usage,
              fmt::format("{}: {} refuses this table: {}", job.input, job.method, why));
}

void check_asked(const ReleaseJob& job) {
  const MethodRow* const row = find_method(job.method);
  if (row == nullptr || !row->reruns) {
    const std::string known = list_methods([](const MethodRow& other) { return other.reruns; });
    throw KeyedError(ErrorCode::usage, {Key{"method"}, fmt::format(": expected {}", known)});
  }
  job.check_tree();
  if (job.roles.sensitive.empty()) {
    throw KeyedError(ErrorCode::usage, {Key{"sensitive"}, ": expected a column"});
  }
  if (!job.by_caps()) {
    if (!job.l) {
      throw KeyedError(ErrorCode::usage, {Key{"l"}, ": the promise to attack is missing"});
    }
    if (*job.l < 2) {
      throw Error(ErrorCode::usage, "l is at least 2: a share of 1/1 promises nothing");
    }
    return;
  }
  if (job.l && *job.l < 2) {
    throw Error(ErrorCode::usage, "l is at least 2: a share of 1/1 promises nothing");
  }
  if (!row->caps) {
    const std::string known =
        list_methods([](const MethodRow& other) { return other.caps && other.reruns; });
    throw KeyedError(ErrorCode::usage,
                     {Key{"method"}, fmt::format(": caps are promised by {}", known)});
  }
}

// What is promised of this table, as caps.
Caps caps_to_attack(const ReleaseJob& job, const Table& table, const JointColumn& rows,
                    const std::map<std::string, Hierarchy>& hierarchies) {
  if (!job.by_caps()) {
    const auto l = static_cast<std::uint64_t>(*job.l);
    if (!eligibility(rows.column.counts()).eligible(l)) {
      refused(job, fmt::format("one sensitive value has a share above 1/{}", l));
    }
    return Caps::one_in(static_cast<std::uint32_t>(l));
  }
  PromisedCaps promised = promised_caps(job, table, hierarchies, rows);
  if (promised.refusal) refused(job, promised.refusal->reason);
  if (!promised.caps.binds()) {
    throw Error(ErrorCode::usage, "no value has a cap below 1 here: there is nothing to attack");
  }
  return std::move(promised.caps);
}

}  // namespace

MethodAttack attack_own_method(const ReleaseJob& job, Storage& storage, Progress& progress) {
  check_asked(job);
  const Table table = read_columns(job, storage, progress);
  std::map<std::string, Hierarchy> hierarchies;  // for categories alone
  for (const auto& [column, file] : job.hierarchies) {
    if (job.caps.category.count(column) == 0) continue;
    hierarchies.emplace(column, Hierarchy::from_rows(file, storage.read_rows(file, progress)));
  }
  const JointColumn rows = joint_column(table, job.roles.sensitive);
  const Caps caps = caps_to_attack(job, table, rows, hierarchies);
  if (static_cast<std::uint64_t>(job.min_group) > rows.column.codes.size()) {
    refused(job,
            fmt::format("it has fewer than the {} records that a group is to have", job.min_group));
  }
  const std::map<std::string, Hierarchy> none;
  const auto bound = bind_method(
      {.job = job, .table = table, .hierarchies = none, .caps = job.by_caps() ? &caps : nullptr},
      progress);
  Column rearranged = rows.column;
  const auto rerun = [&](const Values& values, RandomSource& coins) {
    Progress silent;
    rearranged.codes = values;
    return bound->run(rearranged, coins, silent).groups;
  };
  return attack_method(rows.column.codes, rerun, caps, progress);
}

}  // namespace overt
