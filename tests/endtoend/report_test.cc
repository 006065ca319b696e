// The public report is a function of the release: whoever makes it, and whatever the secret
// table was.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "endtoend/folder_for_tests.h"
#include "io/storage.h"
#include "overt/assess/custodian_findings.h"
#include "overt/base/error.h"
#include "overt/report/custodian_report.h"
#include "overt/report/public_report.h"
#include "overt/report/run_release.h"

namespace overt {
namespace {

constexpr const char* kPublic[] = {"Ada,21,1010", "Bob,23,1011", "Cyd,25,1020", "Dan,27,1021"};

class ReportTest : public testing::Test {
 protected:
  ReportTest() {
    job_.input = folder_ / "table.csv";
    job_.output = folder_ / "release";
    job_.l = 2;
    job_.roles.identifying = {"name"};
    job_.roles.quasi_identifying = {"age", "zip"};
    job_.roles.sensitive = {"condition"};
  }

  void write(const std::vector<std::string>& values) {
    std::string text = "name,age,zip,condition\n";
    for (std::size_t r = 0; r < values.size(); ++r) {
      text += std::string(kPublic[r]) + "," + values[r] + "\n";
    }
    folder_.write("table.csv", text);
  }

  // Without a seed the coins are secret.
  ReleaseResult run(std::optional<std::uint64_t> seed) {
    RunOptions options;
    options.date = "2024-05-06";
    options.test_seed = seed;
    options.force = true;
    return run_release(job_, options, *storage_, progress_);
  }

  std::string again() { return public_report(folder_ / "release", *storage_, progress_); }

  // All tables of the release: what an adversary sees.
  std::string tables() const {
    return folder_.read("release/released.csv") + folder_.read("release/quasi.csv") +
           folder_.read("release/sensitive.csv") + folder_.read("release/certificate.json");
  }

