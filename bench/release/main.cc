// End to end: read, group, generalize, write, verify, against the same traffic
// by Arrow alone: it reads the input, writes the released table, reads it back
// and hashes it. Both write the same bytes, which is checked.

#include <fmt/format.h>

#include <algorithm>

#include "arrow_csv.h"
#include "figures.h"
#include "inputs.h"
#include "release/competitors.h"

namespace overt::bench {
namespace {

// The median of each phase over all rounds.
void print_phases(const Subject& subject, const std::map<std::string, Times>& phases,
                  const std::vector<std::string>& order) {
  std::string text;
  for (const std::string& phase : order) {
    text += fmt::format("{}{} {:.1f} ms", text.empty() ? "" : "   ", phase,
                        1e3 * phases.at(phase).median());
  }
  print_note(subject, text);
}

void race_release(const std::string& name, const Task& task, const std::filesystem::path& scratch) {
  const std::filesystem::path folder = scratch / "release";
  const std::filesystem::path file = scratch / "arrow.csv";
  const std::set<std::string> numbers = number_columns(task);
  std::map<std::string, Times> phases;
  std::vector<std::string> order;
  Certificate certificate;
  std::shared_ptr<arrow::Table> released;
  std::string hash;
  int round = 0;

  const auto times = race({
      {[&] { std::filesystem::remove_all(folder); },
       [&] {
         PhaseClock clock;
         certificate = release_by_overt(task, folder, clock);
         if (round++ == 0) return;  // does not count
         for (const auto& [phase, seconds] : clock.phases()) {
           if (!phases.contains(phase)) order.push_back(phase);
           phases[phase].seconds.push_back(seconds);
         }
       },
       [&] { released = check_released(task, folder, certificate); }},
      {[&] { std::filesystem::remove(file); },
       [&] { hash = traffic_by_arrow(task, *released, file, numbers); },
       [&] {
         expect(hash == certificate.files.at("released.csv"),
                "arrow: wrote other bytes than the release");
       }},
  });
  const std::string sizes = fmt::format("N={} columns={} l={}", certificate.records,
                                        task.quasi_identifying.size() + 1, task.l);
  print_ratio({name, sizes}, {"ours", times[0]}, {"baseline", times[1]}, 1.5);
  print_phases({name + "_phases", sizes}, phases, order);
  print_note({name + "_bytes", sizes},
             fmt::format("input {:.1f} MB   released {:.1f} MB",
                         1e-6 * static_cast<double>(std::filesystem::file_size(task.input)),
                         1e-6 * static_cast<double>(std::filesystem::file_size(file))));
}

void benchmark() {
  const Scratch scratch;
  const std::filesystem::path census = scratch.path() / "census.csv";
  write_census(census, 600'000);
  race_release("release", census_task(census), scratch.path());

  const std::filesystem::path survey =
      std::filesystem::path(OVERT_BENCH_DATA) / "census" / "acs_occ_600k.csv";
  if (std::filesystem::exists(survey)) {
    const Task task = {survey, ';', {"Age", "Gender", "Education", "Birthplace"}, "Occupation", 8};
    race_release("release_acs", task, scratch.path());
  }
}

}  // namespace
}  // namespace overt::bench

int main() { return overt::bench::run_benchmark(overt::bench::benchmark); }
