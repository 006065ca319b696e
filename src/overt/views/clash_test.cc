#include "overt/views/clash.h"

#include <gtest/gtest.h>

#include "overt/base/impatient_for_tests.h"
#include "overt/views/exact.h"
#include "overt/views/problems_for_tests.h"
#include "overt/views/views_reference.h"

namespace overt::views {
namespace {

// The size of the smallest clashing set, by enumeration of all subsets; 0: none.
std::size_t smallest_by_enumeration(const Problem& problem) {
  std::size_t smallest = 0;
  for (unsigned set = 1; set < 1U << problem.disclosures.size(); ++set) {
    Problem part = problem;
    part.disclosures.clear();
    for (std::size_t d = 0; d < problem.disclosures.size(); ++d) {
      if ((set >> d & 1) != 0) part.disclosures.push_back(problem.disclosures[d]);
    }
    if (count_by_enumeration(part).tables > 0) continue;
    if (smallest == 0 || part.disclosures.size() < smallest) smallest = part.disclosures.size();
  }
  return smallest;
}

TEST(ViewsClash, ASmallestSetOnAllSmallProblems) {
  SeededRandom coins(7);
  std::map<std::size_t, int> sizes;
  for (int i = 0; i < 3000; ++i) {
    const Problem problem = random_problem(3 + coins.below(4), 2 + coins.below(2), 3, true, coins);
    const std::size_t expected = smallest_by_enumeration(problem);
    bool found = false;
    for (const Component& component : components_of(problem).list) {
      if (count_exactly(component, kWorkLimit)->tables > 0) continue;
      found = true;
      const Clash clash = find_clash(problem, component, kWorkLimit);
      EXPECT_TRUE(clash.smallest);
      EXPECT_EQ(clash.disclosures.size(), expected);
      Problem part = problem;
      part.disclosures.clear();
      for (const std::uint32_t d : clash.disclosures) {
        part.disclosures.push_back(problem.disclosures[d]);
      }
      EXPECT_EQ(count_by_enumeration(part).tables, 0U);
      ++sizes[expected];
    }
    EXPECT_EQ(found, expected > 0);
  }
  EXPECT_GT(sizes[2], 50);
  EXPECT_GT(sizes[3], 10);
}

// With very many disclosures subsets cannot all be tried; what is named still clashes, and
// nothing in it is superfluous.
TEST(ViewsClash, ManyDisclosures) {
  // A cycle of 60 pairs over two values, each pair "one of each": impossible only if the
  // last pair says so, and only all of them together clash.
  Problem problem;
  problem.values = {"p", "q"};
  constexpr Record kRecords = 61;
  for (Record r = 0; r < kRecords; ++r) problem.records.push_back(std::to_string(r));
  for (Record r = 0; r < kRecords; ++r) {
    const Record next = (r + 1) % kRecords;
    problem.disclosures.push_back(
        {std::to_string(r), {std::min(r, next), std::max(r, next)}, {1, 1}});
  }
  const Component component = components_of(problem).list.front();
  const Clash clash = find_clash(problem, component, kWorkLimit);
  EXPECT_EQ(clash.disclosures.size(), 61U);  // a cycle of odd length has no proper colouring
  EXPECT_FALSE(clash.smallest);
}

TEST(ViewsClash, StopsWhenAskedTo) {
  Problem problem;
  problem.values = {"p", "q"};
  problem.records = {"0", "1", "2"};
  problem.disclosures = {{"A", {0, 1}, {1, 1}}, {"B", {0, 1}, {2, 0}}, {"C", {1, 2}, {1, 1}}};
  Impatient impatient;
  EXPECT_THROW(find_clash(problem, components_of(problem).list.front(), kWorkLimit, impatient),
               Error);
}

}  // namespace
}  // namespace overt::views
