#include "overt/assess/attack_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "overt/assess/record_placement.h"
#include "overt/assess/released_codes.h"
#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/release/kept_file.h"
#include "overt/table/joint_column.h"
#include "overt/table/pair_labels.h"
#include "overt/verify/verify.h"

namespace overt {
namespace {

[[noreturn]] void not_of_this_table(const std::filesystem::path& folder, std::string_view what) {
  throw Error(ErrorCode::malformed, fmt::format("{}: {}", folder.string(), what));
}

// The largest share that is allowed; 1 where the promise speaks of none.
double promised_share(const PropertySpec& promise) {
  if (promise.max) return promise.max->get_d();
  if (promise.below) return promise.below->get_d();
  return promise.l ? 1.0 / static_cast<double>(*promise.l) : 1;
}

// The largest share of each value that the certificate allows. Caps on sets of values are not
// looked at.
std::vector<double> promised_shares(const Certificate& certificate, const Column& sensitive) {
  // Groups are smaller in share than what is promised to those with such beliefs.
  const double all = certificate.job.background > 1 ? 1.0 / static_cast<double>(certificate.job.l)
                                                    : promised_share(certificate.promise);
  std::vector<double> result(sensitive.domain(), all);
  if (!certificate.by_caps()) return result;
  ColumnPromise promise = certificate.caps.columns.at(sensitive.name);
  promise.band.reset();
  promise.categories.clear();
  const std::vector<std::uint64_t> counts = sensitive.counts();
  for (const PromisedCap& one :
       caps_of(promise, {sensitive.name, sensitive.values, counts, std::nullopt, {}})) {
    result[one.values[0]] = one.cap.get_d();
  }
  return result;
}

AttackedRelease attacked(const Table& table, const Roles& roles, const Column& sensitive) {
  AttackedRelease result;
  for (const std::string& name : roles.quasi_identifying) {
    const Column& column = table.columns[table.find(name)];
    result.columns.push_back({column.codes, column.domain(), column.ordered()});
  }
  result.truth = sensitive.codes;
  result.values = sensitive.domain();
  return result;
}

GroupMultisets multisets_of(const ReleasedTable& release) {
  GroupMultisets result;
  result.ends = release.value_ends;
  // The attack is on records, which have 32 bits.
  for (const CountedCode& value : release.values) {
    result.values.push_back({value.code, static_cast<std::uint32_t>(value.count)});
  }
  return result;
}

// The values of the groups, group by group, as something that can be sorted.
std::vector<std::vector<std::uint32_t>> sorted_multisets(const GroupMultisets& multisets) {
  std::vector<std::vector<std::uint32_t>> result;
  std::uint32_t from = 0;
  for (const std::uint32_t end : multisets.ends) {
    std::vector<std::uint32_t>& group = result.emplace_back();
    for (; from < end; ++from) {
      group.push_back(multisets.values[from].value);
      group.push_back(multisets.values[from].count);
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

// Somebody with the public columns of every slot of an anatomy release, and whether everybody's
// group follows from that.
struct SlotRecords {
  Groups groups;
  std::uint64_t several = 0;  // people whose twins stand in other groups, too
};

SlotRecords records_of_slots(const AttackedRelease& attacked, const ReleasedTable& release,
                             const std::filesystem::path& folder) {
  const std::size_t records = attacked.truth.size();
  // Rows of the original and, behind them, of the release.
  std::vector<std::uint32_t> row(2 * records, 0);
  std::uint32_t rows = records == 0 ? 0 : 1;
  std::vector<Code> codes(2 * records);
  for (std::size_t c = 0; c < attacked.columns.size(); ++c) {
    std::copy(attacked.columns[c].codes.begin(), attacked.columns[c].codes.end(), codes.begin());
    std::copy(release.exact[c].begin(), release.exact[c].end(),
              codes.begin() + static_cast<std::ptrdiff_t>(records));
    rows = pair_labels(row, rows, codes, attacked.columns[c].domain);
  }
  const Groups with_row = Groups::by_label(std::span(row).first(records), rows);
  constexpr std::uint32_t kNone = UINT32_MAX;
  constexpr std::uint32_t kSeveral = UINT32_MAX - 1;
  std::vector<std::uint32_t> used(rows, 0);
  std::vector<std::uint32_t> group_of(rows, kNone);
  SlotRecords result;
  std::vector<Record> members;
  for (std::uint32_t g = 0; g < release.groups(); ++g) {
    members.clear();
    for (std::size_t slot = release.first(g); slot < release.record_ends[g]; ++slot) {
      const std::uint32_t own = row[records + slot];
      if (used[own] == with_row[own].size()) {
        not_of_this_table(folder, "the records of the release are not those of the original table");
      }
      members.push_back(with_row[own][used[own]++]);
      group_of[own] = group_of[own] == kNone || group_of[own] == g ? g : kSeveral;
    }
    result.groups.add(members);
  }
  for (std::uint32_t own = 0; own < rows; ++own) {
    if (group_of[own] == kSeveral) result.several += with_row[own].size();
  }
  return result;
}

// The number of the sensitive column that is meant.
std::size_t attacked_column(const std::vector<std::string>& sensitive, const std::string& asked,
                            const std::filesystem::path& folder) {
  if (sensitive.empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: the release has no sensitive column to guess", folder.string()));
  }
  if (asked.empty() && sensitive.size() > 1) {
    throw KeyedError(ErrorCode::usage,
                     {fmt::format("{}: the release has {} sensitive columns; say whose values are "
                                  "to be guessed (",
                                  folder.string(), sensitive.size()),
                      Key{"sensitive"}, ")"});
  }
  const auto found =
      asked.empty() ? sensitive.begin() : std::find(sensitive.begin(), sensitive.end(), asked);
  if (found == sensitive.end()) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: {} is not one of its sensitive columns", folder.string(), asked));
  }
  return static_cast<std::size_t>(found - sensitive.begin());
}

}  // namespace

std::string_view to_string(KnownGroups known) {
  switch (known) {
    case KnownGroups::told:
      return "told";
    case KnownGroups::drawn:
      return "drawn";
    default:
      return "twins";
  }
}

ReleaseAttack attack_release(const std::filesystem::path& folder, const std::string& original,
                             const AttackReleaseOptions& options, Storage& storage,
                             Progress& progress) {
  const Certificate certificate = read_certificate(folder, storage, progress);
  const Roles& roles = certificate.job.roles;
  if (roles.quasi_identifying.empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: the release has no quasi-identifying column to learn from",
                            folder.string()));
  }
  const std::size_t number = attacked_column(roles.sensitive, options.sensitive, folder);
  const CountedTable records = {
      read_original(original, certificate, options.reading, storage, progress), {}};
  const Table& table = records.rows;
  const ReleasedTable release =
      read_released_codes(folder, certificate, records, storage, progress, number);
  const Column& sensitive = table.columns[table.find(roles.sensitive[number])];
  AttackedRelease about = attacked(table, roles, sensitive);
  about.promised = promised_shares(certificate, sensitive);

