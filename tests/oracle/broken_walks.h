#pragma once

// Walks of local recoding that do what docs/algorithms/local.md forbids, one thing each, on
// tables of a few records that are cut by their numbers. They look harmless; the adversary's
// harness shows what each gives away.

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "oracle/small_universe.h"
#include "overt/adversary/audit.h"
#include "overt/adversary/enumerated_random.h"
#include "overt/local/caps.h"
#include "overt/local/stages/blind_plan.h"
#include "overt/local/stages/deal.h"
#include "overt/local/stages/drawn.h"
#include "overt/local/stop_probability.h"

namespace overt::oracle {

// One table on its way to a release.
class SmallWalk {
 public:
  SmallWalk(const Values& table, const Caps& caps, RandomSource& coins)
      : table_(table), caps_(caps), coins_(coins) {
    domain_ = *std::max_element(table.begin(), table.end()) + 1;
  }

  using Records = std::vector<Record>;

  Records all() const {
    Records result(table_.size());
    std::iota(result.begin(), result.end(), Record{0});
    return result;
  }
  Multiset values_of(const Records& records) const {
    return MultisetCounter(table_, domain_).count(records);
  }
  bool keeps(const Records& records) const { return caps_.keep(values_of(records)); }
  bool cut_keeps(const Records& records, std::size_t first) const {
    return keeps(front(records, first)) && keeps(back(records, first));
  }
  static Records front(const Records& records, std::size_t first) {
    return {records.begin(), records.begin() + static_cast<std::ptrdiff_t>(first)};
  }
  static Records back(const Records& records, std::size_t first) {
    return {records.begin() + static_cast<std::ptrdiff_t>(first), records.end()};
  }
  Ratio pi(const Records& records, std::uint32_t first) const {
    const auto n = static_cast<std::uint32_t>(records.size());
    return StopProbability(n).of(make_split_case(values_of(records), caps_, first, n - first));
  }
  // The drawn in front. Returns their number.
  std::size_t draw(Records& records, const Multiset& drawn) {
    const Multiset whole = values_of(records);
    BlindStage stage(table_, domain_);
    return stage.carry_out(plan_draw(whole, drawn), whole, records, coins_)[0];
  }

  void whole(const Records& records) { groups_.add(records); }
  void dealt(Records records, std::uint32_t groups) {
    BlindStage stage(table_, domain_);
    const Multiset values = values_of(records);
    const auto plan = groups > 1 ? plan_kept_deal(values, caps_, groups, coins_) : std::nullopt;
    if (!plan) return whole(records);
    std::uint32_t begin = 0;
    for (const std::uint32_t end : stage.carry_out(*plan, values, records, coins_)) {
      groups_.add(std::span(records).subspan(begin, end - begin));
      begin = end;
    }
  }
  void dealt(const Records& records) { dealt(records, most_groups(values_of(records), caps_, 1)); }
  std::string text() const { return release_text(groups_, table_); }

