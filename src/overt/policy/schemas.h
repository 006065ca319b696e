#pragma once

// The ways to describe a secret: a sequence of partitions of its possible states,
// the most telling one first, the last one the whole set ("say nothing").
//
//   states 22030 22031 22040 23000 24000, prefixes:
//   T1  22030 | 22031 | 22040 | 23000 | 24000        T4  22030 22031 22040 | 23000 | 24000
//   T2  22030 22031 | 22040 | 23000 | 24000          T5  all (2*)
//   T3  22030 22031 22040 | 23000 | 24000            T6  all (*)
//
// A disclosure function gives every state one of the schemas. It is public; what is
// published of the true state is the schema and the state's block in it.
//
// Cost: 4 bytes a state and schema. prefix_schemas: one sort of the states and one
// pass a schema.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "overt/hierarchy/hierarchy.h"
#include "overt/table/groups.h"

namespace overt {

using State = std::uint32_t;

// A partition. Blocks are numbered 0, 1, ..; none is empty.
struct Schema {
  std::vector<std::uint32_t> block_of;  // state -> block
  std::uint32_t blocks = 0;
};

// INVARIANTS, of whatever makes one:
//   1. at least one schema; all are of the same states, of which there is at least one.
//   2. the last schema has one block.
using Schemas = std::vector<Schema>;

// state -> schema, from 0
using DisclosureFunction = std::vector<std::uint32_t>;

// The largest number of states times schemas that is taken: 4 GB of block numbers.
inline constexpr std::uint64_t kMostCells = 1'000'000'000;

// Throws Error{usage} if there are more cells.
void check_cells(std::uint64_t states, std::uint64_t schemas);

// T1 shows all characters of a state, each further schema one less of the longest, the last
// none. A shorter state is shown whole as long as its length allows. Blocks are numbered by
// their lowest state. REQUIRES: the states are distinct, and UTF-8.
Schemas prefix_schemas(std::span<const std::string> states);

// Level by level the labels of a hierarchy: schema i is level i.
Schemas hierarchy_schemas(const BoundHierarchy& hierarchy, std::size_t states);

// The first schema whose blocks do not all lie inside blocks of the next one;
// schemas.size() if there is none, that is, if the sequence is nested.
std::size_t first_not_nested(const Schemas& schemas);

// The first `shown` characters of a prefix block: "220*"; the state itself if it has no more.
std::string prefix_label(const std::string& state, std::size_t shown);
// Characters (not bytes) of a text in UTF-8.
std::size_t characters(std::string_view text);

// Some states, put together by their block in one schema, lowest block first; states
// of a block keep their order. Made once and used again for every schema.
class BlockSorter {
 public:
  // Valid until the next call.
  const Groups& sort(const Schema& schema, std::span<const State> states);

 private:
  std::vector<std::uint32_t> ends_;
  Groups groups_;
};

}  // namespace overt
