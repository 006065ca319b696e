// What properties say for proofs by bounds, against all groups and all that can be ruled
// out.

#include <gtest/gtest.h>

#include <cstdio>
#include <functional>

#include "overt/privacy/property_for_tests.h"

namespace overt {
namespace {

constexpr std::size_t kValues = 3;

struct NamedBounds {
  std::string name;
  std::unique_ptr<Property> property;
};

std::vector<NamedBounds> properties() {
  std::vector<NamedBounds> result;
  const auto add = [&](PropertySpec spec, const Counts& overall) {
    result.push_back({to_string(spec), make_property(spec, overall)});
  };
  const Counts even = {1, 1, 1};
  for (const char* ratio : {"1/3", "1/2", "3/5", "1"}) {
    add({"highest_ratio", number(ratio), {}, {}, {}, {}}, even);
    add({"highest_ratio", {}, number(ratio), {}, {}, {}}, even);
  }
  for (const std::int64_t l : {1, 2, 3, 4}) {
    add({"distinct_diversity", {}, {}, {}, {}, l}, even);
    add({"entropy_diversity", {}, {}, {}, {}, l}, even);
    for (const char* c : {"1/2", "1", "3/2", "3"}) {
      add({"recursive_diversity", {}, {}, number(c), {}, l}, even);
    }
  }
  for (const char* t : {"0", "1/7", "1/3", "1/2"}) {
    for (const Counts& overall : {Counts{1, 1, 1}, Counts{4, 2, 1}, Counts{3, 0, 1}}) {
      add({"t_closeness", {}, {}, {}, number(t), {}}, overall);
    }
  }
  return result;
}

// All vectors with low[v] <= x[v] <= high[v].
void for_each_between(const Counts& low, const Counts& high,
                      const std::function<void(const Counts&)>& visit) {
  Counts counts = low;
  for (;;) {
    visit(counts);
    std::size_t value = 0;
    while (value < counts.size() && counts[value] == high[value]) {
      counts[value] = low[value];
      ++value;
    }
    if (value == counts.size()) return;
    ++counts[value];
  }
}

std::uint64_t sum(const Counts& counts) {
  std::uint64_t result = 0;
  for (const std::uint64_t count : counts) result += count;
  return result;
}

// Every box of counts up to 4, every size: yes exactly if some group in it passes.
TEST(PropertyBounds, CanPassIfSomeGroupWithinLimitsDoesHeavy) {
  std::size_t yes = 0;
  std::size_t no = 0;
  const Counts zero(kValues, 0);
  const Counts four(kValues, 4);
  for (const auto& [name, property] : properties()) {
    for_each_between(zero, four, [&, &property = property, &name = name](const Counts& high) {
      for_each_between(zero, high, [&](const Counts& low) {
        std::vector<bool> some(sum(high) + 2, false);
        for_each_between(low, high, [&](const Counts& counts) {
          if (sum(counts) > 0 && test(*property, counts) != Verdict::fails) {
            some[sum(counts)] = true;
          }
        });
        std::vector<Property::Limits> limits;
        for (std::size_t v = 0; v < kValues; ++v) limits.push_back({low[v], high[v]});
        for (std::uint64_t size = 1; size < some.size(); ++size) {
          ASSERT_EQ(property->can_pass(size, limits), some[size]) << name << ", size " << size;
          ++(some[size] ? yes : no);
        }
      });
    });
  }
  std::printf("boxes: %zu can pass, %zu cannot\n", yes, no);
  EXPECT_GT(yes, 100'000U);
  EXPECT_GT(no, 100'000U);
}

// Whatever is ruled out, up to that many tables: what is left passes. And for properties
// that do not name values it is the other way round as well.
TEST(PropertyBounds, HoldsWithoutWhateverIsRuledOut) {
  std::size_t yes = 0;
  std::size_t no = 0;
  for (const auto& [name, property] : properties()) {
    for (const Counts& counts : all_counts(kValues, 5)) {
      for (std::uint64_t most = 0; most <= sum(counts); ++most) {
        bool all = true;
        for_each_between(Counts(kValues, 0), counts, [&, &property = property](const Counts& left) {
          if (sum(left) == 0) {
            all = all && most < sum(counts);
          } else if (sum(left) + most >= sum(counts)) {
            all = all && test(*property, left) == Verdict::holds;
          }
        });
        Rational eps(static_cast<unsigned long>(most), static_cast<unsigned long>(sum(counts)));
        eps.canonicalize();
        const bool holds = property->holds_without(weights_of(counts), eps);
        if (property->names_values()) {
          ASSERT_TRUE(all || !holds) << name;
        } else {
          ASSERT_EQ(holds, all) << name;
        }
        ++(holds ? yes : no);
      }
    }
  }
  std::printf("ruled out: %zu hold, %zu do not\n", yes, no);
  EXPECT_GT(yes, 10'000U);
  EXPECT_GT(no, 10'000U);
}

}  // namespace
}  // namespace overt
