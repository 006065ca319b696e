#include "overt/privacy/caps_property.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

using Counts = std::vector<std::uint64_t>;

// Every way to have at most `most[v]` of each value v.
std::vector<Counts> all_up_to(const Counts& most) {
  std::vector<Counts> result = {{}};
  for (const std::uint64_t limit : most) {
    std::vector<Counts> longer;
    for (const Counts& counts : result) {
      for (std::uint64_t count = 0; count <= limit; ++count) {
        longer.push_back(counts);
        longer.back().push_back(count);
      }
    }
    result = std::move(longer);
  }
  return result;
}

std::uint64_t sum(const Counts& counts) {
  std::uint64_t all = 0;
  for (const std::uint64_t count : counts) all += count;
  return all;
}

std::vector<Integer> weights_of(const Counts& counts) { return {counts.begin(), counts.end()}; }

// Value 3 has no cap, and the sets cross.
const std::vector<PromisedCap> kCaps = {
    {Rational(1, 2), {0}}, {Rational(2, 3), {0, 1}}, {Rational(3, 5), {1, 2}}};

bool plainly_passes(const Counts& counts) {
  const Rational all(static_cast<unsigned long>(sum(counts)));
  return Rational(static_cast<unsigned long>(counts[0])) <= all * Rational(1, 2) &&
         Rational(static_cast<unsigned long>(counts[0] + counts[1])) <= all * Rational(2, 3) &&
         Rational(static_cast<unsigned long>(counts[1] + counts[2])) <= all * Rational(3, 5);
}

TEST(CapsProperty, TestsEverySet) {
  const CapsProperty property(kCaps);
  // The same, with a cap whose numbers are longer than a word.
  std::vector<PromisedCap> caps = kCaps;
  caps.push_back({1 - Rational(1, Integer(1) << 70), {3}});
  const CapsProperty too_fine(caps);
  int passed = 0;
  for (const Counts& counts : all_up_to({4, 4, 4, 4})) {
    if (sum(counts) == 0) continue;
    const bool passes = property.test(weights_of(counts)) == Verdict::holds;
    ASSERT_EQ(passes, plainly_passes(counts));
    const std::vector<std::uint32_t> records(counts.begin(), counts.end());
    ASSERT_EQ(property.test_counts(records), property.test(weights_of(counts)));
    ASSERT_EQ(too_fine.test_counts(records), too_fine.test(weights_of(counts)));
    passed += passes ? 1 : 0;
  }
  EXPECT_GT(passed, 50);
  EXPECT_TRUE(property.names_values());
  EXPECT_FALSE(property.set_monotonic());
  EXPECT_FALSE(property.ratio().has_value());
}

// A no is certain: no group within the limits passes.
TEST(CapsProperty, WhatCannotPassDoesNot) {
  const CapsProperty property(kCaps);
  int refused = 0;
  for (const Counts& most : all_up_to({3, 3, 2, 2})) {
    for (const std::uint64_t forced : {0, 1}) {
      std::vector<Property::Limits> limits;
      for (const std::uint64_t own : most) limits.push_back({std::min(own, forced), own});
      for (std::uint64_t size = 1; size <= 6; ++size) {
        if (property.can_pass(size, limits)) continue;
        ++refused;
        for (const Counts& counts : all_up_to(most)) {
          bool within = sum(counts) == size;
          for (std::size_t v = 0; v < counts.size(); ++v) {
            within = within && counts[v] >= limits[v].least;
          }
          ASSERT_FALSE(within && plainly_passes(counts));
        }
      }
    }
  }
  EXPECT_GT(refused, 100);
}

// A yes is certain: whatever is ruled out, what is left passes.
TEST(CapsProperty, WhatHoldsWithoutAPartDoes) {
  const CapsProperty property(kCaps);
  int held = 0;
  for (const Counts& counts : all_up_to({3, 3, 3, 3})) {
    if (sum(counts) == 0) continue;
    for (const Rational& eps : {Rational(0), Rational(1, 6), Rational(1, 3)}) {
      if (!property.holds_without(weights_of(counts), eps)) continue;
      ++held;
      const Rational least = Rational(static_cast<unsigned long>(sum(counts))) * (1 - eps);
      for (const Counts& left : all_up_to(counts)) {
        if (sum(left) == 0 || Rational(static_cast<unsigned long>(sum(left))) < least) continue;
        ASSERT_TRUE(plainly_passes(left));
      }
    }
    ASSERT_FALSE(property.holds_without(weights_of(counts), 1));
  }
  EXPECT_GT(held, 50);
}

}  // namespace
}  // namespace overt
