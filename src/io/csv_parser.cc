#include "io/csv_parser.h"

#include <arrow/csv/options.h>
#include <arrow/csv/parser.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "io/arrow_status.h"
#include "overt/table/key_codes.h"

namespace overt::io {
namespace {

arrow::csv::ParseOptions rules_with(char delimiter) {
  auto rules = arrow::csv::ParseOptions::Defaults();
  rules.delimiter = delimiter;
  rules.newlines_in_values = true;
  return rules;
}

// What a chunk of a column owns: its texts, one behind the other, and a code for each record.
struct CodedTexts {
  std::string texts;
  std::vector<std::int32_t> codes;
};

// False where Arrow fails.
bool code_column(const arrow::csv::BlockParser& parser, std::int32_t column, bool nulls,
                 std::vector<TextChunk>& columns) {
  KeyCodes<std::string_view> known;  // of texts in the parser's memory
  const auto owned = std::make_shared<CodedTexts>();
  owned->codes.reserve(static_cast<std::size_t>(parser.num_rows()));
  const auto status = parser.VisitColumn(
      column, [&](const std::uint8_t* data, std::uint32_t size, bool quoted, bool /*missing*/) {
        const bool null = nulls && size == 0 && !quoted;
        const std::string_view text(reinterpret_cast<const char*>(data), size);
        owned->codes.push_back(null ? -1 : static_cast<std::int32_t>(known.code(text)));
        return arrow::Status::OK();
      });
  if (failed(status)) return false;
  std::size_t size = 0;
  for (const std::string_view text : known.keys()) size += text.size();
  owned->texts.reserve(size);
  for (const std::string_view text : known.keys()) owned->texts += text;
  TextChunk& chunk = columns.emplace_back();
  chunk.values.reserve(known.keys().size());
  std::size_t from = 0;
  for (const std::string_view text : known.keys()) {
    chunk.values.push_back(std::string_view(owned->texts).substr(from, text.size()));
    from += text.size();
  }
  chunk.codes = owned->codes;
  chunk.owner = owned;
  return true;
}

}  // namespace

ParsedBlock parse_csv(std::string_view bytes, char delimiter, std::size_t columns,
                      const std::vector<std::size_t>& selected, bool nulls) {
  ParsedBlock result;
  auto rules = rules_with(delimiter);
  rules.invalid_row_handler = [&](const arrow::csv::InvalidRow& row) {
    if (result.ragged.number == 0) {
      result.ragged = {static_cast<std::uint64_t>(std::max<std::int64_t>(row.number, 1)),
                       row.expected_columns, row.actual_columns};
    }
    return arrow::csv::InvalidRowResult::Error;
  };
  arrow::csv::BlockParser parser(throwing_pool(), rules, static_cast<std::int32_t>(columns),
                                 /*first_row=*/1, std::numeric_limits<std::int32_t>::max());
  std::uint32_t parsed = 0;
  if (failed(parser.ParseFinal(bytes, &parsed)) || parsed != bytes.size()) return result;
  result.records = static_cast<std::uint64_t>(parser.num_rows());

  for (const std::size_t column : selected) {
    if (!code_column(parser, static_cast<std::int32_t>(column), nulls, result.columns)) {
      return result;
    }
  }
  result.good = true;
  return result;
}

std::vector<std::string> parse_csv_header(std::string_view bytes, char delimiter) {
  arrow::csv::BlockParser parser(throwing_pool(), rules_with(delimiter), /*num_cols=*/-1,
                                 /*first_row=*/1, /*max_num_rows=*/1);
  std::uint32_t parsed = 0;
  if (failed(parser.ParseFinal(bytes, &parsed)) || parser.num_rows() != 1) return {};
  std::vector<std::string> fields;
  const auto status =
      parser.VisitLastRow([&](const std::uint8_t* text, std::uint32_t size, bool, bool) {
        fields.emplace_back(reinterpret_cast<const char*>(text), size);
        return arrow::Status::OK();
      });
  return failed(status) ? std::vector<std::string>() : fields;
}

}  // namespace overt::io
