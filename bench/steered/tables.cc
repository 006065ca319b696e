#include "steered/tables.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string_view>

#include "experiment/tables.h"
#include "io/storage.h"
#include "measure.h"
#include "overt/base/random.h"
#include "overt/table/encode.h"

namespace overt::bench {
namespace {

// A table of files that are not part of this repository; the sensitive column last.
struct Known {
  std::string name;
  std::string file;
  char delimiter;
  std::vector<std::string> columns;
  std::vector<std::uint32_t> ls;
};

const std::vector<Known>& known_tables() {
  static const std::vector<Known> kTables = {
      {"adult",
       "adult/adult.csv",
       ';',
       {"sex", "age", "race", "marital-status", "education", "native-country", "workclass",
        "salary-class", "occupation"},
       {2, 3, 4, 5, 6}},
      {"adult3", "adult/adult.csv", ';', {"age", "sex", "race", "occupation"}, {2, 3, 4, 5}},
      {"adult4",
       "adult/adult.csv",
       ';',
       {"age", "sex", "education", "marital-status", "occupation"},
       {2, 4}},
      {"bank",
       "more/bank-clean.csv",
       ',',
       {"age", "marital", "education", "housing", "loan", "month", "job"},
       {2, 3, 4}},
      {"doctor",
       "more/r_DoctorContacts.csv",
       ',',
       {"age", "sex", "child", "black", "educdec", "mdu"},
       {2, 3}},
      {"visits",
       "more/r_NMES1988.csv",
       ',',
       {"age", "gender", "married", "region", "school", "visits"},
       {2, 4, 6}},
  };
  return kTables;
}

Table read_known(const Known& known) {
  const auto storage = io::arrow_storage();
  Progress silent;
  ReadOptions reading;
  reading.delimiter = known.delimiter;
  const auto file = std::filesystem::path(OVERT_BENCH_DATA) / known.file;
  const auto source = storage->open(file.string(), reading, silent);
  const auto& all = source->columns();
  std::vector<std::size_t> columns;
  for (const std::string& name : known.columns) {
    const auto found = std::find(all.begin(), all.end(), name);
    expect(found != all.end(), "steered: not the table that is meant: " + known.name);
    columns.push_back(static_cast<std::size_t>(found - all.begin()));
  }
  return read_table(*source, columns, {}, silent);
}

Column made_column(const std::string& name, ValueType type, Code domain) {
  Column column;
  column.name = name;
  column.type = type;
  for (Code v = 0; v < domain; ++v) {
    // Texts in the order of their numbers.
    column.values.push_back(type == ValueType::text ? std::string(1, static_cast<char>('a' + v))
                                                    : std::to_string(v));
  }
  return column;
}

// 20,000 records: a number of 0..59, texts of 8 and 5 values, and a sensitive one of 10 values,
// which in `strength` of 10 cases hangs on the others.
Table made_table(std::uint32_t strength, const std::function<Code(Code, Code, Code)>& hangs) {
  Table table;
  table.columns = {
      made_column("number", ValueType::integer, 60), made_column("text", ValueType::text, 8),
      made_column("short", ValueType::text, 5), made_column("value", ValueType::text, 10)};
  SeededRandom coins(7);
  for (int r = 0; r < 20'000; ++r) {
    const Code a = coins.below(60);
    const Code b = coins.below(8);
    const Code c = coins.below(5);
    const Code v = coins.below(10) < strength ? hangs(a, b, c) % 10 : coins.below(10);
    const Code own[] = {a, b, c, v};
    for (std::size_t i = 0; i < 4; ++i) table.columns[i].codes.push_back(own[i]);
  }
  return table;
}

}  // namespace

std::vector<SteeredTable> steered_tables(const std::string& only) {
  std::vector<SteeredTable> result;
  const auto wanted = [&](std::string_view name) { return only.empty() || only == name; };
  for (const Known& known : known_tables()) {
    const auto file = std::filesystem::path(OVERT_BENCH_DATA) / known.file;
    if (wanted(known.name) && std::filesystem::exists(file)) {
      result.push_back({known.name, read_known(known), known.ls});
    }
  }
  // A value that a column all but tells; one that two tell together, and neither alone; one that
  // hangs on a number.
  if (wanted("told")) {
    result.push_back({"told", made_table(6, [](Code, Code b, Code) { return b; }), {2, 4, 6}});
  }
  if (wanted("together")) {
    result.push_back(
        {"together", made_table(6, [](Code, Code b, Code c) { return b + 2 * c; }), {2, 4, 6}});
  }
  if (wanted("along")) {
    result.push_back({"along", made_table(5, [](Code a, Code, Code) { return a / 6; }), {2, 4, 6}});
  }
  if (!wanted("generated") && !wanted("survey")) return result;
  for (ExperimentTable& table : experiment_tables()) {
    if (!wanted(table.name)) continue;
    result.push_back({table.name, std::move(table.table), {4, 6, 8, 10}});
  }
  return result;
}

}  // namespace overt::bench
