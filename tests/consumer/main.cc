// What a project that links overt::overt writes: coins and exact shares.

#include <algorithm>
#include <iostream>
#include <numeric>
#include <span>
#include <vector>

#include "overt/base/random.h"
#include "overt/base/rational.h"

int main() {
  std::vector<int> records(100);
  std::iota(records.begin(), records.end(), 0);
  overt::SeededRandom coins(1);
  overt::shuffle(std::span<int>(records), coins);
  if (std::is_sorted(records.begin(), records.end())) return 1;
  std::sort(records.begin(), records.end());
  if (records.front() != 0 || records.back() != 99) return 1;

  std::cout << "share " << overt::to_string(overt::share(25, 75)) << "\n";
  return overt::share(25, 75) <= overt::parse_rational("1/3", "max") ? 0 : 1;
}
