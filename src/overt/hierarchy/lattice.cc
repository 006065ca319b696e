#include "overt/hierarchy/lattice.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/table/pair_labels.h"

namespace overt {
namespace {

bool has_smaller_group(const Groups& groups, std::uint64_t smallest) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (groups[g].size() < smallest) return true;
  }
  return false;
}

}  // namespace

UtilityOrder parse_utility_order(std::string_view name) {
  if (name == "dm") return UtilityOrder::dm;
  if (name == "loss") return UtilityOrder::loss;
  if (name == "average_group") return UtilityOrder::average_group;
  throw KeyedError(ErrorCode::usage, {Key{"order"}, ": expected dm, loss or average_group"});
}

Lattice::Lattice(std::vector<const Column*> columns, std::vector<Levels> levels)
    : columns_(std::move(columns)), levels_(std::move(levels)) {}

std::uint64_t Lattice::size() const {
  std::uint64_t nodes = 1;
  for (const Levels& levels : levels_) nodes *= levels.size();
  return nodes;
}

std::vector<LatticeNode> Lattice::nodes() const {
  std::vector<LatticeNode> result = {{}};
  for (const Levels& levels : levels_) {
    std::vector<LatticeNode> longer;
    for (const LatticeNode& node : result) {
      for (std::uint32_t level = 0; level < levels.size(); ++level) {
        longer.push_back(node);
        longer.back().push_back(level);
      }
    }
    result = std::move(longer);
  }
  return result;
}

void Lattice::check(const LatticeNode& node, Key key, std::string_view entry) const {
  if (node.size() != levels_.size()) {
    throw KeyedError(
        ErrorCode::usage,
        {key, fmt::format("{}: expected a level for each of the {} quasi-identifying columns",
                          entry, levels_.size())});
  }
  for (std::size_t c = 0; c < node.size(); ++c) {
    if (node[c] >= levels_[c].size()) {
      throw KeyedError(ErrorCode::usage,
                       {key, fmt::format("{}: the column {} has the levels 0 to {}", entry,
                                         columns_[c]->name, levels_[c].size() - 1)});
    }
  }
}

Groups Lattice::groups(const LatticeNode& node, std::uint64_t least) const {
  const std::size_t records = columns_.front()->codes.size();
  // One column after the other: (group so far, class) -> group.
  std::vector<std::uint32_t> group(records, 0), own(records);
  std::uint32_t count = 1;
  for (std::size_t c = 0; c < node.size(); ++c) {
    const std::vector<std::uint32_t>& class_of = levels_[c].class_of[node[c]];
    const std::uint32_t classes = levels_[c].classes[node[c]];
    if (classes == 1) continue;
    for (std::size_t r = 0; r < records; ++r) own[r] = class_of[columns_[c]->codes[r]];
    count = pair_labels(group, count, own, classes);
  }
  std::vector<std::uint32_t> sizes(count, 0);
  for (const std::uint32_t g : group) ++sizes[g];
  std::vector<std::uint32_t> to(count);
  std::uint32_t kept = 0;
  for (std::uint32_t g = 0; g < count; ++g) {
    if (sizes[g] >= least) to[g] = kept++;
  }
  bool some_small = false;
  for (std::uint32_t g = 0; g < count; ++g) {
    if (sizes[g] >= least) continue;
    to[g] = kept;
    some_small = true;
  }
  for (std::uint32_t& g : group) g = to[g];
  return Groups::by_label(group, kept + (some_small ? 1 : 0));
}

double Lattice::loss(const LatticeNode& node) const {
  double sum = 0;
  for (std::size_t c = 0; c < node.size(); ++c) {
    const auto& class_of = levels_[c].class_of[node[c]];
    const double others = columns_[c]->domain() - 1.0;
    if (others <= 0) continue;
    std::vector<std::uint64_t> values(levels_[c].classes[node[c]], 0);
    for (const std::uint32_t each : class_of) ++values[each];
    const auto counts = columns_[c]->counts();
    double own = 0;
    for (std::size_t code = 0; code < class_of.size(); ++code) {
      own += static_cast<double>(counts[code]) * (static_cast<double>(values[class_of[code]]) - 1) /
             others;
    }
    sum += own / static_cast<double>(columns_[c]->codes.size());
  }
  return sum / static_cast<double>(node.size());
}

LatticeSequence lattice_sequence(const Lattice& lattice, UtilityOrder order, std::uint64_t least,
                                 Progress& progress, std::uint64_t smallest) {
  struct Ranked {
    double cost;
    std::uint64_t levels;
    LatticeNode node;
    Groups groups;
  };
  std::vector<Ranked> ranked;
  progress.begin("ordering generalizations", lattice.size());
  std::uint64_t done = 0;
  for (LatticeNode& node : lattice.nodes()) {
    progress.advance(done++);
    Ranked entry;
    entry.groups = lattice.groups(node, least);
    if (has_smaller_group(entry.groups, smallest)) continue;
    entry.levels = std::accumulate(node.begin(), node.end(), std::uint64_t{0});
    if (order == UtilityOrder::loss) {
      entry.cost = lattice.loss(node);
    } else if (order == UtilityOrder::average_group) {
      entry.cost = -static_cast<double>(entry.groups.size());
    } else {
      entry.cost = 0;  // sums of squares below 2^53 for tables of up to 94 million records
      for (std::size_t g = 0; g < entry.groups.size(); ++g) {
        const auto size = static_cast<double>(entry.groups[g].size());
        entry.cost += size * size;
      }
    }
    entry.node = std::move(node);
    ranked.push_back(std::move(entry));
  }
  std::sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    return std::tie(a.cost, a.levels, a.node) < std::tie(b.cost, b.levels, b.node);
  });
  LatticeSequence result;
  std::set<std::pair<std::vector<std::uint32_t>, std::vector<Record>>> seen;
  for (Ranked& entry : ranked) {
    // The same partition has the same groups in the same order: both follow the records.
    if (!seen.emplace(entry.groups.offsets, entry.groups.members).second) continue;
    result.nodes.push_back(std::move(entry.node));
    result.groups.push_back(std::move(entry.groups));
  }
  return result;
}

LatticeSequence given_sequence(const Lattice& lattice, std::vector<LatticeNode> nodes,
                               std::uint64_t least, std::uint64_t smallest, Progress& progress) {
  LatticeSequence result;
  for (LatticeNode& node : nodes) {
    progress.check();
    lattice.check(node, Key{"steps"});
    Groups groups = lattice.groups(node, least);
    if (has_smaller_group(groups, smallest)) continue;
    result.groups.push_back(std::move(groups));
    result.nodes.push_back(std::move(node));
  }
  return result;
}

}  // namespace overt
