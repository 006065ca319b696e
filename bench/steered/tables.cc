#include "steered/tables.h"

#include <algorithm>
#include <filesystem>

#include "experiment/tables.h"
#include "io/storage.h"
#include "measure.h"
#include "overt/table/encode.h"

namespace overt::bench {
namespace {

Table read_adult(const std::filesystem::path& file) {
  const auto storage = io::arrow_storage();
  Progress silent;
  ReadOptions reading;
  reading.delimiter = ';';
  const auto source = storage->open(file.string(), reading, silent);
  std::vector<std::size_t> columns;
  for (const std::string name : {"sex", "age", "race", "marital-status", "education",
                                 "native-country", "workclass", "salary-class", "occupation"}) {
    const auto& all = source->columns();
    columns.push_back(
        static_cast<std::size_t>(std::find(all.begin(), all.end(), name) - all.begin()));
  }
  Table table = read_table(*source, columns, {}, silent);
  expect(table.records() == 30'162, "adult: not the table that is meant");
  return table;
}

}  // namespace

std::vector<SteeredTable> steered_tables(const std::string& only) {
  std::vector<SteeredTable> result;
  const auto adult = std::filesystem::path(OVERT_BENCH_DATA) / "adult" / "adult.csv";
  if (std::filesystem::exists(adult) && (only.empty() || only == "adult")) {
    result.push_back({"adult", read_adult(adult), {2, 3, 4, 5, 6}});
  }
  if (only == "adult") return result;
  for (ExperimentTable& table : experiment_tables()) {
    if (!only.empty() && only != table.name) continue;
    result.push_back({table.name, std::move(table.table), {4, 6, 8, 10}});
  }
  return result;
}

}  // namespace overt::bench
