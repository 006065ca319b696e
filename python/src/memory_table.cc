#include "python/src/memory_table.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <new>
#include <numeric>

#include "overt/base/parallel.h"
#include "overt/table/time_form.h"

namespace overt::python {
namespace {

constexpr std::uint32_t kCheckEvery = 1 << 16;  // comparisons between two looks at progress

// Calls use(record, code) for every record.
template <typename Use>
void for_each_code(const OutColumn& column, std::size_t records, const Use& use) {
  if (column.run_ends.empty()) {
    for (std::size_t i = 0; i < records; ++i) use(i, column.codes[i]);
    return;
  }
  std::size_t at = 0;
  for (std::size_t run = 0; run < column.run_ends.size(); ++run) {
    for (; at < column.run_ends[run]; ++at) use(at, column.codes[run]);
  }
}

MemoryColumn group_column(const OutTable& table) {
  MemoryColumn result;
  result.name = "group";
  result.type = MemoryColumn::Type::int32;
  result.codes.reserve(table.records);
  for (std::size_t run = 0; run < table.group_ends.size(); ++run) {
    result.codes.resize(table.group_ends[run], static_cast<std::int32_t>(run + 1));
  }
  return result;
}

// The values that occur, sorted and each once; returns code -> index.
std::vector<std::int32_t> add_values(const OutColumn& column, MemoryColumn& result,
                                     Progress& progress) {
  std::vector<char> used(column.values.size(), 0);
  for (const std::uint32_t code : column.codes) {
    if (code < used.size()) used[code] = 1;
  }
  std::vector<std::uint32_t> order;
  for (std::uint32_t code = 0; code < used.size(); ++code) {
    if (used[code] != 0) order.push_back(code);
  }
  std::uint32_t compared = 0;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (++compared % kCheckEvery == 0) progress.check();
    return column.values[a] < column.values[b];
  });
  std::vector<std::int32_t> index(column.values.size(), 0);
  result.offsets = {0};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::string& text = column.values[order[i]];
    if (i == 0 || text != column.values[order[i - 1]]) {
      result.bytes += text;
      if (result.bytes.size() > std::numeric_limits<std::int32_t>::max()) throw std::bad_alloc();
      result.offsets.push_back(static_cast<std::int32_t>(result.bytes.size()));
    }
    index[order[i]] = static_cast<std::int32_t>(result.offsets.size() - 2);
  }
  return index;
}

void set_null(MemoryColumn& column, std::size_t record, std::size_t records) {
  if (column.valid.empty()) column.valid.assign((records + 7) / 8, 0xFF);
  column.valid[record / 8] &= static_cast<std::uint8_t>(~(1U << (record % 8)));
  ++column.nulls;
}

MemoryColumn memory_column(const OutColumn& column, std::size_t records, Progress& progress) {
  MemoryColumn result;
  result.name = column.name;
  result.values = column.type;
  const auto fill = [&](const auto& meaning, auto& to) {
    to.resize(records, 0);
    for_each_code(column, records, [&](std::size_t record, std::uint32_t code) {
      if (code < meaning.size()) {
        to[record] = meaning[code];
      } else {
        set_null(result, record, records);
      }
    });
  };
  if (column.type != ValueType::integer) {
    fill(add_values(column, result, progress), result.codes);
    return result;
  }
  result.type = MemoryColumn::Type::int64;
  std::vector<std::int64_t> numbers;
  for (const std::string& text : column.values) {
    std::from_chars(text.data(), text.data() + text.size(), numbers.emplace_back(0));
  }
  fill(numbers, result.numbers);
  return result;
}

}  // namespace

std::shared_ptr<const MemoryTable> memory_table(const OutTable& table, Progress& progress) {
  auto result = std::make_shared<MemoryTable>();
  result->records = table.records;
  result->note = table.note;
  result->columns.resize(table.columns.size() + 1);
  parallel_for(result->columns.size(), [&](std::size_t c) {
    progress.check();
    result->columns[c] =
        c == 0 ? group_column(table) : memory_column(table.columns[c - 1], table.records, progress);
  });
  const auto forms = time_forms(table);
  for (std::size_t c = 0; c < forms.size(); ++c) {
    if (forms[c]) result->columns[c + 1].form = forms[c]->text();
  }
  return result;
}

}  // namespace overt::python
