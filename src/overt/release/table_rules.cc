#include "overt/release/table_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"

namespace overt {
namespace {

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Whether nearly every record has a value of its own: the number of a row, say.
bool says_who(const Column& column) {
  constexpr std::size_t kEnough = 20;  // records, for this to be no chance
  return column.codes.size() >= kEnough && 10 * column.values.size() >= 9 * column.codes.size();
}

}  // namespace

bool determines(const Column& column, const Column& other) {
  if (other.domain() < 2) return false;
  std::vector<Code> first(column.domain(), other.domain());
  std::vector<std::uint64_t> counts(column.domain(), 0);
  for (std::size_t r = 0; r < column.codes.size(); ++r) {
    Code& own = first[column.codes[r]];
    if (own == other.domain()) own = other.codes[r];
    if (own != other.codes[r]) return false;
    ++counts[column.codes[r]];
  }
  std::uint64_t shared = 0;
  for (const std::uint64_t count : counts) shared += count > 1 ? count : 0;
  return 2 * shared >= column.codes.size();
}

std::optional<Refusal> refuse_table(const ReleaseJob& job, const JobTable& read,
                                    std::vector<std::string>& warnings) {
  for (const std::string& name : job.allow_determined) {
    if (!is_among(job.roles.insensitive, name)) {
      throw KeyedError(ErrorCode::usage, {Key{"allow_determined"},
                                          fmt::format(": {} is not an insensitive column", name)});
    }
  }
  bool found = job.person.empty();
  for (const JobTable::Identifying& column : read.identifying) {
    const std::uint64_t several = column.repeated;
    if (column.name == job.person) {
      found = true;
      if (several > 0) {
        return Refusal{
            fmt::format("{} of {} people (by {}) {} several records, and every promise is "
                        "about one record per person; put the records of a person "
                        "together first",
                        several, column.values, column.name, several == 1 ? "has" : "have"),
            true};
      }
    } else if (several > 0 && job.person.empty()) {
      warnings.push_back(
          fmt::format("warning: {} of the identifying column {} in several records; "
                      "the promise is about one record per person (overt release --person "
                      "COLUMN says which column names people, and has it checked)",
                      several == 1 ? std::string("1 value") : fmt::format("{} values", several),
                      column.name + (several == 1 ? " stands" : " stand")));
    }
  }
  if (!found) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"person"}, fmt::format(": {} is not an identifying column", job.person)});
  }
  for (const std::string& name : job.roles.insensitive) {
    const Column& column = read.table.columns[read.table.find(name)];
    if (says_who(column)) {
      warnings.push_back(
          fmt::format("warning: the insensitive column {} is passed through, and nearly every "
                      "record has a value of its own in it: whoever knows somebody's has found "
                      "their record; a number of the record is identifying",
                      name));
    }
    if (is_among(job.allow_determined, name)) continue;
    for (const std::string& sensitive : job.roles.sensitive) {
      if (!determines(column, read.table.columns[read.table.find(sensitive)])) continue;
      return Refusal{fmt::format("the insensitive column {} determines the sensitive column {}: "
                                 "whoever sees the one knows the other; leave it out, or insist "
                                 "(overt release --allow-determined COLUMN)",
                                 name, sensitive),
                     true};
    }
  }
  return std::nullopt;
}

}  // namespace overt
