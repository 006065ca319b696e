// Comparisons against releases that are written, read back and measured, and against
// other secret tables with the same values.

#include "overt/assess/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "endtoend/folder_for_tests.h"
#include "io/storage.h"
#include "overt/assess/measure.h"
#include "overt/assess/twin.h"
#include "overt/base/error.h"
#include "overt/generate/census.h"
#include "overt/job/job_table.h"
#include "overt/json/compare_json.h"
#include "overt/release/draft.h"
#include "overt/report/compare_csv.h"

namespace overt {
namespace {

using Rows = std::vector<std::vector<std::string>>;

class CompareTest : public testing::Test {
 protected:
  CompareTest() {
    std::string census;
    generate_census(
        {.records = 300, .seed = 3}, [&](std::string_view piece) { census += piece; }, progress_);
    std::istringstream lines(census);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream fields(line);
      rows_.emplace_back();
      for (std::string field; std::getline(fields, field, ',');) rows_.back().push_back(field);
    }
    write("table.csv", rows_);
    folder_.write("gender.csv", "F;*\nM;*\n");
    job_.input = folder_ / "table.csv";
    job_.output = folder_ / "release";
    job_.roles.quasi_identifying = {"age", "gender"};
    job_.roles.sensitive = {"occupation"};
    job_.roles.insensitive = {"education", "birthplace"};
    options_.workload.queries = 200;
  }

  void write(const std::string& name, const Rows& rows) {
    std::string text;
    for (const auto& row : rows) {
      for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? "," : "") + row[i];
      text += "\n";
    }
    folder_.write(name, text);
  }
  Comparison run(std::uint64_t seed) {
    SeededRandom coins(seed);
    return compare(job_, options_, *storage_, coins, progress_);
  }
  // The figures of a release of the job with these coins, from its files.
  Measures released(const std::string& method, std::int64_t l, std::uint64_t seed) {
    ReleaseJob job = job_;
    job.method = method;
    job.l = l;
    if (method == "safe") {
      job.method = "strategy";
      job.strategy.name = "safe";
    } else {
      job.strategy = StrategyJob();
    }
    ReleaseOptions options;
    options.test = true;
    options.force = true;
    options.date = "2024-05-06";
    SeededRandom coins(seed);
    const ReleaseResult result = release(job, options, *storage_, coins, progress_);
    EXPECT_FALSE(result.refusal) << method;
    MeasureOptions measuring;
    measuring.workload = options_.workload;
    return measure(job.output, job.input, measuring, *storage_, progress_);
  }
  static void expect_equal(const Measures& found, const Measures& expected) {
    EXPECT_EQ(found.records, expected.records);
    EXPECT_EQ(found.groups, expected.groups);
    EXPECT_EQ(found.dm, expected.dm);
    EXPECT_NEAR(found.ncp, expected.ncp, 1e-12);
    ASSERT_EQ(found.query_errors.size(), expected.query_errors.size());
    for (std::size_t t = 0; t < found.query_errors.size(); ++t) {
      EXPECT_EQ(found.query_errors[t].type, expected.query_errors[t].type);
      EXPECT_NEAR(found.query_errors[t].error.ranges, expected.query_errors[t].error.ranges, 1e-9);
      EXPECT_NEAR(found.query_errors[t].error.sets, expected.query_errors[t].error.sets, 1e-9);
    }
  }
  void expect_usage(const std::string& says) {
    try {
      run(1);
      FAIL() << "no error: " << says;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      EXPECT_NE(std::string(error.what()).find(says), std::string::npos) << error.what();
    }
  }

  TestFolder folder_;
  Rows rows_;
  ReleaseJob job_;
  CompareOptions options_;
  std::unique_ptr<Storage> storage_ = io::arrow_storage({.sync = false});
  Progress progress_;
};

TEST_F(CompareTest, PointsHaveTheFiguresOfReleases) {
  job_.hierarchies = {{"gender", folder_ / "gender.csv"}};
  job_.strategy.generalize["age"].interval = {10, 20, 80};
  options_.on_secret = true;
  options_.l = {3};
  for (const std::string method : {"local", "rda", "ria", "gda", "safe"}) {
    SCOPED_TRACE(method);
    options_.methods = {method};
    const Comparison found = run(7);
    ASSERT_EQ(found.points.size(), 1U);
    ASSERT_FALSE(found.points[0].refusal) << found.points[0].refusal->reason;
    EXPECT_EQ(found.points[0].level, method == "gda" ? "family" : "transparent");
    expect_equal(found.points[0].measures, released(method, 3, 7));
  }
}

