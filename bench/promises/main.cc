// Promises made of caps: what is left of Adult with salary-class as the sensitive column, where one
// value has three quarters of the records and no l is possible, next to the same tree without any
// test; of Adult with caps on sets of values, bands of ages and two columns, steered and plain; and
// the time of k alone on 600,000 records, against the same traffic by Arrow alone.

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "arrow_csv.h"
#include "experiment/forms.h"
#include "figures.h"
#include "inputs.h"
#include "io/storage.h"
#include "overt/local/local.h"
#include "overt/local/plain_policy.h"
#include "overt/release/draft.h"
#include "overt/release/group_table.h"
#include "overt/release/methods/local_method.h"
#include "overt/utility/query_error.h"
#include "penalty.h"
#include "release/competitors.h"
#include "steered/tables.h"

namespace overt::bench {
namespace {

constexpr int kSeeds = 5;

// The same table with that column as its last one.
Table with_last(Table table, const std::string& name) {
  std::swap(table.columns[table.find(name)], table.columns.back());
  return table;
}

void print(const std::string& name, const Table& table,
           const std::function<Groups(RandomSource&)>& run) {
  QueriedTable original;
  std::vector<std::size_t> all;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    original.domains.push_back({column.name, column.domain(), column.ordered()});
    original.codes.emplace_back(column.codes);
    if (c + 1 < table.columns.size()) all.push_back(c);
  }
  Progress silent;
  double groups = 0;
  double penalty = 0;
  double error = 0;
  double seconds = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    SeededRandom coins(static_cast<std::uint64_t>(seed));
    const Stopwatch watch;
    const Groups found = run(coins);
    seconds += watch.seconds() / kSeeds;
    expect(found.is_partition_of(table.records()), "not a partition of the records");
    const ReleasedTable release = generalized_form(table, found);
    groups += static_cast<double>(found.size()) / kSeeds;
    penalty += penalty_of(table, release) / kSeeds;
    error += query_error(original, release, all, {}, silent).sets / kSeeds;
  }
  print_note({"promises", "adult " + name},
             fmt::format("{:.0f} groups   NCP {:.4f}   queries {:.2f} %   {:.2f} s", groups,
                         penalty, 100 * error, seconds));
}

void adult() {
  for (SteeredTable& own : steered_tables("adult")) {
    const Table table = with_last(std::move(own.table), "salary-class");
    const Column& sensitive = table.columns.back();
    ReleaseJob job;
    job.input = "adult";
    for (std::size_t c = 0; c + 1 < table.columns.size(); ++c) {
      job.roles.quasi_identifying.push_back(table.columns[c].name);
    }
    Progress silent;
    const auto promised = [&](const std::string& name, ReleaseJob asked) {
      asked.check_grouping();
      print(name, table, [&](RandomSource& coins) {
        GroupedTable found = group_table(asked, table, {}, coins, silent);
        expect(!found.refusal, "promises: refused");
        return std::move(found.groups);
      });
    };
    ReleaseJob capped = job;
    capped.roles.sensitive = {sensitive.name};
    capped.caps.max.of_value[">50K"] = Rational(1, 2);
    promised("max >50K=1/2, local", capped);
    capped.method = "deal";
    promised("max >50K=1/2, deal", capped);
    ReleaseJob relative = job;
    relative.roles.sensitive = {sensitive.name};
    relative.caps.beta = 1;
    promised("beta 1, local", relative);
    relative.method = "deal";
    promised("beta 1, deal", relative);
    ReleaseJob alone = job;
    alone.roles.insensitive = {sensitive.name};
    alone.caps.k = 5;
    promised("k 5", alone);

    std::vector<SplitColumn> columns;
    for (std::size_t c = 0; c + 1 < table.columns.size(); ++c) {
      columns.push_back(split_column(table.columns[c], job, nullptr));
    }
    for (const std::size_t smallest : {2U, 5U}) {
      print(fmt::format("no test, parts of {}", smallest), table, [&](RandomSource& coins) {
        PublicTree tree(columns, smallest);
        PlainPolicy policy(tree);
        return local(sensitive.codes, sensitive.domain(), policy, Caps({}, {1, 1}), coins, silent);
      });
    }
  }
}

void sets() {
  for (const SteeredTable& own : steered_tables("adult")) {
    const auto promised = [&](const std::string& name, const Table& table, ReleaseJob job,
                              std::size_t sensitive) {
      job.input = "adult";
      const std::size_t first = table.columns.size() - sensitive;
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        (c < first ? job.roles.quasi_identifying : job.roles.sensitive)
            .push_back(table.columns[c].name);
      }
      for (const std::string tree : {"steered", "plain"}) {
        job.tree = tree;
        job.check_grouping();
        print(name + ", " + tree, table, [&](RandomSource& coins) {
          Progress silent;
          GroupedTable found = group_table(job, table, {}, coins, silent);
          expect(!found.refusal, "promises: refused");
          return std::move(found.groups);
        });
      }
    };
    ReleaseJob ages;
    ages.l = 4;
    ages.caps.band["age"] = Rational(5);
    promised("l = 4, band age=5", with_last(own.table, "age"), ages, 1);
    ages.l = 6;
    promised("l = 6, band age=5", with_last(own.table, "age"), ages, 1);
    ages.l = 3;
    ages.caps.band["age"] = Rational(10);
    promised("l = 3, band age=10", with_last(own.table, "age"), ages, 1);
    Table two = with_last(own.table, "occupation");
    std::swap(two.columns[two.find("age")], two.columns[two.columns.size() - 2]);
    ReleaseJob both;
    both.l = 3;
    promised("l = 3 of age and occupation", two, both, 2);
  }
}

void k_alone() {
  const Scratch scratch;
  const std::filesystem::path census = scratch.path() / "census.csv";
  write_census(census, 600'000);
  const Task task = census_task(census);
  const std::filesystem::path folder = scratch.path() / "release";
  const std::filesystem::path file = scratch.path() / "arrow.csv";
  ReleaseJob job;
  job.input = census.string();
  job.output = folder.string();
  job.roles.quasi_identifying = task.quasi_identifying;
  job.roles.insensitive = {task.sensitive};
  job.caps.k = 5;
  ReleaseOptions options;
  options.date = "2000-01-01";
  const auto storage = io::arrow_storage();
  Certificate certificate;
  std::shared_ptr<arrow::Table> released;
  std::string hash;
  const auto times = race({
      {[&] { std::filesystem::remove_all(folder); },
       [&] {
         Progress silent;
         SecretRandom coins = SecretRandom::from_system();
         certificate = release(job, options, *storage, coins, silent).certificate;
       },
       [&] {
         expect(certificate.smallest_group >= 5, "k: a group is too small");
         released = read_csv(folder / "released.csv", ',', {"group"});
       }},
      {[&] { std::filesystem::remove(file); },
       [&] { hash = traffic_by_arrow(task, *released, file, {"group"}); },
       [&] {
         expect(hash == certificate.files.at("released.csv"),
                "arrow: wrote other bytes than the release");
       }},
  });
  print_ratio({"promises_k", fmt::format("N={} k=5", certificate.records)}, {"ours", times[0]},
              {"baseline", times[1]}, 1.5);
}

}  // namespace
}  // namespace overt::bench

int main() {
  return overt::bench::run_benchmark([] {
    overt::bench::adult();
    overt::bench::sets();
    overt::bench::k_alone();
  });
}
