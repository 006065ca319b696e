#include "steered/retrying.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "overt/local/caps.h"
#include "overt/local/stages/deal.h"

namespace overt::bench {
namespace {

// The spread of the records in a column.
double spread(const SplitColumn& column, std::span<const Record> records) {
  std::uint32_t low = column.place[records[0]];
  std::uint32_t high = low;
  for (const Record r : records) {
    low = std::min(low, column.place[r]);
    high = std::max(high, column.place[r]);
  }
  return column.at[high] - column.at[low];
}

}  // namespace

Groups retrying_mondrian(std::span<const Code> values, Code domain,
                         const std::vector<SplitColumn>& columns, std::uint32_t l,
                         RandomSource& coins) {
  std::vector<Record> records(values.size());
  std::iota(records.begin(), records.end(), Record{0});
  std::vector<std::unique_ptr<PublicTree>> trees;  // of one column each
  for (const SplitColumn& column : columns) {
    trees.push_back(std::make_unique<PublicTree>(std::vector<SplitColumn>{column}, l));
  }
  const Caps caps = Caps::one_in(l);
  MultisetCounter counter(values, domain);
  BlindStage stage(values, domain);
  Groups groups;
  const auto deal = [&](std::span<Record> node) {
    const Multiset own = counter.count(node);
    const std::uint32_t parts = most_groups(own, caps, 1);
    std::uint32_t begin = 0;
    for (const std::uint32_t end :
         stage.carry_out(plan_deal(own, parts, coins), own, node, coins)) {
      groups.add(node.subspan(begin, end - begin));
      begin = end;
    }
  };
  std::vector<std::span<Record>> open = {std::span(records)};
  while (!open.empty()) {
    const std::span<Record> node = open.back();
    open.pop_back();
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t c = 0; c < columns.size(); ++c)
      order.emplace_back(-spread(columns[c], node), c);
    std::sort(order.begin(), order.end());
    bool cut = false;
    for (const auto& [width, c] : order) {
      const std::size_t first = trees[c]->split(node);
      if (first == 0 || !caps.keep(counter.count(node.first(first))) ||
          !caps.keep(counter.count(node.subspan(first)))) {
        continue;
      }
      open.push_back(node.subspan(first));
      open.push_back(node.first(first));
      cut = true;
      break;
    }
    if (!cut) deal(node);
  }
  return groups;
}

}  // namespace overt::bench
