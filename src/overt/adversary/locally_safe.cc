#include "overt/adversary/locally_safe.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "overt/base/keyed_error.h"
#include "overt/counting/table_set.h"
#include "overt/counting/view.h"

namespace overt {
namespace {

// The verdict of a group depends only on how often it has each value: a number in
// mixed radix, digit v from 0 to the overall count of v. There are not many: each
// value but the first multiplies the number of arrangements by at least its radix.
class GroupVerdicts {
 public:
  GroupVerdicts(std::span<const Code> table, Code values, const Property& property)
      : property_(property), places_(values), radixes_(values, 1) {
    for (const Code value : table) ++radixes_[value];
    std::size_t next = 1;
    for (Code v = 0; v < values; ++v) {
      places_[v] = next;
      next *= radixes_[v];
    }
    known_.resize(next);
  }

  std::size_t key(std::span<const Record> group, std::span<const Code> table) const {
    std::size_t result = 0;
    for (const Record record : group) result += places_[table[record]];
    return result;
  }

  bool holds(std::size_t key) {
    std::optional<Verdict>& verdict = known_[key];
    if (!verdict) {
      std::vector<Integer> weights(radixes_.size());
      for (std::size_t v = 0; v < weights.size(); ++v) weights[v] = key / places_[v] % radixes_[v];
      verdict = property_.test(weights);
    }
    return *verdict == Verdict::holds;
  }

 private:
  const Property& property_;
  std::vector<std::size_t> places_, radixes_;
  std::vector<std::optional<Verdict>> known_;
};

bool is_locally_safe(const Groups& partition, std::span<const Code> table,
                     GroupVerdicts& verdicts) {
  for (std::size_t g = 0; g < partition.size(); ++g) {
    if (!verdicts.holds(verdicts.key(partition[g], table))) return false;
  }
  return true;
}

// The distinct groups of a set of partitions: all partitions are locally safe for a
// table if these are, and there are far fewer of them.
struct DistinctGroups {
  std::vector<std::vector<Record>> groups;
  std::vector<std::vector<std::size_t>> of_partition;  // places in `groups`

  explicit DistinctGroups(std::span<const Groups> set) {
    std::map<std::vector<Record>, std::size_t> places;
    for (const Groups& partition : set) {
      of_partition.emplace_back();
      for (std::size_t g = 0; g < partition.size(); ++g) {
        std::vector<Record> members(partition[g].begin(), partition[g].end());
        std::sort(members.begin(), members.end());
        const auto [found, is_new] = places.emplace(members, groups.size());
        if (is_new) groups.push_back(std::move(members));
        of_partition.back().push_back(found->second);
      }
    }
  }

  std::vector<std::size_t> keys(std::span<const Code> table, const GroupVerdicts& verdicts) const {
    std::vector<std::size_t> result;
    for (const auto& group : groups) result.push_back(verdicts.key(group, table));
    return result;
  }
};

SetSummary summary_of(const TableSet& tables, const Property& property) {
  SetSummary result;
  result.tables = tables.tables();
  result.verdict = tables.test(property);
  if (tables.tables() > 0) result.worst = tables.worst();
  return result;
}

}  // namespace

void check_family_size(std::span<const std::uint64_t> overall, bool all_partitions) {
  std::uint64_t records = 0;
  for (const std::uint64_t count : overall) records += count;
  const std::size_t most = all_partitions ? kMostRecordsOfAllPartitions : kMostRecordsOfAFamily;
  if (records > most) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"family"},
         fmt::format(": at most {} records{}; there are {}", most,
                     all_partitions ? " where no partitions are given" : "", records)});
  }
  // Binomials one after another; each grows with i.
  std::uint64_t tables = 1;
  std::uint64_t seen = 0;
  for (const std::uint64_t count : overall) {
    Integer ways = 1;
    for (std::uint64_t i = 1; i <= count; ++i) {
      ways = ways * static_cast<unsigned long>(++seen) / static_cast<unsigned long>(i);
    }
    ways *= static_cast<unsigned long>(tables);
    if (ways > static_cast<unsigned long>(kMostArrangements)) {
      throw KeyedError(
          ErrorCode::usage,
          {Key{"family"},
           fmt::format(": there are more than {} tables with these values", kMostArrangements)});
    }
    tables = ways.get_ui();
  }
}

