#include "overt/views/exact.h"

#include <gtest/gtest.h>

#include "overt/base/impatient_for_tests.h"
#include "overt/views/by_cells.h"
#include "overt/views/by_values.h"
#include "overt/views/problems_for_tests.h"
#include "overt/views/views_reference.h"

namespace overt::views {
namespace {

// The product of the components' counts, and every posterior, against enumeration.
void expect_as_enumerated(const Problem& problem) {
  const ReferenceCount expected = count_by_enumeration(problem);
  const Components components = components_of(problem);
  Integer tables = 1;
  std::vector<ExactCount> counts;
  for (const Component& component : components.list) {
    counts.push_back(count_exactly(component, kWorkLimit).value());
    tables *= counts.back().tables;
  }
  ASSERT_EQ(tables, expected.tables);
  if (expected.tables == 0) return;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const Component& component = components.list[i];
    for (std::size_t c = 0; c < component.cells.size(); ++c) {
      for (std::size_t v = 0; v < component.values.size(); ++v) {
        for (const Record record : component.cells[c]) {
          const auto with = expected.with.find({record, component.values[v]});
          const std::uint64_t found = with == expected.with.end() ? 0 : with->second;
          ASSERT_EQ(counts[i].share(component, c, v), share(found, expected.tables));
        }
      }
    }
  }
}

TEST(ViewsExact, ThePapersExample) {
  for (const bool four : {false, true}) {
    const Problem problem = example(four);
    const Components components = components_of(problem);
    ASSERT_EQ(components.list.size(), 1U);
    const auto count = count_exactly(components.list[0], kWorkLimit);
    ASSERT_TRUE(count);
    EXPECT_EQ(count->tables, four ? 8 : 45);
    std::size_t donald = 0;
    while (components.list[0].cells[donald].front() != 3) ++donald;
    ASSERT_EQ(components.list[0].size(donald), 1U);
    EXPECT_EQ(count->share(components.list[0], donald, 0), four ? share(1, 2) : share(4, 5));
    expect_as_enumerated(problem);
  }
}

// All pairs of disclosures of three records over all multisets of two values, and of four
// records over samples of three: consistent or not.
TEST(ViewsExact, EveryPairOfDisclosuresOfThreeRecords) {
  int infeasible = 0, problems = 0;
  for (unsigned first = 1; first < 8; ++first) {
    for (unsigned second = 1; second < 8; ++second) {
      const auto members = [](unsigned set) {
        std::vector<Record> records;
        for (Record r = 0; r < 3; ++r) {
          if ((set >> r & 1) != 0) records.push_back(r);
        }
        return records;
      };
      const auto a = members(first), b = members(second);
      for (std::uint32_t i = 0; i <= a.size(); ++i) {
        for (std::uint32_t j = 0; j <= b.size(); ++j) {
          const auto n = static_cast<std::uint32_t>(a.size()),
                     m = static_cast<std::uint32_t>(b.size());
          const Problem problem{
              {"x", "y", "z"}, {"p", "q"}, {{"a", a, {i, n - i}}, {"b", b, {j, m - j}}}};
          expect_as_enumerated(problem);
          ++problems;
          infeasible += count_by_enumeration(problem).tables == 0 ? 1 : 0;
        }
      }
    }
  }
  EXPECT_EQ(problems, 361);
  EXPECT_EQ(infeasible, 120);
}

TEST(ViewsExact, SmallProblemsAsEnumerated) {
  SeededRandom coins(1);
  int infeasible = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::uint32_t records = 3 + coins.below(5);
    const Problem problem =
        random_problem(records, 2 + coins.below(3), 2 + coins.below(3), i % 2 == 1, coins);
    expect_as_enumerated(problem);
    if (HasFatalFailure()) return;
    infeasible += count_by_enumeration(problem).tables == 0 ? 1 : 0;
  }
  EXPECT_GT(infeasible, 300);
}

// Every direction by itself gives the same numbers; together they only choose.
TEST(ViewsExact, DirectionsAgree) {
  SeededRandom coins(2);
  for (int i = 0; i < 1000; ++i) {
    const Problem problem =
        random_problem(4 + coins.below(9), 1 + coins.below(6), 2 + coins.below(3), false, coins);
    for (const Component& component : components_of(problem).list) {
      const std::size_t values = component.values.size();
      const Integer tables = count_exactly(component, kWorkLimit)->tables;
      const ByValues by_values(component);
      EXPECT_EQ(CountGraph::build(by_values, kWorkLimit)->tables(), tables);
      for (std::size_t kept = 0; kept <= values; ++kept) {
        std::vector<bool> keep(values, false);
        std::fill(keep.begin(), keep.begin() + static_cast<std::ptrdiff_t>(kept), true);
        const ByCells by_cells(component, keep);
        EXPECT_EQ(CountGraph::build(by_cells, kWorkLimit)->tables(), tables);
      }
    }
  }
}

// Twenty values, each once, over two overlapping halves: without symmetry C(20,10) choices.
TEST(ViewsExact, EqualColumnsAreTakenTogether) {
  Problem problem;
  std::vector<Record> all, half;
  for (Record r = 0; r < 20; ++r) {
    problem.records.push_back(std::to_string(r));
    problem.values.push_back(std::to_string(r));
    all.push_back(r);
    if (r < 10) half.push_back(r);
  }
  problem.records.push_back("20");
  half.push_back(20);
  std::vector<std::uint32_t> ten(20, 0);
  std::fill(ten.begin(), ten.begin() + 11, 1);
  problem.disclosures = {{"all", all, std::vector<std::uint32_t>(20, 1)}, {"half", half, ten}};
  const Component component = components_of(problem).list.front();
  const ByCells together(component, std::vector<bool>(20, false));
  const auto graph = CountGraph::build(together, 20'000);
  ASSERT_TRUE(graph);
  Integer expected = 11;  // the value of record 20, then both halves in any order
  for (unsigned long n = 2; n <= 10; ++n) expected *= n * n;
  EXPECT_EQ(graph->tables(), expected);
  EXPECT_EQ(count_exactly(component, kWorkLimit)->tables, expected);
}

TEST(ViewsExact, TheLimitIsKept) {
  const Component component = components_of(example(false)).list.front();
  EXPECT_FALSE(count_exactly(component, 20));
  EXPECT_FALSE(ExactSampler::make(component, 20));
  EXPECT_TRUE(ExactSampler::make(component, kWorkLimit));
}

TEST(ViewsExact, StopsWhenAskedTo) {
  const Component component = components_of(example(false)).list.front();
  for (const int looks : {1, 8, 14}) {
    Impatient impatient(looks);
    EXPECT_THROW(count_exactly(component, kWorkLimit, impatient), Error) << looks;
  }
  Impatient impatient;
  EXPECT_THROW(ExactSampler::make(component, kWorkLimit, impatient), Error);
}

}  // namespace
}  // namespace overt::views
