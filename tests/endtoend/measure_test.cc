// Measuring releases from their files: figures worked out by hand, and releases
// that do not belong to the table.

#include "overt/assess/measure.h"

#include <gtest/gtest.h>

#include <limits>

#include "endtoend/folder_for_tests.h"
#include "io/storage.h"
#include "overt/base/error.h"
#include "overt/base/sha256.h"
#include "overt/release/draft.h"
#include "overt/verify/certificate.h"

namespace overt {
namespace {

constexpr const char* kOriginal =
    "name,age,sex,condition\n"
    "Ada,30,F,flu\n"
    "Bob,40,M,flu\n"
    "Cyd,50,M,cold\n"
    "Dan,60,F,cold\n";

constexpr const char* kReleased =
    "group,age,sex,condition\n"
    "1,\"[30, 50]\",\"{F, M}\",cold\n"
    "1,\"[30, 50]\",\"{F, M}\",flu\n"
    "2,\"[40, 60]\",\"{F, M}\",flu\n"
    "2,\"[40, 60]\",\"{F, M}\",cold\n";

class MeasureTest : public testing::Test {
 protected:
  MeasureTest() {
    certificate_.method = "rda";
    certificate_.level = "transparent";
    certificate_.form = "generalized";
    certificate_.promise = highest_ratio_at_most(Rational(1, 2));
    certificate_.records = 4;
    certificate_.groups = 2;
    certificate_.smallest_group = 2;
    certificate_.largest_share = Rational(1, 2);
    certificate_.job.l = 2;
    certificate_.job.missing = {"", "NULL"};
    certificate_.job.roles.identifying = {"name"};
    certificate_.job.roles.quasi_identifying = {"age", "sex"};
    certificate_.job.roles.sensitive = {"condition"};
    certificate_.date = "2024-05-06";
    folder_.write("original.csv", kOriginal);
  }

  void put(const std::string& name, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(folder_ / name).parent_path());
    folder_.write(name, text);
    Sha256 hash;
    hash.update(text);
    certificate_.files[name.substr(name.find('/') + 1)] = hash.finish();
    folder_.write("release/certificate.json", print_certificate(certificate_));
  }
  Measures run(const MeasureOptions& options = {}) {
    return measure(folder_ / "release", folder_ / "original.csv", options, *storage_, progress_);
  }
  void expect_malformed(const std::string& says) {
    try {
      run();
      FAIL() << "no error: " << says;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::malformed);
      EXPECT_NE(std::string(error.what()).find(says), std::string::npos) << error.what();
    }
  }

  TestFolder folder_;
  Certificate certificate_;
  std::unique_ptr<Storage> storage_ = io::arrow_storage({.sync = false});
  Progress progress_;
};

TEST_F(MeasureTest, AgreesWithFiguresWorkedOutByHand) {
  put("release/released.csv", kReleased);
  // With this selectivity every query takes half of each domain: with one column
  // sqrt(s) * 4 = 2 ages, sqrt(s) * 2 = 1 sex and 1 condition.
  MeasureOptions options;
  options.workload.selectivity = 0.25;
  const Measures figures = run(options);
  EXPECT_EQ(figures.records, 4U);
  EXPECT_EQ(figures.groups, 2U);
  EXPECT_EQ(figures.dm, 8U);
  EXPECT_EQ(figures.average_group, 2);
  ASSERT_EQ(figures.ncp_columns.size(), 2U);
  EXPECT_EQ(figures.ncp_columns[0].column, "age");
  EXPECT_DOUBLE_EQ(figures.ncp_columns[0].ncp, 2.0 / 3);
  EXPECT_DOUBLE_EQ(figures.ncp_columns[1].ncp, 1);
  EXPECT_DOUBLE_EQ(figures.ncp, 5.0 / 6);
  ASSERT_EQ(figures.query_errors.size(), 4U);
  EXPECT_EQ(figures.query_errors[2].type, "age+sex");
  EXPECT_EQ(figures.query_errors[3].type, "all");
  // A sex and a condition: one record has both, and half of each group's one
  // record with the condition is expected to: 2 * 1/2. Never an error.
  EXPECT_NEAR(figures.query_errors[1].error.ranges, 0, 1e-12);
  // Two ages in a row and a condition; flu has the ages 30 and 40, cold 50 and 60. A reader knows
  // cells of 21 whole numbers, not which of them are somebody's age.
  //   30 to 40   estimate 11/21 + 1/21    flu: true 2, error 5/7   cold: true 0
  //   40 to 50   estimate 11/21 + 11/21   true 1, error 1/21
  //   50 to 60   as 30 to 40
  // Nothing true: 12/21 / (0.5 % of 4) = 200/7. Each comes with equal chances.
  const double mean = figures.query_errors[0].error.ranges;
  EXPECT_NEAR(mean, (2 * (5.0 / 7 + 200.0 / 7) + 2 * 1.0 / 21) / 6, 1.4);
  // The same question under two names.
  EXPECT_EQ(figures.query_errors[3].error.sets, figures.query_errors[2].error.sets);
}

