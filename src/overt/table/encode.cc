#include "overt/table/encode.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "overt/base/digit.h"
#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/base/parallel.h"
#include "overt/table/counted_source.h"
#include "overt/table/key_codes.h"
#include "overt/table/number_text.h"
#include "overt/table/value_order.h"

namespace overt {
namespace {

// The chunks of one column, in the order of the file.
using Chunks = std::vector<TextChunk>;

constexpr Code kMissing = ~Code{0};
constexpr std::size_t kCheckEvery = 1 << 16;  // values between two looks at progress
constexpr std::uint64_t kFewRows = 256;       // are coded before a thread would have started
constexpr std::uint64_t kManyRecords = 100;   // one odd value in so many is a mistake

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

// Numbers, some with a comma before their last digits: texts, as long as nobody says that this is
// how decimals are written here.
bool look_like_decimal_commas(const std::vector<std::string>& values) {
  const auto digits = [](std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
  };
  bool commas = false;
  for (std::string_view value : values) {
    if (value.starts_with('-')) value.remove_prefix(1);
    const std::size_t comma = value.find(',');
    if (!digits(value.substr(0, comma))) return false;
    if (comma == value.npos) continue;
    if (!digits(value.substr(comma + 1))) return false;
    commas = true;
  }
  return commas;
}

// How messages call a type: "an integer", "a number".
std::string with_article(ValueType type) {
  return fmt::format("{} {}", type == ValueType::integer ? "an" : "a", to_string(type));
}

// Works on the texts of one column, and says where one of them stands when something is wrong.
class Typing {
 public:
  // `counts` of the rows, if the source has them.
  Typing(const std::string& name, const Chunks& chunks, std::span<const std::uint64_t> counts,
         const Dictionary& dictionary, const ReadingRules& rules, const TableSource& source)
      : name_(name),
        chunks_(chunks),
        counts_(counts),
        dictionary_(dictionary),
        rules_(rules),
        source_(source) {}

  ValueOrder declared(const DeclaredType& type) const {
    std::vector<std::string> pointed;
    const std::vector<std::string_view> values = with_points(pointed);
    std::optional<std::size_t> bad;
    ValueOrder order = declared_order(values, type, bad);
    if (bad) refuse_declared(*bad, type, values);
    keep_points(values, order);
    return order;
  }

  ValueOrder found() const {
    std::vector<std::string> pointed;
    const std::vector<std::string_view> values = with_points(pointed);
    ValueOrder order = find_order(values);
    if (order.type != ValueType::text) {
      keep_points(values, order);
    } else {
      refuse_odd_ones(values);
    }
    return order;
  }

 private:
  // With another decimal sign, the texts in which it stands for the point (if they are numbers).
  std::vector<std::string_view> with_points(std::vector<std::string>& pointed) const {
    if (rules_.decimal == '.') return dictionary_.values;
    pointed.reserve(dictionary_.values.size());
    for (const std::string_view value : dictionary_.values) {
      std::string& text = pointed.emplace_back(value);
      if (text.find('.') == text.npos) std::replace(text.begin(), text.end(), rules_.decimal, '.');
    }
    return {pointed.begin(), pointed.end()};
  }
  void keep_points(const std::vector<std::string_view>& values, ValueOrder& order) const {
    const bool number = order.type == ValueType::integer || order.type == ValueType::decimal ||
                        order.type == ValueType::number;
    if (rules_.decimal != '.' && number && order.texts.empty()) {
      order.texts.assign(values.begin(), values.end());
    }
  }

  std::string place_of(std::size_t value) const {
    return fmt::format("{}: {}: column {}", source_.name(),
                       source_.where(first_record_of(chunks_, dictionary_.values[value])), name_);
  }

