#include "overt/release/methods/local_method.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "overt/base/keyed_error.h"
#include "overt/base/memory.h"
#include "overt/local/plain_policy.h"
#include "overt/local/stages/blind_plan.h"
#include "overt/local/steering/plain_serves.h"
#include "overt/release/methods/method.h"
#include "overt/release/methods/promised_local.h"
#include "overt/release/weighted_ranks.h"
#include "overt/table/counted_table.h"
#include "overt/table/value_order.h"

namespace overt {
namespace {

// Places of the codes when they lie at `keys`, which need not rise: equal keys share a
// place. The missing value, if there is one, comes last, as far behind the others as one
// value is among all.
template <typename Key>
SplitColumn by_key(const Column& column, const std::vector<Key>& keys) {
  std::vector<Key> sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<std::uint32_t> place_of;
  for (const Key& key : keys) {
    place_of.push_back(static_cast<std::uint32_t>(
        std::lower_bound(sorted.begin(), sorted.end(), key) - sorted.begin()));
  }
  SplitColumn result;
  for (const Key& key : sorted) {
    const auto range = static_cast<double>(sorted.back() - sorted.front());
    result.at.push_back(range > 0 ? static_cast<double>(key - sorted.front()) / range : 0);
  }
  if (column.has_missing) {
    place_of.push_back(static_cast<std::uint32_t>(result.at.size()));
    result.at.push_back((result.at.empty() ? 0 : result.at.back()) + 1.0 / column.domain());
  }
  result.place.resize(column.codes.size());
  std::transform(column.codes.begin(), column.codes.end(), result.place.begin(),
                 [&](Code code) { return place_of[code]; });
  return result;
}

// The order of the codes in which every label of every level is one block.
std::vector<Code> leaves_in_order(const BoundHierarchy& hierarchy, Code values) {
  std::vector<Code> order(values);
  std::iota(order.begin(), order.end(), Code{0});
  std::sort(order.begin(), order.end(), [&](Code a, Code b) {
    for (std::size_t level = hierarchy.levels(); level-- > 0;) {
      const auto left = hierarchy.ancestor(level, a);
      const auto right = hierarchy.ancestor(level, b);
      if (left != right) return left < right;
    }
    return false;
  });
  return order;
}

SplitColumn by_hierarchy(const Column& column, const BoundHierarchy& hierarchy) {
  const auto values = static_cast<Code>(column.values.size());
  const std::vector<Code> order = leaves_in_order(hierarchy, values);
  std::vector<std::uint32_t> place_of(values);
  for (std::uint32_t place = 0; place < values; ++place) place_of[order[place]] = place;
  SplitColumn result = by_key(column, place_of);
  const auto places = static_cast<std::uint32_t>(result.at.size());
  for (std::size_t level = 0; level < hierarchy.levels(); ++level) {
    std::vector<std::uint32_t> first(places);
    for (std::uint32_t place = 1; place < places; ++place) {
      const bool together = place < values && hierarchy.ancestor(level, order[place]) ==
                                                  hierarchy.ancestor(level, order[place - 1]);
      first[place] = together ? first[place - 1] : place;
    }
    result.blocks.push_back(std::move(first));
  }
  if (column.has_missing) result.blocks.emplace_back(places, 0U);
  return result;
}

SplitColumn on_a_line(const Column& column, const ReleaseJob& job, const Hierarchy* hierarchy) {
  if (hierarchy != nullptr) return by_hierarchy(column, BoundHierarchy(*hierarchy, column));
  if (column.ordered() && job.ranks.count(column.name) == 0) {
    const std::vector<std::string_view> values(column.values.begin(), column.values.end());
    const auto declared = job.rules.types.find(column.name);
    std::optional<std::size_t> bad;
    return by_key(column, declared == job.rules.types.end()
                              ? find_order(values).keys
                              : declared_order(values, declared->second, bad).keys);
  }
  std::vector<std::uint64_t> ranks = ranks_of(column, job);
  ranks.resize(column.values.size());  // the missing value has a place of its own
  SplitColumn result = by_key(column, ranks);
  result.sets = job.ranks.count(column.name) == 0;
  return result;
}

}  // namespace

SplitColumn split_column(const Column& column, const ReleaseJob& job, const Hierarchy* hierarchy) {
  SplitColumn result = on_a_line(column, job, hierarchy);
  const auto weight = job.weights.find(column.name);
  if (weight != job.weights.end()) {
    for (double& at : result.at) at *= static_cast<double>(weight->second);
  }
  return result;
}

std::vector<SplitColumn> split_columns(const ReleaseJob& job, const Table& table,
                                       const std::map<std::string, Hierarchy>& hierarchies) {
  std::vector<SplitColumn> columns;
  for (const std::string& name : job.roles.quasi_identifying) {
    const auto hierarchy = hierarchies.find(name);
    columns.push_back(split_column(table.columns[table.find(name)], job,
                                   hierarchy == hierarchies.end() ? nullptr : &hierarchy->second));
  }
  return columns;
}

std::vector<SplitColumn> steered_columns(const ReleaseJob& job, const Table& table,
                                         const std::map<std::string, Hierarchy>& hierarchies) {
  std::vector<SplitColumn> columns = split_columns(job, table, hierarchies);
  double weights = 0;
  for (const std::string& name : job.roles.quasi_identifying) {
    const auto weight = job.weights.find(name);
    weights += weight == job.weights.end() ? 1 : static_cast<double>(weight->second);
  }
  if (weights == 0) return columns;
  for (SplitColumn& column : columns) {
    for (double& at : column.at) at *= static_cast<double>(columns.size()) / weights;
  }
  return columns;
}

std::size_t smallest_group(const ReleaseJob& job) {
  return static_cast<std::size_t>(std::max({job.l.value_or(1), job.min_group, job.caps.k}));
}

SteeredOptions steered_options(const ReleaseJob& job) {
  SteeredOptions options;
  const std::size_t smallest = smallest_group(job);
  if (smallest > std::numeric_limits<std::uint32_t>::max()) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"min_group"},
                      fmt::format(": groups of {} records are asked for; with the "
                                  "plain tree (",
                                  smallest),
                      Key{"tree"}, " plain) they may have more than 4 billion"});
  }
  options.smallest = static_cast<std::uint32_t>(smallest);
  const std::string leaves = job.leaves_or_default();
  options.leaves = leaves == kEvenLeaves    ? Leaves::even
                   : leaves == kWholeLeaves ? Leaves::whole
                                            : Leaves::dealt;
  return options;
}