TEST_F(MeasureTest, AnatomyHidesNothingOfTheQuasiIdentifiers) {
  certificate_.form = "anatomy";
  put("release/quasi.csv", "group,age,sex\n1,50,M\n1,30,F\n2,40,M\n2,60,F\n");
  put("release/sensitive.csv", "group,condition,count\n1,cold,1\n1,flu,1\n2,cold,1\n2,flu,1\n");
  MeasureOptions options;
  options.workload.selectivity = 0.25;
  const Measures figures = run(options);
  EXPECT_EQ(figures.dm, 8U);
  EXPECT_EQ(figures.ncp, 0);
  EXPECT_NEAR(figures.query_errors[1].error.ranges, 0, 1e-12);
  //   30 to 40 has a record of each group: 1/2 + 1/2; flu: error 1/2, cold: 50
  //   40 to 50 as well; true 1: no error
  const double mean = figures.query_errors[0].error.ranges;
  EXPECT_NEAR(mean, (0.5 + 50 + 0 + 0 + 0.5 + 50) / 6, 2.5);
}

TEST_F(MeasureTest, ReadsHierarchiesAndMissingValues) {
  folder_.write("original.csv",
                "name,age,sex,condition\nAda,30,F,flu\nBob,,M,flu\nCyd,50,,cold\nDan,60,X,cold\n");
  certificate_.job.hierarchies = {"sex"};
  put("release/hierarchies/sex.csv", "F;known;*\nM;known;*\nX;other;*\n");
  put("release/released.csv",
      "group,age,sex,condition\n"
      "1,\"{30, NULL}\",known,cold\n"
      "1,\"{30, NULL}\",known,flu\n"
      "2,\"[50, 60]\",\"{X, NULL}\",flu\n"
      "2,\"[50, 60]\",\"{X, NULL}\",cold\n");
  const Measures figures = run();
  // Ages 30 50 60 and missing: {30, NULL} is 0 + 1/4, [50, 60] is 10/30.
  EXPECT_DOUBLE_EQ(figures.ncp_columns[0].ncp, (0.25 + 1.0 / 3) / 2);
  // Sexes F M X and missing: two of four in each cell.
  EXPECT_DOUBLE_EQ(figures.ncp_columns[1].ncp, 0.5);
}

TEST_F(MeasureTest, DatesCountByDaysAndLabelsByValues) {
  folder_.write("original.csv",
                "name,age,sex,condition\nAda,01.02.2020,F,flu\nBob,02.02.2020,M,flu\n"
                "Cyd,11.02.2020,M,cold\nDan,02.03.2020,F,cold\n");
  certificate_.job.types["age"] = {ValueType::date, "%d.%m.%Y"};
  put("release/released.csv",
      "group,age,sex,condition\n"
      "1,\"[01.02.2020, 11.02.2020]\",\"{F, M}\",cold\n"
      "1,\"[01.02.2020, 11.02.2020]\",\"{F, M}\",flu\n"
      "2,\"[02.02.2020, 02.03.2020]\",\"{F, M}\",flu\n"
      "2,\"[02.02.2020, 02.03.2020]\",\"{F, M}\",cold\n");
  EXPECT_DOUBLE_EQ(run().ncp_columns[0].ncp, (10.0 / 30 + 29.0 / 30) / 2);
}

TEST_F(MeasureTest, MeasuresWhatWasReleased) {
  folder_.write("zip.csv", "F;known;*\nM;known;*\n");
  for (const ReleaseForm form : {ReleaseForm::generalized, ReleaseForm::anatomy}) {
    for (const FileFormat format : {FileFormat::csv, FileFormat::parquet}) {
      ReleaseJob job;
      job.input = folder_ / "original.csv";
      job.output = folder_ / "release";
      job.method = "rda";
      job.roles = certificate_.job.roles;
      job.form = form;
      job.format = format;
      job.l = 2;
      if (form == ReleaseForm::generalized) job.hierarchies["sex"] = folder_ / "zip.csv";
      ReleaseOptions options;
      options.force = true;
      options.test = true;
      SeededRandom coins(1);
      release(job, options, *storage_, coins, progress_);
      const Measures figures = run();
      EXPECT_EQ(figures.dm, 8U);
      EXPECT_EQ(figures.ncp == 0, form == ReleaseForm::anatomy);
    }
  }
}

