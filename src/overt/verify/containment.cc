#include "overt/verify/containment.h"

#include <algorithm>
#include <numeric>

#include "overt/table/counted_table.h"
#include "overt/verify/candidate_groups.h"

namespace overt {
namespace {

// How large an index of groups may be: a table that is read takes more.
CandidateGroups::Limits index_limits(std::size_t records) {
  constexpr std::size_t kAny = 1'000'000;
  constexpr std::size_t kMost = 500'000'000;
  return {static_cast<std::uint32_t>(std::min(kMost, 16 * records + kAny)),
          static_cast<std::uint32_t>(std::min(kMost, 4 * records + kAny))};
}

const Column& column_named(const Table& table, const std::string& name) {
  return table.columns[table.find(name)];
}

// A fingerprint of a public row; equal rows have equal ones.
std::uint64_t mix(std::uint64_t hash, std::uint64_t code) {
  hash = (hash ^ code) * 0x9E3779B97F4A7C15ULL;
  return hash ^ (hash >> 29);
}

}  // namespace

Containment::Containment(const std::filesystem::path& folder, const Certificate& certificate,
                         const Table& original, std::span<const std::uint64_t> counts,
                         Storage& storage, Progress& progress)
    : certificate_(certificate),
      original_(original),
      records_(counts.empty() ? original.records()
                              : std::accumulate(counts.begin(), counts.end(), std::uint64_t{0})) {
  const Roles& roles = certificate.job.roles;
  const auto& hierarchies = certificate.job.hierarchies;
  for (const std::string& name : roles.quasi_identifying) {
    auto& entry = *quasi_.emplace_back(std::make_unique<PublicColumn>());
    entry.column = &column_named(original, name);
    if (std::find(hierarchies.begin(), hierarchies.end(), name) != hierarchies.end()) {
      entry.hierarchy.emplace(read_released_hierarchy(folder, name, certificate, storage, progress),
                              *entry.column);
    }
    if (certificate.form == "generalized") {
      entry.matcher.emplace(*entry.column, entry.hierarchy ? &*entry.hierarchy : nullptr);
    }
  }
  for (const std::string& name : roles.insensitive) {
    insensitive_.push_back(&column_named(original, name));
    const auto of_values = counts_of(*insensitive_.back(), counts);
    insensitive_left_.emplace_back(of_values.begin(), of_values.end());
    insensitive_known_.push_back(true);
  }
  for (const std::string& name : roles.sensitive) {
    SensitiveColumn& own = sensitive_.emplace_back();
    own.column = &column_named(original, name);
    const auto of_values = counts_of(*own.column, counts);
    own.left.assign(of_values.begin(), of_values.end());
    own.balance.assign(own.column->domain(), 0);
  }
}

ReleaseIds Containment::ids() const {
  ReleaseIds result;
  for (const SensitiveColumn& own : sensitive_) {
    TextIds ids(own.column->values);
    if (&own == sensitive_.data()) {
      result.sensitive = std::move(ids);
    } else {
      result.others.push_back(std::move(ids));
    }
  }
  for (const Column* column : insensitive_) result.insensitive.emplace_back(column->values);
  for (const auto& column : quasi_) {
    // Generalized cells have no ids; only the anatomy form shows exact values.
    result.quasi.push_back(column->matcher ? TextIds() : TextIds(column->column->values));
  }
  return result;
}

// The original's code for an id; domain() for a value that it does not have.
Code Containment::code_of(const Column& column, std::uint32_t id) const {
  if (id == kMissingId) return column.has_missing ? column.missing_code() : column.domain();
  return id < column.values.size() ? id : column.domain();
}

bool Containment::holds_exactly(const ReleasedGroup& group, std::span<const Record> records,
                                std::span<const std::uint64_t> counts) {
  std::uint64_t size = counts.empty() ? records.size() : 0;
  for (const std::uint64_t count : counts) size += count;
  if (size != group.size) return false;
  for (std::size_t c = 0; c < quasi_.size(); ++c) {
    PublicColumn& column = *quasi_[c];
    if (column.matcher) {
      const CodeCell* const cell = column.compiled.compile(*column.matcher, group.cells[c],
                                                           group.cell_codes[c], group.block);
      if (cell == nullptr) return false;
      for (const Record record : records) {
        if (!column.matcher->contains(*cell, column.column->codes[record])) return false;
      }
    } else {
      for (std::size_t r = 0; r < records.size(); ++r) {
        const Code code = code_of(*column.column, group.quasi[c][r]);
        if (code != column.column->codes[records[r]]) return false;
      }
    }
  }
  for (std::size_t c = 0; c < insensitive_.size(); ++c) {
    for (std::size_t r = 0; r < records.size(); ++r) {
      const Code code = code_of(*insensitive_[c], group.insensitive[c][r]);
      if (code != insensitive_[c]->codes[records[r]]) return false;
    }
  }
  for (std::size_t c = 0; c < sensitive_.size(); ++c) {
    if (!same_values(group.values_of(c), records, counts, sensitive_[c])) return false;
  }
  return true;
}

void Containment::expect(std::span<const Record> records) const {
  const auto fetch = [&](const Column& column) {
    for (const Record record : records) __builtin_prefetch(column.codes.data() + record);
  };
  for (const auto& column : quasi_) fetch(*column->column);
  for (const Column* column : insensitive_) fetch(*column);
  for (const SensitiveColumn& own : sensitive_) fetch(*own.column);
}

bool Containment::same_values(std::span<const ValueCount> values, std::span<const Record> records,
                              std::span<const std::uint64_t> counts, SensitiveColumn& own) const {
  const Column& column = *own.column;
  for (std::size_t r = 0; r < records.size(); ++r) {
    own.balance[column.codes[records[r]]] +=
        counts.empty() ? 1 : static_cast<std::int64_t>(counts[r]);
  }
  bool same = true;
  for (const ValueCount& value : values) {
    const Code code = code_of(column, value.id);
    if (code == column.domain()) return false;
    same = same && own.balance[code] == static_cast<std::int64_t>(value.count);
  }
  std::size_t distinct = 0;
  for (const Record record : records) {
    std::int64_t& count = own.balance[column.codes[record]];
    distinct += count > 0 ? 1 : 0;
    count = 0;
  }
  return same && distinct == values.size();
}

void Containment::collect(const ReleasedGroup& group) {
  const auto number = static_cast<std::uint32_t>(group_values_.size());
  std::vector<Code>& values = group_values_.emplace_back().codes;
  for (std::size_t c = 0; c < sensitive_.size(); ++c) {
    SensitiveColumn& own = sensitive_[c];
    for (const ValueCount& value : group.values_of(c)) {
      const Code code = code_of(*own.column, value.id);
      if (code == own.column->domain()) {
        own.known = false;
        continue;
      }
      own.left[code] -= static_cast<std::int64_t>(value.count);
      if (c == 0) values.push_back(code);
    }
  }
  if (sensitive_.empty()) values.push_back(0);
  std::sort(values.begin(), values.end());
  for (std::size_t c = 0; c < insensitive_.size(); ++c) {
    for (const std::uint32_t id : group.insensitive[c]) {
      const Code code = code_of(*insensitive_[c], id);
      if (code == insensitive_[c]->domain()) {
        insensitive_known_[c] = false;
      } else {
        --insensitive_left_[c][code];
      }
    }
  }
  if (certificate_.form == "generalized") {
    for (std::size_t c = 0; c < quasi_.size(); ++c) {
      // A cell that cannot be read covers nothing.
      CodeCell& cell = quasi_[c]->cells.emplace_back();
      if (!quasi_[c]->matcher->compile(group.cells[c], cell)) cell = CodeCell();
    }
    return;
  }
  for (std::size_t r = 0; r < group.size; ++r) {
    std::uint64_t row = 0;
    for (std::size_t c = 0; c < quasi_.size(); ++c) {
      row = mix(row, code_of(*quasi_[c]->column, group.quasi[c][r]));
    }
    tuples_.emplace_back(row, number);
  }
}

// Large rectangles first: they are the likeliest to cover a record, so that few have to be looked
// at.
std::vector<std::uint32_t> Containment::largest_first() const {
  std::vector<double> volume(group_values_.size(), 1);
  for (const auto& column : quasi_) {
    for (std::size_t g = 0; g < volume.size(); ++g) {
      const CodeCell& cell = column->cells[g];
      volume[g] *= static_cast<double>(cell.size() + (cell.missing ? 1 : 0));
    }
  }
  std::vector<std::uint32_t> order(volume.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return volume[a] != volume[b] ? volume[a] > volume[b] : a < b;
  });
  return order;
}

