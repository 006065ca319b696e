// Disclosures: a problem file (JSON), or a condition on public columns, behind a first byte that
// says which.

#include <algorithm>

#include "fuzz/target.h"
#include "overt/views/condition.h"
#include "overt/views/problem.h"

namespace overt::fuzz {
namespace {

Column column_of(const std::string& name, ValueType type, std::vector<std::string> values) {
  Column column;
  column.name = name;
  column.type = type;
  column.values = std::move(values);
  for (Code code = 0; code < column.values.size(); ++code) column.codes.push_back(code);
  return column;
}

// Three records: a column of numbers, one of texts, and the secret one.
const Table& people() {
  static const Table table = [] {
    Table result;
    result.columns.push_back(column_of("age", ValueType::integer, {"31", "45", "60"}));
    result.columns.push_back(column_of("a b", ValueType::text, {"F", "M", "X"}));
    result.columns.push_back(column_of("ill", ValueType::text, {"cold", "flu", "gout"}));
    return result;
  }();
  return table;
}

}  // namespace
}  // namespace overt::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace overt::fuzz;
  std::string_view text = text_of(data, size);
  if (take_byte(text) % 2 == 0) {
    succeeds([&] {
      const auto problem = overt::views::parse_problem(text, "t");
      for (const auto& disclosure : problem.disclosures) {
        expect(!disclosure.records.empty() && disclosure.records.back() < problem.records.size(),
               "a disclosure of others");
        expect(disclosure.counts.size() <= problem.values.size(), "counts of no value");
      }
    });
    return 0;
  }
  succeeds([&] {
    const auto records = overt::views::records_where(text, people(), "ill", {}, "t");
    expect(std::is_sorted(records.begin(), records.end()), "records out of order");
    expect(records.empty() || records.back() < 3, "records of no table");
  });
  return 0;
}