 private:
  const Values& table_;
  const Caps& caps_;
  RandomSource& coins_;
  Code domain_;
  Groups groups_;
};

using Records = SmallWalk::Records;

// A node that stops with the probability pi, or because its cut fails, and is dealt then: not
// broken if pi is large enough.
inline Method stopped_and_dealt(std::uint32_t first, std::uint32_t groups, const Caps& caps,
                                const Rational& pi) {
  return [=](const Values& table, RandomSource& coins) {
    SmallWalk walk(table, caps, coins);
    const Records all = walk.all();
    const auto digits = [](const Integer& number) {
      return static_cast<Wide>(mpz_class(number >> 64).get_ui()) << 64U |
             mpz_class(number & mpz_class("ffffffffffffffff", 16)).get_ui();
    };
    if (coins.chance({digits(pi.get_num()), digits(pi.get_den())}) || !walk.cut_keeps(all, first)) {
      walk.dealt(all, groups);
    } else {
      walk.whole(walk.front(all, first));
      walk.whole(walk.back(all, first));
    }
    return walk.text();
  };
}

// The smallest pi for which that is safe: by looking at every deal of every table.
inline Rational smallest_slack_pi(const std::vector<Values>& universe, std::uint32_t first,
                                  std::uint32_t groups, const Caps& caps) {
  const Audit deals = audit(universe, [&](const Values& table, RandomSource& coins) {
    SmallWalk walk(table, caps, coins);
    walk.dealt(walk.all(), groups);
    return walk.text();
  });
  Rational smallest = 0;
  for (const auto& [text, deal] : deals.releases) {
    std::map<std::pair<std::size_t, Code>, Rational> fails;
    std::map<std::pair<std::size_t, Code>, Rational> good;
    Rational all_fails = 0;
    Rational all_good = 0;
    for (const auto& [table, weight] : deal.posterior) {
      EnumeratedRandom unused;
      const SmallWalk walk(table, caps, unused);
      const bool ok = walk.cut_keeps(walk.all(), first);
      (ok ? all_good : all_fails) += weight;
      for (std::size_t r = 0; r < table.size(); ++r) (ok ? good : fails)[{r, table[r]}] += weight;
    }
    for (const auto& [key, weight] : fails) {
      const Rational cap(caps[key.second].above, caps[key.second].below);
      const Rational need = weight - cap * all_fails;
      const Rational gain = cap * all_good - good[key];
      if (need > 0) smallest = std::max(smallest, gain > 0 ? Rational(need / gain) : Rational(1));
    }
  }
  return smallest;
}

// A stopped node is dealt into groups of l with the veil of a whole group.
inline Method dealt_without_slack(std::uint32_t first, std::uint32_t l) {
  return [=](const Values& table, RandomSource& coins) {
    const Caps caps = Caps::one_in(l);
    SmallWalk walk(table, caps, coins);
    const Records all = walk.all();
    if (coins.chance(walk.pi(all, first)) || !walk.cut_keeps(all, first)) {
      walk.dealt(all);
    } else {
      walk.whole(walk.front(all, first));
      walk.whole(walk.back(all, first));
    }
    return walk.text();
  };
}

// What stopped under its veil is dealt, what failed stays whole.
inline Method reason_seen(std::uint32_t first, std::uint32_t l) {
  return [=](const Values& table, RandomSource& coins) {
    const Caps caps = Caps::one_in(l);
    SmallWalk walk(table, caps, coins);
    const Records all = walk.all();
    if (coins.chance(walk.pi(all, first))) {
      walk.dealt(all);
    } else if (!walk.cut_keeps(all, first)) {
      walk.whole(all);
    } else {
      walk.whole(walk.front(all, first));
      walk.whole(walk.back(all, first));
    }
    return walk.text();
  };
}

// The first records are a pilot, if it keeps the caps; else everything is dealt.
inline Method public_pilot(std::size_t size, std::uint32_t l) {
  return [=](const Values& table, RandomSource& coins) {
    const Caps caps = Caps::one_in(l);
    SmallWalk walk(table, caps, coins);
    const Records all = walk.all();
    if (walk.cut_keeps(all, size)) {
      walk.dealt(walk.front(all, size));
      walk.dealt(walk.back(all, size));
    } else {
      walk.dealt(all);
    }
    return walk.text();
  };
}

// A random subset is tested, and said to have failed: another tree then.
inline Method failed_subset_shown(std::uint32_t l) {
  return [=](const Values& table, RandomSource& coins) {
    const Caps caps = Caps::one_in(l);
    SmallWalk walk(table, caps, coins);
    Records all = walk.all();
    const std::size_t start = coins.below(static_cast<std::uint32_t>(all.size()));
    std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(start), all.end());
    if (walk.cut_keeps(all, 2)) {
      walk.whole(walk.front(all, 2));
      walk.whole(walk.back(all, 2));
      return walk.text();
    }
    walk.dealt(all);
    return walk.text() + "not " + std::to_string(start);
  };
}

// The stratified draw takes the first records of each value instead of random ones.
inline Method drawn_in_order(std::uint32_t size, std::uint32_t l) {
  return [=](const Values& table, RandomSource& coins) {
    const Caps caps = Caps::one_in(l);
    SmallWalk walk(table, caps, coins);
    const Records all = walk.all();
    const auto drawn = stratified(walk.values_of(all), caps, size);
    if (!drawn) {
      walk.whole(all);
      return walk.text();
    }
    std::map<Code, std::uint32_t> left;
    for (const CodeCount& own : *drawn) left[own.value] = own.count;
    Records pilot;
    Records rest;
    for (const Record r : all) (left[table[r]] > 0 ? (--left[table[r]], pilot) : rest).push_back(r);
    walk.whole(pilot);
    walk.whole(rest);
    return walk.text();
  };
}

// Two pilots are drawn, and the one is taken whose halves keep the caps, if one does.
inline Method better_pilot(std::uint32_t size, std::uint32_t l) {
  return [=](const Values& table, RandomSource& coins) {
    const Caps caps = Caps::one_in(l);
    SmallWalk walk(table, caps, coins);
    Records one = walk.all();
    const auto drawn = stratified(walk.values_of(one), caps, size);
    if (!drawn) {
      walk.whole(one);
      return walk.text();
    }
    Records other = one;
    walk.draw(one, *drawn);
    walk.draw(other, *drawn);
    const bool good = walk.cut_keeps(walk.front(one, size), size / 2);
    const Records& taken = good ? one : other;
    walk.whole(walk.front(taken, size));
    walk.whole(walk.back(taken, size));
    return walk.text();
  };
}

// Released groups of two are looked into: whether the first two people share their values decides
// how the other four are dealt.
inline Method looks_inside(std::uint32_t l) {
  return [=](const Values& table, RandomSource& coins) {
    const Caps caps = Caps::one_in(l);
    SmallWalk walk(table, caps, coins);
    const Records all = walk.all();
    if (coins.chance(walk.pi(all, 2)) || !walk.cut_keeps(all, 2)) {
      walk.whole(all);
      return walk.text();
    }
    walk.whole(walk.front(all, 2));
    if (table[0] < table[1]) {
      walk.whole(walk.back(all, 2));
    } else {
      walk.dealt(walk.back(all, 2));
    }
    return walk.text();
  };
}

}  // namespace overt::oracle
