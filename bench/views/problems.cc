#include "views/problems.h"

#include <algorithm>
#include <string>

namespace overt::bench {
namespace {

constexpr Code kValues = 20;

Published table_of(std::uint32_t records, RandomSource& coins) {
  Published result;
  for (std::uint32_t r = 0; r < records; ++r) {
    result.problem.records.push_back(std::to_string(r + 1));
    result.table.push_back(coins.below(100) < 16 ? 0 : 1 + coins.below(kValues - 1));
  }
  for (Code v = 0; v < kValues; ++v) result.problem.values.push_back("value" + std::to_string(v));
  return result;
}

void publish(Published& to, std::string name, std::vector<Record> records) {
  std::sort(records.begin(), records.end());
  views::Disclosure one{std::move(name), std::move(records),
                        std::vector<std::uint32_t>(kValues, 0)};
  for (const Record record : one.records) ++one.counts[to.table[record]];
  to.problem.disclosures.push_back(std::move(one));
}

}  // namespace

Published two_partitions(std::uint32_t records, RandomSource& coins) {
  Published result = table_of(records, coins);
  std::vector<std::vector<Record>> groups;
  for (Record next = 0; next < records;) {
    const std::uint32_t size = std::min(records - next, 6 + coins.below(5));
    groups.emplace_back();
    for (std::uint32_t i = 0; i < size; ++i) groups.back().push_back(next++);
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    publish(result, "first " + std::to_string(g + 1), groups[g]);
  }
  for (std::uint32_t swaps = 0; swaps < records / 10; ++swaps) {
    const std::uint32_t g = coins.below(static_cast<std::uint32_t>(groups.size() - 1));
    const auto any = [&](std::vector<Record>& group) -> Record& {
      return group[coins.below(static_cast<std::uint32_t>(group.size()))];
    };
    std::swap(any(groups[g]), any(groups[g + 1]));
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    publish(result, "second " + std::to_string(g + 1), groups[g]);
  }
  return result;
}

Published ages_and_regions(std::uint32_t records, RandomSource& coins) {
  Published result = table_of(records, coins);
  std::vector<std::vector<Record>> ages(20), regions(20);
  for (Record r = 0; r < records; ++r) {
    ages[coins.below(20)].push_back(r);
    regions[coins.below(20)].push_back(r);
  }
  for (int i = 0; i < 20; ++i) publish(result, "age " + std::to_string(i), ages[i]);
  for (int i = 0; i < 20; ++i) publish(result, "region " + std::to_string(i), regions[i]);
  return result;
}

Published windows(std::uint32_t records, RandomSource& coins) {
  Published result = table_of(records, coins);
  const std::uint32_t step = records / 40;
  for (std::uint32_t i = 0; i < 40; ++i) {
    std::vector<Record> window;
    const std::uint32_t end = i == 39 ? records : (i + 1) * step + step / 2;
    for (Record r = i * step; r < end; ++r) window.push_back(r);
    publish(result, "window " + std::to_string(i), window);
  }
  return result;
}

}  // namespace overt::bench
