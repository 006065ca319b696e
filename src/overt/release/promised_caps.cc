#include "overt/release/promised_caps.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/privacy/eligibility.h"
#include "overt/table/counted_table.h"

namespace overt {
namespace {

// The ratio of the smallest denominator in [low, high]: both as continued fractions, as far as they
// agree. REQUIRES: 0 <= low <= high.
Rational simplest_between(const Rational& low, const Rational& high) {
  const Integer whole = low.get_num() / low.get_den();
  if (low == whole) return low;
  const Rational next(whole + 1);
  if (next <= high) return next;
  const Rational inner =
      simplest_between(Rational(1 / (high - whole)), Rational(1 / (low - whole)));
  return whole + 1 / inner;
}

// Rounded down, where a denominator is too large; but a set that keeps the cap in the whole table
// keeps what becomes of it, too.
Cap rounded_down(const Rational& cap, std::uint64_t count, std::uint64_t records) {
  constexpr unsigned long kMost = std::numeric_limits<std::uint32_t>::max();
  if (cap.get_den() <= kMost) {
    return {static_cast<std::uint32_t>(cap.get_num().get_ui()),
            static_cast<std::uint32_t>(cap.get_den().get_ui())};
  }
  const Integer units = cap.get_num() * kMost / cap.get_den();
  Rational rounded(units, Integer(kMost));
  rounded.canonicalize();
  const Rational own = share(count, records);
  if (records <= kMost && rounded < own) {
    return {static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(records)};
  }
  const Rational result = rounded < own ? simplest_between(own, cap) : rounded;
  if (result.get_den() > kMost) {
    throw Error(ErrorCode::usage,
                fmt::format("a cap of {} is too fine for a value of {} of {} records: no ratio of "
                            "numbers of 32 bits lies between that share and the cap",
                            to_string(cap), count, records));
  }
  return {static_cast<std::uint32_t>(result.get_num().get_ui()),
          static_cast<std::uint32_t>(result.get_den().get_ui())};
}

std::vector<std::vector<std::uint32_t>> labels_of(const Column& column,
                                                  const std::vector<std::int64_t>& levels,
                                                  const Hierarchy& hierarchy) {
  const BoundHierarchy bound(hierarchy, column);
  std::vector<std::vector<std::uint32_t>> result;
  for (const std::int64_t level : levels) {
    if (static_cast<std::uint64_t>(level) >= bound.levels()) {
      throw KeyedError(ErrorCode::usage,
                       {Key{"category"},
                        fmt::format(": the hierarchy of {} has no level {}; its levels are 1 to "
                                    "{}",
                                    column.name, level, bound.levels() - 1)});
    }
    std::vector<std::uint32_t>& labels = result.emplace_back();
    for (Code code = 0; code < column.values.size(); ++code) {
      labels.push_back(bound.ancestor(static_cast<std::size_t>(level), code));
    }
  }
  return result;
}

std::vector<PromisedCap> column_caps(const ReleaseJob& job, const ColumnPromise& promise,
                                     const Column& column, const std::vector<std::uint64_t>& counts,
                                     const std::map<std::string, Hierarchy>& hierarchies) {
  PromisedColumn known{column.name, column.values, counts, std::nullopt, {}};
  const auto declared = job.rules.types.find(column.name);
  if (declared != job.rules.types.end()) known.declared = declared->second;
  if (!promise.categories.empty()) {
    known.labels = labels_of(column, promise.categories, hierarchies.at(column.name));
  }
  return caps_of(promise, known);
}

std::uint64_t records_in(const std::vector<Code>& set, const std::vector<std::uint64_t>& counts) {
  std::uint64_t count = 0;
  for (const Code code : set) count += counts[code];
  return count;
}

// `counts`: of the column's values; `caps`: all of the column.
std::string above_cap(const ReleaseJob& job, const ColumnPromise& promise, const Column& column,
                      const std::vector<std::uint64_t>& counts,
                      const std::vector<PromisedCap>& caps, const PromisedCap& broken,
                      const Rational& own) {
  std::vector<std::uint64_t> sets;
  for (const PromisedCap& cap : caps) {
    if (cap.values.size() > 1) sets.push_back(records_in(cap.values, counts));
  }
  const std::string of = job.roles.sensitive.size() > 1 ? " of " + column.name : "";
  std::string what = "one sensitive value" + of;
  if (broken.values.size() > 1) {
    what = (promise.band ? "one band" : "one category") + of;
  } else if (broken.values[0] < column.values.size() &&
             promise.of_value.count(column.values[broken.values[0]]) > 0) {
    what = column.values[broken.values[0]];  // in the words of whoever asked
  }
  return fmt::format("{} has a share of {} of all records ({:.1f} %), more than {}; {}", what,
                     to_string(own), 100.0 * own.get_d(), to_string(broken.cap),
                     possible_promises(counts, sets));
}

// Of each value of a column the rows that have it; `part`: the value of each row.
std::vector<std::vector<Code>> rows_of_values(const Column& column, const std::vector<Code>& part) {
  std::vector<std::vector<Code>> result(column.domain());
  for (Code row = 0; row < part.size(); ++row) result[part[row]].push_back(row);
  return result;
}

std::vector<Code> rows_with(const std::vector<Code>& values,
                            const std::vector<std::vector<Code>>& rows_of) {
  std::vector<Code> result;
  for (const Code value : values) {
    result.insert(result.end(), rows_of[value].begin(), rows_of[value].end());
  }
  std::sort(result.begin(), result.end());
  return result;
}

// What the caps of values and sets ask for without the tightest ones that together have at most a
// tenth of the records with capped values: a rare value with a relative cap needs groups of
// thousands, and only those that hold it.
std::uint32_t usual_set(const std::vector<Cap>& of_value, const std::vector<CappedSet>& of_set,
                        const std::vector<std::uint64_t>& counts) {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> sets;  // smallest set, records
  std::vector<std::uint8_t> capped(counts.size(), 0);
  for (std::size_t v = 0; v < of_value.size(); ++v) {
    if (counts[v] == 0 || !of_value[v].binds()) continue;
    sets.emplace_back(of_value[v].smallest(), counts[v]);
    capped[v] = 1;
  }
  for (const CappedSet& set : of_set) {
    const std::uint64_t count = records_in(set.values, counts);
    if (count == 0 || !set.cap.binds()) continue;
    sets.emplace_back(set.cap.smallest(), count);
    for (const Code value : set.values) capped[value] = 1;
  }
  std::uint64_t records = 0;
  for (std::size_t v = 0; v < counts.size(); ++v) records += capped[v] == 0 ? 0 : counts[v];
  std::sort(sets.rbegin(), sets.rend());
  std::uint64_t left_out = 0;
  for (const auto& [smallest, count] : sets) {
    left_out += count;
    if (10 * left_out > records) return smallest;
  }
  return 1;
}

}  // namespace

std::vector<PromisedCap> caps_on_rows(const ReleaseJob& job, const Table& table,
                                      const std::map<std::string, Hierarchy>& hierarchies,
                                      const JointColumn& rows) {
  std::vector<PromisedCap> result;
  for (std::size_t c = 0; c < job.roles.sensitive.size(); ++c) {
    const Column& column = table.columns[table.find(job.roles.sensitive[c])];
    const std::vector<std::vector<Code>> rows_of = rows_of_values(column, rows.parts[c]);
    for (PromisedCap& own : caps_of_column(job, column, hierarchies)) {
      result.push_back({std::move(own.cap), rows_with(own.values, rows_of)});
    }
  }
  return result;
}

std::vector<PromisedCap> caps_of_column(const ReleaseJob& job, const Column& column,
                                        const std::map<std::string, Hierarchy>& hierarchies) {
  return column_caps(job, job.asked_caps().columns.at(column.name), column, column.counts(),
                     hierarchies);
}

std::string possible_promises(std::span<const std::uint64_t> counts,
                              std::span<const std::uint64_t> sets) {
  const Eligibility found = eligibility(counts);
  std::uint64_t largest = found.largest_l();
  for (const std::uint64_t records : sets) largest = std::min(largest, found.records / records);
  std::string text = largest < 2 ? std::string("no l of 2 or more is possible")
                                 : fmt::format("the largest possible l is {}", largest);
  if (!sets.empty()) text += " where these sets count as one";
  if (const auto beta = beta_of_two_groups(counts); beta && sets.empty()) {
    text += fmt::format("; a beta of {} or more gives several groups", rounded_up(*beta));
  }
  return text + "; or cap only the values that are a secret (overt release --max VALUE=SHARE)";
}

PromisedCaps promised_caps(const ReleaseJob& job, const Table& table,
                           const std::map<std::string, Hierarchy>& hierarchies,
                           const JointColumn& rows, std::span<const std::uint64_t> counts_of_rows) {
  const Promise promise = job.asked_caps();
  const std::vector<std::uint64_t> all_rows = counts_of(rows.column, counts_of_rows);
  const std::uint64_t records = std::accumulate(all_rows.begin(), all_rows.end(), std::uint64_t{0});
  if (static_cast<std::uint64_t>(promise.k) > records) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"k"}, fmt::format(": groups of {} records are asked for, and the table has {}",
                               promise.k, records)});
  }
  PromisedCaps result;
  const bool one = job.roles.sensitive.size() == 1;
  std::vector<Cap> of_value(rows.column.domain());
  std::vector<CappedSet> sets;
  for (std::size_t c = 0; c < job.roles.sensitive.size(); ++c) {
    const std::string& name = job.roles.sensitive[c];
    const Column& column = table.columns[table.find(name)];
    const std::vector<std::uint64_t> counts = counts_of(column, counts_of_rows);
    const ColumnPromise& asked = promise.columns.at(name);
    const std::vector<std::vector<Code>> rows_of = rows_of_values(column, rows.parts[c]);
    const std::vector<PromisedCap> own_caps = column_caps(job, asked, column, counts, hierarchies);
    for (const PromisedCap& own : own_caps) {
      const std::uint64_t count = records_in(own.values, counts);
      const Rational all = share(count, records);
      if (all > own.cap) {
        result.refusal = Refusal{above_cap(job, asked, column, counts, own_caps, own, all)};
        return result;
      }
      const Cap cap = rounded_down(own.cap, count, records);
      std::vector<Code> values = rows_with(own.values, rows_of);
      result.on_rows.push_back({share(cap.above, cap.below), values});
      if (one && own.values.size() == 1) {
        of_value[own.values[0]] = cap;
      } else {
        sets.push_back(CappedSet{cap, std::move(values)});
      }
    }
  }
  const std::uint32_t usual = usual_set(of_value, sets, all_rows);
  result.caps = Caps(std::move(of_value), {1, 1}, sets);
  result.caps.set_usual(usual);
  return result;
}

}  // namespace overt