TEST_F(CompareTest, AnatomyHasTheFiguresOfReleasesToo) {
  job_.form = ReleaseForm::anatomy;
  options_.on_secret = true;
  options_.l = {4};
  for (const std::string method : {"local", "rda"}) {
    SCOPED_TRACE(method);
    options_.methods = {method};
    const Comparison found = run(5);
    ASSERT_EQ(found.points.size(), 1U);
    EXPECT_EQ(found.points[0].measures.ncp, 0);
    expect_equal(found.points[0].measures, released(method, 4, 5));
  }
}

TEST_F(CompareTest, RunsOnATwin) {
  options_.methods = {"rda"};
  options_.l = {2};
  const Comparison found = run(9);
  EXPECT_EQ(found.table, ComparedTable::twin);

  // The same twin as a table of its own, with the coins that are left.
  SeededRandom coins(9);
  Table table = read_job_table(job_, *storage_, progress_);
  const std::size_t sensitive = table.find("occupation");
  const Table twin = twin_of(table, sensitive, {}, coins, progress_);
  EXPECT_NE(twin.columns[sensitive].codes, table.columns[sensitive].codes);
  Rows rows = rows_;
  const Column& column = twin.columns[sensitive];
  for (std::size_t r = 0; r < twin.records(); ++r) rows[r + 1][4] = column.values[column.codes[r]];
  write("table.csv", rows);
  options_.on_secret = true;
  const Comparison direct = compare(job_, options_, *storage_, coins, progress_);
  expect_equal(found.points[0].measures, direct.points[0].measures);
}

// Everything that is printed, to the last byte: any two secret tables with the same public
// columns and the same multiset of sensitive values give the same comparison.
TEST_F(CompareTest, OfATwinSaysNothingAboutTheSecretTable) {
  folder_.write("model.csv", "gender,occupation,weight\nF," + rows_[1][4] + ",5\n");
  options_.l = {2, 5, 1000};
  for (const std::string& model : {std::string(), folder_ / "model.csv"}) {
    options_.model = model;
    write("table.csv", rows_);
    const Comparison before = run(4);
    Rows rows = rows_;
    std::rotate(rows.begin() + 1, rows.begin() + 100, rows.end());
    for (std::size_t r = 1; r < rows.size(); ++r) {
      for (std::size_t c = 0; c < 4; ++c) rows[r][c] = rows_[r][c];
    }
    ASSERT_NE(rows, rows_);
    write("table.csv", rows);
    const Comparison after = run(4);
    EXPECT_EQ(compare_json(after), compare_json(before));
    EXPECT_EQ(compare_csv(after), compare_csv(before));
  }
  // Unlike one of the secret table.
  options_.model.clear();
  options_.on_secret = true;
  const std::string after = compare_json(run(4));
  write("table.csv", rows_);
  EXPECT_NE(compare_json(run(4)), after);
}

TEST_F(CompareTest, ListsRefusalsWithTheirReasons) {
  options_.methods = {"rda", "safe"};
  options_.l = {2, 200};
  job_.strategy.chain = {"gender"};  // ages stay as they are, and some stand alone
  const Comparison found = run(1);
  ASSERT_EQ(found.points.size(), 4U);
  EXPECT_FALSE(found.points[0].refusal);
  ASSERT_TRUE(found.points[1].refusal);
  EXPECT_NE(found.points[1].refusal->reason.find("more than 1/200"), std::string::npos);
  ASSERT_TRUE(found.points[2].refusal);
  EXPECT_NE(found.points[2].refusal->reason.find("none of the"), std::string::npos);
  EXPECT_EQ(found.points[2].refusal->reason.find("keep it"), std::string::npos);
  EXPECT_FALSE(found.points[1].frontier);
}