bool Containment::covers(std::uint32_t group, Record record) const {
  return std::all_of(quasi_.begin(), quasi_.end(), [&](const auto& column) {
    return column->matcher->contains(column->cells[group], column->column->codes[record]);
  });
}

Code Containment::value_of(Record record) const {
  return sensitive_.empty() ? 0 : sensitive_.front().column->codes[record];
}

bool Containment::holds_value(std::uint32_t group, Record record) const {
  const std::vector<Code>& values = group_values_[group].codes;
  return std::binary_search(values.begin(), values.end(), value_of(record));
}

bool Containment::all_in_rectangles(Progress& progress) const {
  const std::vector<std::uint32_t> order = largest_first();
  std::vector<std::vector<std::uint32_t>> with_value(
      sensitive_.empty() ? 1 : sensitive_.front().column->domain());
  for (const std::uint32_t group : order) {
    for (const Code value : group_values_[group].codes) with_value[value].push_back(group);
  }
  std::vector<CandidateGroups::Cells> columns;
  for (const auto& column : quasi_) columns.push_back({column->column, column->cells});
  if (!sensitive_.empty()) columns.push_back({sensitive_.front().column, group_values_});
  const CandidateGroups candidates(columns, order, index_limits(original_.records()), progress);
  progress.begin("comparing", original_.records());
  for (Record record = 0; record < original_.records(); ++record) {
    if (record % (1 << 14) == 0) progress.advance(record);
    if (record % (1 << 6) == 0) progress.check();  // some ask many groups
    const std::span<const std::uint32_t> groups =
        candidates.found() ? candidates.of(record)
                           : std::span<const std::uint32_t>(with_value[value_of(record)]);
    const auto may_hold = [&](std::uint32_t group) {
      return (!candidates.found() || holds_value(group, record)) && covers(group, record);
    };
    if (std::none_of(groups.begin(), groups.end(), may_hold)) return false;
  }
  return true;
}

