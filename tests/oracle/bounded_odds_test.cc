// Adversaries who do not find every arrangement equally likely, but to whom swapping the values of
// two people changes the odds by at most R: what rda and a deal give away to them, over all tables
// of small universes and all outcomes of the coins, and many such beliefs; and that a stopped node
// of local gives them more, so that its promise cannot be stretched in the same way.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>

#include "oracle/dealt_groups.h"
#include "oracle/shape.h"
#include "oracle/transparency.h"
#include "overt/local/local.h"
#include "overt/privacy/bounded_odds.h"
#include "overt/streamline/rda.h"

namespace overt::oracle {
namespace {

// How likely a table is before the release, up to a factor.
using Belief = std::function<Rational(const Values&)>;

// A weight for each person and value, 1 or `root`: a swap changes two weights, so that the odds
// change by at most root^2.
Belief weights_of_people(std::uint32_t bits, Code domain, unsigned long root) {
  return [=](const Values& table) {
    Rational weight = 1;
    for (std::size_t r = 0; r < table.size(); ++r) {
      const std::uint32_t bit = static_cast<std::uint32_t>(r) * domain + table[r];
      // A hash of the bit and of `bits`: any pattern will do.
      if ((((bit + 1) * 2654435761U) ^ (bits * 40503U)) >> 16U & 1U) weight *= root;
    }
    return weight;
  };
}

// The largest odds between two tables that differ by one swap.
Rational odds_of(const Belief& belief, const std::vector<Values>& universe) {
  Rational odds = 1;
  for (Values table : universe) {
    const Rational own = belief(table);
    for (std::size_t i = 0; i < table.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        std::swap(table[i], table[j]);
        odds = std::max(odds, Rational(own / belief(table)));
        std::swap(table[i], table[j]);
      }
    }
  }
  return odds;
}

// The share of each value in the group of each record, from the text of a release.
std::vector<std::vector<Rational>> shares_of(const std::string& release, std::size_t records,
                                             Code domain) {
  std::vector<std::vector<Rational>> shares(records, std::vector<Rational>(domain, 0));
  const auto numbers = [](const std::string& text) {
    std::vector<std::size_t> result;
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t comma = std::min(text.find(',', from), text.size());
      result.push_back(std::stoul(text.substr(from, comma - from)));
      from = comma + 1;
    }
    return result;
  };
  for (std::size_t at = 0; at < release.size();) {
    const std::size_t colon = release.find(':', at);
    const std::size_t end = release.find(' ', colon);
    const auto members = numbers(release.substr(at, colon - at));
    const auto values = numbers(release.substr(colon + 1, end - colon - 1));
    for (const std::size_t r : members) {
      for (const std::size_t v : values) {
        shares[r][v] += Rational(1, static_cast<unsigned long>(values.size()));
      }
    }
    at = end + 1;
  }
  return shares;
}

struct Found {
  std::size_t checks = 0;
  std::size_t above = 0;    // posteriors above what the odds allow for the share of the group
  std::size_t reached = 0;  // exactly there, and above the share
  Rational worst = 0;
};

// Every posterior of every release, for a belief whose odds are at most `odds`.
void attack(const Audit& audit, const Belief& belief, const Rational& odds, std::size_t records,
            Code domain, Found& found) {
  for (const auto& [release, one] : audit.releases) {
    std::vector<std::vector<Rational>> with(records, std::vector<Rational>(domain, 0));
    Rational all = 0;
    for (const auto& [table, likelihood] : one.posterior) {
      const Rational weight = likelihood * belief(table);
      all += weight;
      for (std::size_t r = 0; r < records; ++r) with[r][table[r]] += weight;
    }
    const auto shares = shares_of(release, records, domain);
    for (std::size_t r = 0; r < records; ++r) {
      for (Code v = 0; v < domain; ++v) {
        const Rational posterior = with[r][v] / all;
        const Rational allowed = certainty_with_odds(shares[r][v], odds);
        ++found.checks;
        found.above += posterior > allowed ? 1 : 0;
        found.reached += posterior == allowed && posterior > shares[r][v] && posterior < 1 ? 1 : 0;
        found.worst = std::max(found.worst, posterior);
      }
    }
  }
}

// That one person has one value.
Belief in_one_person(std::size_t person, Code value, unsigned long odds) {
  return [=](const Values& table) { return Rational(table[person] == value ? odds : 1); };
}

Groups by_rda(const Values& table, std::uint32_t l, RandomSource& coins) {
  Progress progress;
  return rda(table, domain_of(table), l, coins, progress);
}

