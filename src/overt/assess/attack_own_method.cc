#include "overt/assess/attack_own_method.h"

#include <fmt/format.h>

#include <algorithm>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/privacy/eligibility.h"
#include "overt/release/methods/method.h"
#include "overt/table/encode.h"
#include "overt/table/unknown_columns.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

// The sensitive column and the quasi-identifying ones; others are not read.
Table read_columns(const TableSpec& job, Storage& storage, Progress& progress) {
  if (job.roles.sensitive.size() != 1) {
    throw KeyedError(ErrorCode::usage, {Key{"sensitive"}, ": expected one column"});
  }
  const auto source = storage.open(job.input, job.reading, progress);
  std::vector<std::string> wanted = job.roles.quasi_identifying;
  wanted.push_back(job.roles.sensitive.front());
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

}  // namespace

MethodAttack attack_own_method(const ReleaseJob& job, Storage& storage, Progress& progress) {
  const std::string& method = job.method;
  const MethodRow* const row = find_method(method);
  if (row == nullptr || !row->reruns) {
    const std::string known = list_methods([](const MethodRow& other) { return other.reruns; });
    throw KeyedError(ErrorCode::usage, {Key{"method"}, fmt::format(": expected {}", known)});
  }
  job.check_tree();
  if (!job.l) throw KeyedError(ErrorCode::usage, {Key{"l"}, ": the promise to attack is missing"});
  const std::int64_t l = *job.l;
  if (l < 2) throw Error(ErrorCode::usage, "l is at least 2: a share of 1/1 promises nothing");
  const Table table = read_columns(job, storage, progress);
  const Column& sensitive = table.columns.back();
  if (!eligibility(sensitive.counts()).eligible(static_cast<std::uint64_t>(l))) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: {} refuses this table: one sensitive value has a share above 1/{}",
                            job.input, method, l));
  }
  if (static_cast<std::uint64_t>(job.min_group) > sensitive.codes.size()) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: {} refuses this table: it has fewer records than min_group",
                            job.input, method));
  }
  const std::map<std::string, Hierarchy> none;
  const auto bound = bind_method({job, table, none}, progress);
  Column rearranged = sensitive;
  const auto rerun = [&](const Values& values, RandomSource& coins) {
    Progress silent;
    rearranged.codes = values;
    return bound->run(rearranged, coins, silent).groups;
  };
  return attack_method(sensitive.codes, rerun, static_cast<std::uint32_t>(l), progress);
}

}  // namespace overt
