#pragma once

// Public trees of small tables for local recoding.

#include <algorithm>
#include <cstddef>
#include <span>

#include "overt/local/public_tree.h"

namespace overt::oracle {

// Records in the order of their numbers, cut so that `numerator / denominator` of them, at
// least l, come first; no part below l.
class Shape final : public Splitter {
 public:
  Shape(std::size_t numerator, std::size_t denominator, std::size_t l)
      : numerator_(numerator), denominator_(denominator), l_(l) {}

  std::size_t split(std::span<Record> records) override {
    const std::size_t n = records.size();
    const std::size_t first = std::max(l_, n * numerator_ / denominator_);
    if (first + l_ > n) return 0;
    std::sort(records.begin(), records.end());
    return first;
  }

 private:
  std::size_t numerator_;
  std::size_t denominator_;
  std::size_t l_;
};

}  // namespace overt::oracle