  [[noreturn]] void refuse_declared(std::size_t bad, const DeclaredType& type,
                                    const std::vector<std::string_view>& values) const {
    const std::string what =
        fmt::format("{}: the value is not {}", place_of(bad), with_article(type.type));
    const std::string_view format = fitting_date_format(values);
    if (type.type != ValueType::date || !type.format.empty() || format.empty()) {
      throw Error(ErrorCode::malformed, what);
    }
    throw KeyedError(
        ErrorCode::malformed,
        {fmt::format("{} as in 1980-12-31; all values of the column fit {} (", what, format),
         Key{"columns"}, fmt::format(" {}=date:{})", name_, format)});
  }

  void refuse_odd_ones(const std::vector<std::string_view>& values) const {
    std::vector<std::uint64_t> records(values.size(), 0);
    std::uint64_t all = 0;
    std::size_t row = 0;
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      const std::vector<Code>& map = dictionary_.of_chunk[c];
      for (const std::int32_t code : chunks_[c].codes) {
        const std::uint64_t count = counts_.empty() ? 1 : counts_[row];
        ++row;
        if (code < 0 || map[static_cast<std::size_t>(code)] == kMissing) continue;
        records[map[static_cast<std::size_t>(code)]] += count;
        all += count;
      }
    }
    refuse_odd(values, records, all, "a number", looks_like_number);
    refuse_odd(values, records, all, "a date or a time", looks_like_time);
  }

  void refuse_odd(const std::vector<std::string_view>& values,
                  const std::vector<std::uint64_t>& records, std::uint64_t all, const char* what,
                  bool (*fits)(std::string_view)) const {
    std::uint64_t odd = 0;
    std::optional<std::size_t> first;
    bool absent = true;  // all of them say that there is nothing, whatever is taken for missing
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (fits(values[i])) continue;
      odd += records[i];
      absent = absent && (values[i].empty() || is_nan_or_infinity(values[i]));
      if (!first) first = i;
    }
    if (!first || odd == all) return;
    if (!absent && (all < kManyRecords || odd > all / kManyRecords)) return;
    const std::string problem =
        values[*first].empty() ? fmt::format("the field is empty, where others have {}", what)
        : absent               ? "NaN or an infinity among numbers"
                               : fmt::format("the value is not {}, as nearly all others are", what);
    // Texts that are given replace the usual ones.
    const bool usual = rules_.missing == ReadingRules().missing && !values[*first].empty();
    throw KeyedError(
        ErrorCode::malformed,
        {fmt::format("{}: {}; read the value as a missing one (", place_of(*first), problem),
         Key{"missing"}, usual ? ", beside the empty field and NULL" : "",
         ") or the column as text (", Key{"columns"}, fmt::format(" {}=text)", name_)});
  }

  const std::string& name_;
  const Chunks& chunks_;
  std::span<const std::uint64_t> counts_;
  const Dictionary& dictionary_;
  const ReadingRules& rules_;
  const TableSource& source_;
};

// The place of each value among those that occur.
std::vector<Code> ranks_in(const std::vector<std::string>& order,
                           const std::vector<std::string>& values) {
  std::vector<Code> ranks(values.size());
  Code next = 0;
  for (const std::string& value : order) {
    const auto found = std::lower_bound(values.begin(), values.end(), value);
    if (found == values.end() || *found != value) continue;
    ranks[static_cast<std::size_t>(found - values.begin())] = next++;
  }
  return next == values.size() ? ranks : std::vector<Code>();
}

