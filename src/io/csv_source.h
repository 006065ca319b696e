#pragma once

// CSV as a TableSource. The file is cut into blocks at record ends (CsvScanner
// knows them), and Arrow parses each block by itself on some thread into
// dictionaries of text, without inference. Blocks come out in order.
//
// Why blocks of our own instead of Arrow's: a record may then be as long as 16
// MB whatever the block size, a ragged row has an exact line, memory is bounded
// while piping, and reading stops at once when asked to.

#include <memory>
#include <string>

#include "io/bytes.h"
#include "overt/base/progress.h"
#include "overt/table/source.h"

namespace overt::io {

// Bytes that a thread parses at a time. Some ten blocks are under way, so they are much of the
// memory that reading takes; larger ones are no faster.
inline constexpr std::size_t kCsvBlock = std::size_t{1} << 19;

// `head` are bytes of `input` that were read already. With `nulls` a field without quotes that is
// empty is null, as COPY of PostgreSQL writes it; else it is the empty text.
std::unique_ptr<TableSource> open_csv(std::unique_ptr<Bytes> input, std::string head,
                                      const ReadOptions& options, Progress& progress,
                                      std::size_t block_bytes = kCsvBlock, bool nulls = false);

}  // namespace overt::io