  TestFolder folder_;
  ReleaseJob job_;
  std::unique_ptr<Storage> storage_ = io::arrow_storage({.sync = false});
  Progress progress_;
};

TEST_F(ReportTest, IsMadeAgainFromTheFolder) {
  folder_.write("zip.csv", "1010;101*;*\n1011;101*;*\n1020;102*;*\n1021;102*;*\n");
  write({"flu", "cold", "flu", "cold"});
  for (const char* method : {"local", "rda", "ria", "gda"}) {
    for (const ReleaseForm form : {ReleaseForm::generalized, ReleaseForm::anatomy}) {
      for (const FileFormat format : {FileFormat::csv, FileFormat::parquet}) {
        job_.method = method;
        job_.form = form;
        job_.format = format;
        job_.hierarchies.clear();
        if (form == ReleaseForm::generalized) job_.hierarchies["zip"] = folder_ / "zip.csv";
        run(1);
        EXPECT_EQ(folder_.read("release/report.html"), again()) << method;
      }
    }
  }
}

// Another secret table, other coins, the same release: the same report.
TEST_F(ReportTest, DependsOnTheReleaseAlone) {
  for (const ReleaseForm form : {ReleaseForm::generalized, ReleaseForm::anatomy}) {
    job_.form = form;
    job_.method = "ria";
    write({"flu", "cold", "flu", "cold"});
    run(1);
    const std::string shown = tables();
    const std::string report = folder_.read("release/report.html");
    int found = 0;
    for (const std::vector<std::string>& secret :
         {std::vector<std::string>{"cold", "flu", "cold", "flu"},
          std::vector<std::string>{"flu", "flu", "cold", "cold"},
          std::vector<std::string>{"flu", "cold", "cold", "flu"}}) {
      write(secret);
      for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        run(seed);
        if (tables() != shown) continue;
        ++found;
        EXPECT_EQ(folder_.read("release/report.html"), report);
        break;
      }
    }
    EXPECT_GE(found, 2) << "no other table gave the same release";
  }
}

// Worked out by hand: group 1 has flu once in [20, 29] and group 2 twice in [25, 44].
TEST_F(ReportTest, AnswersAQueryWithItsArithmetic) {
  ReleaseSurvey survey;
  Certificate& certificate = survey.certificate;
  certificate.method = "rda";
  certificate.level = "transparent";
  certificate.form = "generalized";
  certificate.promise = highest_ratio_at_most(Rational(1, 2));
  certificate.records = 6;
  certificate.groups = 2;
  certificate.smallest_group = 2;
  certificate.largest_share = Rational(1, 2);
  certificate.job.l = 2;
  certificate.job.roles = {{}, {"age"}, {"condition"}, {}};
  survey.columns = {{"age", {"[20, 29]", "[25, 44]"}, {0, 1}}};
  survey.ends = {2, 6};
  survey.names = {"cold", "flu", "gout"};
  survey.values = {{1, 1}, {2, 1}, {0, 1}, {1, 2}, {2, 1}};
  survey.value_ends = {2, 5};
  const std::string report = public_report(survey);
  const auto expect = [&](const std::string& text) {
    EXPECT_NE(report.find(text), std::string::npos) << text;
  };
  // Ends are 20 25 29 44: the question is from the second to the third of them.
  expect("how many records are there where age is from 25 to 29, and condition is flu?");
  expect("1 × 5/10 = 0.5");
  expect("2 × 5/20 = 0.5");
  expect("<strong>about 1</strong>");
  expect("3 records with this value altogether");
  expect("<strong>1/2</strong> (50.0\u00A0%); the promise allows 1/2.");
}

TEST_F(ReportTest, SaysHonestlyWhatALowerLevelMeans) {
  write({"flu", "cold", "flu", "cold"});
  job_.method = "gda";
  run({});
  EXPECT_NE(folder_.read("release/report.html").find("they can learn values up to certainty"),
            std::string::npos);
  job_.method = "rda";
  run({});
  EXPECT_EQ(folder_.read("release/report.html").find("up to certainty"), std::string::npos);
  EXPECT_EQ(folder_.read("release/report.html").find("made for a test"), std::string::npos);
  EXPECT_NE(folder_.read("release/report.html").find("<strong>no view</strong>"), std::string::npos)
      << "what no level covers";
}

// Coins that anybody can guess: neither certificate nor report may sound like a promise.
TEST_F(ReportTest, SaysThatATestPromisesNothing) {
  write({"flu", "cold", "flu", "cold"});
  for (const char* method : {"local", "rda", "gda"}) {
    job_.method = method;
    EXPECT_EQ(run(1).certificate.level, "test");
    const std::string report = folder_.read("release/report.html");
    EXPECT_NE(report.find("must not be published"), std::string::npos);
    EXPECT_EQ(report.find("the strongest there is"), std::string::npos);
    EXPECT_EQ(report.find("Whoever has a view already"), std::string::npos);
    EXPECT_EQ(folder_.read("release/certificate.json").find("holds against"), std::string::npos);
  }
}

// A draft that is not committed leaves nothing, whatever was added; one that is has all of it.
TEST_F(ReportTest, IsThereWithTheReleaseOrNotAtAll) {
  write({"flu", "cold", "flu", "cold"});
  job_.custodian_report = folder_ / "mine.html";
  job_.keep_groups = folder_ / "kept.parquet";
  ReleaseOptions options;
  options.test = true;
  for (const bool committed : {false, true}) {
    SeededRandom coins(1);
    Draft draft = draft_release(job_, options, *storage_, coins, progress_);
    draft.add("report.html", "page");
    draft.add_custodian_report("mine");
    EXPECT_FALSE(std::filesystem::exists(job_.output));
    if (committed) draft.commit();
  }
  EXPECT_EQ(folder_.list(),
            (std::vector<std::string>{"kept.parquet", "mine.html", "release", "table.csv"}));
  EXPECT_EQ(folder_.read("release/report.html") + folder_.read("mine.html"), "pagemine");
  std::filesystem::remove_all(job_.output);
  std::filesystem::remove(job_.keep_groups);
  std::filesystem::remove(job_.custodian_report);
  SeededRandom coins(1);
  release(job_, options, *storage_, coins, progress_);  // nobody wrote a page
  EXPECT_EQ(folder_.list(), (std::vector<std::string>{"kept.parquet", "release", "table.csv"}));
}

// What a custodian is told, and the world is not.
TEST_F(ReportTest, CustodianSeesTrueCountsAndTheAttack) {
  // By zip the two of 1010 both have flu, so an unprotected search puts all together; and whoever
  // knows that is sure of them (docs/concepts/refusals.md).
  folder_.write("table.csv",
                "name,age,zip,condition\nA,1,1010,flu\nB,1,1010,flu\nC,1,1020,cold\n"
                "D,1,1020,asthma\nE,1,1020,ulcer\nF,1,1020,HIV\n");
  job_.method = "rda";
  const ReleaseResult result = run(1);
  const CustodianFindings found =
      custodian_findings(job_, folder_ / "release", {}, *storage_, progress_);
  ASSERT_TRUE(found.attack);
  EXPECT_EQ(found.attack->attack.above(), 2U);
  EXPECT_EQ(found.largest_l, 3U);
  EXPECT_EQ(found.most_frequent, Rational(1, 3));
  ASSERT_TRUE(found.measures);
  ASSERT_FALSE(found.measures->examples.empty());
  for (const QueryExample& example : found.measures->examples) {
    EXPECT_EQ(example.truth, std::floor(example.truth));
    EXPECT_NEAR(example.error,
                std::abs(example.truth - example.estimate) / std::max(example.truth, 0.03), 1e-9);
  }
  ASSERT_EQ(found.measures->marginals.size(), 2U);
  EXPECT_EQ(found.measures->marginals[1].before, (std::vector<double>{2, 4}));
  const std::string page = custodian_report(job_, result, found);
  EXPECT_NE(page.find("custodian only, not for release"), std::string::npos);
  EXPECT_NE(page.find("voids the guarantee"), std::string::npos);
  EXPECT_NE(page.find(">record 1</text>"), std::string::npos);
  job_.input = "-";
  EXPECT_THROW(custodian_findings(job_, std::nullopt, {}, *storage_, progress_), Error);
}

TEST_F(ReportTest, CustodianIsToldWhatWasNotComputed) {
  write({"flu", "cold", "flu", "cold"});
  const ReleaseResult result = run(1);
  FindingsOptions options;
  options.attack_records = 3;
  const CustodianFindings found =
      custodian_findings(job_, folder_ / "release", options, *storage_, progress_);
  EXPECT_FALSE(found.attack);
  EXPECT_NE(custodian_report(job_, result, found)
                .find("<strong>Not computed: </strong>the table has 4 records, and here only"),
            std::string::npos);
}

}  // namespace
}  // namespace overt