std::vector<Groups> all_partitions(std::size_t records) {
  std::vector<Groups> result;
  std::vector<std::vector<Record>> groups;
  const auto place = [&](const auto& self, Record record) -> void {
    if (record == records) {
      Groups& partition = result.emplace_back();
      for (const auto& members : groups) partition.add(members);
      return;
    }
    // By number: the recursion adds to `groups`, which may move it.
    for (std::size_t g = 0; g < groups.size(); ++g) {  // NOLINT(modernize-loop-convert)
      groups[g].push_back(record);
      self(self, record + 1);
      groups[g].pop_back();
    }
    groups.push_back({record});
    self(self, record + 1);
    groups.pop_back();
  };
  place(place, 0);
  return result;
}

std::vector<Groups> locally_safe_set(std::span<const Groups> partitions,
                                     std::span<const Code> table, Code values,
                                     const Property& property) {
  GroupVerdicts verdicts(table, values, property);
  std::vector<Groups> result;
  std::copy_if(partitions.begin(), partitions.end(), std::back_inserter(result),
               [&](const Groups& one) { return is_locally_safe(one, table, verdicts); });
  return result;
}

bool FamilySafety::locally_safe() const {
  return std::all_of(partitions.begin(), partitions.end(),
                     [](const PartitionSafety& one) { return one.locally_safe; });
}

bool FamilySafety::globally_safe() const {
  return locally_safe() && image.verdict == Verdict::holds;
}

bool FamilySafety::strongly_globally_safe() const {
  return !partitions.empty() && locally_safe() &&
         std::all_of(partitions.begin(), partitions.end(),
                     [](const PartitionSafety& one) { return one.left.verdict == Verdict::holds; });
}

FamilySafety family_safety(std::span<const Groups> set, std::span<const Code> table, Code values,
                           const Property& property, Progress& progress) {
  GroupVerdicts verdicts(table, values, property);
  const DistinctGroups distinct(set);
  const std::vector<std::size_t> shown = distinct.keys(table, verdicts);
  const Groups singles = [&] {
    std::vector<Record> records;
    for (Record r = 0; r < table.size(); ++r) records.push_back(r);
    return Groups::of_equal_size(records, 1);
  }();

  FamilySafety result;
  TableSet image(singles, values);
  std::vector<TableSet> left(set.size(), TableSet(singles, values));
  std::vector<Code> possible(table.begin(), table.end());
  std::sort(possible.begin(), possible.end());
  progress.begin("going through tables", 0);
  do {
    progress.check();
    const auto is_safe = [&](const std::vector<Record>& group) {
      return verdicts.holds(verdicts.key(group, possible));
    };
    if (!std::all_of(distinct.groups.begin(), distinct.groups.end(), is_safe)) continue;
    const View view = view_of(singles, possible, values);
    image.add(view, 1);
    if (image.tables() <= kTablesListed) result.tables.push_back(possible);
    const std::vector<std::size_t> keys = distinct.keys(possible, verdicts);
    for (std::size_t p = 0; p < set.size(); ++p) {
      const std::vector<std::size_t>& own = distinct.of_partition[p];
      const auto shows_the_same = [&](std::size_t g) { return keys[g] == shown[g]; };
      if (std::all_of(own.begin(), own.end(), shows_the_same)) left[p].add(view, 1);
    }
  } while (std::next_permutation(possible.begin(), possible.end()));

  if (image.tables() > kTablesListed) result.tables.clear();
  result.image = summary_of(image, property);
  for (std::size_t p = 0; p < set.size(); ++p) {
    progress.check();
    result.partitions.push_back(
        {is_locally_safe(set[p], table, verdicts), summary_of(left[p], property)});
  }
  return result;
}

}  // namespace overt
