// Tables that leave the default method little room: few records, one column, one row, values that
// are all as frequent, an l at its maximum. It keeps the promise, and its rectangles are never
// wider than those of groups drawn at random.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "endtoend/folder_for_tests.h"
#include "io/storage.h"
#include "overt/assess/codes_of_groups.h"
#include "overt/assess/measure_table.h"
#include "overt/job/certified_job.h"
#include "overt/job/job_table.h"
#include "overt/release/draft.h"
#include "overt/release/group_table.h"
#include "overt/verify/verify.h"

namespace overt {
namespace {

struct EdgeTable {
  std::string name;
  std::vector<std::string> quasi;
  std::int64_t l;
  std::string rows;
};

// `records` records with ages that differ, two sexes, and `values` values in turn.
std::string in_turn(int records, int values) {
  std::string rows;
  for (int r = 0; r < records; ++r) {
    rows += std::to_string(20 + 7 * r % records) + (r % 3 == 0 ? ",F," : ",M,");
    rows += "ill" + std::to_string(r % values) + "\n";
  }
  return rows;
}

std::vector<EdgeTable> edge_tables() {
  const std::string seven =
      "34,F,flu\n41,M,flu\n29,M,cold\n47,M,cold\n55,F,HIV\n61,F,ulcer\n38,M,ulcer\n";
  std::string one_row;
  std::string hanging;  // the value goes with age
  for (int r = 0; r < 60; ++r) {
    one_row += "40,F,ill" + std::to_string(r % 5) + "\n";
    hanging += std::to_string(20 + r) + (r % 2 == 0 ? ",F," : ",M,") + "ill" +
               std::to_string(r / 15) + "\n";
  }
  return {{"seven records, l = 2", {"age", "sex"}, 2, seven},
          {"seven records, l at its maximum", {"age", "sex"}, 3, seven},
          {"one column", {"age"}, 2, in_turn(40, 4)},
          {"a column with two values", {"sex"}, 3, in_turn(40, 4)},
          {"no column", {}, 2, in_turn(12, 4)},
          {"one row", {"age", "sex"}, 3, one_row},
          {"values equally frequent, l at its maximum", {"age", "sex"}, 5, in_turn(60, 5)},
          {"two values, l at its maximum", {"age", "sex"}, 2, in_turn(30, 2)},
          {"values that hang on age, l at its maximum", {"age", "sex"}, 4, hanging},
          {"everybody has another value", {"age", "sex"}, 7, in_turn(31, 31)},
          {"one group is all there can be", {"age", "sex"}, 6, in_turn(6, 6)}};
}

class EdgeTables : public testing::Test {
 protected:
  ReleaseJob job_of(const EdgeTable& table) {
    folder_.write("table.csv", "age,sex,illness\n" + table.rows);
    ReleaseJob job;
    job.input = folder_ / "table.csv";
    job.output = folder_ / "release";
    job.roles.quasi_identifying = table.quasi;
    job.roles.sensitive = {"illness"};
    for (const char* column : {"age", "sex"}) {
      if (std::find(table.quasi.begin(), table.quasi.end(), column) == table.quasi.end()) {
        job.roles.insensitive.emplace_back(column);
      }
    }
    job.l = table.l;
    return job;
  }
  ReleaseResult released(const ReleaseJob& job, std::uint64_t seed) {
    ReleaseOptions options;
    options.test = true;
    options.force = true;
    options.date = "2024-05-06";
    SeededRandom coins(seed);
    return release(job, options, *storage_, coins, progress_);
  }

  TestFolder folder_;
  std::unique_ptr<Storage> storage_ = io::arrow_storage({.sync = false});
  Progress progress_;
};

TEST_F(EdgeTables, AreReleasedWithThePromise) {
  for (const EdgeTable& table : edge_tables()) {
    SCOPED_TRACE(table.name);
    for (const char* leaves : {"even", "dealt", "whole"}) {
      ReleaseJob job = job_of(table);
      job.leaves = leaves;
      for (const std::int64_t min_group : {1, 5}) {
        job.min_group = min_group;
        const ReleaseResult result = released(job, 1);
        ASSERT_FALSE(result.refusal);
        EXPECT_TRUE(verify_release(job.output, result.certificate, *storage_, progress_,
                                   {.allow_test = true})
                        .passed());
        EXPECT_LE(result.certificate.largest_share, Rational(1, static_cast<long>(table.l)));
        EXPECT_GE(result.certificate.smallest_group, static_cast<std::uint64_t>(min_group));
      }
    }
  }
}

// Mean certainty penalty of groups by this method.
double penalty(ReleaseJob job, const std::string& method, const Table& table) {
  constexpr int kRuns = 300;
  job.method = method;
  Progress progress;
  SeededRandom coins(1);
  double sum = 0;
  for (int run = 0; run < kRuns; ++run) {
    const GroupedTable grouped = group_table(job, table, {}, coins, progress);
    const ReleasedTable release = codes_of_groups(job, table, {}, grouped.groups, progress);
    WorkloadOptions no_queries;
    no_queries.queries = 0;
    sum += measure_table(table, release, certified_job(job), {}, no_queries, progress).ncp;
  }
  return sum / kRuns;
}

TEST_F(EdgeTables, AreNoWorseThanGroupsDrawnAtRandom) {
  for (const EdgeTable& table : edge_tables()) {
    if (table.quasi.empty()) continue;
    SCOPED_TRACE(table.name);
    const ReleaseJob job = job_of(table);
    const Table read = read_job_table(job, *storage_, progress_);
    const double local = penalty(job, "local", read);
    const double drawn = penalty(job, "rda", read);
    std::printf("%s: NCP %.3f, drawn at random %.3f\n", table.name.c_str(), local, drawn);
    EXPECT_LE(local, 1.02 * drawn);
  }
}

TEST_F(EdgeTables, ThatAreNotEligibleAreRefused) {
  const ReleaseJob job =
      job_of({"", {"age"}, 3, "20,F,flu\n30,F,flu\n40,M,cold\n50,M,gout\n60,F,HIV\n"});
  const ReleaseResult result = released(job, 1);
  ASSERT_TRUE(result.refusal);
  EXPECT_FALSE(result.refusal->secret);
  EXPECT_NE(result.refusal->reason.find("more than 1/3"), std::string::npos);
  EXPECT_EQ(folder_.list(), std::vector<std::string>{"table.csv"});
}

}  // namespace
}  // namespace overt