  ReleaseAttack result;
  result.certificate = certificate;
  result.sensitive = sensitive.name;
  Groups groups;
  if (!options.kept_groups.empty()) {
    const JointColumn rows = joint_column(table, roles.sensitive);
    groups = read_kept(options.kept_groups, rows.column, storage, progress).release.groups;
    if (sorted_multisets(multisets_of(about.truth, about.values, groups)) !=
        sorted_multisets(multisets_of(release))) {
      throw Error(ErrorCode::malformed,
                  fmt::format("{}: not of this release: its groups have other values",
                              options.kept_groups));
    }
  } else if (release.anatomy()) {
    SlotRecords found = records_of_slots(about, release, folder);
    groups = std::move(found.groups);
    result.several = found.several;
    if (result.several > 0) {
      result.known = KnownGroups::twins;
      result.attack =
          attack_by_learning(about, groups, multisets_of(release), options.learning, progress);
      return result;
    }
    if (multisets_of(about.truth, about.values, groups) != multisets_of(release)) {
      not_of_this_table(folder, "the values of a group are not those of its records");
    }
  } else {
    std::vector<const Column*> quasi;
    for (const std::string& name : roles.quasi_identifying) {
      quasi.push_back(&table.columns[table.find(name)]);
    }
    SeededRandom coins(options.learning.seed);
    auto placed = place_records(quasi, sensitive, release, coins, progress);
    if (!placed) {
      not_of_this_table(folder,
                        "there is no way to put the records of the original table into "
                        "the groups of the release");
    }
    groups = std::move(placed->groups);
    result.several = placed->several;
    if (result.several > 0) result.known = KnownGroups::drawn;
  }
  result.attack = attack_by_learning(about, groups, options.learning, progress);
  return result;
}

LearningAttack attack_groups(const Table& table, const Roles& roles, const Groups& groups,
                             const LearningOptions& options, Progress& progress) {
  const Column& sensitive = table.columns[table.find(roles.sensitive[0])];
  return attack_by_learning(attacked(table, roles, sensitive), groups, options, progress);
}

}  // namespace overt
