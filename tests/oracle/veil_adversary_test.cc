// The veil of one node, for every kind of caps: the walk of a release with one cut of every size,
// published whole when it stops or dealt into groups with slack, over all tables of small universes
// and all outcomes of the coins. Each is also attacked without its veil. Where that gives somebody
// away the veil is needed, and only such nodes show that it is there.

#include <cstdio>

#include "oracle/broken_walks.h"
#include "oracle/capped_attack.h"
#include "overt/local/local.h"
#include "overt/local/slack_stop.h"
#include "overt/local/stages/deal.h"

namespace overt::oracle {
namespace {

// Cuts off the first records, and leaves it at that.
class OneCut final : public WalkPolicy {
 public:
  OneCut(std::uint32_t first, std::uint32_t groups) : first_(first), groups_(groups) {}

  WalkAction next(std::span<OpenNode> open) override {
    WalkAction action;
    action.node = open.size() - 1;
    if (cut_) return action;
    cut_ = true;
    action.kind = WalkAction::Kind::cut;
    action.first = first_;
    action.groups = groups_;
    return action;
  }

 private:
  std::uint32_t first_;
  std::uint32_t groups_;
  bool cut_ = false;
};

Method with_one_cut(std::uint32_t first, std::uint32_t groups, const Caps& caps) {
  return [=](const Values& table, RandomSource& coins) {
    OneCut policy(first, groups);
    Progress progress;
    return release_text(local(table, domain_of(table), policy, caps, coins, progress), table);
  };
}

struct Veils {
  std::size_t nodes = 0;
  std::size_t needed = 0;   // that give somebody away without their veil
  std::size_t partial = 0;  // of these, with a veil below 1: they are cut now and then
};

// One node. With `groups` > 1 it is dealt when it stops.
void expect_veiled(const Values& multiset, std::uint32_t first, std::uint32_t groups,
                   const Caps& caps, Veils& veils) {
  CapsFound veiled;
  attack(multiset, caps, with_one_cut(first, groups, caps), veiled);
  ASSERT_EQ(veiled.above, 0U) << testing::PrintToString(multiset) << ", first part " << first
                              << ", groups " << groups << ", worst " << to_string(veiled.worst);
  CapsFound bare;
  attack(multiset, caps, stopped_and_dealt(first, groups, caps, 0), bare);
  ++veils.nodes;
  if (bare.above == 0) return;
  ++veils.needed;
  veils.partial += veiled.releases > 1 && veiled.veiled > 0 ? 1 : 0;
}

void report(const std::string& name, const Veils& veils) {
  std::printf("%s: %zu nodes, %zu need a veil, %zu of them are cut now and then\n", name.c_str(),
              veils.nodes, veils.needed, veils.partial);
}

// All multisets, all sizes of the first part, published whole.
Veils whole_nodes(const std::string& name, std::size_t records, Code domain, const Caps& caps) {
  Veils veils;
  for (const Values& multiset : multisets_that_keep(records, domain, caps)) {
    for (std::uint32_t first = 1; first < records; ++first) {
      expect_veiled(multiset, first, 1, caps, veils);
    }
  }
  report(name + ", whole", veils);
  return veils;
}

// The same, dealt into two or more groups that have slack.
Veils dealt_nodes(const std::string& name, const std::vector<Values>& multisets, const Caps& caps) {
  Veils veils;
  for (const Values& multiset : multisets) {
    const auto n = static_cast<std::uint32_t>(multiset.size());
    const Multiset values = multiset_of(multiset);
    for (std::uint32_t groups = 2; groups <= n / 2; ++groups) {
      if (!deals_into(values, caps, groups)) continue;
      for (std::uint32_t first = 1; first < n; ++first) {
        const double pi = slack_stop(values, caps, first, n - first, groups);
        if (pi < 1) expect_veiled(multiset, first, groups, caps, veils);
      }
    }
  }
  report(name + ", dealt", veils);
  return veils;
}

// A cap for each value.
const Caps& of_values() {
  static const Caps kCaps({{1, 3}, {1, 2}}, {1, 1});
  return kCaps;
}

// Categories one inside the other, a third beside them, and values that anybody may know of, so
// that it is the categories that need a veil.
const Caps& of_categories() {
  static const Caps kCaps({}, {1, 1}, {{{1, 2}, {0, 1}}, {{2, 3}, {0, 1, 2}}, {{1, 2}, {3}}});
  return kCaps;
}

// And with a value in them that has one of its own.
const Caps& of_values_in_categories() {
  static const Caps kCaps({{1, 3}}, {1, 1}, {{{1, 2}, {0, 1}}, {{2, 3}, {0, 1, 2}}});
  return kCaps;
}

// Two columns of two values each, which cross.
const Caps& of_columns() {
  static const Caps kCaps({}, {1, 1}, {{{1, 2}, {0, 1}}, {{1, 2}, {0, 2}}});
  return kCaps;
}

TEST(VeilAdversary, LearnsNothingMoreFromANodeWithCapsOnValuesHeavy) {
  const Veils half = whole_nodes("l = 2", 6, 5, Caps::one_in(2));
  EXPECT_GT(half.partial, 0U);
  const Veils single = whole_nodes("caps 1/3, 1/2, 1", 6, 4, of_values());
  EXPECT_GT(single.partial, 0U);
}

TEST(VeilAdversary, LearnsNothingMoreFromANodeWithCategoriesHeavy) {
  ASSERT_TRUE(of_categories().nested());
  const Veils alone = whole_nodes("categories", 6, 5, of_categories());
  EXPECT_GT(alone.partial, 0U);
  const Veils both = whole_nodes("values and categories", 6, 4, of_values_in_categories());
  EXPECT_GT(both.partial, 0U);
}

TEST(VeilAdversary, LearnsNothingMoreFromANodeWithTwoColumnsHeavy) {
  ASSERT_FALSE(of_columns().nested());
  const Veils veils = whole_nodes("two columns", 6, 4, of_columns());
  EXPECT_GT(veils.partial, 0U);
}

TEST(VeilAdversary, LearnsNothingMoreFromADealtNodeHeavy) {
  const Caps half = Caps::one_in(2);
  EXPECT_GT(dealt_nodes("l = 2", multisets_that_keep(6, 5, half), half).partial, 0U);
  EXPECT_GT(dealt_nodes("caps 1/3, 1/2, 1", {{0, 0, 1, 1, 2, 2, 2, 2}, {0, 1, 1, 2, 2, 2, 2, 2}},
                        of_values())
                .partial,
            0U);
}

// Groups of four with four different values, 1/4 of each, where a third is allowed.
TEST(VeilAdversary, LearnsAtMostAThirdFromADealtNodeHeavy) {
  const Veils veils =
      dealt_nodes("l = 3", {{0, 0, 1, 2, 3, 4, 5, 6}, {0, 0, 1, 1, 2, 3, 4, 5}}, Caps::one_in(3));
  EXPECT_GT(veils.partial, 0U);
}

TEST(VeilAdversary, LearnsNothingMoreFromADealtNodeWithCategoriesHeavy) {
  const Veils alone =
      dealt_nodes("categories", multisets_that_keep(6, 5, of_categories()), of_categories());
  EXPECT_GT(alone.partial, 0U);
  const Veils both =
      dealt_nodes("values and categories", {{0, 1, 2, 3, 3, 3, 4, 4}, {0, 0, 1, 2, 3, 3, 3, 3}},
                  of_values_in_categories());
  EXPECT_GT(both.partial, 0U);
}

// Of sets that cross.
TEST(VeilAdversary, LearnsNothingMoreFromADealtNodeWithTwoColumnsHeavy) {
  const Veils few =
      dealt_nodes("two columns", multisets_that_keep(6, 4, of_columns()), of_columns());
  const Veils more = dealt_nodes(
      "two columns", {{0, 1, 2, 3, 3, 3, 3, 3}, {0, 0, 1, 2, 3, 3, 3, 3}}, of_columns());
  EXPECT_GT(few.partial + more.partial, 0U);
}

}  // namespace
}  // namespace overt::oracle
