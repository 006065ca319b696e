// What all properties have in common, and make_property(). What each says of its
// own is in the tests of their files.
#include "overt/privacy/property.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <utility>

#include "overt/base/error.h"
#include "overt/privacy/property_for_tests.h"
#include "overt/privacy/property_kind.h"

namespace overt {
namespace {

const Counts kOverall = {3, 2, 1};

// Members as {"max", "1/2"}, {"l", "-1"}.
PropertySpec spec_of(const std::string& name,
                     std::initializer_list<std::pair<std::string_view, std::string_view>> members) {
  PropertySpec spec;
  spec.name = name;
  for (const auto& [member, text] : members) {
    const Rational value = text.front() == '-' ? Rational(-number(text.substr(1))) : number(text);
    if (member == "max") spec.max = value;
    if (member == "below") spec.below = value;
    if (member == "c") spec.c = value;
    if (member == "t") spec.t = value;
    if (member == "l") spec.l = value.get_num().get_si();
  }
  return spec;
}

struct Named {
  std::string name;
  std::unique_ptr<Property> property;
};

std::vector<Named> some_of_each() {
  std::vector<Named> result;
  const auto add = [&](const PropertySpec& spec) {
    result.push_back({spec.name, make_property(spec, kOverall)});
  };
  for (const std::string_view ratio : {"1/3", "2/5", "1/2", "3/5", "2/3", "1"}) {
    add(spec_of("highest_ratio", {{"max", ratio}}));
    add(spec_of("highest_ratio", {{"below", ratio}}));
  }
  for (const std::string_view l : {"1", "2", "3", "4"}) {
    add(spec_of("distinct_diversity", {{"l", l}}));
    add(spec_of("entropy_diversity", {{"l", l}}));
    for (const std::string_view c : {"2/5", "1", "3/2", "2", "3"}) {
      add(spec_of("recursive_diversity", {{"c", c}, {"l", l}}));
    }
  }
  for (const std::string_view t : {"0", "1/12", "1/6", "1/3", "1/2", "1"}) {
    add(spec_of("t_closeness", {{"t", t}}));
  }
  return result;
}

std::string message(const PropertySpec& spec, const Counts& overall = kOverall) {
  try {
    make_property(spec, overall);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "none";
}

TEST(MakeProperty, ANameThatDoesNotExistNamesThoseThatDo) {
  EXPECT_EQ(message(spec_of("mondrian", {{"l", "2"}})),
            "property: there is no mondrian; the names are highest_ratio, distinct_diversity, "
            "entropy_diversity, recursive_diversity, t_closeness");
}

TEST(MakeProperty, AMemberThatIsMissing) {
  EXPECT_EQ(message(spec_of("highest_ratio", {})), "property highest_ratio: needs max or below");
  EXPECT_EQ(message(spec_of("distinct_diversity", {})), "property distinct_diversity: needs l");
  EXPECT_EQ(message(spec_of("entropy_diversity", {})), "property entropy_diversity: needs l");
  EXPECT_EQ(message(spec_of("recursive_diversity", {{"l", "2"}})),
            "property recursive_diversity: needs c");
  EXPECT_EQ(message(spec_of("recursive_diversity", {{"c", "2"}})),
            "property recursive_diversity: needs l");
  EXPECT_EQ(message(spec_of("t_closeness", {})), "property t_closeness: needs t");
}

TEST(MakeProperty, AMemberThatTheNameDoesNotHave) {
  EXPECT_EQ(message(spec_of("highest_ratio", {{"max", "1/2"}, {"l", "2"}})),
            "property highest_ratio: has no l");
  EXPECT_EQ(message(spec_of("highest_ratio", {{"l", "2"}})), "property highest_ratio: has no l");
  EXPECT_EQ(message(spec_of("highest_ratio", {{"max", "1/2"}, {"below", "1/2"}})),
            "property highest_ratio: takes max or below, not both");
  EXPECT_EQ(message(spec_of("distinct_diversity", {{"l", "2"}, {"c", "2"}})),
            "property distinct_diversity: has no c");
  EXPECT_EQ(message(spec_of("entropy_diversity", {{"l", "2"}, {"t", "0"}})),
            "property entropy_diversity: has no t");
  EXPECT_EQ(message(spec_of("recursive_diversity", {{"c", "2"}, {"l", "2"}, {"below", "1"}})),
            "property recursive_diversity: has no below");
  EXPECT_EQ(message(spec_of("t_closeness", {{"t", "0"}, {"max", "1"}})),
            "property t_closeness: has no max");
}

TEST(MakeProperty, AMemberOutOfRange) {
  EXPECT_EQ(message(spec_of("highest_ratio", {{"max", "0"}})),
            "property highest_ratio: max is 0; it must be above 0 and at most 1");
  EXPECT_EQ(message(spec_of("highest_ratio", {{"below", "3/2"}})),
            "property highest_ratio: below is 3/2; it must be above 0 and at most 1");
  EXPECT_EQ(message(spec_of("distinct_diversity", {{"l", "0"}})),
            "property distinct_diversity: l is 0; it must be at least 1");
  EXPECT_EQ(message(spec_of("entropy_diversity", {{"l", "-1"}})),
            "property entropy_diversity: l is -1; it must be at least 1");
  EXPECT_EQ(message(spec_of("recursive_diversity", {{"c", "0"}, {"l", "2"}})),
            "property recursive_diversity: c is 0; it must be above 0");
  EXPECT_EQ(message(spec_of("t_closeness", {{"t", "1.5"}})),
            "property t_closeness: t is 3/2; it must be at least 0 and at most 1");
  EXPECT_EQ(message(spec_of("t_closeness", {{"t", "-1/2"}})),
            "property t_closeness: t is -1/2; it must be at least 0 and at most 1");
}

TEST(MakeProperty, OnlyClosenessNeedsRecords) {
  EXPECT_EQ(message(spec_of("t_closeness", {{"t", "1/2"}}), {0, 0}),
            "property t_closeness: the table has no records to be close to");
  EXPECT_EQ(message(spec_of("highest_ratio", {{"max", "1/2"}}), {}), "none");
}

TEST(Properties, ScalingTheWeightsChangesNothing) {
  const Integer huge = Integer(1) << 200;
  for (const Named& named : some_of_each()) {
    for (const Counts& counts : all_counts(3, 4)) {
      const Weights weights = weights_of(counts);
      Weights scaled = weights;
      for (Integer& weight : scaled) weight *= huge;
      EXPECT_EQ(named.property->test(scaled), named.property->test(weights)) << named.name;
    }
  }
}

// A secret choice among strategies rests on this; and a group passes if all its
// records do, its distribution being their mean.
TEST(Properties, AMixtureOfWhatPassesPasses) {
  const std::vector<Counts> all = all_counts(3, 3);
  for (const Named& named : some_of_each()) {
    std::vector<Weights> passing;
    for (const Counts& counts : all) {
      if (test(*named.property, counts) == Verdict::holds) passing.push_back(weights_of(counts));
    }
    for (const Weights& a : passing) {
      for (const Weights& b : passing) {
        for (const int times : {1, 4}) {
          const Weights mixture = {a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]};
          ASSERT_EQ(named.property->test(mixture), Verdict::holds) << named.name;
        }
      }
    }
  }
}

TEST(Properties, RenamingTheValuesMattersOnlyToThoseThatSaySo) {
  bool mattered = false;
  for (const Named& named : some_of_each()) {
    EXPECT_EQ(named.property->names_values(), named.name == "t_closeness");
    for (const Counts& counts : all_counts(3, 4)) {
      const Verdict verdict = test(*named.property, counts);
      Counts renamed = counts;
      std::sort(renamed.begin(), renamed.end());
      do {
        const bool same = test(*named.property, renamed) == verdict;
        if (named.property->names_values()) {
          mattered = mattered || !same;
        } else {
          EXPECT_TRUE(same) << named.name;
        }
      } while (std::next_permutation(renamed.begin(), renamed.end()));
    }
  }
  EXPECT_TRUE(mattered);
}

TEST(Properties, MoreTablesNeverBreakWhatIsSetMonotonic) {
  const std::vector<Counts> all = all_counts(3, 3);
  for (const Named& named : some_of_each()) {
    EXPECT_EQ(named.property->set_monotonic(), named.name == "distinct_diversity");
    if (!named.property->set_monotonic()) continue;
    for (const Counts& some : all) {
      if (test(*named.property, some) != Verdict::holds) continue;
      for (const Counts& more : all) {
        const Counts sum = {some[0] + more[0], some[1] + more[1], some[2] + more[2]};
        ASSERT_EQ(test(*named.property, sum), Verdict::holds) << named.name;
      }
    }
  }
}

TEST(Properties, KnowWhichIsStronger) {
  const auto of = [](const char* name, auto set) {
    PropertySpec spec;
    spec.name = name;
    set(spec);
    return spec;
  };
  const auto most = [&](int l) {
    return of("highest_ratio", [&](PropertySpec& s) { s.max = Rational(1, l); });
  };
  const auto below = [&](int l) {
    return of("highest_ratio", [&](PropertySpec& s) { s.below = Rational(1, l); });
  };
  EXPECT_TRUE(at_least_as_strong(most(3), most(2)));
  EXPECT_FALSE(at_least_as_strong(most(2), most(3)));
  EXPECT_FALSE(at_least_as_strong(most(2), below(2)));
  EXPECT_TRUE(at_least_as_strong(below(2), most(2)));
  EXPECT_TRUE(at_least_as_strong(most(3), below(2)));
  EXPECT_TRUE(at_least_as_strong(below(2), below(2)));
  const auto entropy = [&](std::int64_t l) {
    return of("entropy_diversity", [&](PropertySpec& s) { s.l = l; });
  };
  EXPECT_TRUE(at_least_as_strong(entropy(3), entropy(2)));
  EXPECT_FALSE(at_least_as_strong(entropy(2), entropy(3)));
  EXPECT_FALSE(at_least_as_strong(entropy(3), most(2)));
  const auto recursive = [&](int c, std::int64_t l) {
    return of("recursive_diversity", [&](PropertySpec& s) {
      s.c = c;
      s.l = l;
    });
  };
  EXPECT_TRUE(at_least_as_strong(recursive(1, 3), recursive(2, 2)));
  EXPECT_FALSE(at_least_as_strong(recursive(2, 3), recursive(1, 2)));
  const auto close = [&](int t) {
    return of("t_closeness", [&](PropertySpec& s) { s.t = Rational(1, t); });
  };
  EXPECT_TRUE(at_least_as_strong(close(4), close(3)));
  EXPECT_FALSE(at_least_as_strong(close(3), close(4)));
}

TEST(Properties, SayWhatTheyPromiseOfGroups) {
  std::set<std::string> texts;
  for (const PropertyKind* kind : property_kinds()) {
    PropertySpec spec;
    spec.name = kind->name;
    for (const PropertyFraction& member : property_fractions()) {
      const bool own = kind->has(member.name);
      if (own && !(spec.max && member.name == "below")) spec.*member.value = Rational(1, 3);
    }
    if (kind->has("l")) spec.l = 7;
    EXPECT_NO_THROW(make_property(spec, std::vector<std::uint64_t>{1, 2})) << kind->name;
    const std::string text = promise_of_groups(spec, "illness");
    EXPECT_NE(text.find("illness"), text.npos) << text;
    EXPECT_TRUE(texts.insert(text).second) << text;
    EXPECT_NE(text.find(spec.l ? "7" : "1/3"), text.npos) << text;
    EXPECT_TRUE(at_least_as_strong(spec, spec));
  }
  EXPECT_EQ(promise_of_groups(highest_ratio_at_most(Rational(1, 3)), "x"),
            "no value of x has a share above 1/3 in any group");
}

}  // namespace
}  // namespace overt
