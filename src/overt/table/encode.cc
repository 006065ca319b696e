#include "overt/table/encode.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "overt/base/error.h"
#include "overt/base/parallel.h"
#include "overt/table/key_codes.h"
#include "overt/table/value_order.h"

namespace overt {
namespace {

// The chunks of one column, in the order of the file.
using Chunks = std::vector<TextChunk>;

constexpr Code kMissing = ~Code{0};
constexpr std::size_t kCheckEvery = 1 << 16;  // values between two looks at progress

// Position of the first record whose text is values[wanted].
std::uint64_t first_record_of(const Chunks& chunks, std::string_view wanted) {
  std::uint64_t record = 0;
  for (const TextChunk& chunk : chunks) {
    for (const std::int32_t code : chunk.codes) {
      if (code >= 0 && chunk.values[static_cast<std::size_t>(code)] == wanted) return record;
      ++record;
    }
  }
  return record;
}

// What the values of a column are called before they are sorted.
struct Dictionary {
  std::vector<std::string_view> values;     // in order of first appearance
  std::vector<std::vector<Code>> of_chunk;  // chunk's code -> position in values, or kMissing
};

Dictionary merge(const Chunks& chunks, const ReadingRules& rules, Progress& progress) {
  Dictionary result;
  KeyCodes<std::string_view> known;
  for (const std::string& text : rules.missing) known.code(text);
  const auto missing = static_cast<Code>(known.keys().size());  // these come first
  for (const TextChunk& chunk : chunks) {
    progress.check();
    // A Parquet dictionary may hold values that no record has: they do not count.
    std::vector<char> used(chunk.values.size(), 0);
    for (const std::int32_t code : chunk.codes) {
      if (code >= 0) used[static_cast<std::size_t>(code)] = 1;
    }
    std::vector<Code>& map = result.of_chunk.emplace_back(chunk.values.size(), kMissing);
    for (std::size_t i = 0; i < map.size(); ++i) {
      if (i % kCheckEvery == 0) progress.check();
      if (used[i] == 0) continue;
      const Code code = known.code(chunk.values[i]);
      if (code >= missing) map[i] = code - missing;
    }
  }
  result.values.assign(known.keys().begin() + missing, known.keys().end());
  return result;
}

Column encode(std::string name, Chunks& chunks, std::uint64_t records, const ReadingRules& rules,
              const TableSource& source, Progress& progress) {
  Column column;
  column.name = std::move(name);
  Dictionary dictionary = merge(chunks, rules, progress);

  ValueOrder order;
  if (const auto declared = rules.types.find(column.name); declared != rules.types.end()) {
    std::optional<std::size_t> bad;
    order = declared_order(dictionary.values, declared->second, bad);
    column.declared = true;
    if (bad) {
      throw Error(
          ErrorCode::malformed,
          fmt::format("{}: {}: column {}: the value is not {} {}", source.name(),
                      source.where(first_record_of(chunks, dictionary.values[*bad])), column.name,
                      order.type == ValueType::integer ? "an" : "a", to_string(order.type)));
    }
  } else {
    order = find_order(dictionary.values);
  }
  column.type = order.type;

  std::vector<Code> sorted(dictionary.values.size());
  std::iota(sorted.begin(), sorted.end(), Code{0});
  std::uint64_t comparisons = 0;  // millions of distinct values take seconds to sort
  std::sort(sorted.begin(), sorted.end(), [&](Code a, Code b) {
    if (++comparisons % kCheckEvery == 0) progress.check();
    if (!order.keys.empty() && order.keys[a] != order.keys[b]) return order.keys[a] < order.keys[b];
    return dictionary.values[a] < dictionary.values[b];
  });
  std::vector<Code> rank(sorted.size());
  column.values.reserve(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i % kCheckEvery == 0) progress.check();
    rank[sorted[i]] = static_cast<Code>(i);
    column.values.emplace_back(dictionary.values[sorted[i]]);
  }

  const Code missing = column.missing_code();
  column.codes.reserve(records);
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    progress.check();
    std::vector<Code>& map = dictionary.of_chunk[c];
    for (Code& code : map) {
      code = code == kMissing ? missing : rank[code];
    }
    for (const std::int32_t code : chunks[c].codes) {
      const Code final_code = code < 0 ? missing : map[static_cast<std::size_t>(code)];
      column.has_missing = column.has_missing || final_code == missing;
      column.codes.push_back(final_code);
    }
    chunks[c].owner.reset();
  }
  return column;
}

}  // namespace

Table read_table(TableSource& source, const std::vector<std::size_t>& columns,
                 const ReadingRules& rules, Progress& progress) {
  source.select(columns);
  progress.begin("reading", source.bytes_total());
  std::vector<Chunks> chunks(columns.size());
  std::uint64_t records = 0;
  while (auto block = source.next()) {
    records += block->records;
    if (records > 0xFFFFFFF0U) {
      throw Error(ErrorCode::malformed,
                  fmt::format("{}: more than 4 billion records", source.name()));
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
      chunks[i].push_back(std::move(block->columns[i]));
    }
    progress.advance(source.bytes_read());
  }
  if (records == 0) {
    throw Error(ErrorCode::malformed, fmt::format("{}: the table has no records", source.name()));
  }
  Table table;
  table.columns.resize(columns.size());
  parallel_for(columns.size(), [&](std::size_t i) {
    table.columns[i] =
        encode(source.columns()[columns[i]], chunks[i], records, rules, source, progress);
  });
  return table;
}

}  // namespace overt