Multiset counted_values(const Column& sensitive, std::span<const std::uint64_t> counts) {
  Multiset values;
  const std::vector<std::uint64_t> records = counts_of(sensitive, counts);
  for (Code code = 0; code < records.size(); ++code) {
    if (records[code] > 0) values.push_back({code, records[code]});
  }
  return values;
}

void check_leaves(std::uint64_t records, const SteeredOptions& options) {
  if (options.leaves == Leaves::whole) return;
  constexpr std::uint64_t kBytesARecord = 40;  // measured, with 10 million
  const std::string what = fmt::format("{} records in small groups", records);
  try {
    check_fits(records * kBytesARecord, what);
  } catch (const Error& error) {
    throw KeyedError(error.code(), {error.what(), "; ", Key{"leaves"},
                                    " whole publishes parts of the table whole"});
  }
  if (records > kMostDealt) {
    throw KeyedError(ErrorCode::usage,
                     {what, " are too many; ", Key{"leaves"},
                      " whole publishes parts of the table whole, in any number"});
  }
}

void check_leaves(const PublicRows& rows, const Multiset& values, const Caps& caps,
                  const SteeredOptions& options) {
  if (!plain_serves(rows, values, caps)) check_leaves(rows.records(), options);
}

joint::KeptRelease keep_local(std::uint32_t l, const Groups& groups, const LocalWalk& walk) {
  joint::KeptRelease kept;
  kept.l = l;
  kept.groups = groups;
  kept.side = walk.side;
  kept.node = walk.node;
  for (const PublishedNode& node : walk.published) {
    const Rational pi = node.pi.exact();
    kept.stop.push_back(!node.cut || pi > 1 ? Rational(1) : pi);
  }
  return kept;
}

namespace {

class PlainMethod final : public BoundMethod {
 public:
  explicit PlainMethod(const MethodInput& input)
      : counts_(input.counts),
        units_(counts_),
        tree_(split_columns(input.job, input.table, input.hierarchies), smallest_group(input.job),
              counts_.empty() ? nullptr : &units_),
        l_(static_cast<std::uint32_t>(*input.job.l)),
        keep_(input.keep) {}

  GroupedTable run(const Column& sensitive, RandomSource& coins, Progress& progress) override {
    GroupedTable result;
    if (!counts_.empty()) {
      units_ = WalkUnits(counts_);  // a walk takes them apart
      progress.begin("grouping", units_.records());
      PlainPolicy policy(tree_);
      const Caps caps = Caps::one_in(l_);
      result.take(
          local(sensitive.codes, sensitive.domain(), units_, policy, caps, coins, progress));
      return result;
    }
    progress.begin("grouping", sensitive.codes.size());
    LocalWalk walk;
    result.groups = local(sensitive.codes, sensitive.domain(), tree_, l_, coins, progress,
                          keep_ ? &walk : nullptr);
    if (keep_) result.kept = keep_local(l_, result.groups, walk);
    return result;
  }

 private:
  std::span<const std::uint64_t> counts_;
  WalkUnits units_;
  PublicTree tree_;
  std::uint32_t l_;
  bool keep_;
};

class SteeredMethod final : public BoundMethod {
 public:
  SteeredMethod(const MethodInput& input, Progress& progress)
      : counts_(input.counts),
        rows_(steered_columns(input.job, input.table, input.hierarchies), progress, counts_),
        l_(static_cast<std::uint32_t>(*input.job.l)),
        caps_(Caps::one_in(l_)),
        options_(steered_options(input.job)),
        keep_(input.keep) {}

  // The policy learns from the groups of its own run: each run has a fresh one.
  GroupedTable run(const Column& sensitive, RandomSource& coins, Progress& progress) override {
    progress.begin("grouping", rows_.records());
    LocalWalk walk;
    GroupedTable result;
    if (!counts_.empty()) {
      check_leaves(rows_, counted_values(sensitive, counts_), caps_, options_);
      result.take(steered_local(sensitive.codes, sensitive.domain(), counts_, rows_, caps_,
                                options_, coins, progress));
      return result;
    }
    result.groups = steered_local(sensitive.codes, sensitive.domain(), rows_, caps_, options_,
                                  coins, progress, keep_ ? &walk : nullptr);
    if (keep_) result.kept = keep_local(l_, result.groups, walk);
    return result;
  }

 private:
  std::span<const std::uint64_t> counts_;
  PublicRows rows_;
  std::uint32_t l_;
  Caps caps_;
  SteeredOptions options_;
  bool keep_;
};

}  // namespace

// Without public columns there is nothing that could steer, and no cut.
std::unique_ptr<BoundMethod> bind_local(const MethodInput& input, Progress& progress) {
  if (input.caps != nullptr) return bind_promised_local(input, progress);
  if (input.job.tree_or_default() == kSteeredTree && !input.job.roles.quasi_identifying.empty()) {
    return std::make_unique<SteeredMethod>(input, progress);
  }
  return std::make_unique<PlainMethod>(input);
}

}  // namespace overt
