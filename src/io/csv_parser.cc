#include "io/csv_parser.h"

#include <arrow/csv/converter.h>
#include <arrow/csv/options.h>
#include <arrow/csv/parser.h>

#include <algorithm>
#include <limits>

#include "io/arrow_status.h"

namespace overt::io {
namespace {

arrow::csv::ParseOptions rules_with(char delimiter) {
  auto rules = arrow::csv::ParseOptions::Defaults();
  rules.delimiter = delimiter;
  rules.newlines_in_values = true;
  return rules;
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

  auto options = arrow::csv::ConvertOptions::Defaults();
  options.check_utf8 = false;  // the scanner did
  options.strings_can_be_null = nulls;
  options.quoted_strings_can_be_null = false;
  options.null_values = {""};
  for (const std::size_t column : selected) {
    const auto converter =
        arrow::csv::DictionaryConverter::Make(arrow::utf8(), options, throwing_pool());
    if (failed(converter.status())) return result;
    const auto array = (*converter)->Convert(parser, static_cast<std::int32_t>(column));
    if (failed(array.status())) return result;
    result.columns.push_back(std::static_pointer_cast<arrow::DictionaryArray>(*array));
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