bool Containment::all_in_tuples(Progress& progress) const {
  auto tuples = tuples_;
  std::sort(tuples.begin(), tuples.end());
  progress.begin("comparing", original_.records());
  for (Record record = 0; record < original_.records(); ++record) {
    if (record % (1 << 14) == 0) progress.advance(record);
    std::uint64_t row = 0;
    for (const auto& column : quasi_) row = mix(row, column->column->codes[record]);
    auto at = std::lower_bound(tuples.begin(), tuples.end(), std::pair(row, std::uint32_t{0}));
    while (at != tuples.end() && at->first == row && !holds_value(at->second, record)) ++at;
    if (at == tuples.end() || at->first != row) return false;
  }
  return true;
}

void Containment::finish_unknown_grouping(Verification& result, Progress& progress) const {
  const auto none_left = [](const std::vector<std::int64_t>& left) {
    return std::all_of(left.begin(), left.end(), [](std::int64_t n) { return n == 0; });
  };
  result.checks.push_back({"the number of records is the original's", result.records == records_});
  if (sensitive_.size() == 1) {
    result.checks.push_back({"the sensitive values are the original's, as a multiset",
                             sensitive_[0].known && none_left(sensitive_[0].left)});
  }
  for (std::size_t c = 0; sensitive_.size() > 1 && c < sensitive_.size(); ++c) {
    result.checks.push_back({"the values of " + sensitive_[c].column->name +
                                 " (sensitive) are the original's, as a multiset",
                             sensitive_[c].known && none_left(sensitive_[c].left)});
  }
  for (std::size_t c = 0; c < insensitive_.size(); ++c) {
    result.checks.push_back({"the values of " + insensitive_[c]->name +
                                 " (insensitive) are the original's, as a multiset",
                             insensitive_known_[c] && none_left(insensitive_left_[c])});
  }

  const bool all =
      certificate_.form == "generalized" ? all_in_rectangles(progress) : all_in_tuples(progress);
  result.checks.push_back(
      {"every record lies in the rectangle of a group that holds its value", all});
  // read_groups() has made sure that the files hold the columns of these roles
  // and no others.
  const Roles& roles = certificate_.job.roles;
  const auto released = [&](const std::string& name) {
    const auto in = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    return in(roles.quasi_identifying) || in(roles.insensitive) || in(roles.sensitive);
  };
  result.checks.push_back(
      {"no identifying column is left",
       std::none_of(roles.identifying.begin(), roles.identifying.end(), released)});
}

}  // namespace overt
