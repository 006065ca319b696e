#include "overt/table/joint_column.h"

#include <algorithm>
#include <numeric>

namespace overt {

JointColumn joint_column(const Table& table, std::span<const std::string> names) {
  JointColumn result;
  if (names.empty()) {
    result.column.values = {"0"};
    result.column.codes.assign(table.records(), 0);
    return result;
  }
  const Column& first = table.columns[table.find(names[0])];
  std::vector<Code> all(first.domain());
  std::iota(all.begin(), all.end(), Code{0});
  result.parts.push_back(std::move(all));
  if (names.size() == 1) {
    result.column = first;
    return result;
  }
  std::vector<Code> codes = first.codes;
  for (std::size_t c = 1; c < names.size(); ++c) {
    const Column& next = table.columns[table.find(names[c])];
    std::vector<std::uint64_t> pairs(codes.size());
    for (std::size_t r = 0; r < codes.size(); ++r) {
      pairs[r] = (std::uint64_t{codes[r]} << 32) + next.codes[r];
    }
    std::vector<std::uint64_t> distinct = pairs;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    for (std::size_t r = 0; r < codes.size(); ++r) {
      codes[r] = static_cast<Code>(std::lower_bound(distinct.begin(), distinct.end(), pairs[r]) -
                                   distinct.begin());
    }
    for (std::vector<Code>& part : result.parts) {
      std::vector<Code> of_pairs;
      for (const std::uint64_t pair : distinct) of_pairs.push_back(part[pair >> 32]);
      part = std::move(of_pairs);
    }
    std::vector<Code>& own = result.parts.emplace_back();
    for (const std::uint64_t pair : distinct) own.push_back(static_cast<Code>(pair));
  }
  for (const std::string& name : names) {
    result.column.name += (result.column.name.empty() ? "" : ",") + name;
  }
  for (std::size_t v = 0; v < result.parts[0].size(); ++v) {
    result.column.values.push_back(std::to_string(v));
  }
  result.column.codes = std::move(codes);
  return result;
}

}  // namespace overt
