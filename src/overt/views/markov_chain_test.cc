#include "overt/views/markov_chain.h"

#include <gtest/gtest.h>

#include "overt/base/impatient_for_tests.h"
#include "overt/views/chi_square_for_tests.h"
#include "overt/views/problems_for_tests.h"
#include "overt/views/start_table.h"

namespace overt::views {
namespace {

void expect_agrees(const Component& component, const Counts& table) {
  const std::size_t values = component.values.size();
  for (std::size_t d = 0; d < component.disclosures.size(); ++d) {
    for (std::size_t v = 0; v < values; ++v) {
      std::uint32_t sum = 0;
      for (const std::uint32_t c : component.cells_of[d]) sum += table[c * values + v];
      ASSERT_EQ(sum, component.margin(d, v));
    }
  }
  for (std::size_t c = 0; c < component.cells.size(); ++c) {
    std::uint32_t sum = 0;
    for (std::size_t v = 0; v < values; ++v) sum += table[c * values + v];
    ASSERT_EQ(sum, component.size(c));
  }
}

TEST(ViewsKernel, EveryVectorKeepsEveryDisclosure) {
  SeededRandom coins(10);
  for (int i = 0; i < 300; ++i) {
    const Problem problem = random_problem(12, 2, 2 + coins.below(4), false, coins);
    for (const Component& component : components_of(problem).list) {
      const KernelMoves moves = kernel_moves(component);
      EXPECT_TRUE(moves.whole);
      for (const CellVectors* vectors : {&moves.basis, &moves.brief}) {
        for (std::size_t k = 0; k < vectors->size(); ++k) {
          std::vector<std::int64_t> sums(component.disclosures.size(), 0);
          for (const Term& term : (*vectors)[k]) {
            EXPECT_NE(term.times, 0);
            for (const std::uint32_t d : component.inside[term.cell]) sums[d] += term.times;
          }
          EXPECT_EQ(sums, std::vector<std::int64_t>(sums.size(), 0));
          EXPECT_GT((*vectors)[k][0].times, 0);
          EXPECT_LT((*vectors)[k][1].times, 0);
        }
      }
    }
  }
}

// The difference of any two count tables is a whole combination of the basis: checked by
// counting, which it must reach, tables that differ from the first by basis moves alone,
// without regard to signs of counts, inside a box.
TEST(ViewsKernel, TwoTimesOneIsInTheLattice) {
  // Three disclosures of pairs of cells, and one of all three: a kernel vector whose
  // elimination over the rationals would have halves.
  const Problem problem{std::vector<std::string>(7, "x"),
                        {"p", "q"},
                        {{"A", {0, 1, 3}, {1, 2}},
                         {"B", {1, 2, 4}, {1, 2}},
                         {"C", {0, 2, 5}, {1, 2}},
                         {"D", {3, 4, 5, 6}, {2, 2}}}};
  const Component component = components_of(problem).list.front();
  ASSERT_EQ(component.cells.size(), 7U);
  const KernelMoves moves = kernel_moves(component);
  EXPECT_EQ(moves.basis.size(), 3U);
  // Every integer kernel vector with entries -1..1 must be reached with small coefficients.
  std::set<std::vector<int>> reached;
  for (int a = -3; a <= 3; ++a) {
    for (int b = -3; b <= 3; ++b) {
      for (int c = -3; c <= 3; ++c) {
        std::vector<int> sum(7, 0);
        const int times[] = {a, b, c};
        for (int k = 0; k < 3; ++k) {
          for (const Term& term : moves.basis[static_cast<std::size_t>(k)]) {
            sum[term.cell] += times[k] * term.times;
          }
        }
        reached.insert(sum);
      }
    }
  }
  int vectors = 0;
  for (int code = 0; code < 2187; ++code) {
    std::vector<int> z;
    for (int rest = code, c = 0; c < 7; ++c, rest /= 3) z.push_back(rest % 3 - 1);
    bool kernel = true;
    for (std::size_t d = 0; d < 4; ++d) {
      int sum = 0;
      for (const std::uint32_t c : component.cells_of[d]) sum += z[c];
      kernel = kernel && sum == 0;
    }
    if (!kernel) continue;
    ++vectors;
    EXPECT_TRUE(reached.contains(z));
  }
  EXPECT_GT(vectors, 5);
}

// Starts the chain at several count tables; it must reach all, and visit each in proportion
// to its weight. False alarms: one in a million a component.
void expect_uniform(const Component& component, const std::map<Counts, Integer>& tables,
                    std::uint64_t seed, std::uint64_t samples, std::uint64_t proposals) {
  const KernelMoves moves = kernel_moves(component);
  std::map<Counts, std::uint64_t> seen;
  const std::uint64_t starts = std::min<std::uint64_t>(tables.size(), 4);
  auto start = tables.begin();
  for (std::uint64_t s = 0; s < starts; ++s, ++start) {
    MarkovChain chain(component, moves, start->first, 100 * seed + s);
    for (std::uint64_t k = 0; k < samples; ++k) {
      chain.run(proposals);
      ++seen[chain.table()];
    }
    expect_agrees(component, chain.table());
  }
  EXPECT_EQ(seen.size(), tables.size());
  EXPECT_LT(chi_square(tables, seen), chi_square_limit(static_cast<double>(tables.size()) - 1));
}

TEST(ViewsChain, ConnectedAndUniformOnSmallProblemsHeavy) {
  SeededRandom coins(11);
  std::uint64_t tested = 0;
  while (tested < 120) {
    const Problem problem =
        random_problem(5 + coins.below(3), 2 + coins.below(3), 2 + coins.below(3), false, coins);
    for (const Component& component : components_of(problem).list) {
      const auto tables = all_count_tables(component);
      if (component.disclosures.size() < 2 || tables.size() < 2) continue;
      expect_uniform(component, tables, ++tested, 1'000, 150);
    }
  }
}

TEST(ViewsChain, ConnectedAndUniformOnSmallGridsHeavy) {
  SeededRandom coins(17);
  std::uint64_t tested = 0;
  while (tested < 24) {
    const Problem problem =
        random_grid(9 + coins.below(5), 2 + coins.below(2), 2, 2 + coins.below(2), coins);
    for (const Component& component : components_of(problem).list) {
      const auto tables = all_count_tables(component);
      if (tables.size() < 4 || tables.size() > 60) continue;
      expect_uniform(component, tables, ++tested, 5'000, 150);
    }
  }
}

// Donald first must still give 0.8.
TEST(ViewsChain, ThePapersExample) {
  const std::vector<Record> donald_first = {1, 2, 3, 0, 4, 5, 6};
  const Component component = components_of(renumbered(example(false), donald_first)).list.front();
  const KernelMoves moves = kernel_moves(component);
  Progress quiet;
  SeededRandom coins(12);
  const auto start = find_table(component, 10'000, coins, quiet);
  ASSERT_TRUE(start);
  MarkovChain chain(component, moves, *start, 13);
  std::uint64_t sars = 0;
  constexpr std::uint64_t kSamples = 20'000;
  for (std::uint64_t k = 0; k < kSamples; ++k) {
    chain.run(100);
    sars += chain.table()[0];
  }
  EXPECT_NEAR(static_cast<double>(sars) / kSamples, 0.8, 0.015);
}

TEST(ViewsStart, FindsTablesThatAgree) {
  Progress quiet;
  SeededRandom coins(14);
  for (int i = 0; i < 300; ++i) {
    const Problem problem = random_problem(20, 4, 2 + coins.below(4), false, coins);
    for (const Component& component : components_of(problem).list) {
      const auto table = find_table(component, 200'000, coins, quiet);
      ASSERT_TRUE(table);
      expect_agrees(component, *table);
    }
  }
}

TEST(ViewsKernel, StopsWhenAskedTo) {
  Impatient impatient;
  EXPECT_THROW(kernel_moves(components_of(example(false)).list.front(), impatient), Error);
}

}  // namespace
}  // namespace overt::views