Groups by_deal(const Values& table, std::uint32_t l, RandomSource& coins) {
  return dealt_groups(table, Caps::one_in(l), coins);
}

using BlindMethod = Groups(const Values&, std::uint32_t, RandomSource&);

void expect_what_odds_allow(const char* name, BlindMethod& method) {
  for (std::uint32_t l = 2; l <= 3; ++l) {
    Found found;
    constexpr std::size_t kRecords = 6;
    constexpr Code kDomain = 4;
    for_each_multiset(kRecords, kDomain, [&](const Values& multiset) {
      if (most_frequent(multiset) * l > kRecords) return;
      const auto universe = arrangements(multiset);
      const Audit result = audit(universe, [&](const Values& table, RandomSource& coins) {
        return release_text(method(table, l, coins), table);
      });
      for (std::uint32_t bits = 0; bits < 4; ++bits) {
        const Belief belief = weights_of_people(bits, kDomain, 2);
        ASSERT_LE(odds_of(belief, universe), 4);
        attack(result, belief, 4, kRecords, kDomain, found);
      }
      attack(result, in_one_person(2, multiset[0], 3), 3, kRecords, kDomain, found);
      // Whoever does not know which of two such beliefs to hold.
      const Belief one = weights_of_people(5, kDomain, 2);
      const Belief other = weights_of_people(6, kDomain, 2);
      const Belief mixed = [&](const Values& table) -> Rational {
        return one(table) + 7 * other(table);
      };
      attack(result, mixed, 4, kRecords, kDomain, found);
    });
    std::printf(
        "%s, l = %u, odds up to 4: %zu posteriors, %zu above the bound, %zu reach it, worst "
        "%s\n",
        name, l, found.checks, found.above, found.reached, to_string(found.worst).c_str());
    EXPECT_EQ(found.above, 0U);
    EXPECT_GT(found.reached, 0U);
    EXPECT_LE(found.worst, certainty_with_odds(Rational(1, l), 4));
  }
}

TEST(BoundedOddsAdversary, LearnsFromRdaWhatTheirOddsAllow) {
  expect_what_odds_allow("rda", by_rda);
}

TEST(BoundedOddsAdversary, LearnsFromADealWhatTheirOddsAllow) {
  expect_what_odds_allow("deal", by_deal);
}

// Groups for 1 + R (l - 1) keep 1/l against odds of R, exactly: l = 2, R = 2 needs groups of 3.
TEST(BoundedOddsAdversary, GroupsForTheirOddsKeepThePromise) {
  const auto l = static_cast<std::uint32_t>(l_with_odds(2, 2));
  for (BlindMethod* method : {&by_rda, &by_deal}) {
    Found found;
    const auto universe = arrangements({0, 0, 1, 1, 2, 2});
    const Audit result = audit(universe, [&](const Values& table, RandomSource& coins) {
      return release_text(method(table, l, coins), table);
    });
    for (std::size_t person = 0; person < 6; ++person) {
      attack(result, in_one_person(person, 1, 2), 2, 6, 3, found);
    }
    EXPECT_EQ(found.above, 0U);
    EXPECT_EQ(found.worst, Rational(1, 2));
  }
}

// Local recoding tests its cuts. That a node was not cut is likelier for tables on which the cut
// fails; the stop probability makes up for this under equal likelihood, and not under another
// belief. Somewhere a posterior exceeds what the share of the group would allow.
TEST(BoundedOddsAdversary, LearnsMoreFromAStoppedNodeOfLocal) {
  constexpr std::size_t kRecords = 6;
  constexpr Code kDomain = 5;
  Found found;
  for_each_multiset(kRecords, kDomain, [&](const Values& multiset) {
    if (most_frequent(multiset) * 2 > kRecords) return;
    const Audit result =
        audit(arrangements(multiset), [](const Values& table, RandomSource& coins) {
          Progress progress;
          Shape tree(1, 3, 2);
          return release_text(local(table, domain_of(table), tree, 2, coins, progress), table);
        });
    for (std::uint32_t bits = 0; bits < 16; ++bits) {
      attack(result, weights_of_people(bits, kDomain, 2), 4, kRecords, kDomain, found);
    }
    for (std::size_t person = 0; person < kRecords; ++person) {
      for (const Code value : multiset) {
        attack(result, in_one_person(person, value, 4), 4, kRecords, kDomain, found);
      }
    }
  });
  std::printf(
      "local, l = 2, odds up to 4: %zu posteriors, %zu above the bound of their group, worst "
      "%s\n",
      found.checks, found.above, to_string(found.worst).c_str());
  EXPECT_GT(found.above, 0U);
}

}  // namespace
}  // namespace overt::oracle
