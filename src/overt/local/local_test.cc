#include "overt/local/local.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include "overt/base/error.h"
#include "overt/base/impatient_for_tests.h"
#include "overt/local/local_reference.h"

namespace overt {
namespace {

// Columns of random places, as public columns have them: many equal rows, or hardly any.
PublicTree random_tree(std::size_t records, std::uint32_t smallest, RandomSource& coins) {
  std::vector<SplitColumn> columns(1 + coins.below(3));
  for (SplitColumn& column : columns) {
    const std::uint32_t places = coins.below(2) == 0 ? 2 + coins.below(6) : 2 + coins.below(500);
    for (std::uint32_t p = 0; p < places; ++p) {
      column.at.push_back(static_cast<double>(p) / (places - 1));
    }
    for (std::size_t r = 0; r < records; ++r) column.place.push_back(coins.below(places));
  }
  return PublicTree(std::move(columns), smallest);
}

// Values of which none has more than 1/l: as even as can be, or with one at the bound.
std::vector<Code> random_values(std::size_t records, Code domain, std::uint32_t l,
                                RandomSource& coins) {
  std::vector<Code> values;
  std::vector<std::size_t> counts(domain, 0);
  const auto add = [&](Code v) {
    values.push_back(v);
    ++counts[v];
  };
  if (coins.below(2) == 0) {
    for (std::size_t i = 0; i < records / l; ++i) add(0);
  }
  while (values.size() < records) {
    Code v = coins.below(domain);
    while ((counts[v] + 1) * l > records) v = (v + 1) % domain;
    add(v);
  }
  shuffle(std::span(values), coins);
  return values;
}

using Node = std::vector<Record>;

// Every node of the tree below a set of records, each sorted.
void collect_nodes(Splitter& tree, Node node, std::set<Node>& nodes) {
  const auto first = static_cast<std::ptrdiff_t>(tree.split(node));
  if (first > 0) {
    collect_nodes(tree, {node.begin(), node.begin() + first}, nodes);
    collect_nodes(tree, {node.begin() + first, node.end()}, nodes);
  }
  std::sort(node.begin(), node.end());
  nodes.insert(std::move(node));
}

struct Size {
  std::size_t records;
  Code domain;
  std::uint32_t l;
};

TEST(Local, PartitionsIntoNodesThatKeepThePromise) {
  SeededRandom coins(1);
  std::size_t groups_seen = 0;
  for (const Size& size : {Size{4, 4, 2},
                           {10, 4, 3},
                           {30, 5, 2},
                           {64, 8, 4},
                           {300, 6, 2},
                           {300, 10, 4},
                           {1000, 50, 10},
                           {1000, 1000, 100},
                           {3000, 20, 6}}) {
    for (int round = 0; round < 20; ++round) {
      PublicTree tree = random_tree(size.records, size.l, coins);
      const auto values = random_values(size.records, size.domain, size.l, coins);
      Progress progress;
      LocalWalk walk;
      const Groups groups = local(values, size.domain, tree, size.l, coins, progress, &walk);
      ASSERT_TRUE(groups.is_partition_of(size.records));
      std::set<Node> nodes;
      Node all(size.records);
      std::iota(all.begin(), all.end(), Record{0});
      collect_nodes(tree, all, nodes);
      for (std::size_t g = 0; g < groups.size(); ++g) {
        ASSERT_TRUE(reference::keeps(groups[g], values, size.l));
        Node group(groups[g].begin(), groups[g].end());
        std::sort(group.begin(), group.end());
        ASSERT_EQ(nodes.count(group), 1U);
      }
      groups_seen += groups.size();
      // A binary tree: one inner node less than leaves; and all nodes are accounted for.
      EXPECT_EQ(walk.nodes, 2 * groups.size() - 1);
      EXPECT_EQ(walk.possible, groups.size() - 1 + walk.veiled_stops + walk.failed_cuts);
      EXPECT_LE(walk.sum_of_pi, static_cast<double>(walk.possible));
    }
  }
  EXPECT_GT(groups_seen, 2'000U) << "nothing was ever cut";
}

// A value of every record: nothing can fail, so every public cut is made.
TEST(Local, CutsWhateverCannotFail) {
  constexpr std::size_t kRecords = 5'000;
  SeededRandom coins(2);
  PublicTree tree = random_tree(kRecords, 3, coins);
  std::vector<Code> values(kRecords);
  std::iota(values.begin(), values.end(), Code{0});
  Progress progress;
  LocalWalk walk;
  const Groups groups = local(values, kRecords, tree, 3, coins, progress, &walk);
  EXPECT_EQ(walk.veiled_stops, 0U);
  EXPECT_EQ(walk.failed_cuts, 0U);
  EXPECT_EQ(walk.sum_of_pi, 0);
  std::set<Node> nodes;
  Node all(kRecords);
  std::iota(all.begin(), all.end(), Record{0});
  collect_nodes(tree, all, nodes);
  EXPECT_EQ(nodes.size(), 2 * groups.size() - 1);
}

// How often a node stops under the veil is its pi: parts of 2 and 4, values a a b c d e,
// l = 2. pi is 1/6 (docs/concepts/refusals.md).
TEST(Local, StopsUnderTheVeilAsOftenAsItShould) {
  const std::vector<Code> values = {0, 1, 0, 2, 3, 4};  // the cut is good
  ASSERT_EQ(reference::stop_by_enumeration({2, 1, 1, 1, 1}, 2, 2), Rational(1, 6));
  SplitColumn column{{0, 0, 1, 1, 1, 1}, {0, 1}, {}};
  PublicTree tree({column}, 2);
  SeededRandom coins(3);
  Progress progress;
  constexpr int kRuns = 60'000;
  LocalWalk walk;
  std::size_t whole = 0;
  for (int run = 0; run < kRuns; ++run) {
    whole += local(values, 5, tree, 2, coins, progress, &walk).size() == 1 ? 1 : 0;
  }
  EXPECT_EQ(whole, walk.veiled_stops);
  EXPECT_EQ(walk.failed_cuts, 0U);
  EXPECT_NEAR(static_cast<double>(whole), kRuns / 6.0, 4.9 * 91.3);  // sqrt(n p (1 - p))
  EXPECT_NEAR(walk.sum_of_pi, kRuns / 6.0, 1e-6);
}

// Six records are the fewest that need a veil, and that example is the only one of them
// (docs/concepts/refusals.md).
TEST(Local, NeedsNoVeilBelowSixRecords) {
  std::vector<reference::Counts> veiled;
  const std::function<void(reference::Counts, std::uint32_t, std::uint32_t)> extend =
      [&](reference::Counts counts, std::uint32_t n, std::uint32_t left) {
        if (left == 0) {
          for (std::uint32_t first = 2; first + 2 <= n; ++first) {
            if (reference::stop_by_enumeration(counts, first, 2) == 0) continue;
            EXPECT_TRUE(first == 2 || first == 4);
            veiled.push_back(counts);
          }
          return;
        }
        const std::uint32_t most = counts.empty() ? n / 2 : counts.back();
        counts.push_back(0);
        for (std::uint32_t count = std::min(most, left); count >= 1; --count) {
          counts.back() = count;
          extend(counts, n, left - count);
        }
      };
  for (std::uint32_t n = 4; n <= 6; ++n) extend({}, n, n);
  EXPECT_EQ(veiled, (std::vector<reference::Counts>{{2, 1, 1, 1, 1}, {2, 1, 1, 1, 1}}));
}

TEST(Local, TellsHowFarItIs) {
  class Watcher final : public Progress {
   public:
    void advance(std::uint64_t done) override {
      EXPECT_GT(done, last);
      last = done;
      ++calls;
    }
    std::uint64_t last = 0;
    std::size_t calls = 0;
  };
  SeededRandom coins(4);
  PublicTree tree = random_tree(2'000, 2, coins);
  Watcher progress;
  const auto values = random_values(2'000, 40, 2, coins);
  const Groups groups = local(values, 40, tree, 2, coins, progress);
  EXPECT_EQ(progress.last, 2'000U);
  EXPECT_EQ(progress.calls, groups.size());
}

TEST(Local, StopsWhenInterrupted) {
  SeededRandom coins(5);
  PublicTree tree = random_tree(2'000, 2, coins);
  Impatient progress(5);
  std::vector<Code> values(2'000);
  std::iota(values.begin(), values.end(), Code{0});
  EXPECT_THROW(local(values, 2'000, tree, 2, coins, progress), Error);
}

}  // namespace
}  // namespace overt
