#include "overt/views/count_graph.h"

#include <gtest/gtest.h>

#include "overt/views/by_cells.h"
#include "overt/views/chi_square_for_tests.h"
#include "overt/views/exact.h"
#include "overt/views/problems_for_tests.h"

namespace overt::views {
namespace {

double statistic(const Component& component, RandomSource& coins, std::uint64_t samples,
                 const std::function<Counts(RandomSource&)>& draw) {
  std::map<Counts, std::uint64_t> seen;
  for (std::uint64_t i = 0; i < samples; ++i) ++seen[draw(coins)];
  return chi_square(all_count_tables(component), seen);
}

TEST(ViewsSampler, UniformOverThePapersTables) {
  for (const bool four : {false, true}) {
    const Component component = components_of(example(four)).list.front();
    const auto tables = all_count_tables(component);
    Integer sum = 0;
    for (const auto& [table, weight] : tables) sum += weight;
    ASSERT_EQ(sum, four ? 8 : 45);
    const auto sampler = ExactSampler::make(component, kWorkLimit);
    SeededRandom coins(3);
    const double found =
        statistic(component, coins, 20'000, [&](RandomSource& c) { return sampler->sample(c); });
    EXPECT_LT(found, chi_square_limit(static_cast<double>(tables.size()) - 1));
  }
}

// Every direction, and columns with and without names, on small problems.
TEST(ViewsSampler, EveryDirectionIsUniform) {
  SeededRandom coins(4);
  int tested = 0;
  while (tested < 60) {
    const Problem problem = random_problem(6, 4, 2, false, coins);
    for (const Component& component : components_of(problem).list) {
      const auto tables = all_count_tables(component);
      if (tables.size() < 3 || component.disclosures.size() == 1) continue;
      ++tested;
      for (const bool names : {true, false}) {
        const ByCells expansion(component, std::vector<bool>(component.values.size(), names));
        const auto graph = CountGraph::build(expansion, kWorkLimit);
        const double found = statistic(component, coins, 4'000, [&](RandomSource& c) {
          return sample_by_cells(expansion, *graph, component, c);
        });
        EXPECT_LT(found, chi_square_limit(static_cast<double>(tables.size()) - 1)) << names;
      }
      const auto sampler = ExactSampler::make(component, kWorkLimit);
      const double found =
          statistic(component, coins, 4'000, [&](RandomSource& c) { return sampler->sample(c); });
      EXPECT_LT(found, chi_square_limit(static_cast<double>(tables.size()) - 1));
    }
  }
}

// The sampler that the model warns of: records in order, each value that still fits equally
// likely. It gives Donald SARS with about 0.5 instead of 0.8 when he comes first, and the
// test above must notice.
TEST(ViewsSampler, TheBiasedWalkIsCaught) {
  const std::vector<Record> donald_first = {1, 2, 3, 0, 4, 5, 6};
  const Problem problem = renumbered(example(false), donald_first);
  const Component component = components_of(problem).list.front();
  const std::size_t values = component.values.size();
  const auto tables = all_count_tables(component);
  std::uint64_t sars = 0;
  constexpr std::uint64_t kSamples = 20'000;
  const auto walk = [&](RandomSource& coins) {
    for (;;) {
      Counts table(component.cells.size() * values, 0), left = component.margins;
      bool whole = true;
      for (std::size_t c = 0; c < component.cells.size() && whole; ++c) {
        for (std::size_t r = 0; r < component.size(c) && whole; ++r) {
          std::vector<std::size_t> fitting;
          for (std::size_t v = 0; v < values; ++v) {
            bool fits = true;
            for (const std::uint32_t d : component.inside[c]) {
              fits = fits && left[d * values + v] > 0;
            }
            if (fits) fitting.push_back(v);
          }
          whole = !fitting.empty();
          if (!whole) break;
          const std::size_t v = fitting[coins.below(static_cast<std::uint32_t>(fitting.size()))];
          ++table[c * values + v];
          for (const std::uint32_t d : component.inside[c]) --left[d * values + v];
        }
      }
      if (whole) return table;
    }
  };
  ASSERT_EQ(component.cells[0].front(), 0U);  // Donald
  ASSERT_EQ(component.size(0), 1U);
  SeededRandom coins(5);
  const double biased = statistic(component, coins, kSamples, [&](RandomSource& c) {
    Counts table = walk(c);
    sars += table[0];
    return table;
  });
  EXPECT_NEAR(static_cast<double>(sars) / kSamples, 0.5, 0.02);
  EXPECT_GT(biased, chi_square_limit(static_cast<double>(tables.size()) - 1));
  // And ours, with Donald first:
  const auto sampler = ExactSampler::make(component, kWorkLimit);
  sars = 0;
  const double ours = statistic(component, coins, kSamples, [&](RandomSource& c) {
    Counts table = sampler->sample(c);
    sars += table[0];
    return table;
  });
  EXPECT_NEAR(static_cast<double>(sars) / kSamples, 0.8, 0.015);
  EXPECT_LT(ours, chi_square_limit(static_cast<double>(tables.size()) - 1));
}

TEST(ViewsSampler, BelowIsUniformAndExact) {
  SeededRandom coins(6);
  std::map<Counts, std::uint64_t> seen;
  std::map<Counts, Integer> even;
  for (std::uint32_t i = 0; i < 11; ++i) even[{i}] = 1;
  for (int i = 0; i < 11'000; ++i) {
    const Integer drawn = below(11, coins);
    ++seen[{static_cast<std::uint32_t>(drawn.get_ui())}];
  }
  EXPECT_LT(chi_square(even, seen), chi_square_limit(10));
  EXPECT_EQ(below(1, coins), 0);
  Integer large = 1;
  large <<= 100;
  bool high = false;
  for (int i = 0; i < 100; ++i) {
    const Integer drawn = below(large, coins);
    ASSERT_LT(drawn, large);
    high = high || drawn >= large / 2;
  }
  EXPECT_TRUE(high);
}

}  // namespace
}  // namespace overt::views
