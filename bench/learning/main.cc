// The adversary who learns (docs/concepts/learning.md) against releases of 600,000 records: time,
// peak memory, growth with the number of records, and how much is guessed. What is guessed is
// checked: the shares of the groups by what the promise says, and on shuffled values nothing may be
// found.

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "figures.h"
#include "inputs.h"
#include "io/storage.h"
#include "overt/assess/attack_release.h"
#include "overt/base/random.h"
#include "overt/release/draft.h"
#include "overt/streamline/rda.h"
#include "overt/table/encode.h"
#include "scale/child.h"

namespace overt::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kRecords = 600'000;
constexpr std::uint32_t kL = 4;
constexpr double kSeconds = 60;  // on two cores
constexpr double kGigabytes = 2;

struct LearningTask {
  std::string table;
  fs::path input;
  char delimiter = ',';
  Roles roles;
  std::uint64_t records = kRecords;
  std::string method;
  ReleaseForm form = ReleaseForm::generalized;
  bool told = false;  // who stands in which group, by the kept groups
};

std::string sizes_of(const LearningTask& task) {
  return fmt::format("{} N={} l={} {} {}{}", task.table, task.records, kL, task.method,
                     to_string(task.form), task.told ? " told" : "");
}

void make_release(const LearningTask& task, const fs::path& folder) {
  const auto storage = io::arrow_storage();
  ReleaseJob job;
  job.input = task.input.string();
  job.reading.delimiter = task.delimiter;
  job.output = (folder / "release").string();
  job.keep_groups = (folder / "kept.parquet").string();
  job.roles = task.roles;
  job.form = task.form;
  job.l = kL;
  job.method = task.method;
  ReleaseOptions options;
  options.date = "2000-01-01";
  SecretRandom coins = SecretRandom::from_system();
  expect(!release(job, options, *storage, coins, unwatched()).refusal, "learning: refused");
}

LearningAttack attack_of(const LearningTask& task, const fs::path& folder) {
  const auto storage = io::arrow_storage();
  AttackReleaseOptions options;
  options.reading.delimiter = task.delimiter;
  if (task.told) options.kept_groups = (folder / "kept.parquet").string();
  return attack_release(folder / "release", task.input.string(), options, *storage, unwatched())
      .attack;
}

void check(const LearningTask& task, const LearningAttack& found) {
  expect(found.records == task.records, "learning: records are missing");
  for (const GuessFigures* one : {&found.shares, &found.population, &found.learnt, &found.both}) {
    expect(one->accuracy >= 0 && one->accuracy <= 1, "learning: a share that is none");
  }
  // No value has more than 1/l of a group; rda's have l records of l values, but for a few.
  expect(found.shares.accuracy <= 1.0 / kL + 1e-9, "learning: shares above the promise");
  if (task.method != "rda") return;
  if (task.told || task.form == ReleaseForm::generalized) {
    expect(found.shares.accuracy > 1.0 / kL - 1e-3, "learning: rda's groups have other shares");
  }
}

// Time and memory of one attack, in a process of its own; returns the seconds.
double measure(const LearningTask& task, const fs::path& scratch) {
  const fs::path folder = scratch / "attacked";
  fs::create_directory(folder);
  run_in_child([&] {
    make_release(task, folder);
    return 0.0;
  });
  const ChildRun run = run_in_child([&] {
    const LearningAttack found = attack_of(task, folder);
    check(task, found);
    print_note({"learning_guesses", sizes_of(task)},
               fmt::format("right: shares {:.1f} %   population {:.1f} %   learnt {:.1f} %   "
                           "both {:.1f} %   added {:.1f} points",
                           100 * found.shares.accuracy, 100 * found.population.accuracy,
                           100 * found.learnt.accuracy, 100 * found.both.accuracy,
                           100 * found.added_accuracy()));
    return found.added_accuracy();
  });
  const bool large = task.records == kRecords;
  print_quantity({"learning", sizes_of(task)}, run.seconds, "s", large ? kSeconds : 0);
  print_quantity({"learning_memory", sizes_of(task)}, 1e-9 * run.peak_bytes, "GB",
                 large ? kGigabytes : 0);
  fs::remove_all(folder);
  return run.seconds;
}

// Values that have nothing to do with the columns: whoever finds something is wrong.
void check_nothing_is_found(const fs::path& census, const Roles& roles) {
  run_in_child([&] {
    const auto storage = io::arrow_storage();
    const auto source = storage->open(census.string(), {}, unwatched());
    Table table = read_table(*source, {0, 1, 2, 3, 4}, {}, unwatched());
    std::vector<Code>& values = table.columns.back().codes;
    SeededRandom coins(1);
    for (std::size_t i = values.size(); i > 1; --i) {
      std::swap(values[i - 1], values[coins.below(static_cast<std::uint32_t>(i))]);
    }
    const Groups groups = rda(values, table.columns.back().domain(), kL, coins, unwatched());
    const LearningAttack found = attack_groups(table, roles, groups, {}, unwatched());
    print_note({"learning_shuffled", fmt::format("N={} l={} rda", table.records(), kL)},
               fmt::format("added {:.2f} points, {:.4f} bits", 100 * found.added_accuracy(),
                           found.added_bits()));
    // Four standard deviations of a share of 1/4 of 150,000 people are half a point.
    expect(found.added_accuracy() < 0.005 && found.added_bits() < 0.002,
           "learning: something was found where nothing is");
    return 0.0;
  });
}

void benchmark() {
  const Scratch scratch;
  const fs::path large = scratch.path() / "large.csv";
  const fs::path small = scratch.path() / "small.csv";
  write_census(large, kRecords);
  write_census(small, kRecords / 4);
  Roles roles;
  roles.quasi_identifying = {"age", "gender", "education", "birthplace"};
  roles.sensitive = {"occupation"};
  check_nothing_is_found(small, roles);

  const LearningTask generated{"generated", large, ',', roles, kRecords, "rda"};
  measure(generated, scratch.path());
  LearningTask told = generated;
  told.told = true;
  LearningTask quarter = told;
  quarter.input = small;
  quarter.records = kRecords / 4;
  const double few = measure(quarter, scratch.path());
  const double many = measure(told, scratch.path());
  print_ratio({"learning_growth", "generated l=4 rda told"}, {"N=600000", {{many}}},
              {"N=150000", {{few}}}, 5);
  LearningTask other = generated;
  other.form = ReleaseForm::anatomy;
  measure(other, scratch.path());
  other = generated;
  other.method = "local";
  measure(other, scratch.path());

  const fs::path survey = fs::path(OVERT_BENCH_DATA) / "census" / "acs_occ_600k.csv";
  if (!fs::exists(survey)) return;
  Roles own;
  own.quasi_identifying = {"Age", "Gender", "Education", "Birthplace"};
  own.sensitive = {"Occupation"};
  for (const char* method : {"rda", "local"}) {
    LearningTask task{"survey", survey, ';', own, kRecords, method};
    task.told = true;
    measure(task, scratch.path());
  }
}

}  // namespace
}  // namespace overt::bench

int main() { return overt::bench::run_benchmark(overt::bench::benchmark); }
