#include "overt/verify/promise_check.h"

#include <algorithm>
#include <set>
#include <utility>

namespace overt {

PromiseCheck::PromiseCheck(const PropertySpec& promise)
    : promise_(promise), by_share_(promise.max || promise.below) {}

void PromiseCheck::add(std::span<const ValueCount> values, std::uint64_t records) {
  std::uint64_t largest = 0;
  for (const ValueCount& value : values) largest = std::max(largest, value.count);
  if (largest_ < Ratio{largest, records}) largest_ = {largest, records};
  empty_group_ = empty_group_ || values.empty();
  if (by_share_) return;
  for (const ValueCount& value : values) {
    const auto next = static_cast<std::uint32_t>(overall_.size());
    const auto [found, is_new] = place_.emplace(value.id, next);
    if (is_new) overall_.push_back(0);
    overall_[found->second] += value.count;
    counts_.push_back({found->second, value.count});
  }
  ends_.push_back(counts_.size());
}

Rational PromiseCheck::largest_share() const { return largest_.exact(); }

bool PromiseCheck::kept() const {
  if (empty_group_) return false;
  if (!by_share_) return every_group_passes();
  return promise_.max ? largest_share() <= *promise_.max : largest_share() < *promise_.below;
}

bool PromiseCheck::every_group_passes() const {
  if (overall_.empty()) return false;
  const auto property = make_property(promise_, overall_);
  std::set<std::vector<std::uint64_t>> seen;  // each distribution is asked once
  std::size_t from = 0;
  for (const std::size_t to : ends_) {
    std::vector<std::uint64_t> counts;
    if (property->names_values()) counts.resize(overall_.size(), 0);
    for (; from < to; ++from) {
      if (property->names_values()) {
        counts[counts_[from].id] += counts_[from].count;
      } else {
        counts.push_back(counts_[from].count);
      }
    }
    if (!property->names_values()) std::sort(counts.begin(), counts.end());
    const auto [own, is_new] = seen.insert(std::move(counts));
    if (!is_new) continue;
    std::vector<Integer> weights;
    weights.reserve(own->size());
    for (const std::uint64_t count : *own) weights.emplace_back(static_cast<unsigned long>(count));
    if (property->test(weights) != Verdict::holds) return false;
  }
  return true;
}

std::string PromiseCheck::text() const {
  const std::string start = "every group keeps the promise: ";
  if (promise_.max) return start + "no value above a share of " + to_string(*promise_.max);
  return start + to_string(promise_);
}

}  // namespace overt
