#include "overt/adversary/locally_safe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "overt/adversary/audit.h"
#include "overt/base/error.h"
#include "overt/base/impatient_for_tests.h"
#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/counting/view.h"
#include "overt/streamline/l_cover.h"
#include "overt/streamline/ria.h"
#include "overt/streamline/self_contained.h"
#include "overt/streamline/tables_for_tests.h"

namespace overt {
namespace {

Groups groups_of(const std::vector<std::vector<Record>>& groups) {
  Groups result;
  for (const auto& group : groups) result.add(group);
  return result;
}

std::unique_ptr<Property> highest_ratio(int part, int whole) {
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.max = Rational(part, whole);
  return make_property(spec, {});
}

FamilySafety safety_of(std::span<const Groups> set, std::span<const Code> table, Code values,
                       const Property& property) {
  Progress quiet;
  return family_safety(set, table, values, property, quiet);
}

// Ada flu, Bob flu, Coy cold, Dan cold, Eve HIV; Liu and Wang 2012, table 1.
class MotivatingExample : public testing::Test {
 protected:
  const std::vector<Code> table_ = {0, 0, 1, 1, 2};
  const std::unique_ptr<Property> property_ = highest_ratio(2, 3);
  // P1 .. P9
  const std::vector<Groups> p_ = {groups_of({{0, 2}, {1, 3, 4}}), groups_of({{0, 3}, {1, 2, 4}}),
                                  groups_of({{0, 4}, {1, 2, 3}}), groups_of({{1, 2}, {0, 3, 4}}),
                                  groups_of({{1, 3}, {0, 2, 4}}), groups_of({{1, 4}, {0, 2, 3}}),
                                  groups_of({{2, 4}, {0, 1, 3}}), groups_of({{3, 4}, {0, 1, 2}}),
                                  groups_of({{0, 1, 2, 3, 4}})};

