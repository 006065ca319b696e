#include "local/without_veil.h"

#include <numeric>
#include <vector>

namespace overt::bench {

Groups without_veil(std::span<const Code> values, Code domain, Splitter& tree, std::uint32_t l) {
  std::vector<Record> records(values.size());
  std::iota(records.begin(), records.end(), Record{0});
  std::vector<std::uint32_t> counts(domain, 0);
  const auto keeps = [&](std::span<const Record> part) {
    bool result = true;
    for (const Record r : part) {
      result = result && ++counts[values[r]] * std::uint64_t{l} <= part.size();
      if (!result) break;
    }
    for (const Record r : part) counts[values[r]] = 0;
    return result;
  };
  Groups groups;
  groups.members.reserve(records.size());
  std::vector<std::span<Record>> open = {std::span(records)};
  while (!open.empty()) {
    const std::span<Record> node = open.back();
    open.pop_back();
    const std::size_t size = tree.split(node);
    if (size > 0 && keeps(node.first(size)) && keeps(node.subspan(size))) {
      open.push_back(node.subspan(size));
      open.push_back(node.first(size));
    } else {
      groups.add(node);
    }
  }
  return groups;
}

}  // namespace overt::bench
