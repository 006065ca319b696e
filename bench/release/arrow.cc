#include "arrow_csv.h"
#include "release/competitors.h"

namespace overt::bench {

std::string traffic_by_arrow(const Task& task, const arrow::Table& released,
                             const std::filesystem::path& output,
                             const std::set<std::string>& numbers) {
  const auto input = read_csv(task.input, task.delimiter, {});
  write_csv(released, output);
  const auto back = read_csv(output, ',', numbers);
  expect(input->num_rows() == released.num_rows() && back->num_rows() == released.num_rows(),
         "arrow: records are missing");
  return sha256_of(output);
}

}  // namespace overt::bench