TEST_F(CompareTest, DefaultsGoAsFarAsTheTableAllows) {
  options_.workload.queries = 0;
  const Comparison found = run(1);
  ASSERT_GE(found.largest_l, 6U);
  std::vector<std::string> methods;
  for (const ComparedPoint& point : found.points) {
    EXPECT_LE(point.l, static_cast<std::int64_t>(found.largest_l));
    EXPECT_FALSE(point.refusal);
    EXPECT_FALSE(point.seconds);
    if (methods.empty() || methods.back() != point.method) methods.push_back(point.method);
  }
  EXPECT_EQ(methods, (std::vector<std::string>{"local", "rda", "ria", "gda"}));
  job_.hierarchies = {{"gender", folder_ / "gender.csv"}};
  job_.strategy.generalize["age"].interval = {10, 20, 80};
  EXPECT_EQ(run(1).points.back().method, "naive");
  EXPECT_EQ(run(1).points.back().level, "release");
}

TEST_F(CompareTest, TheFrontierHasNoPointThatAnotherBeats) {
  const Comparison found = run(2);
  const auto strength = [](const ComparedPoint& point) {
    return point.level == "transparent" ? 2 : point.level == "family" ? 1 : 0;
  };
  std::size_t on = 0;
  for (const ComparedPoint& point : found.points) {
    bool beaten = false;
    for (const ComparedPoint& other : found.points) {
      const bool at_least = strength(other) >= strength(point) && other.l >= point.l &&
                            other.measures.ncp <= point.measures.ncp &&
                            other.query_error <= point.query_error &&
                            other.stress->measures.ncp <= point.stress->measures.ncp &&
                            other.stress->query_error <= point.stress->query_error;
      const bool more = strength(other) > strength(point) || other.l > point.l ||
                        other.measures.ncp < point.measures.ncp ||
                        other.query_error < point.query_error ||
                        other.stress->measures.ncp < point.stress->measures.ncp ||
                        other.stress->query_error < point.stress->query_error;
      beaten = beaten || (at_least && more);
    }
    EXPECT_EQ(point.frontier, !beaten) << point.method << " " << point.l;
    on += point.frontier ? 1 : 0;
  }
  EXPECT_GT(on, 0U);
  EXPECT_LT(on, found.points.size());
}

TEST_F(CompareTest, TimesEveryGroupingByTheClockGiven) {
  double now = 0;
  options_.clock = [&] { return now += 0.5; };
  options_.methods = {"rda"};
  options_.workload.queries = 0;
  for (const ComparedPoint& point : run(1).points) EXPECT_EQ(point.seconds, 0.5);
}

TEST_F(CompareTest, SaysWhatMakesNoSense) {
  options_.methods = {"strategy"};
  expect_usage("methods: expected local");
  options_.methods = {"rda", "rda"};
  expect_usage("methods: rda is given twice");
  options_.methods = {};
  options_.l = {1};
  expect_usage("l is at least 2");
  options_.l = {};
  options_.on_secret = true;
  options_.model = "model.csv";
  expect_usage("it is for a twin");
  options_.on_secret = false;
  options_.model = {};
  job_.property = highest_ratio_at_most(Rational(1, 2));
  expect_usage("a comparison goes over l");
}

TEST_F(CompareTest, ModelsThatDoNotFitAreMalformed) {
  const auto expect = [&](const std::string& text, const std::string& says) {
    folder_.write("model.csv", text);
    options_.model = folder_ / "model.csv";
    try {
      run(1);
      FAIL() << "no error: " << says;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::malformed);
      EXPECT_NE(std::string(error.what()).find("model.csv: " + says), std::string::npos)
          << error.what();
    }
  };
  const std::string head = "gender,occupation,weight\n";
  const std::string known = rows_[1][4];
  expect("gender,occupation\nF," + known + "\n", "expected three columns");
  expect("occupation,occupation,weight\n", "");
  expect("sex,occupation,weight\nF," + known + ",1\n", "the first column is not called as");
  expect(head + "F," + known + ",1\nX," + known + ",1\n",
         "line 3: column gender: the table does not have this value");
  expect(head + "F,astronaut,1\n", "line 2: column occupation: the table does not have");
  expect(head + "F," + known + ",1\nF," + known + ",2\n", "line 3: the pair stands twice");
  for (const std::string weight : {"-1", "0.5", "1000001", "", "x"}) {
    expect(head + "F," + known + "," + weight + "\n", "line 2: column weight: expected a whole");
  }
}

}  // namespace
}  // namespace overt
