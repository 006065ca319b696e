#include "overt/policy/schemas.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "overt/base/error.h"

namespace overt {
namespace {

// Bytes 10xxxxxx go on with a character of UTF-8.
bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// The first eight bytes as a number that compares as they do.
std::uint64_t head_of(const std::string& text) {
  std::uint64_t head = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    head = head << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0);
  }
  return head;
}

// The states in the order of their bytes. Most comparisons are decided by the first
// eight bytes, which are kept beside the state: no text is fetched for them.
std::vector<State> sorted_by_bytes(std::span<const std::string> states) {
  struct Key {
    std::uint64_t head;
    State state;
  };
  std::vector<Key> keys;
  keys.reserve(states.size());
  for (State x = 0; x < states.size(); ++x) keys.push_back({head_of(states[x]), x});
  std::sort(keys.begin(), keys.end(), [&](const Key& a, const Key& b) {
    return a.head != b.head ? a.head < b.head : states[a.state] < states[b.state];
  });
  std::vector<State> order;
  order.reserve(keys.size());
  for (const Key& key : keys) order.push_back(key.state);
  return order;
}

std::size_t common_characters(const std::string& a, const std::string& b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  auto length = static_cast<std::size_t>(end.first - a.begin());
  // A difference inside a character: the character is not common.
  const auto inside = [&](const std::string& text) {
    return length < text.size() && continues(text[length]);
  };
  if (inside(a) || inside(b)) {
    while (length > 0 && continues(a[length - 1])) --length;
    if (length > 0) --length;
  }
  return characters(std::string_view(a).substr(0, length));
}

}  // namespace

void check_cells(std::uint64_t states, std::uint64_t schemas) {
  if (schemas != 0 && states > kMostCells / schemas) {
    throw Error(ErrorCode::usage,
                fmt::format("{} states in {} schemas are too many; their product is at most {}",
                            states, schemas, kMostCells));
  }
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return !continues(byte); }));
}

std::string prefix_label(const std::string& state, std::size_t shown) {
  std::size_t end = 0;
  for (; end < state.size(); ++end) {
    if (!continues(state[end]) && shown-- == 0) return state.substr(0, end) + "*";
  }
  return state;
}

Schemas prefix_schemas(std::span<const std::string> states) {
  std::size_t longest = 0;
  for (const std::string& state : states) longest = std::max(longest, characters(state));
  check_cells(states.size(), longest + 1);
  const std::vector<State> order = sorted_by_bytes(states);
  // common[i]: the characters that the i-th in order shares with the one before.
  std::vector<std::uint32_t> common(order.size(), 0);
  std::vector<std::uint32_t> rank(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    rank[order[i]] = static_cast<std::uint32_t>(i);
    if (i == 0) continue;
    common[i] =
        static_cast<std::uint32_t>(common_characters(states[order[i - 1]], states[order[i]]));
  }
  Schemas schemas(longest + 1);
  std::vector<std::uint32_t> run_of(order.size());  // by place in the order
  std::vector<std::uint32_t> block_of_run;
  for (std::size_t shown = longest; shown <= longest; --shown) {  // ends by wrapping around
    Schema& schema = schemas[longest - shown];
    std::uint32_t runs = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i == 0 || common[i] < shown) ++runs;
      run_of[i] = runs - 1;
    }
    block_of_run.assign(runs, UINT32_MAX);
    schema.block_of.resize(order.size());
    for (State x = 0; x < order.size(); ++x) {
      std::uint32_t& block = block_of_run[run_of[rank[x]]];
      if (block == UINT32_MAX) block = schema.blocks++;
      schema.block_of[x] = block;
    }
  }
  return schemas;
}

Schemas hierarchy_schemas(const BoundHierarchy& hierarchy, std::size_t states) {
  check_cells(states, hierarchy.levels());
  Schemas schemas(hierarchy.levels());
  std::vector<std::uint32_t> block_of_node(hierarchy.node_count());
  for (std::size_t level = 0; level < schemas.size(); ++level) {
    Schema& schema = schemas[level];
    block_of_node.assign(block_of_node.size(), UINT32_MAX);
    for (State x = 0; x < states; ++x) {
      std::uint32_t& block = block_of_node[hierarchy.ancestor(level, x)];
      if (block == UINT32_MAX) block = schema.blocks++;
      schema.block_of.push_back(block);
    }
  }
  return schemas;
}

std::size_t first_not_nested(const Schemas& schemas) {
  std::vector<std::uint32_t> above;
  for (std::size_t i = 0; i + 1 < schemas.size(); ++i) {
    above.assign(schemas[i].blocks, UINT32_MAX);
    for (State x = 0; x < schemas[i].block_of.size(); ++x) {
      std::uint32_t& block = above[schemas[i].block_of[x]];
      if (block == UINT32_MAX) block = schemas[i + 1].block_of[x];
      if (block != schemas[i + 1].block_of[x]) return i;
    }
  }
  return schemas.size();
}

const Groups& BlockSorter::sort(const Schema& schema, std::span<const State> states) {
  ends_.assign(schema.blocks, 0);
  for (const State x : states) ++ends_[schema.block_of[x]];
  groups_.offsets.assign(1, 0);
  std::uint32_t sum = 0;
  for (std::uint32_t& end : ends_) {
    const std::uint32_t size = end;
    end = sum;
    sum += size;
    if (size > 0) groups_.offsets.push_back(sum);
  }
  groups_.members.resize(states.size());
  for (const State x : states) groups_.members[ends_[schema.block_of[x]]++] = x;
  return groups_;
}

}  // namespace overt
