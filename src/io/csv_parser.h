#pragma once

// The fields of a block of whole records, by Arrow's parser, on the calling thread. Included by
// src/io only.
//
//   ParsedBlock parsed = parse_csv("\n34,flu\n29,cold\n", ',', 2, {1});
//   parsed.columns[0]      codes 0 1 of the texts flu cold
//
// Arrow's TableReader is the same with a thread beside it that reads ahead. A block has nothing to
// read ahead; and where there is no memory to hand that thread its work, the reader waits for it
// for ever. Arrow's parser splits the fields; the dictionaries are ours, since in a released file
// most fields are those of the row before, and Arrow's look each of them up.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "overt/table/source.h"

namespace overt::io {

struct RaggedRow {
  std::uint64_t number = 0;  // of the row in the block, from 1; 0: none
  int expected = 0;
  int actual = 0;
};

struct ParsedBlock {
  bool good = false;  // else `ragged` may say why
  RaggedRow ragged;
  std::uint64_t records = 0;
  std::vector<TextChunk> columns;  // those that were selected
};

// With `nulls` an empty field without quotes is null; else it is the empty text. Throws
// std::bad_alloc.
ParsedBlock parse_csv(std::string_view bytes, char delimiter, std::size_t columns,
                      const std::vector<std::size_t>& selected, bool nulls = false);

// The fields of the first record; none where it cannot be read. Throws std::bad_alloc.
std::vector<std::string> parse_csv_header(std::string_view bytes, char delimiter);

}  // namespace overt::io
