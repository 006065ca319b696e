// The engine against the reference, as a matrix: every size from 4 to 7 records, 2 to 4
// values, every property with two parameters, sequences that overlap, are nested, or use
// a generalization twice. Each cell has sequences of 2 (not with reuse), 3 and 4 steps,
// with all their tables, all strategies and all jump vectors, and the counts at the end
// insist that it was so: the matrix cannot shrink unnoticed.
//
// A cell draws problems until one has something to tell: naive breaks the bound in it, or at
// least some disclosure set is neither empty nor the whole permutation set. Where values
// and property leave no such problem it takes what it has.

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "overt/counting/cells.h"
#include "overt/strategy/disclosure_against_reference.h"

namespace overt {
namespace {

constexpr std::size_t kMostDraws = 60;

std::vector<PropertySpec> matrix_specs() {
  std::vector<PropertySpec> specs;
  const auto add = [&](const char* name) -> PropertySpec& {
    specs.emplace_back().name = name;
    return specs.back();
  };
  add("highest_ratio").max = Rational(1, 2);
  add("highest_ratio").max = Rational(3, 5);
  add("highest_ratio").below = Rational(2, 3);
  add("highest_ratio").below = Rational(3, 4);
  add("distinct_diversity").l = 2;
  add("distinct_diversity").l = 3;
  add("entropy_diversity").l = 2;
  add("entropy_diversity").l = 3;
  add("recursive_diversity").c = Rational(3, 2);
  specs.back().l = 2;
  add("recursive_diversity").c = Rational(4);
  specs.back().l = 3;
  add("t_closeness").t = Rational(1, 4);
  add("t_closeness").t = Rational(2, 5);
  return specs;
}

bool is_nested(const std::vector<Groups>& sequence) {
  for (std::size_t i = 1; i < sequence.size(); ++i) {
    if (!refines(sequence[i - 1], sequence[i])) return false;
  }
  return true;
}

std::size_t distinct(const std::vector<Groups>& sequence) {
  std::size_t result = 0;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    bool seen = false;
    for (std::size_t j = 0; j < i; ++j) {
      seen = seen || (refines(sequence[i], sequence[j]) && refines(sequence[j], sequence[i]));
    }
    result += seen ? 0 : 1;
  }
  return result;
}

// Whether the sequence is what its kind says, and not the same step over and over.
bool is_of_kind(const std::vector<Groups>& sequence, SequenceKind kind) {
  switch (kind) {
    case SequenceKind::overlapping:
      return !is_nested(sequence) && distinct(sequence) == sequence.size();
    case SequenceKind::nested:
      return is_nested(sequence) && distinct(sequence) > 1;
    case SequenceKind::reused:
      return distinct(sequence) < sequence.size() && distinct(sequence) > 1;
  }
  return false;
}

// Up to one group a record, so that nested sequences have several steps in them.
Groups fine_partition(std::uint32_t records, RandomSource& coins) {
  std::vector<std::uint32_t> group_of;
  for (std::uint32_t r = 0; r < records; ++r) group_of.push_back(coins.below(records));
  return groups_from(group_of);
}

// Records in any order, so that groups need not be runs.
Groups shuffled(const Groups& groups, const std::vector<Record>& order) {
  std::vector<std::uint32_t> group_of(groups.records());
  for (std::uint32_t g = 0; g < groups.size(); ++g) {
    for (const Record record : groups[g]) group_of[order[record]] = g;
  }
  return groups_from(group_of);
}

std::vector<Groups> sequence_of_kind(std::uint32_t records, std::size_t steps, SequenceKind kind,
                                     RandomSource& coins) {
  std::vector<Groups> sequence;
  do {
    const bool runs = coins.below(2) == 0;
    if (kind == SequenceKind::nested) {
      sequence = {runs ? random_runs(records, coins) : fine_partition(records, coins)};
      while (sequence.size() < steps) sequence.push_back(coarsened(sequence.back(), coins));
    } else {
      sequence = runs ? random_runs_sequence(records, steps, coins)
                      : random_sequence(records, steps, kind, coins);
    }
  } while (!is_of_kind(sequence, kind));
  std::vector<Record> order(records);
  std::iota(order.begin(), order.end(), 0U);
  shuffle(std::span(order), coins);
  for (Groups& groups : sequence) groups = shuffled(groups, order);
  return sequence;
}

// 0: steps have nothing to do with each other; 1: an earlier one rules out part of a later
// one; 2: so much that naive breaks the bound.
int interest(const SmallProblem& problem) {
  const auto property = property_for(problem.spec, problem.multiset, problem.values);
  const reference::Universe universe(arrangements_of(problem.multiset), problem.generalizations,
                                     *property, problem.values);
  reference::Disclosure naive(universe, "naive", {});
  int result = 0;
  for (std::size_t step = 1; step < universe.steps(); ++step) {
    for (const reference::Tables& per : universe.all_per(step)) {
      const auto left = naive.posterior(step, per.front());
      if (left.empty() || left.size() == per.size()) continue;
      result = 1;
      if (!universe.p(left)) return 2;
    }
  }
  return result;
}

SmallProblem draw(std::uint32_t records, Code values, std::size_t steps, const PropertySpec& spec,
                  SequenceKind kind, RandomSource& coins) {
  SmallProblem best;
  int highest = -1;
  for (std::size_t n = 0; n < kMostDraws && highest < 2; ++n) {
    SmallProblem problem = {sequence_of_kind(records, steps, kind, coins),
                            random_multiset(records, values, coins), values, spec};
    const int own = interest(problem);
    if (own > highest) best = std::move(problem);
    highest = std::max(highest, own);
  }
  return best;
}

std::size_t arrangements(const std::vector<Code>& multiset) {
  return arrangements_of(multiset).size();
}

// All cells with so many records, `rounds` problems each. `walks`: see DisclosureCheck. So many
// cells at most may be trivial, without a disclosure set that is part of its permutation set.
void check_matrix(std::uint32_t records, int rounds, std::size_t walks, std::uint64_t seed,
                  std::size_t most_trivial) {
  SeededRandom coins(seed);
  const auto specs = matrix_specs();
  std::set<std::tuple<Code, std::size_t, SequenceKind, std::size_t>> cells;
  std::vector<Exercised> by_spec(specs.size());
  std::size_t trivial = 0;
  for (Code values = 2; values <= 4; ++values) {
    for (std::size_t s = 0; s < specs.size(); ++s) {
      for (const auto kind :
           {SequenceKind::overlapping, SequenceKind::nested, SequenceKind::reused}) {
        for (std::size_t steps = kind == SequenceKind::reused ? 3 : 2; steps <= 4; ++steps) {
          Exercised cell;
          std::size_t tables = 0;
          for (int round = 0; round < rounds; ++round) {
            const SmallProblem problem = draw(records, values, steps, specs[s], kind, coins);
            ASSERT_TRUE(is_of_kind(problem.generalizations, kind));
            SCOPED_TRACE(testing::PrintToString(problem.multiset) + " " + problem.spec.name +
                         " spec " + std::to_string(s) + " kind " +
                         std::to_string(static_cast<int>(kind)) + " steps " +
                         std::to_string(steps));
            cell += DisclosureCheck(problem, walks).run();
            if (testing::Test::HasFatalFailure()) return;
            tables += arrangements(problem.multiset);
          }
          const std::size_t vectors = steps == 4 ? 6 : steps - 1;
          ASSERT_EQ(cell.problems, static_cast<std::size_t>(rounds));
          ASSERT_EQ(cell.jump_vectors, vectors * static_cast<std::size_t>(rounds));
          ASSERT_EQ(cell.tables, tables);
          ASSERT_GT(cell.tables, 0U);
          trivial += cell.hold + cell.fail == 0 ? 1 : 0;
          by_spec[s] += cell;
          cells.emplace(values, s, kind, steps);
        }
      }
    }
  }
  EXPECT_EQ(cells.size(), 3U * 12 * (3 + 3 + 2));
  EXPECT_LE(trivial, most_trivial);
  for (std::size_t s = 0; s < specs.size(); ++s) {
    const Exercised& all = by_spec[s];
    SCOPED_TRACE(specs[s].name + " " + std::to_string(s));
    EXPECT_EQ(all.problems, 3U * (3 + 3 + 2) * static_cast<std::size_t>(rounds));
    EXPECT_GT(all.later_releases, 0U);
    if (records >= 6) {  // with fewer, a group of three is most of the table
      EXPECT_GT(all.hold, 0U);
      EXPECT_GT(all.fail, 0U);
    }
    // The two parameters of a property: with one of them at least naive breaks the bound.
    if (records == 4 || s % 2 == 0) continue;  // four records leave too little to rule out
    EXPECT_GT(all.naive_breaks + by_spec[s - 1].naive_breaks, 0U);
    EXPECT_GT(all.hold + by_spec[s - 1].hold, 0U);
    EXPECT_GT(all.fail + by_spec[s - 1].fail, 0U);
  }
}

constexpr std::size_t kAll = 1'000;  // more tables than seven records and four values have

TEST(DisclosureMatrix, OfFourRecords) { check_matrix(4, 1, kAll, 1, 150); }
TEST(DisclosureMatrix, OfFiveRecordsHeavy) { check_matrix(5, 1, 10, 2, 125); }
TEST(DisclosureMatrix, OfSixRecordsHeavy) { check_matrix(6, 1, 5, 3, 40); }
TEST(DisclosureMatrix, OfSevenRecordsHeavy) { check_matrix(7, 1, 5, 4, 60); }

TEST(DisclosureMatrix, OfManyProblemsSlow) {
  check_matrix(4, 10, kAll, 5, 150);
  check_matrix(5, 10, kAll, 6, 125);
}
TEST(DisclosureMatrix, OfManyProblemsOfSixRecordsSlow) { check_matrix(6, 10, kAll, 7, 40); }
TEST(DisclosureMatrix, OfManyProblemsOfSevenRecordsSlow) { check_matrix(7, 5, kAll, 8, 60); }

}  // namespace
}  // namespace overt
