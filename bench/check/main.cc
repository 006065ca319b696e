// overt check, from the file to the last measure, against reading the same file
// with Arrow. What was measured is compared with a plain computation.

#include <fmt/format.h>

#include <cmath>

#include "arrow_csv.h"
#include "check/expected.h"
#include "figures.h"
#include "inputs.h"
#include "io/storage.h"
#include "overt/assess/check.h"

namespace overt::bench {
namespace {

CheckResult check_by_overt(const std::filesystem::path& file, const Roles& roles) {
  Progress silent;
  const auto storage = io::arrow_storage();
  const auto source = storage->open(file.string(), {}, silent);
  return check(*source, roles, {}, {}, silent);
}

bool close(const Rational& ours, double theirs) { return std::abs(ours.get_d() - theirs) < 1e-9; }

void race_check(const std::filesystem::path& file, const std::vector<std::string>& quasi,
                const std::string& name) {
  Roles roles;
  roles.quasi_identifying = quasi;
  roles.sensitive = {"occupation"};
  const ExpectedMeasures expected =
      expected_measures(*read_csv(file, ',', {}), quasi, "occupation");
  CheckResult result;
  std::shared_ptr<arrow::Table> table;
  const auto times = race({
      {{},
       [&] { result = check_by_overt(file, roles); },
       [&] {
         expect(result.records == expected.records && result.groups == expected.groups &&
                    result.k == expected.k && result.uniques == expected.uniques &&
                    result.distinct_l == expected.distinct_l &&
                    close(result.t_equal, expected.t_equal) &&
                    close(result.t_ordered, expected.t_ordered) &&
                    std::abs(result.beta.basic.get_d() / expected.beta - 1) < 1e-9,
                "check: the measures are not those of the table");
       }},
      {[&] { table.reset(); }, [&] { table = read_csv(file, ',', {}); },
       [&] {
         expect(static_cast<std::uint64_t>(table->num_rows()) == expected.records,
                "arrow: records are missing");
       }},
  });
  const std::string sizes =
      fmt::format("N={} groups={} quasi={}", result.records, result.groups, quasi.size());
  print_ratio({name, sizes}, {"ours", times[0]}, {"reading", times[1]}, 3.0);
}

void benchmark() {
  const Scratch scratch;
  const std::filesystem::path census = scratch.path() / "census.csv";
  write_census(census, 600'000);
  race_check(census, {"age", "gender", "education", "birthplace"}, "check");
  race_check(census, {"age", "gender"}, "check_large_groups");
}

}  // namespace
}  // namespace overt::bench

int main() { return overt::bench::run_benchmark(overt::bench::benchmark); }
