#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "overt/assess/check.h"
#include "overt/assess/check_groups.h"
#include "overt/base/error.h"
#include "overt/privacy/distribution.h"
#include "overt/table/counted_source.h"
#include "overt/table/value_order.h"
#include "overt/verify/caps_check.h"
#include "overt/verify/released_files.h"

namespace overt {
namespace {

// The groups as they come: ids of texts in the order of their appearance.
struct ReadGroups {
  std::vector<ValueCount> values;
  std::vector<std::size_t> ends;
};

// `promise`, if there is one, is told of every group.
ReadGroups read(const std::filesystem::path& folder, const Certificate& certificate,
                Storage& storage, ReleaseIds& ids, CapsCheck* promise, Progress& progress) {
  ReadGroups result;
  bool add_up = true;
  const bool sensitive = !certificate.job.roles.sensitive.empty();
  const ReleasedFiles files =
      read_release(folder, certificate, storage, ids, progress, [&](const ReleasedGroup& group) {
        Integer sum;  // what a file calls a count may be anything
        // Without a sensitive column all records have one value, the missing one.
        const ValueCount none{kMissingId, group.size};
        const auto values = sensitive ? group.values : std::span(&none, 1);
        for (const ValueCount& value : values) sum += static_cast<unsigned long>(value.count);
        add_up =
            add_up && group.cells_agree && sum == Integer(static_cast<unsigned long>(group.size));
        if (promise != nullptr) promise->add(group);
        result.values.insert(result.values.end(), values.begin(), values.end());
        result.ends.push_back(result.values.size());
      });
  const bool whole = add_up && files.count.in_order && files.distinct && files.count.groups > 0;
  if (!whole || files.count.records > kMostRecords) {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: the groups are not those of a release; overt verify says more",
                            folder.string()));
  }
  return result;
}

// id -> code: the ids that occur, in the order of their texts. A missing value
// comes last and is no id.
std::vector<Code> codes_of(const std::vector<char>& used, const TextIds& ids,
                           const Certificate& certificate, const std::string& name) {
  std::vector<std::uint32_t> sorted;
  std::vector<std::string_view> texts;
  for (std::uint32_t id = 0; id < used.size(); ++id) {
    if (used[id] == 0) continue;
    sorted.push_back(static_cast<std::uint32_t>(texts.size()));
    texts.push_back(ids.text(id));
  }
  const auto declared = texts.empty()
                            ? certificate.job.types.end()
                            : certificate.job.types.find(certificate.job.roles.sensitive.front());
  std::optional<std::size_t> bad;
  const ValueOrder order = declared == certificate.job.types.end()
                               ? find_order(texts)
                               : declared_order(texts, declared->second, bad);
  if (bad) {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: a sensitive value is not of the certified type", name));
  }
  std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (!order.keys.empty() && order.keys[a] != order.keys[b]) return order.keys[a] < order.keys[b];
    return texts[a] < texts[b];
  });
  std::vector<Code> rank(texts.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) rank[sorted[i]] = static_cast<Code>(i);
  std::vector<Code> result(used.size());
  std::size_t next = 0;
  for (std::uint32_t id = 0; id < used.size(); ++id) {
    if (used[id] != 0) result[id] = rank[next++];
  }
  return result;
}

}  // namespace

CheckResult check_release(const std::filesystem::path& folder, const CheckOptions& options,
                          Storage& storage, Progress& progress) {
  const Certificate certificate = read_certificate(folder, storage, progress);
  ReleaseIds ids;
  Certificate asked = certificate;
  const bool promised = asks_for_promise(options);
  if (promised) {
    asked.version = 2;
    asked.caps = promise_of(options.promise, options.l, certificate.job.roles.sensitive);
  } else if (certificate.job.roles.sensitive.size() > 1) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: the release has several sensitive columns; give a promise about "
                            "all of them, or run overt verify",
                            folder.string()));
  }
  CapsCheck promise(asked);
  const ReadGroups read_groups =
      read(folder, certificate, storage, ids, promised ? &promise : nullptr, progress);

  std::vector<char> used(ids.sensitive.size(), 0);
  bool missing = false;
  for (const ValueCount& value : read_groups.values) {
    if (value.id == kMissingId) {
      missing = true;
    } else {
      used[value.id] = 1;
    }
  }
  const std::vector<Code> codes = codes_of(used, ids.sensitive, certificate, folder.string());
  const auto known = static_cast<Code>(std::count(used.begin(), used.end(), 1));

  GroupDistributions groups;
  std::vector<std::pair<Code, std::uint64_t>> sorted;
  std::vector<Code> values;
  std::vector<std::uint64_t> counts;
  std::size_t from = 0;
  for (const std::size_t to : read_groups.ends) {
    sorted.clear();
    for (; from < to; ++from) {
      const ValueCount& value = read_groups.values[from];
      sorted.emplace_back(value.id == kMissingId ? known : codes[value.id], value.count);
    }
    std::sort(sorted.begin(), sorted.end());
    values.clear();
    counts.clear();
    for (const auto& [value, count] : sorted) {
      values.push_back(value);
      counts.push_back(count);
    }
    groups.add(values, counts);
  }
  CheckResult result = check_groups(groups, known + (missing ? 1 : 0), options, progress);
  result.sensitive = !certificate.job.roles.sensitive.empty();
  if (promised) {
    // For categories those of the release, where no others are given.
    std::map<std::string, Hierarchy> hierarchies = options.hierarchies;
    for (const auto& [column, levels] : options.promise.category) {
      const auto& own = certificate.job.hierarchies;
      if (hierarchies.count(column) > 0 || std::find(own.begin(), own.end(), column) == own.end()) {
        continue;
      }
      hierarchies.emplace(column,
                          read_released_hierarchy(folder, column, certificate, storage, progress));
    }
    result.promise_kept = promise.has_k() && promise.kept(ids, hierarchies);
  }
  return result;
}

}  // namespace overt