Column encode(std::size_t position, Chunks& chunks, std::uint64_t rows,
              std::span<const std::uint64_t> counts, const ReadingRules& rules,
              const TableSource& source, Progress& progress) {
  Column column;
  column.name = source.columns()[position];
  Dictionary dictionary = merge(chunks, rules, progress);

  const Typing typing(column.name, chunks, counts, dictionary, rules, source);
  const auto declared = rules.types.find(column.name);
  column.declared = declared != rules.types.end();
  column.formatted = column.declared && !declared->second.format.empty();
  ValueOrder order;
  if (column.declared) {
    order = typing.declared(declared->second);
  } else if (!source.is_text(position)) {
    order = typing.found();
  }
  column.type = order.type;
  const auto text_of = [&](Code code) -> std::string_view {
    return order.texts.empty() ? dictionary.values[code] : order.texts[code];
  };

  std::vector<Code> rank(dictionary.values.size(), kMissing);
  std::vector<Code> sorted;
  for (Code code = 0; code < rank.size(); ++code) {
    // Where -9 is a missing value, so is -9.0.
    std::string_view text = text_of(code);
    if (column.type == ValueType::decimal && text.find('.') != text.npos) {
      text.remove_suffix(text.size() - 1 - text.find_last_not_of('0'));
      if (text.ends_with('.')) text.remove_suffix(1);
    }
    const bool as_written = order.texts.empty() && text == dictionary.values[code];
    if (as_written || !rules.is_missing(text)) sorted.push_back(code);
  }
  std::uint64_t comparisons = 0;  // millions of distinct values take seconds to sort
  std::sort(sorted.begin(), sorted.end(), [&](Code a, Code b) {
    if (++comparisons % kCheckEvery == 0) progress.check();
    if (!order.keys.empty() && order.keys[a] != order.keys[b]) return order.keys[a] < order.keys[b];
    return text_of(a) < text_of(b);
  });
  column.values.reserve(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i % kCheckEvery == 0) progress.check();
    const std::string_view text = text_of(sorted[i]);
    // The same number, written in two ways, is one value.
    if (i == 0 || text != text_of(sorted[i - 1])) column.values.emplace_back(text);
    rank[sorted[i]] = static_cast<Code>(column.values.size() - 1);
  }
  if (column.type == ValueType::text && !column.declared) {
    column.ranks = ranks_in(source.value_order(position), column.values);
  }

  const Code missing = column.missing_code();
  column.codes.reserve(rows);
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    progress.check();
    std::vector<Code>& map = dictionary.of_chunk[c];
    for (Code& code : map) {
      if (code != kMissing) code = rank[code];
      if (code == kMissing) code = missing;
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

[[noreturn]] void too_many(const TableSource& source, const char* what) {
  throw Error(ErrorCode::malformed, fmt::format("{}: more than {}", source.name(), what));
}

}  // namespace

CountedTable read_counted_table(TableSource& source, const std::vector<std::size_t>& columns,
                                const ReadingRules& rules, Progress& progress) {
  source.select(columns);
  progress.begin("reading", source.bytes_total());
  std::vector<Chunks> chunks(columns.size());
  std::uint64_t rows = 0;
  std::uint64_t records = 0;  // that they stand for, if they have counts
  CountedTable result;
  while (auto block = source.next()) {
    rows += block->records;
    if (rows > kMostRows) too_many(source, "4 billion rows");
    for (std::size_t i = 0; i < columns.size(); ++i) {
      chunks[i].push_back(std::move(block->columns[i]));
    }
    for (const std::uint64_t count : block->counts) {
      if (count > kMostRecords - records) too_many(source, "140 trillion records");
      records += count;
      result.counts.push_back(count);
    }
    progress.advance(source.bytes_read());
  }
  if (rows == 0) {
    throw Error(ErrorCode::malformed, fmt::format("{}: the table has no records", source.name()));
  }
  result.rows.columns.resize(columns.size());
  const std::size_t threads = rows < kFewRows ? 1 : 0;
  parallel_for(
      columns.size(),
      [&](std::size_t i) {
        result.rows.columns[i] =
            encode(columns[i], chunks[i], rows, result.counts, rules, source, progress);
      },
      threads);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = result.rows.columns[i];
    if (rules.decimal != '.' || column.declared || column.type != ValueType::text ||
        source.is_text(columns[i]) || !look_like_decimal_commas(column.values)) {
      continue;
    }
    progress.warn(fmt::format(
        "{}: column {}: the values look like numbers with a decimal comma, and are taken for texts "
        "(overt inspect --decimal , takes them for numbers)",
        source.name(), column.name));
  }
  return result;
}

Table read_table(TableSource& source, const std::vector<std::size_t>& columns,
                 const ReadingRules& rules, Progress& progress) {
  return expand(read_counted_table(source, columns, rules, progress));
}

}  // namespace overt
