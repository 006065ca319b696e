#pragma once

// Disclosure sets by their definitions, table by table: no cells, no weights, no
// renaming, and each strategy's set written as model and papers write it, not derived
// from a walk. Linked into tests only.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "overt/counting/view.h"
#include "overt/privacy/property.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt::reference {

using Table = std::vector<Code>;

class Disclosure {
 public:
  // `tables`: all arrangements of one multiset. `jumps`: one a step, for k_jump.
  Disclosure(std::vector<Table> tables, std::vector<Groups> sequence, const Property& property,
             std::string strategy, std::vector<std::uint32_t> jumps, Code values)
      : tables_(std::move(tables)),
        sequence_(std::move(sequence)),
        property_(property),
        strategy_(std::move(strategy)),
        jumps_(std::move(jumps)),
        values_(values) {
    for (const Groups& groups : sequence_) {
      auto& same = same_view_.emplace_back();
      for (std::size_t t = 0; t < tables_.size(); ++t) {
        same[view_of(groups, tables_[t], values_).counts].push_back(t);
      }
    }
  }

  const std::vector<Table>& tables() const { return tables_; }

  // Tables by their numbers.
  const std::vector<std::size_t>& per(std::size_t step, std::size_t t) const {
    return same_view_[step].at(view_of(sequence_[step], tables_[t], values_).counts);
  }

  std::vector<std::size_t> ds(std::size_t step, std::size_t t) {
    std::vector<std::size_t> result;
    for (const std::size_t other : per(step, t)) {
      if (belongs(step, other)) result.push_back(other);
    }
    return result;
  }

  bool p(const std::vector<std::size_t>& set) const {
    if (set.empty()) return false;
    for (std::size_t r = 0; r < tables_.front().size(); ++r) {
      std::vector<Integer> weights(values_);
      for (const std::size_t t : set) ++weights[tables_[t][r]];
      if (property_.test(weights) != Verdict::holds) return false;
    }
    return true;
  }

  std::optional<std::size_t> released(std::size_t t) {
    if (strategy_ == "naive") {
      for (std::size_t i = 0; i < sequence_.size(); ++i) {
        if (p_per(i, t)) return i;
      }
      return std::nullopt;
    }
    if (strategy_ == "safe") {
      for (std::size_t i = 0; i < sequence_.size(); ++i) {
        if (p_ds(i, t)) return i;
      }
      return std::nullopt;
    }
    for (std::size_t i = 0; i < sequence_.size();) {
      if (!p_per(i, t)) {
        ++i;
      } else if (p_ds(i, t)) {
        return i;
      } else {
        i += strategy_ == "exclusive" ? sequence_.size() : jumps_[i];
      }
    }
    return std::nullopt;
  }

  bool p_per(std::size_t step, std::size_t t) {
    const auto key = std::pair(step, per(step, t).front());
    const auto found = p_per_.find(key);
    if (found != p_per_.end()) return found->second;
    return p_per_[key] = p(per(step, t));
  }
  bool p_ds(std::size_t step, std::size_t t) {
    const auto key = std::pair(step, per(step, t).front());
    const auto found = p_ds_.find(key);
    if (found != p_ds_.end()) return found->second;
    return p_ds_[key] = p(ds(step, t));
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

  std::vector<Table> tables_;
  std::vector<Groups> sequence_;
  const Property& property_;
  std::string strategy_;
  std::vector<std::uint32_t> jumps_;
  Code values_;
  std::vector<std::map<std::vector<std::uint32_t>, std::vector<std::size_t>>> same_view_;
  std::map<std::pair<std::size_t, std::size_t>, bool> p_per_, p_ds_;
};

}  // namespace overt::reference
