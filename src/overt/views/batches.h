#pragma once

// Sums of a chain's count tables in batches of equal length, whose length doubles when there
// are too many of them: a run of unknown length in bounded memory.

#include <cstdint>
#include <vector>

#include "overt/views/component.h"

namespace overt::views {

class Batches {
 public:
  static constexpr std::size_t kMost = 128;

  explicit Batches(std::size_t pairs) : pairs_(pairs) {}

  // Adds a table; whole batches only are seen from outside.
  void add(const Counts& table) {
    if (filled_ == 0) sums_.emplace_back(pairs_, 0);
    std::vector<std::uint64_t>& last = sums_.back();
    for (std::size_t i = 0; i < pairs_; ++i) last[i] += table[i];
    if (++filled_ < length_) return;
    filled_ = 0;
    if (sums_.size() == kMost) halve();
  }

  std::size_t size() const { return filled_ == 0 ? sums_.size() : sums_.size() - 1; }
  std::uint64_t length() const { return length_; }  // tables a batch
  const std::vector<std::uint64_t>& operator[](std::size_t batch) const { return sums_[batch]; }

 private:
  void halve() {
    for (std::size_t b = 0; b + 1 < sums_.size(); b += 2) {
      std::vector<std::uint64_t>& to = sums_[b / 2];
      if (b > 0) to = sums_[b];
      for (std::size_t i = 0; i < pairs_; ++i) to[i] += sums_[b + 1][i];
    }
    sums_.resize(kMost / 2);
    length_ *= 2;
  }

  std::size_t pairs_;
  std::uint64_t length_ = 1, filled_ = 0;
  std::vector<std::vector<std::uint64_t>> sums_;
};

}  // namespace overt::views
