#pragma once

// GDA as its pseudo-code reads, without any speed: plain lists of records, exact
// rationals, and a search through everything wherever gda.cc and
// gda_left_overs.cc keep an order. Draws the same coins, so that the two must
// agree outcome by outcome. Linked into tests only.

#include <algorithm>
#include <map>
#include <vector>

#include "overt/base/random.h"
#include "overt/base/rational.h"
#include "overt/streamline/rda_reference.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt::reference {

class Gda {
 public:
  Gda(std::vector<Code> values, std::vector<std::uint32_t> ranks, std::size_t l)
      : values_(std::move(values)), ranks_(std::move(ranks)), l_(l) {}

  std::vector<std::vector<Record>> run(RandomSource& coins) {
    std::vector<Colour> queue = colours(coins);
    while (incomplete(queue) >= l_) {
      const Code served = queue[0].value;
      while (!queue[place_of(queue, served)].left.empty() && incomplete(queue) >= l_) {
        const std::uint32_t rank = ranks_[queue[place_of(queue, served)].left.front()];
        std::vector<std::pair<std::uint32_t, Code>> others;
        for (const Colour& c : queue) {
          if (c.value == served || c.left.empty()) continue;
          others.emplace_back(distance(ranks_[c.left.front()], rank), c.value);
        }
        std::sort(others.begin(), others.end());
        std::vector<Record> group = {take(queue, place_of(queue, served))};
        for (std::size_t i = 0; i + 1 < l_; ++i) {
          group.push_back(take(queue, place_of(queue, others.at(i).second)));
        }
        groups_.push_back(group);
      }
    }
    for (const Colour& c : queue) {
      if (!c.left.empty()) left_.push_back(c);
    }
    place_left_overs();
    std::erase_if(groups_, [](const auto& group) { return group.empty(); });
    return groups_;
  }

 private:
  static std::uint32_t distance(std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; }

  static std::size_t incomplete(const std::vector<Colour>& queue) {
    return static_cast<std::size_t>(
        std::count_if(queue.begin(), queue.end(), [](const Colour& c) { return !c.left.empty(); }));
  }

  std::vector<Colour> colours(RandomSource& coins) const {
    std::map<Code, std::map<std::uint32_t, std::vector<Record>>> by_value;
    for (Record r = 0; r < values_.size(); ++r) by_value[values_[r]][ranks_[r]].push_back(r);
    std::vector<Colour> queue;
    for (auto& [value, by_rank] : by_value) {
      Colour colour{value, {}};
      for (auto& [rank, records] : by_rank) {
        shuffle(std::span(records), coins);
        colour.left.insert(colour.left.end(), records.begin(), records.end());
      }
      queue.push_back(colour);
    }
    std::stable_sort(queue.begin(), queue.end(), [](const Colour& a, const Colour& b) {
      return a.left.size() > b.left.size();
    });
    return queue;
  }

  Rational mean(const std::vector<Record>& group) const {
    Integer sum = 0;
    for (const Record r : group) sum += ranks_[r];
    return quotient(sum, group.size());
  }
  Rational mean_distance(const std::vector<Record>& group, std::uint32_t rank) const {
    Integer sum = 0;
    for (const Record r : group) sum += distance(ranks_[r], rank);
    return quotient(sum, group.size());
  }
  static Rational quotient(const Integer& sum, std::size_t size) {
    Rational result(sum, Integer(static_cast<unsigned long>(size)));
    result.canonicalize();
    return result;
  }
  long room(const std::vector<Record>& group, Code value) const {
    const auto same =
        std::count_if(group.begin(), group.end(), [&](Record r) { return values_[r] == value; });
    return static_cast<long>(group.size()) - static_cast<long>(l_) * same;
  }

  // The group with room for the value, nearest by mean to `rank`; the lower mean and
  // then the lower number win ties.
  std::size_t nearest_with_room(Code value, const Rational& rank, std::size_t but) const {
    std::size_t best = groups_.size();
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (g == but || groups_[g].empty() || room(groups_[g], value) <= 0) continue;
      if (best == groups_.size()) {
        best = g;
        continue;
      }
      const Rational here = mean(groups_[g]);
      const Rational there = mean(groups_[best]);
      const Rational a = abs(here - rank);
      const Rational b = abs(there - rank);
      if (a < b || (a == b && here < there)) best = g;
    }
    return best;
  }

  void join(std::size_t group, std::size_t other) {
    groups_[group].insert(groups_[group].end(), groups_[other].begin(), groups_[other].end());
    groups_[other].clear();
  }

  // Whether way 1 prefers group g to a group with a lower number: by mean distance,
  // then by the mean.
  bool nearer(std::size_t g, std::size_t lower, std::uint32_t rank) const {
    const Rational a = mean_distance(groups_[g], rank);
    const Rational b = mean_distance(groups_[lower], rank);
    return a < b || (a == b && mean(groups_[g]) < mean(groups_[lower]));
  }

  void place_left_overs() {
    for (Colour& colour : left_) {  // way 1
      while (!colour.left.empty()) {
        const std::uint32_t rank = ranks_[colour.left.front()];
        std::size_t best = groups_.size();
        for (std::size_t g = 0; g < groups_.size(); ++g) {
          const auto holds = [&](Record r) { return values_[r] == colour.value; };
          if (std::any_of(groups_[g].begin(), groups_[g].end(), holds)) continue;
          if (best == groups_.size() || nearer(g, best, rank)) best = g;
        }
        if (best == groups_.size()) break;
        groups_[best].push_back(colour.left.front());
        colour.left.erase(colour.left.begin());
      }
    }
    while (place_bundle()) {  // way 2
    }
  }

  // As large a bundle as there is room for, of the fullest colours.
  bool place_bundle() {
    std::vector<Colour*> fullest;
    for (Colour& colour : left_) {
      if (!colour.left.empty()) fullest.push_back(&colour);
    }
    std::stable_sort(fullest.begin(), fullest.end(), [](const Colour* a, const Colour* b) {
      return a->left.size() > b->left.size();
    });
    for (std::size_t q = fullest.size(); q > 0; --q) {
      const long needed = static_cast<long>(l_) - static_cast<long>(q);
      std::vector<Colour*> bundle;
      for (Colour* colour : fullest) {
        long total = 0;
        for (const auto& group : groups_) total += room(group, colour->value);
        if (total >= needed && bundle.size() < q) bundle.push_back(colour);
      }
      if (bundle.size() < q) continue;
      const Rational rank = ranks_[bundle.front()->left.front()];
      const std::size_t group = nearest_with_room(bundle.front()->value, rank, groups_.size());
      for (const Colour* colour : bundle) {
        while (room(groups_[group], colour->value) < needed) {
          join(group, nearest_with_room(colour->value, rank, group));
        }
      }
      for (Colour* colour : bundle) {
        groups_[group].push_back(colour->left.front());
        colour->left.erase(colour->left.begin());
      }
      return true;
    }
    return false;
  }

  std::vector<Code> values_;
  std::vector<std::uint32_t> ranks_;
  std::size_t l_;
  std::vector<std::vector<Record>> groups_;
  std::vector<Colour> left_;
};

}  // namespace overt::reference
