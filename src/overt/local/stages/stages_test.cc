#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <numeric>

#include "overt/base/random.h"
#include "overt/local/stages/blind_plan.h"
#include "overt/local/stages/deal.h"
#include "overt/local/stages/drawn.h"

namespace overt {
namespace {

// Every multiset of n records with falling counts.
void for_each_multiset(std::uint32_t n, const std::function<void(const Multiset&)>& use) {
  Multiset values;
  const std::function<void(std::uint32_t, std::uint32_t)> extend = [&](std::uint32_t left,
                                                                       std::uint32_t most) {
    if (left == 0) use(values);
    for (std::uint32_t count = std::min(left, most); count >= 1; --count) {
      values.push_back({static_cast<Code>(values.size()), count});
      extend(left - count, count);
      values.pop_back();
    }
  };
  extend(n, n);
}

std::uint32_t count_of(const Multiset& values, Code value) {
  for (const CodeCount& own : values) {
    if (own.value == value) return own.count;
  }
  return 0;
}

TEST(Deal, GivesGroupsOfLForEveryMultiset) {
  std::size_t seen = 0;
  for (std::uint32_t n = 2; n <= 18; ++n) {
    for (std::uint32_t l = 2; l <= 5; ++l) {
      const Caps caps = Caps::one_in(l);
      for_each_multiset(n, [&](const Multiset& values) {
        if (!caps.keep(values)) return;
        ++seen;
        ASSERT_EQ(most_groups(values, caps, 1), n / l);
        ASSERT_LE(most_groups(values, caps, l + 2), std::max(1U, n / (l + 2)));
      });
    }
  }
  EXPECT_GT(seen, 1'000U);
}

// What deal_keeps() says of a deal is what the groups of the deal do.
TEST(Deal, KeepsTheCapsWhereItSays) {
  SeededRandom coins(1);
  std::size_t kept = 0;
  std::size_t broken = 0;
  for (int i = 0; i < 3'000; ++i) {
    std::vector<Code> values(2 + coins.below(40));
    for (Code& v : values) v = coins.below(8);
    std::vector<Record> node(values.size());
    std::iota(node.begin(), node.end(), Record{0});
    MultisetCounter counter(values, 8);
    const Multiset multiset = counter.count(node);
    const auto size = static_cast<std::uint32_t>(node.size());
    const std::uint32_t groups = 1 + coins.below(size);
    const Caps caps({{1, 2 + coins.below(3)}, {2, 5}, {1, 1}}, {1, 2});
    BlindStage stage(values, 8);
    const auto ends = stage.carry_out(plan_deal(multiset, groups, coins), multiset, node, coins);
    ASSERT_EQ(ends.size(), groups);
    bool all = true;
    std::uint32_t begin = 0;
    for (const std::uint32_t end : ends) {
      all = all && caps.keep(counter.count(std::span(node).subspan(begin, end - begin)));
      begin = end;
    }
    ASSERT_EQ(begin, size);
    if (deal_keeps(multiset, caps, groups)) {
      ASSERT_TRUE(all);
      ++kept;
    } else {
      broken += all ? 0 : 1;
    }
    std::sort(node.begin(), node.end());
    for (Record r = 0; r < size; ++r) ASSERT_EQ(node[r], r);
  }
  EXPECT_GT(kept, 300U);
  EXPECT_GT(broken, 300U);
}

// The largest number of groups there is, found by trying all.
TEST(Deal, FindsTheMostGroups) {
  SeededRandom coins(3);
  for (int i = 0; i < 2'000; ++i) {
    Multiset values;
    for (Code v = 0; v < 5; ++v) {
      if (const std::uint32_t count = coins.below(30)) values.push_back({v, count});
    }
    const auto any = [&] { return Cap{1 + coins.below(3), 3 + coins.below(6)}; };
    const Caps caps({any(), any(), {1, 1}}, {1, 1 + coins.below(3)}, {{any(), {0, 1, 3}}});
    if (values.empty() || !caps.keep(values)) continue;
    const std::uint32_t smallest = 1 + coins.below(4);
    std::uint32_t most = 1;
    for (std::uint32_t groups = 1; groups <= size_of(values) / smallest; ++groups) {
      if (deal_keeps(values, caps, groups)) most = groups;
    }
    ASSERT_EQ(most_groups(values, caps, smallest), most);
  }
}

// Caps on sets of values, nested or crossing: all groups of a deal keep them, and are as large as
// asked for.
TEST(Deal, KeepsTheCapsOfSets) {
  for (const bool crossing : {false, true}) {
    SeededRandom coins(5);
    std::size_t dealt = 0;
    std::size_t given_up = 0;
    for (int i = 0; i < 1'500; ++i) {
      std::vector<Code> values(4 + coins.below(80));
      for (Code& v : values) v = coins.below(9);
      std::vector<Record> node(values.size());
      std::iota(node.begin(), node.end(), Record{0});
      MultisetCounter counter(values, 9);
      const Multiset multiset = counter.count(node);
      const Caps caps = crossing ? Caps({}, {1, 1},
                                        {{{1, 2}, {0, 1, 2}},
                                         {{1, 2}, {3, 4, 5}},
                                         {{1, 2}, {6, 7, 8}},
                                         {{1, 2}, {0, 3, 6}},
                                         {{2, 3}, {1, 4, 7}}})
                                 : Caps({}, {1, 3}, {{{1, 2}, {8, 1, 2}}, {{3, 4}, {1, 2, 8, 5}}});
      ASSERT_EQ(caps.nested(), !crossing);
      if (!caps.keep(multiset)) continue;
      const std::uint32_t groups = most_groups(multiset, caps, 1 + coins.below(5));
      if (groups == 1) continue;
      const auto plan = plan_kept_deal(multiset, caps, groups, coins);
      if (!plan) {
        ++given_up;
        continue;
      }
      ASSERT_TRUE(crossing ? plan->parts <= groups : plan->parts == groups);
      BlindStage stage(values, 9);
      std::uint32_t begin = 0;
      for (const std::uint32_t end : stage.carry_out(*plan, multiset, node, coins)) {
        ASSERT_GE(end - begin, node.size() / groups);
        ASSERT_TRUE(caps.keep(counter.count(std::span(node).subspan(begin, end - begin))));
        begin = end;
      }
      ASSERT_EQ(begin, node.size());
      ++dealt;
    }
    EXPECT_GT(dealt, 600U);
    EXPECT_LT(given_up, crossing ? dealt / 20 : 1U);
  }
}

// Of every value and of every set no group of a deal has two more than another; rounds are mixed.
TEST(Deal, IsEvenInEverySet) {
  SeededRandom coins(6);
  std::size_t spans = 0;  // sets that go over more than one round
  for (int i = 0; i < 2'000; ++i) {
    const std::uint32_t groups = kMixedFrom + coins.below(8);
    std::vector<Code> values(groups + coins.below(8 * groups));
    for (Code& v : values) v = coins.below(1 + coins.below(12));
    std::vector<Record> all(values.size());
    std::iota(all.begin(), all.end(), Record{0});
    const Multiset multiset = MultisetCounter(values, 12).count(all);
    const Caps caps({}, {1, 3},
                    {{{1, 2}, {8, 1, 2}},
                     {{3, 4}, {1, 2, 8, 5, 0, 11}},
                     {{1, 2}, {8, 2}},
                     {{1, 4}, {3, 4, 9}},
                     {{1, 5}, {0, 11}}});
    ASSERT_TRUE(caps.nested());
    const auto plan = plan_kept_deal(multiset, caps, groups, coins);
    ASSERT_TRUE(plan);
    std::vector<Multiset> dealt(groups);
    std::size_t at = 0;
    for (const CodeCount& own : multiset) {
      for (std::uint32_t j = 0; j < own.count; ++j) {
        Multiset& group = dealt[plan->part_of[at++]];
        if (group.empty() || group.back().value != own.value) group.push_back({own.value, 0});
        ++group.back().count;
      }
    }
    const Multiset sets = caps.counts_of_sets(multiset);
    for (const Multiset& group : dealt) {
      const Multiset own_sets = caps.counts_of_sets(group);
      const auto expect_even = [&](const Multiset& whole, const Multiset& own) {
        for (const CodeCount& one : whole) {
          ASSERT_GE(count_of(own, one.value), one.count / groups);
          ASSERT_LE(count_of(own, one.value), (one.count + groups - 1) / groups);
          spans += one.count > groups ? 1 : 0;
        }
      };
      expect_even(multiset, group);
      expect_even(sets, own_sets);
      ASSERT_GE(size_of(group), multiset.size() == 0 ? 0 : values.size() / groups);
    }
  }
  EXPECT_GT(spans, 1'000U);
}

// Values of one set, and of different ones: any two meet.
TEST(Deal, LetsAllValuesOfSetsMeet) {
  SeededRandom coins(10);
  Multiset values;
  for (Code v = 0; v < 6; ++v) values.push_back({v, 100});
  const Caps caps({}, {1, 2}, {{{1, 2}, {0, 1}}, {{1, 2}, {2, 3}}, {{1, 2}, {4, 5}}});
  std::array<std::array<std::uint32_t, 6>, 6> met{};
  for (int i = 0; i < 60; ++i) {
    const auto plan = plan_kept_deal(values, caps, 150, coins);
    std::vector<std::vector<Code>> groups(150);
    for (std::uint32_t at = 0; at < 600; ++at) groups[plan->part_of[at]].push_back(at / 100);
    for (const auto& group : groups) {
      ASSERT_EQ(group.size(), 4U);
      for (const Code a : group) {
        for (const Code b : group) ++met[a][b];
      }
    }
  }
  for (Code a = 0; a < 6; ++a) {
    for (Code b = 0; b < 6; ++b) EXPECT_GT(met[a][b], 500U) << a << ' ' << b;
  }
}

// Any two of six values that are alike meet in about as many groups as any other two.
TEST(Deal, LetsAllValuesMeet) {
  SeededRandom coins(9);
  Multiset values;
  for (Code v = 0; v < 6; ++v) values.push_back({v, 100});
  std::array<std::array<std::uint32_t, 6>, 6> met{};
  for (int i = 0; i < 60; ++i) {
    const BlindPlan plan = plan_deal(values, 200, coins);
    std::vector<std::vector<Code>> groups(200);
    for (std::uint32_t at = 0; at < 600; ++at) groups[plan.part_of[at]].push_back(at / 100);
    for (const auto& group : groups) {
      ASSERT_EQ(group.size(), 3U);
      for (const Code a : group) {
        for (const Code b : group) ++met[a][b];
      }
    }
  }
  for (Code a = 0; a < 6; ++a) {
    EXPECT_EQ(met[a][a], 6'000U);
    // Those that share a round never meet: neighbours do in half of all deals.
    for (Code b = 0; b < 6; ++b) EXPECT_GT(met[a][b], a == b ? 0U : 800U);
  }
}

TEST(Draw, PutsTheDrawnInFrontAndKeepsTheOrder) {
  const std::vector<Code> values = {2, 0, 1, 0, 2, 0};
  SeededRandom coins(2);
  for (int i = 0; i < 50; ++i) {
    std::vector<Record> node = {5, 4, 3, 2, 1, 0};
    MultisetCounter counter(values, 3);
    BlindStage stage(values, 3);
    const Multiset whole = counter.count(node);
    const Multiset drawn = {{0, 2}, {2, 1}};
    const auto ends = stage.carry_out(plan_draw(whole, drawn), whole, node, coins);
    ASSERT_EQ(ends, (std::vector<std::uint32_t>{3, 6}));
    ASSERT_EQ(counter.count(std::span(node).first(3)), drawn);
    ASSERT_TRUE(std::is_sorted(node.begin(), node.begin() + 3, std::greater<>()));
    ASSERT_TRUE(std::is_sorted(node.begin() + 3, node.end(), std::greater<>()));
  }
}

// The fewest and the most records of a value that any draw of the size can have.
bool possible(const Multiset& values, const Caps& caps, std::uint32_t size) {
  const std::uint32_t rest = size_of(values) - size;
  std::uint32_t least = 0;
  std::uint32_t most = 0;
  for (const CodeCount& own : values) {
    std::uint32_t low = own.count + 1;
    std::uint32_t high = 0;
    for (std::uint32_t k = 0; k <= own.count; ++k) {
      if (k > caps[own.value].most(size) || own.count - k > caps[own.value].most(rest)) continue;
      low = std::min(low, k);
      high = k;
    }
    if (low > own.count) return false;
    least += low;
    most += high;
  }
  return least <= size && size <= most;
}

TEST(Draw, IsFoundWheneverThereIsOne) {
  std::size_t found = 0;
  std::size_t none = 0;
  for (std::uint32_t n = 4; n <= 16; ++n) {
    for (const Caps& caps :
         {Caps::one_in(2), Caps::one_in(3), Caps({{1, 3}, {1, 2}, {1, 1}}, {2, 5})}) {
      for_each_multiset(n, [&](const Multiset& values) {
        if (!caps.keep(values)) return;
        for (std::uint32_t size = 1; size < n; ++size) {
          const bool expected = possible(values, caps, size);
          for (const auto& drawn : {stratified(values, caps, size), peel(values, caps, size)}) {
            ASSERT_EQ(drawn.has_value(), expected);
            if (!drawn) continue;
            ASSERT_EQ(size_of(*drawn), size);
            ASSERT_TRUE(caps.keep(*drawn));
            ASSERT_TRUE(caps.keep(without(values, *drawn)));
          }
          ++(expected ? found : none);
        }
      });
    }
  }
  EXPECT_GT(found, 1'000U);
  EXPECT_GT(none, 100U);
}

// By trying all of them.
bool some_draw_keeps(const Multiset& values, const Caps& caps, std::uint32_t size) {
  const std::function<bool(std::size_t, std::uint32_t, Multiset)> any =
      [&](std::size_t v, std::uint32_t left, const Multiset& drawn) {
        if (v == values.size()) {
          return left == 0 && caps.keep(drawn) && caps.keep(without(values, drawn));
        }
        for (std::uint32_t count = 0; count <= std::min<std::uint64_t>(left, values[v].count);
             ++count) {
          Multiset more = drawn;
          if (count > 0) more.push_back({values[v].value, count});
          if (any(v + 1, left - count, more)) return true;
        }
        return false;
      };
  return any(0, size, {});
}

// Where sets are nested a draw is found whenever there is one. Where they cross none may be found,
// but those that are keep all caps.
TEST(Draw, KeepsTheCapsOfSets) {
  for (const bool crossing : {false, true}) {
    const Caps caps =
        crossing
            ? Caps({}, {1, 1},
                   {{{1, 2}, {0, 1}}, {{1, 2}, {2, 3}}, {{2, 3}, {0, 2}}, {{1, 2}, {1, 3, 4}}})
            : Caps({{2, 5}}, {1, 1}, {{{1, 2}, {0, 1}}, {{2, 3}, {0, 1, 2}}, {{1, 2}, {3, 4}}});
    ASSERT_EQ(caps.nested(), !crossing);
    SeededRandom coins(11);
    std::size_t found = 0;
    std::size_t none = 0;
    std::size_t missed = 0;
    for (int i = 0; i < 1'500; ++i) {
      Multiset values;
      for (Code v = 0; v < 6; ++v) {
        if (const std::uint32_t count = coins.below(5)) values.push_back({v, count});
      }
      if (size_of(values) < 2 || !caps.keep(values)) continue;
      for (std::uint32_t size = 1; size < size_of(values); ++size) {
        const bool expected = some_draw_keeps(values, caps, size);
        for (const auto& drawn : {stratified(values, caps, size), peel(values, caps, size)}) {
          if (drawn) {
            ASSERT_EQ(size_of(*drawn), size);
            ASSERT_TRUE(caps.keep(*drawn));
            ASSERT_TRUE(caps.keep(without(values, *drawn)));
          }
          ASSERT_TRUE(crossing || drawn.has_value() == expected);
          missed += expected && !drawn ? 1 : 0;
        }
        ++(expected ? found : none);
      }
    }
    EXPECT_GT(found, 500U);
    EXPECT_GT(none, 100U);
    EXPECT_LT(missed, found / 2);
    std::printf("draws: %zu possible, %zu not found\n", found, missed);
  }
}

// What is peeled is what stands nearest to its cap: the band of 0 and 1, not the largest value.
TEST(Draw, PeelsSets) {
  const Multiset values = {{0, 150}, {1, 150}, {2, 200}, {3, 200}, {4, 150}, {5, 150}};
  const Caps caps({}, {1, 3}, {{{1, 3}, {0, 1}}});
  const auto peeled = peel(values, caps, 300);
  ASSERT_TRUE(peeled);
  EXPECT_EQ(count_of(*peeled, 0) + count_of(*peeled, 1), 100U);
  EXPECT_EQ(count_of(*peeled, 2), 75U);
  EXPECT_EQ(count_of(*peeled, 4), 25U);
}

// There is a pilot of j groups of l records whenever j <= floor(n/l) - l + 1.
TEST(Draw, OfAPilotExists) {
  for (std::uint32_t n = 4; n <= 24; ++n) {
    for (std::uint32_t l = 2; l <= 4; ++l) {
      const Caps caps = Caps::one_in(l);
      for_each_multiset(n, [&](const Multiset& values) {
        if (!caps.keep(values)) return;
        for (std::uint32_t j = 1; j + l <= n / l + 1; ++j) {
          ASSERT_TRUE(l * j == n || stratified(values, caps, l * j));
        }
      });
    }
  }
}

// A cap of 1/25 beside such of 2/5 and more: what is left has groups of three, not of 25.
TEST(Draw, TakesAllThatIsRare) {
  Caps caps({{4, 5}, {19, 25}, {2, 5}, {1, 25}}, {1, 1});
  caps.set_usual(3);
  const Multiset values = {{0, 400}, {1, 380}, {2, 200}, {3, 20}};
  const auto drawn = with_rare(values, caps);
  ASSERT_TRUE(drawn);
  EXPECT_EQ(size_of(*drawn), 550U);
  EXPECT_EQ(drawn->back(), (CodeCount{3, 20}));
  const Multiset left = without(values, *drawn);
  EXPECT_TRUE(caps.keep(*drawn));
  EXPECT_TRUE(caps.keep(left));
  EXPECT_GE(most_groups(*drawn, caps, 1), 20U);
  EXPECT_GE(most_groups(left, caps, 1), 150U);
  EXPECT_EQ(most_groups(values, caps, 1), 40U);
  EXPECT_FALSE(with_rare(values, Caps::one_in(2)));  // one cap for all: nothing is rare
}

TEST(Draw, IsStratifiedOrPeels) {
  const Multiset values = {{0, 300}, {1, 200}, {2, 100}, {3, 100}, {4, 300}};
  const Caps caps = Caps::one_in(3);
  const auto picture = stratified(values, caps, 100);
  for (const CodeCount& own : values) {
    EXPECT_NEAR(count_of(*picture, own.value), own.count / 10.0, 1.0);
  }
  // Level with the others, then all alike.
  EXPECT_EQ(*peel({{0, 3}, {1, 2}, {2, 2}, {3, 1}}, Caps::one_in(2), 4),
            (Multiset{{0, 2}, {1, 1}, {2, 1}}));
  const auto peeled = peel(values, caps, 300);
  const Multiset rest = without(values, *peeled);
  EXPECT_EQ(count_of(rest, 0), 200U);
  EXPECT_EQ(count_of(rest, 4), 200U);
}

}  // namespace
}  // namespace overt
