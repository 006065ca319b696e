#include "overt/verify/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "overt/base/error.h"
#include "overt/base/sha256.h"
#include "overt/base/version.h"
#include "overt/privacy/bounded_odds.h"
#include "overt/table/cell.h"
#include "overt/table/encode.h"
#include "overt/verify/containment.h"
#include "overt/verify/methods.h"
#include "overt/verify/release_facts.h"
#include "overt/verify/released_files.h"

namespace overt {
namespace {

// Hierarchies are small and read as a whole: hashed like the table files.
void hash_hierarchies(const std::filesystem::path& folder, const Certificate& certificate,
                      Storage& storage, Progress& progress, Verification& result) {
  for (const std::string& column : certificate.job.hierarchies) {
    const std::string name = hierarchy_file(column);
    Sha256 hash;
    hash.update(read_release_text(folder / name, storage, progress));
    result.files[name] = hash.finish();
  }
}

// Those of sensitive columns, for caps on categories.
std::map<std::string, Hierarchy> sensitive_hierarchies(const std::filesystem::path& folder,
                                                       const Certificate& certificate,
                                                       Storage& storage, Progress& progress) {
  std::map<std::string, Hierarchy> result;
  const std::vector<std::string>& sensitive = certificate.job.roles.sensitive;
  for (const std::string& column : certificate.job.hierarchies) {
    if (std::find(sensitive.begin(), sensitive.end(), column) == sensitive.end()) continue;
    result.emplace(column, read_released_hierarchy(folder, column, certificate, storage, progress));
  }
  return result;
}

bool caps_as_asked(const Certificate& certificate) {
  const CertifiedJob& job = certificate.job;
  const MethodRow* const row = find_method(certificate.method);
  if (row == nullptr || !row->caps || job.property || job.background != 1) return false;
  std::optional<std::int64_t> l;
  if (job.l > 0) l = job.l;
  try {
    return certificate.caps == promise_of(job.caps, l, job.roles.sensitive);
  } catch (const Error&) {
    return false;
  }
}

// Odds are for groups that were formed blindly.
bool as_asked(const Certificate& certificate) {
  const CertifiedJob& job = certificate.job;
  if (certificate.by_caps()) return caps_as_asked(certificate);
  if (job.caps.given()) return false;
  if (job.property) {
    const MethodRow* const row = find_method(certificate.method);
    return row != nullptr && row->properties && certificate.promise == *job.property;
  }
  // The largest that a job may ask for; beyond it the numbers below would overflow.
  constexpr std::int64_t kMost = 1'000'000'000;
  if (job.l < 2 || job.l > kMost || job.background < 1 || job.background > kMost) return false;
  const MethodRow* const row = find_method(certificate.method);
  const bool blind = row != nullptr && row->blind() && certificate.after == 0;
  if (job.background > 1 && !blind) return false;
  const std::int64_t l = l_with_odds(job.l, job.background);
  return certificate.promise == highest_ratio_at_most(share(1, static_cast<std::uint64_t>(l)));
}

// A test's level is below that of every method, so it may be said of all of them.
void check_level(const Certificate& certificate, const VerifyOptions& options,
                 Verification& result) {
  const auto level = level_of(certificate.method, certificate.job.strategy.name);
  // The words are what people read. Those of another version may be others.
  const bool ours = certificate.program.empty() || certificate.program == kVersion;
  const bool same_words = certificate.level_means.empty() || !ours ||
                          certificate.level_means == level_in_words(certificate);
  if (certificate.level != kTestLevel.name) {
    result.checks.push_back({fmt::format("the level is that of the method: {}", certificate.level),
                             level == certificate.level && same_words});
    return;
  }
  result.checks.push_back({"the method is one that there is", level.has_value() && same_words});
  result.checks.push_back({options.allow_test
                               ? "it was made for a test, which is allowed: it promises nothing"
                               : "it was not made for a test, with coins that anybody can guess",
                           options.allow_test});
}

void compare_certificate(const Certificate& certificate, const VerifyOptions& options,
                         Verification& result) {
  result.checks.push_back(
      {"the files have the SHA-256 of the certificate", result.files == certificate.files});
  result.checks.push_back({"records, groups, smallest group and largest share are as certified",
                           result.records == certificate.records &&
                               result.groups == certificate.groups &&
                               result.smallest_group == certificate.smallest_group &&
                               result.largest_share == certificate.largest_share});
  result.checks.push_back({"the promise is the one that the job asked for", as_asked(certificate)});
  check_level(certificate, options, result);
  const MethodRow* const row = find_method(certificate.method);
  if (row != nullptr && row->needs_earlier) {
    result.checks.push_back(
        {"it was made after an earlier release, whose groups it merges", certificate.after > 0});
  }
  if (certificate.job.min_group > 1) {
    result.checks.push_back(
        {fmt::format("every group has at least the {} records that the job asked for",
                     certificate.job.min_group),
         result.smallest_group >= static_cast<std::uint64_t>(certificate.job.min_group)});
  }
}

// Reads all groups, tells `observe` of each, which says whether its cells follow
// the grammar, and draws up the checks.
template <typename Observe>
Verification verify_groups(const std::filesystem::path& folder, const Certificate& certificate,
                           Storage& storage, ReleaseIds& ids, Progress& progress,
                           const Observe& observe) {
  Verification result;
  ReleaseFacts facts(certificate);
  const ReleasedFiles files =
      read_release(folder, certificate, storage, ids, progress,
                   [&](const ReleasedGroup& group) { facts.add(group, observe(group)); });
  facts.finish(files, ids, sensitive_hierarchies(folder, certificate, storage, progress), result);
  hash_hierarchies(folder, certificate, storage, progress, result);
  return result;
}

bool cells_parse(const ReleasedGroup& group, Cell& scratch) {
  return std::all_of(group.cells.begin(), group.cells.end(),
                     [&](const auto& cell) { return !cell || parse_cell(*cell, scratch); });
}

Verification unreadable(const Error& error) {
  if (error.code() != ErrorCode::malformed) throw error;
  Verification result;
  result.checks.push_back({fmt::format("the files can be read ({})", error.what()), false});
  return result;
}

}  // namespace

bool Verification::passed() const {
  return !checks.empty() &&
         std::all_of(checks.begin(), checks.end(), [](const Check& c) { return c.passed; });
}

Verification verify_release(const std::filesystem::path& folder, const Certificate& certificate,
                            Storage& storage, Progress& progress, const VerifyOptions& options) {
  try {
    ReleaseIds ids;
    Cell scratch;
    Verification result =
        verify_groups(folder, certificate, storage, ids, progress, [&](const ReleasedGroup& group) {
          if (options.visitor != nullptr) options.visitor->add(group);
          return cells_parse(group, scratch);
        });
    if (options.visitor != nullptr) options.visitor->finish(ids);
    compare_certificate(certificate, options, result);
    return result;
  } catch (const Error& error) {
    return unreadable(error);
  }
}

namespace {

// `counts`: of the original's rows; without them each is a record.
Verification compare_with(const std::filesystem::path& folder, const Certificate& certificate,
                          const Table& original, std::span<const std::uint64_t> counts,
                          Storage& storage, Progress& progress, const VerifyOptions& options) {
  try {
    Containment containment(folder, certificate, original, counts, storage, progress);
    ReleaseIds ids = containment.ids();
    Cell scratch;
    Verification result =
        verify_groups(folder, certificate, storage, ids, progress, [&](const ReleasedGroup& group) {
          containment.collect(group);
          if (options.visitor != nullptr) options.visitor->add(group);
          return cells_parse(group, scratch);
        });
    if (options.visitor != nullptr) options.visitor->finish(ids);
    compare_certificate(certificate, options, result);
    containment.finish_unknown_grouping(result, progress);
    return result;
  } catch (const Error& error) {
    return unreadable(error);
  }
}

}  // namespace

Verification verify_against(const std::filesystem::path& folder, const Certificate& certificate,
                            const Table& original, Storage& storage, Progress& progress,
                            const VerifyOptions& options) {
  return compare_with(folder, certificate, original, {}, storage, progress, options);
}

Verification verify_against(const std::filesystem::path& folder, const Certificate& certificate,
                            const CountedTable& original, Storage& storage, Progress& progress,
                            const VerifyOptions& options) {
  return compare_with(folder, certificate, original.rows, original.counts, storage, progress,
                      options);
}

namespace {

constexpr std::uint64_t kAhead = 64;  // records

}  // namespace

Verification verify_written(const std::filesystem::path& folder, const Certificate& draft,
                            const Table& original, const Groups& written, Storage& storage,
                            Progress& progress, ReleaseVisitor* visitor) {
  Containment containment(folder, draft, original, {}, storage, progress);
  ReleaseIds ids = containment.ids();
  bool every_record = true;
  Verification result =
      verify_groups(folder, draft, storage, ids, progress, [&](const ReleasedGroup& group) {
        const bool known = group.first_row + group.size <= written.records();
        const auto next = std::span(written.members)
                              .subspan(std::min(group.first_row + kAhead, written.records()));
        containment.expect(next.first(std::min(group.size, next.size())));
        every_record = every_record && known &&
                       containment.holds_exactly(
                           group, std::span(written.members).subspan(group.first_row, group.size));
        if (visitor != nullptr) visitor->add(group);
        return true;  // holds_exactly() has read the cells
      });
  if (visitor != nullptr) visitor->finish(ids);
  result.checks.push_back({"every record stands in its own group, inside its rectangle",
                           every_record && result.records == written.records() &&
                               result.groups == written.size() &&
                               written.is_partition_of(original.records())});
  return result;
}

Verification verify_written_counts(const std::filesystem::path& folder, const Certificate& draft,
                                   const Table& original, std::span<const std::uint64_t> counts,
                                   const CountedGroups& written, Storage& storage,
                                   Progress& progress, ReleaseVisitor* visitor) {
  Containment containment(folder, draft, original, counts, storage, progress);
  ReleaseIds ids = containment.ids();
  bool every_record = true;
  std::size_t number = 0;
  Verification result =
      verify_groups(folder, draft, storage, ids, progress, [&](const ReleasedGroup& group) {
        every_record =
            every_record && number < written.size() &&
            containment.holds_exactly(group, written.rows(number), written.counts_of(number));
        ++number;
        if (visitor != nullptr) visitor->add(group);
        return true;  // holds_exactly() has read the cells
      });
  if (visitor != nullptr) visitor->finish(ids);
  result.checks.push_back(
      {"every record stands in its own group, inside its rectangle",
       every_record && number == written.size() && written.is_partition_of(counts)});
  return result;
}

Table read_original(const std::string& path, const Certificate& certificate,
                    const ReadOptions& options, Storage& storage, Progress& progress) {
  return expand(read_original_rows(path, certificate, options, storage, progress));
}

CountedTable read_original_rows(const std::string& path, const Certificate& certificate,
                                const ReadOptions& options, Storage& storage, Progress& progress) {
  const auto source = storage.open(path, options, progress);
  // A table at hand may have grown more columns since: those that the job does not know stay out.
  const Roles& known = certificate.job.roles;
  std::vector<std::string> names;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < source->columns().size(); ++i) {
    const std::string& name = source->columns()[i];
    const auto has = [&](const std::vector<std::string>& list) {
      return std::find(list.begin(), list.end(), name) != list.end();
    };
    if (!has(known.identifying) && !has(known.quasi_identifying) && !has(known.sensitive) &&
        !has(known.insensitive)) {
      continue;
    }
    names.push_back(name);
    places.push_back(i);
  }
  const std::vector<Role> roles = known.assign(
      names, source->name(), certificate.by_caps() ? SensitiveColumns::any : SensitiveColumns::one);
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i] != Role::identifying) columns.push_back(places[i]);
  }
  ReadingRules rules;
  rules.missing = certificate.job.missing;
  rules.types = certificate.job.types;
  rules.decimal = certificate.job.decimal[0];
  CountedTable table = read_counted_table(*source, columns, rules, progress);
  if (certificate.job.missing_sensitive == "drop") {
    for (const std::string& column : certificate.job.roles.sensitive) {
      drop_missing(table, table.rows.find(column));
    }
  }
  return table;
}

}  // namespace overt