  FamilySafety safety(const std::vector<Groups>& set) const {
    return safety_of(set, table_, 3, *property_);
  }
};

using Sets = std::set<std::set<std::set<Record>>>;

Sets as_sets(const std::vector<Groups>& partitions) {
  Sets result;
  for (const Groups& partition : partitions) {
    std::set<std::set<Record>> groups;
    for (std::size_t g = 0; g < partition.size(); ++g) {
      groups.emplace(partition[g].begin(), partition[g].end());
    }
    result.insert(groups);
  }
  return result;
}

TEST_F(MotivatingExample, HasNineLocallySafePartitions) {
  const std::vector<Groups> all = all_partitions(5);
  EXPECT_EQ(all.size(), 52U);
  const std::vector<Groups> safe = locally_safe_set(all, table_, 3, *property_);
  EXPECT_EQ(safe.size(), 9U);
  EXPECT_EQ(as_sets(safe), as_sets(p_));
}

TEST_F(MotivatingExample, TheLocallySafeSetIsNotGloballySafe) {
  const FamilySafety all = safety(p_);
  EXPECT_EQ(*all.image.tables, 2);
  EXPECT_EQ(all.tables, (std::vector<std::vector<Code>>{{0, 0, 1, 1, 2}, {1, 1, 0, 0, 2}}));
  EXPECT_EQ(all.image.worst->record, 4U);
  EXPECT_EQ(all.image.worst->value, 2U);
  EXPECT_EQ(all.image.worst->share, 1);
  EXPECT_TRUE(all.locally_safe());
  EXPECT_FALSE(all.globally_safe());
  EXPECT_FALSE(all.strongly_globally_safe());
}

TEST_F(MotivatingExample, WithoutP7ItIsGloballySafeButNotStrongly) {
  std::vector<Groups> set = p_;
  set.erase(set.begin() + 6);
  const FamilySafety without = safety(set);
  EXPECT_EQ(without.tables, (std::vector<std::vector<Code>>{{0, 0, 1, 1, 2},     // t01
                                                            {0, 0, 1, 2, 1},     // t03
                                                            {1, 1, 0, 0, 2},     // t02
                                                            {1, 1, 0, 2, 0}}));  // t04
  EXPECT_EQ(without.image.worst->share, Rational(1, 2));
  EXPECT_TRUE(without.globally_safe());
  EXPECT_FALSE(without.strongly_globally_safe());
  // P3: Ada has flu, and then Eve HIV.
  EXPECT_EQ(without.partitions[2].left.verdict, Verdict::fails);
  EXPECT_EQ(*without.partitions[2].left.tables, 1);
}

TEST_F(MotivatingExample, FivePartitionsAreStronglyGloballySafe) {
  const FamilySafety five = safety({p_[0], p_[1], p_[3], p_[4], p_[8]});
  EXPECT_EQ(*five.image.tables, 10);
  EXPECT_EQ(five.tables.size(), 10U);
  EXPECT_TRUE(five.globally_safe());
  EXPECT_TRUE(five.strongly_globally_safe());
  for (std::size_t p = 0; p < 4; ++p) {
    EXPECT_EQ(*five.partitions[p].left.tables, 6);
    EXPECT_EQ(five.partitions[p].left.worst->share, Rational(1, 2));
  }
  EXPECT_EQ(*five.partitions[4].left.tables, 10);
  EXPECT_EQ(five.partitions[4].left.worst->share, Rational(2, 5));
}

TEST_F(MotivatingExample, ASetThatIsNotLocallySafeIsNotSafe) {
  const FamilySafety wrong = safety({groups_of({{0, 1}, {2, 3, 4}}), p_[8]});
  EXPECT_FALSE(wrong.partitions[0].locally_safe);
  EXPECT_TRUE(wrong.partitions[1].locally_safe);
  EXPECT_EQ(*wrong.partitions[0].left.tables, 0);
  EXPECT_FALSE(wrong.partitions[0].left.worst);
  EXPECT_FALSE(wrong.globally_safe());
  EXPECT_FALSE(wrong.strongly_globally_safe());
}

TEST_F(MotivatingExample, OfNoPartitionsNothingIsStronglySafe) {
  const FamilySafety none = safety({});
  EXPECT_EQ(*none.image.tables, 30);
  EXPECT_TRUE(none.tables.empty());
  EXPECT_FALSE(none.strongly_globally_safe());
}

TEST(FamilySafety, StopsWhenAsked) {
  Impatient stopping(3);
  const std::vector<Code> table = {0, 0, 1, 1, 2};
  const std::vector<Groups> set = all_partitions(5);
  EXPECT_THROW(family_safety(set, table, 3, *highest_ratio(2, 3), stopping), Error);
}

// Liu and Wang 2012, table 3, example 2.
TEST(LocallySafe, ExampleTwo) {
  const std::vector<Code> table = {0, 0, 1, 1};
  const auto property = highest_ratio(1, 2);
  const Groups p1 = groups_of({{0, 2}, {1, 3}});
  const Groups p2 = groups_of({{0, 3}, {1, 2}});
  const Groups p3 = groups_of({{0, 1, 2, 3}});
  const Groups p4 = groups_of({{0, 1}, {2, 3}});
  EXPECT_EQ(as_sets(locally_safe_set(all_partitions(4), table, 2, *property)),
            as_sets({p1, p2, p3}));
  EXPECT_EQ(locally_safe_set(std::vector{p4}, table, 2, *property).size(), 0U);
  EXPECT_TRUE(safety_of(std::vector{p1, p3}, table, 2, *property).strongly_globally_safe());
  EXPECT_TRUE(safety_of(std::vector{p2, p3}, table, 2, *property).strongly_globally_safe());
}

// What is left after a release is a part of the image that the table is in; the other
// parts can be worse.
TEST(LocallySafe, StronglyDoesNotImplyGlobally) {
  const std::vector<Code> table = {0, 0, 0, 1, 1, 2, 3};
  const std::vector<Groups> set = {groups_of({{0, 6}, {1, 4}, {2, 3, 5}}),
                                   groups_of({{0, 6}, {1, 3}, {2, 4, 5}})};
  const FamilySafety safety = safety_of(set, table, 4, *highest_ratio(1, 2));
  EXPECT_TRUE(safety.strongly_globally_safe());
  EXPECT_FALSE(safety.globally_safe());
}

TEST(LocallySafe, PartitionsAreAllDifferentAndAsManyAsBellSays) {
  const std::size_t bell[] = {1, 1, 2, 5, 15, 52, 203, 877, 4140};
  for (std::size_t n = 1; n <= 8; ++n) {
    const std::vector<Groups> all = all_partitions(n);
    EXPECT_EQ(all.size(), bell[n]);
    EXPECT_EQ(as_sets(all).size(), bell[n]);
    for (const Groups& one : all) ASSERT_TRUE(one.is_partition_of(n));
  }
}

TEST(LocallySafe, LimitsAreSaid) {
  const auto message = [](const std::vector<std::uint64_t>& overall, bool all) -> std::string {
    try {
      check_family_size(overall, all);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message({1, 1, 2, 1, 1, 1, 1, 1}, true), "");  // 181,440 tables
  EXPECT_EQ(message({5, 5}, true),
            "family: at most 9 records where no partitions are given; there are 10");
  EXPECT_EQ(message({10, 10}, false), "");  // 184,756
  EXPECT_EQ(message(std::vector<std::uint64_t>(9, 1), true),
            "family: there are more than 200000 tables with these values");
  EXPECT_EQ(message({50, 50}, false),
            "family: there are more than 200000 tables with these values");
  EXPECT_EQ(message({100}, false), "");
  EXPECT_EQ(message({100, 1}, false), "family: at most 100 records; there are 101");
}

// The property of a set of tables, record by record, as the definition says.
Verdict naive_verdict(const std::vector<Values>& tables, Code values, const Property& property) {
  if (tables.empty()) return Verdict::fails;
  for (std::size_t r = 0; r < tables[0].size(); ++r) {
    std::vector<Integer> weights(values);
    for (const Values& table : tables) ++weights[table[r]];
    if (property.test(weights) != Verdict::holds) return Verdict::fails;
  }
  return Verdict::holds;
}

// All tables for which the partition shows what it shows of `table`, among `tables`.
std::vector<Values> same_view(const Groups& partition, const Values& table, Code values,
                              const std::vector<Values>& tables) {
  std::vector<Values> result;
  for (const Values& other : tables) {
    if (view_of(partition, other, values) == view_of(partition, table, values)) {
      result.push_back(other);
    }
  }
  return result;
}

TEST(LocallySafe, AgreesWithTheDefinitionsOnRandomCases) {
  SeededRandom coins(7);
  std::vector<PropertySpec> specs(4);
  specs[0].name = specs[1].name = "highest_ratio";
  specs[0].max = Rational(2, 3);
  specs[1].max = Rational(1, 2);
  specs[2].name = "distinct_diversity";
  specs[2].l = 2;
  specs[3].name = "t_closeness";
  specs[3].t = Rational(1, 3);
  int globally = 0;
  int strongly = 0;
  for (int run = 0; run < 400; ++run) {
    const std::size_t n = 3 + coins.below(3);
    Values table(n);
    for (Code& value : table) value = coins.below(3);
    std::vector<std::uint64_t> overall(3, 0);
    for (const Code value : table) ++overall[value];
    if (std::count(overall.begin(), overall.end(), 0U) > 0) continue;
    const auto property = make_property(specs[coins.below(4)], overall);
    const std::vector<Values> tables = arrangements(table);
    const auto safe_for = [&](const Groups& partition, const Values& of) {
      return naive_verdict(same_view(partition, of, 3, tables), 3, *property) == Verdict::holds;
    };

    const std::vector<Groups> all = all_partitions(n);
    std::vector<Groups> set;
    for (const Groups& one : all) {
      if (safe_for(one, table)) set.push_back(one);
    }
    ASSERT_EQ(as_sets(locally_safe_set(all, table, 3, *property)), as_sets(set));
    // A random part of them; now and then with one that need not be locally safe.
    for (std::size_t keep = coins.below(2) == 0 ? 2 : 8; set.size() > keep;) {
      set.erase(set.begin() + coins.below(static_cast<std::uint32_t>(set.size())));
    }
    if (coins.below(5) == 0)
      set.push_back(all[coins.below(static_cast<std::uint32_t>(all.size()))]);
    if (set.empty()) continue;

    std::vector<Values> image;
    for (const Values& possible : tables) {
      if (std::all_of(set.begin(), set.end(),
                      [&](const Groups& one) { return safe_for(one, possible); })) {
        image.push_back(possible);
      }
    }
    bool local = true;
    bool strong = true;
    const FamilySafety safety = safety_of(set, table, 3, *property);
    ASSERT_EQ(*safety.image.tables, image.size());
    if (image.size() <= kTablesListed) {
      ASSERT_EQ(safety.tables, image);
    }
    for (std::size_t p = 0; p < set.size(); ++p) {
      const std::vector<Values> left = same_view(set[p], table, 3, image);
      const Verdict verdict = naive_verdict(left, 3, *property);
      ASSERT_EQ(safety.partitions[p].locally_safe, safe_for(set[p], table));
      ASSERT_EQ(*safety.partitions[p].left.tables, left.size());
      ASSERT_EQ(safety.partitions[p].left.verdict, verdict);
      local = local && safe_for(set[p], table);
      strong = strong && verdict == Verdict::holds;
    }
    ASSERT_EQ(safety.image.verdict, naive_verdict(image, 3, *property));
    ASSERT_EQ(safety.globally_safe(), local && safety.image.verdict == Verdict::holds);
    ASSERT_EQ(safety.strongly_globally_safe(), local && strong);
    globally += safety.globally_safe();
    strongly += safety.strongly_globally_safe();
  }
  EXPECT_GT(globally, 20);
  EXPECT_GT(strongly, 20);
}

// Liu and Wang 2012, theorem 1 and what l-cover is for: a set of self-contained partitions
// is strongly globally safe for a share of 1/l.
TEST(LocallySafe, FamiliesOfRiaAreStronglyGloballySafe) {
  SeededRandom coins(3);
  Progress progress;
  int sets = 0;
  for (std::uint32_t l : {2U, 3U}) {
    const auto property = highest_ratio(1, static_cast<int>(l));
    for (std::uint32_t n = 4; n <= 6; ++n) {
      const std::vector<Groups> all = all_partitions(n);
      for_each_eligible(n, l, [&](const std::vector<std::uint32_t>& sizes) {
        const std::vector<Code> values = table_with(sizes);
        const Code domain = static_cast<Code>(sizes.size());
        for (int run = 0; run < 10; ++run) {
          const Candidates candidates = ria_candidates(values, domain, l, coins, progress);
          std::vector<Groups> set;
          for (const Groups& one : all) {
            if (is_self_contained(one, candidates)) set.push_back(one);
          }
          ASSERT_FALSE(set.empty());
          ASSERT_TRUE(is_l_cover(set, values, candidates));
          const FamilySafety safety = safety_of(set, values, domain, *property);
          ASSERT_TRUE(safety.locally_safe());
          ASSERT_TRUE(safety.globally_safe());
          ASSERT_TRUE(safety.strongly_globally_safe());
          ++sets;
        }
      });
    }
  }
  EXPECT_GT(sets, 100);
}

}  // namespace
}  // namespace overt