TEST_F(MeasureTest, RefusesReleasesThatWereChanged) {
  put("release/released.csv", kReleased);
  std::string changed = kReleased;
  changed.replace(changed.find("flu"), 3, "cold");
  folder_.write("release/released.csv", changed);
  expect_malformed("the sensitive values are not those of the original table");
  changed = kReleased;
  changed.insert(changed.find("cold"), "\"");
  changed.insert(changed.find("cold") + 4, "\"");
  folder_.write("release/released.csv", changed);
  expect_malformed("released.csv: not the file of the certificate");
}

TEST_F(MeasureTest, RefusesReleasesOfOtherTables) {
  put("release/released.csv", kReleased);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = kOriginal;
    text.replace(text.find(from), from.size(), to);
    folder_.write("original.csv", text);
  };
  with("Dan,60,F,cold\n", "");
  expect_malformed("the original table does not have as many records");
  with("Dan,60,F,cold\n", "Dan,60,F,flu\n");
  expect_malformed("the sensitive values are not those of the original table");
  with("Dan,60,F,cold\n", "Dan,60,F,cold\nEve,60,F,cold\n");
  expect_malformed("the original table does not have as many records");
  with("60", "61");
  expect_malformed("column age: a group has values that the original table does not have");
  with("Dan,60,F", "Dan,60,F ");
  run();  // one more value, which no cell has to know
  with("30,F", "30,");
  run();
  with("Bob,40,M", "Bob,x,M");
  expect_malformed("column age: a group has values that the original table does not have");
  with("age", "years");
  EXPECT_THROW(run(), Error);
}

TEST_F(MeasureTest, RefusesGroupsThatDoNotHoldTogether) {
  std::string text = kReleased;
  text.replace(text.find("[30, 50]"), 8, "[30, 60]");
  put("release/released.csv", text);
  expect_malformed("the records of a group do not share one rectangle");
  text = kReleased;
  for (std::size_t at = text.find("\n2,"); at != text.npos; at = text.find("\n2,")) {
    text.replace(at, 3, "\n3,");
  }
  put("release/released.csv", text);
  expect_malformed("the groups are not numbered");
  for (const char* cell : {"{}", "{F, NULL}", "[F, X]", "{F"}) {
    text = kReleased;
    for (std::size_t at = text.find("{F, M}"); at != text.npos; at = text.find("{F, M}")) {
      text.replace(at, 6, cell);
    }
    put("release/released.csv", text);
    expect_malformed("column sex: a group has values that the original table does not have");
  }
  certificate_.form = "anatomy";
  put("release/quasi.csv", "group,age,sex\n1,50,M\n1,30,F\n2,40,M\n2,60,F\n");
  put("release/sensitive.csv", "group,condition,count\n1,cold,1\n2,cold,1\n2,flu,2\n");
  expect_malformed("the values of a group do not add up to its records");
  put("release/sensitive.csv", "group,condition,count\n1,cold,1\n1,flu,1\n2,cold,1\n2,flu,1\n");
  put("release/quasi.csv", "group,age,sex\n1,50,M\n1,30,F\n2,40,M\n2,60,\n");
  expect_malformed("column sex: a group has values that the original table does not have");
}

TEST_F(MeasureTest, RefusesOptionsThatMakeNoSense) {
  put("release/released.csv", kReleased);
  const auto expect_usage = [&](const MeasureOptions& options) {
    try {
      run(options);
      FAIL() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
    }
  };
  for (const double selectivity : {0.0, -1.0, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    MeasureOptions options;
    options.workload.selectivity = selectivity;
    expect_usage(options);
  }
  MeasureOptions options;
  options.workload.queries = 1'000'001;
  expect_usage(options);
  options = {};
  options.pairs = std::vector<std::string>{"age+name"};
  expect_usage(options);
  options.pairs = std::vector<std::string>{};
  EXPECT_EQ(run(options).query_errors.size(), 3U);
  options.workload.queries = 0;
  EXPECT_EQ(run(options).query_errors.size(), 0U);
}

}  // namespace
}  // namespace overt
