#pragma once

// The measures by their definitions, from records, in rationals and without
// speed: for tests of check.h only. See docs/concepts/measures.md.

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "overt/base/rational.h"

namespace overt {

// A record: what its quasi-identifiers read, and its sensitive value. Values are
// ordered as numbers are.
struct ReferenceRecord {
  std::string quasi;
  int value = 0;
};

class CheckReference {
 public:
  explicit CheckReference(const std::vector<ReferenceRecord>& records) : records_(records) {
    for (const ReferenceRecord& record : records) {
      groups_[record.quasi].push_back(record.value);
      values_.insert(record.value);
    }
  }

  std::size_t groups() const { return groups_.size(); }
  std::size_t k() const {
    std::size_t k = records_.size();
    for (const auto& [quasi, group] : groups_) k = std::min(k, group.size());
    return k;
  }
  // Records for which no other record has the same quasi-identifiers.
  std::size_t uniques() const {
    return static_cast<std::size_t>(std::count_if(
        records_.begin(), records_.end(),
        [&](const ReferenceRecord& record) { return groups_.at(record.quasi).size() == 1; }));
  }
  Rational mean_risk() const {
    Rational sum;
    for (const ReferenceRecord& record : records_) sum += share(1, groups_.at(record.quasi).size());
    return sum / Rational(static_cast<unsigned long>(records_.size()));
  }
  Rational alpha() const {
    return worst([&](const auto& q, const auto&) { return *std::max_element(q.begin(), q.end()); });
  }
  std::size_t distinct_l() const {
    std::size_t l = values_.size();
    for (const auto& [quasi, group] : groups_) l = std::min(l, sorted_counts(group).size());
    return l;
  }
  // n^n >= l^n * prod c^c for every group.
  bool entropy_at_least(const Rational& l) const {
    for (const auto& [quasi, group] : groups_) {
      Rational left = 1;
      Rational right = 1;
      for (std::size_t i = 0; i < group.size(); ++i)
        left *= static_cast<unsigned long>(group.size());
      for (std::size_t i = 0; i < group.size(); ++i) right *= l;
      for (const unsigned long count : sorted_counts(group)) {
        for (unsigned long i = 0; i < count; ++i) right *= count;
      }
      if (left < right) return false;
    }
    return true;
  }
  // Whether every group is recursive (c,l)-diverse.
  bool recursive(const Rational& c, std::size_t l) const {
    return std::all_of(groups_.begin(), groups_.end(), [&](const auto& entry) {
      const std::vector<unsigned long> r = sorted_counts(entry.second);
      Rational tail;
      for (std::size_t i = l - 1; i < r.size(); ++i) tail += r[i];
      return Rational(r[0]) < c * tail;
    });
  }
  Rational t_equal() const {
    return worst([](const auto& q, const auto& p) {
      Rational sum;
      for (std::size_t i = 0; i < p.size(); ++i) sum += abs(q[i] - p[i]);
      return Rational(sum / 2);
    });
  }
  Rational t_ordered() const {
    if (values_.size() == 1) return 0;
    return worst([](const auto& q, const auto& p) {
      Rational sum;
      Rational difference;
      for (std::size_t i = 0; i < p.size(); ++i) {
        difference += q[i] - p[i];
        sum += abs(difference);
      }
      return Rational(sum / static_cast<unsigned long>(p.size() - 1));
    });
  }
  // e to the power of delta.
  Rational delta_ratio() const {
    return worst([](const auto& q, const auto& p) {
      Rational highest = 1;
      for (std::size_t i = 0; i < p.size(); ++i) {
        if (q[i] == 0) continue;
        highest = std::max<Rational>({highest, q[i] / p[i], p[i] / q[i]});
      }
      return highest;
    });
  }
  bool every_value_in_every_group() const { return distinct_l() == values_.size(); }
  Rational beta() const {
    return worst([](const auto& q, const auto& p) {
      Rational highest;
      for (std::size_t i = 0; i < p.size(); ++i) {
        highest = std::max<Rational>(highest, (q[i] - p[i]) / p[i]);
      }
      return highest;
    });
  }
  // Whether no gain is above -ln p; small tables keep away from equality.
  bool enhanced() const {
    return worst([](const auto& q, const auto& p) {
             Rational broken;
             for (std::size_t i = 0; i < p.size(); ++i) {
               const double gain = Rational((q[i] - p[i]) / p[i]).get_d();
               if (gain > 1e-12 && gain > -std::log(p[i].get_d())) broken = 1;
             }
             return broken;
           }) == 0;
  }

 private:
  static std::vector<unsigned long> sorted_counts(const std::vector<int>& group) {
    std::map<int, unsigned long> counts;
    for (const int value : group) ++counts[value];
    std::vector<unsigned long> result;
    for (const auto& [value, count] : counts) result.push_back(count);
    std::sort(result.rbegin(), result.rend());
    return result;
  }
  std::vector<Rational> shares(const std::vector<int>& of) const {
    std::vector<Rational> result;
    for (const int value : values_) {
      const auto count = static_cast<std::uint64_t>(std::count(of.begin(), of.end(), value));
      result.push_back(share(count, of.size()));
    }
    return result;
  }
  // The largest measure(Q, P) of all groups.
  template <typename Measure>
  Rational worst(const Measure& measure) const {
    std::vector<int> all;
    for (const ReferenceRecord& record : records_) all.push_back(record.value);
    const std::vector<Rational> p = shares(all);
    Rational highest;
    for (const auto& [quasi, group] : groups_) {
      const std::vector<Rational> q = shares(group);
      highest = std::max<Rational>(highest, measure(q, p));
    }
    return highest;
  }

  std::vector<ReferenceRecord> records_;
  std::map<std::string, std::vector<int>> groups_;
  std::set<int> values_;
};

}  // namespace overt
