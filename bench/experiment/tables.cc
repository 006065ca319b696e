#include "experiment/tables.h"

#include <filesystem>

#include "inputs.h"
#include "io/storage.h"
#include "measure.h"
#include "overt/release/weighted_ranks.h"
#include "overt/table/encode.h"

namespace overt::bench {
namespace {

ExperimentTable read(const std::string& name, const std::filesystem::path& file, char delimiter) {
  const auto storage = io::arrow_storage();
  Progress silent;
  ReadOptions reading;
  reading.delimiter = delimiter;
  const auto source = storage->open(file.string(), reading, silent);
  ExperimentTable result;
  result.name = name;
  result.table = read_table(*source, {0, 1, 2, 3, 4}, {}, silent);
  // The paper's table 8: other domains would be another experiment.
  const std::vector<Code> domains = {79, 2, 17, 57, 50};
  ReleaseJob job;
  for (std::size_t c = 0; c < domains.size(); ++c) {
    const Column& column = result.table.columns[c];
    expect(column.domain() == domains[c], "experiment: the table has not the paper's domains");
    if (c + 1 < domains.size()) job.roles.quasi_identifying.push_back(column.name);
  }
  job.weights[result.table.columns[1].name] = 10'000;  // 1 for the others
  result.ranks = weighted_ranks(result.table, job);
  return result;
}

}  // namespace

QueriedTable ExperimentTable::queried() const {
  QueriedTable result;
  for (const Column& column : table.columns) {
    result.domains.push_back({column.name, column.domain(), column.ordered()});
    result.codes.emplace_back(column.codes);
  }
  return result;
}

std::vector<ExperimentTable> experiment_tables() {
  std::vector<ExperimentTable> result;
  const Scratch scratch;
  const std::filesystem::path census = scratch.path() / "census.csv";
  write_census(census, 600'000);
  result.push_back(read("generated", census, ','));
  const std::filesystem::path survey =
      std::filesystem::path(OVERT_BENCH_DATA) / "census" / "acs_occ_600k.csv";
  if (std::filesystem::exists(survey)) result.push_back(read("survey", survey, ';'));
  return result;
}

}  // namespace overt::bench
