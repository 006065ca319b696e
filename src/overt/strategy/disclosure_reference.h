#pragma once

// Disclosure sets by their definitions, table by table: no cells, no weights, no
// renaming, and each strategy's set written as model and papers write it, not derived
// from a walk. Linked into tests only.
//
// What does not depend on the strategy (who looks like whom at which step, and of which
// sets of tables the property holds) is found once and shared by all of them.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "overt/counting/table_set.h"
#include "overt/counting/view.h"
#include "overt/privacy/property.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt::reference {

using Table = std::vector<Code>;
using Tables = std::vector<std::size_t>;  // a set of them, by their numbers

class Universe {
 public:
  struct Findings {
    bool holds = false;  // never of no tables at all
    Worst worst;         // the first of the largest shares
  };

  // `tables`: all arrangements of one multiset. Keeps a reference to the property.
  Universe(std::vector<Table> tables, const std::vector<Groups>& sequence, const Property& property,
           Code values)
      : tables_(std::move(tables)), property_(property), values_(values) {
    for (const Groups& groups : sequence) {
      auto& sets = per_.emplace_back();
      auto& view = view_.emplace_back();
      std::map<std::vector<std::uint32_t>, std::size_t> number;
      for (std::size_t t = 0; t < tables_.size(); ++t) {
        const auto counts = view_of(groups, tables_[t], values_).counts;
        view.push_back(number.emplace(counts, number.size()).first->second);
        sets.resize(number.size());
        sets[view.back()].push_back(t);
      }
    }
  }

  const std::vector<Table>& tables() const { return tables_; }
  std::size_t records() const { return tables_.front().size(); }
  std::size_t steps() const { return per_.size(); }
  Code values() const { return values_; }

  // The number of what the step shows of the table, and the tables that show the same.
  std::size_t view(std::size_t step, std::size_t t) const { return view_[step][t]; }
  const Tables& per(std::size_t step, std::size_t t) const { return per_[step][view(step, t)]; }
  const std::vector<Tables>& all_per(std::size_t step) const { return per_[step]; }

  // In how many tables of the set the record has each value.
  std::vector<Integer> weights(const Tables& set, std::size_t record) const {
    std::vector<Integer> result(values_);
    for (const std::size_t t : set) ++result[tables_[t][record]];
    return result;
  }

  const Findings& findings(const Tables& set) const {
    const auto found = known_.find(set);
    if (found != known_.end()) return found->second;
    Findings result;
    result.holds = !set.empty();
    for (std::size_t r = 0; r < records() && !set.empty(); ++r) {
      const std::vector<Integer> with = weights(set, r);
      result.holds = result.holds && property_.test(with) == Verdict::holds;
      for (Code v = 0; v < values_; ++v) {
        Rational own(with[v], static_cast<unsigned long>(set.size()));
        own.canonicalize();
        if (own > result.worst.share) result.worst = {static_cast<Record>(r), v, own};
      }
    }
    return known_.emplace(set, std::move(result)).first->second;
  }
  bool p(const Tables& set) const { return findings(set).holds; }

 private:
  std::vector<Table> tables_;
  const Property& property_;
  Code values_;
  std::vector<std::vector<Tables>> per_;        // step, view
  std::vector<std::vector<std::size_t>> view_;  // step, table
  mutable std::map<Tables, Findings> known_;
};

struct Asked {
  std::size_t step;
  bool ds;  // else per
  bool holds;
  friend bool operator==(const Asked&, const Asked&) = default;
};

class Disclosure {
 public:
  // `jumps`: one for each step, for k_jump. Keeps a reference to the universe.
  Disclosure(const Universe& universe, std::string strategy, std::vector<std::uint32_t> jumps)
      : universe_(universe),
        strategy_(std::move(strategy)),
        jumps_(std::move(jumps)),
        ds_(universe.steps()) {}

  const Tables& ds(std::size_t step, std::size_t t) {
    const auto key = universe_.view(step, t);
    const auto found = ds_[step].find(key);
    if (found != ds_[step].end()) return found->second;
    Tables result;
    for (const std::size_t other : universe_.per(step, t)) {
      if (belongs(step, other)) result.push_back(other);
    }
    return ds_[step].emplace(key, std::move(result)).first->second;
  }
  bool p_per(std::size_t step, std::size_t t) const { return universe_.p(universe_.per(step, t)); }
  bool p_ds(std::size_t step, std::size_t t) { return universe_.p(ds(step, t)); }

  // Everything that is asked for the table, and what is released in the end.
  std::pair<std::vector<Asked>, std::optional<std::size_t>> walk(std::size_t t) {
    std::vector<Asked> path;
    for (std::size_t i = 0; i < universe_.steps();) {
      if (strategy_ != "safe") {
        path.push_back({i, false, p_per(i, t)});
        if (strategy_ == "naive" && path.back().holds) return {path, i};
        if (!path.back().holds || strategy_ == "naive") {
          ++i;
          continue;
        }
      }
      path.push_back({i, true, p_ds(i, t)});
      if (path.back().holds) return {path, i};
      if (strategy_ == "safe") {
        ++i;
      } else {
        i += strategy_ == "exclusive" ? universe_.steps() : jumps_[i];
      }
    }
    return {path, std::nullopt};
  }
  std::optional<std::size_t> released(std::size_t t) {
    if (released_.empty()) {
      for (std::size_t each = 0; each < universe_.tables().size(); ++each) {
        released_.push_back(walk(each).second);
      }
    }
    return released_[t];
  }

  // Whoever sees the table's view at the step that is released for it, and reruns the
  // strategy on all tables, is left with these.
  Tables posterior(std::size_t step, std::size_t t) {
    Tables left;
    for (const std::size_t other : universe_.per(step, t)) {
      if (released(other) == step) left.push_back(other);
    }
    return left;
  }

 private:
  bool belongs(std::size_t step, std::size_t t) {
    if (strategy_ == "safe") {
      for (std::size_t j = 0; j < step; ++j) {
        if (p_ds(j, t)) return false;
      }
      return true;
    }
    if (!p_per(step, t)) return false;
    if (strategy_ == "exclusive" || strategy_ == "naive") {
      for (std::size_t j = 0; j < step; ++j) {
        if (p_per(j, t)) return false;
      }
      return true;
    }
    for (std::size_t j = 0; j < step;) {  // k_jump: does its path have (step, ds)?
      if (!p_per(j, t)) {
        ++j;
        if (j == step) return true;
        continue;
      }
      if (p_ds(j, t)) return false;
      j += jumps_[j];
      if (j > step) return false;
      if (j == step) return true;
    }
    return step == 0;
  }

  const Universe& universe_;
  std::string strategy_;
  std::vector<std::uint32_t> jumps_;
  std::vector<std::map<std::size_t, Tables>> ds_;  // step, view
  std::vector<std::optional<std::size_t>> released_;
};

}  // namespace overt::reference
