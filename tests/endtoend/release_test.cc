// A job from file to verified folder, through Arrow.

#include "overt/release/draft.h"

#include <gtest/gtest.h>

#include "endtoend/folder_for_tests.h"
#include "io/storage.h"
#include "overt/base/error.h"
#include "overt/table/cell.h"
#include "overt/verify/verify.h"

namespace overt {
namespace {

constexpr const char* kPatients =
    "name,age,zip,sex,ward,condition\n"
    "Ada,34,22030,F,A,flu\n"
    "Bob,41,22031,M,B,flu\n"
    "Coy,29,22040,M,C,cold\n"
    "Dan,,23000,M,D,cold\n"
    "Eve,55,24000,F,E,HIV\n"
    "Fay,61,NULL,F,F,ulcer\n"
    "Gus,38,22030,M,G,ulcer\n";

// The coins of this test can be guessed.
constexpr VerifyOptions kTest = {.allow_test = true};

ReleaseJob patients_job(const TestFolder& folder) {
  ReleaseJob job;
  job.input = folder / "patients.csv";
  job.output = folder / "release";
  job.roles.identifying = {"name"};
  job.roles.quasi_identifying = {"age", "zip", "sex"};
  job.roles.sensitive = {"condition"};
  job.roles.insensitive = {"ward"};
  job.l = 2;
  return job;
}

class ReleaseTest : public testing::Test {
 protected:
  ReleaseResult run(const ReleaseJob& job, std::uint64_t seed = 1) {
    SeededRandom coins(seed);
    ReleaseOptions options;
    options.force = true;
    options.date = "2024-05-06";
    options.test = true;
    return release(job, options, *storage_, coins, progress_);
  }
  Table original(const ReleaseJob& job, const Certificate& certificate) {
    ReadOptions options;
    options.delimiter = job.reading.delimiter;
    return read_original(job.input, certificate, options, *storage_, progress_);
  }

  std::size_t released_ = 0;
  TestFolder folder_;
  std::unique_ptr<Storage> storage_ = io::arrow_storage({.sync = false});
  Progress progress_;
};

TEST_F(ReleaseTest, WritesBothFormsInBothFormats) {
  folder_.write("patients.csv", kPatients);
  for (const ReleaseForm form : {ReleaseForm::generalized, ReleaseForm::anatomy}) {
    for (const FileFormat format : {FileFormat::csv, FileFormat::parquet}) {
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        ReleaseJob job = patients_job(folder_);
        job.method = seed % 2 == 0 ? "local" : "rda";
        job.form = form;
        job.format = format;
        const ReleaseResult result = run(job, seed);
        EXPECT_EQ(result.certificate.method, job.method);
        ASSERT_FALSE(result.refusal);
        EXPECT_EQ(result.certificate.records, 7U);
        EXPECT_LE(result.certificate.largest_share, Rational(1, 2));
        EXPECT_TRUE(
            verify_release(job.output, result.certificate, *storage_, progress_, kTest).passed());
        EXPECT_TRUE(verify_against(job.output, result.certificate,
                                   original(job, result.certificate), *storage_, progress_, kTest)
                        .passed());
        // What was written parses back to what was certified.
        EXPECT_EQ(folder_.read("release/certificate.json"), print_certificate(result.certificate));
      }
    }
  }
  EXPECT_EQ(folder_.list(), (std::vector<std::string>{"patients.csv", "release"}));
}

TEST_F(ReleaseTest, KeepsTheColumnsInInputOrderWithoutIdentifyingOnes) {
  folder_.write("patients.csv", kPatients);
  ReleaseJob job = patients_job(folder_);
  run(job);
  std::string text = folder_.read("release/released.csv");
  EXPECT_EQ(text.substr(0, text.find('\n')), "group,age,zip,sex,ward,condition");
  job.form = ReleaseForm::anatomy;
  run(job);
  text = folder_.read("release/quasi.csv");
  EXPECT_EQ(text.substr(0, text.find('\n')), "group,age,zip,sex,ward");
  text = folder_.read("release/sensitive.csv");
  EXPECT_EQ(text.substr(0, text.find('\n')), "group,condition,count");
}

// No name of a person reaches any file of the folder.
TEST_F(ReleaseTest, DropsIdentifyingValues) {
  folder_.write("patients.csv", kPatients);
  for (const ReleaseForm form : {ReleaseForm::generalized, ReleaseForm::anatomy}) {
    for (const FileFormat format : {FileFormat::csv, FileFormat::parquet}) {
      ReleaseJob job = patients_job(folder_);
      job.form = form;
      job.format = format;
      run(job);
      for (const auto& entry : std::filesystem::recursive_directory_iterator(job.output)) {
        const std::string text = folder_.read("release/" + entry.path().filename().string());
        for (const char* name : {"Ada", "Bob", "Coy", "Dan", "Eve", "Fay", "Gus"}) {
          EXPECT_EQ(text.find(name), std::string::npos);
        }
      }
    }
  }
}

// The release does not depend on the order of the input: with the same coins
// the same multiset of groups comes out once record order cannot matter, that
// is, when all records of a value are alike.
TEST_F(ReleaseTest, SaysNothingOfTheInputsOrder) {
  folder_.write("a.csv", "q,s\nx,flu\nx,flu\ny,cold\ny,cold\nz,ulcer\n");
  folder_.write("b.csv", "q,s\nz,ulcer\ny,cold\nx,flu\ny,cold\nx,flu\n");
  ReleaseJob job;
  job.output = folder_ / "release";
  job.roles.quasi_identifying = {"q"};
  job.roles.sensitive = {"s"};
  job.method = "rda";  // local looks at the public columns, in whatever order
  job.l = 2;
  for (const FileFormat format : {FileFormat::csv, FileFormat::parquet}) {
    job.format = format;
    const std::string file = "release/released." + std::string(to_string(format));
    job.input = folder_ / "a.csv";
    run(job, 5);
    const std::string first = folder_.read(file);
    job.input = folder_ / "b.csv";
    run(job, 5);
    EXPECT_EQ(folder_.read(file), first);
  }
}

TEST_F(ReleaseTest, UsesHierarchiesAndCopiesThem) {
  folder_.write("patients.csv", kPatients);
  folder_.write("zip.csv",
                "22030;220**;*\n22031;220**;*\n22040;220**;*\n23000;23***;*\n24000;24***;*\n");
  ReleaseJob job = patients_job(folder_);
  job.hierarchies["zip"] = folder_ / "zip.csv";
  job.l = 3;
  const ReleaseResult result = run(job);
  EXPECT_EQ(result.certificate.files.size(), 2U);
  EXPECT_TRUE(verify_against(job.output, result.certificate, original(job, result.certificate),
                             *storage_, progress_, kTest)
                  .passed());
  EXPECT_NE(folder_.read("release/hierarchies/zip.csv").find("220**"), std::string::npos);
  EXPECT_NE(folder_.read("release/released.csv").find('*'), std::string::npos);
}

TEST_F(ReleaseTest, TreatsMissingSensitiveValuesAsTold) {
  folder_.write("t.csv", "q,s\n1,a\n2,b\n3,\n4,NULL\n5,c\n6,a\n");
  ReleaseJob job;
  job.input = folder_ / "t.csv";
  job.output = folder_ / "release";
  job.roles.quasi_identifying = {"q"};
  job.roles.sensitive = {"s"};
  job.l = 2;
  try {
    run(job);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    EXPECT_NE(std::string(error.what()).find("line 4"), std::string::npos) << error.what();
  }
  job.missing_sensitive = MissingSensitive::value;
  EXPECT_EQ(run(job).certificate.records, 6U);
  job.missing_sensitive = MissingSensitive::drop;
  const ReleaseResult dropped = run(job);
  EXPECT_EQ(dropped.certificate.records, 4U);
  EXPECT_TRUE(verify_against(job.output, dropped.certificate, original(job, dropped.certificate),
                             *storage_, progress_, kTest)
                  .passed());
}

TEST_F(ReleaseTest, RefusesWhatCannotBeReleased) {
  folder_.write("t.csv", "q,s\n1,SECRETVALUE\n2,SECRETVALUE\n3,SECRETVALUE\n4,b\n5,c\n");
  ReleaseJob job;
  job.input = folder_ / "t.csv";
  job.output = folder_ / "release";
  job.roles.quasi_identifying = {"q"};
  job.roles.sensitive = {"s"};
  job.l = 2;
  const ReleaseResult result = run(job);
  ASSERT_TRUE(result.refusal);
  EXPECT_EQ(result.refusal->reason,
            "one sensitive value has a share of 3/5 of all records (60.0 %), more than 1/2; no l "
            "of 2 or more is possible; a beta of 3/2 or more gives several groups; or cap only the "
            "values that are a secret (overt release --max VALUE=SHARE)");
  EXPECT_EQ(folder_.list(), std::vector<std::string>{"t.csv"});
}

constexpr const char* kVisits =
    "age,zip,condition\n"
    "21,1010,flu\n22,1010,cold\n23,1011,\n24,1011,flu\n25,1020,cold\n26,1020,ulcer\n"
    "27,1021,\n28,1021,flu\n31,1010,cold\n32,1010,ulcer\n33,1011,flu\n34,1011,cold\n"
    "35,1020,flu\n36,1020,\n37,1021,cold\n38,1021,ulcer\n";

ReleaseJob visits_job(const TestFolder& folder) {
  ReleaseJob job;
  job.input = folder / "visits.csv";
  job.output = folder / "release";
  job.roles.quasi_identifying = {"age", "zip"};
  job.roles.sensitive = {"condition"};
  job.method = "strategy";
  job.strategy.name = "safe";
  job.strategy.generalize["age"].interval = {10};
  job.strategy.generalize["zip"].prefix = {1, 2};
  job.missing_sensitive = MissingSensitive::drop;
  return job;
}

std::vector<PropertySpec> properties() {
  return {{"highest_ratio", {}, Rational(3, 5), {}, {}, {}},
          {"distinct_diversity", {}, {}, {}, {}, 3},
          {"entropy_diversity", {}, {}, {}, {}, 2},
          {"recursive_diversity", {}, {}, Rational(2), {}, 2},
          {"t_closeness", {}, {}, {}, Rational(1, 4), {}}};
}

// With missing values dropped, or values of their own, and with small groups suppressed, the
// verifier sees the same table as the strategy: what was released verifies.
TEST_F(ReleaseTest, PromisesEveryPropertyByAStrategyHeavy) {
  folder_.write("visits.csv", kVisits);
  for (const PropertySpec& property : properties()) {
    for (const MissingSensitive missing : {MissingSensitive::drop, MissingSensitive::value}) {
      for (const std::int64_t suppress : {1, 3}) {
        for (const ReleaseForm form : {ReleaseForm::generalized, ReleaseForm::anatomy}) {
          for (const char* strategy : {"safe", "exclusive", "naive"}) {
            ReleaseJob job = visits_job(folder_);
            job.property = property;
            job.missing_sensitive = missing;
            job.strategy.suppress = suppress;
            job.strategy.name = strategy;
            job.form = form;
            const ReleaseResult result = run(job);
            if (result.refusal) continue;
            const Certificate written =
                parse_certificate(folder_.read("release/certificate.json"), "certificate.json");
            EXPECT_EQ(written.promise, property);
            EXPECT_EQ(written.records, missing == MissingSensitive::drop ? 13U : 16U);
            EXPECT_TRUE(verify_release(job.output, written, *storage_, progress_, kTest).passed());
            EXPECT_TRUE(verify_against(job.output, written, original(job, written), *storage_,
                                       progress_, kTest)
                            .passed());
            ++released_;
          }
        }
      }
    }
  }
  EXPECT_GT(released_, 100U);  // of 120
}

// What all records together do not keep is refused at once, from the multiset alone; what
// no step keeps after the walk, whose path is for the custodian. Nothing is written.
TEST_F(ReleaseTest, RefusesAProperty) {
  folder_.write("visits.csv", kVisits);
  ReleaseJob job = visits_job(folder_);
  job.property = PropertySpec{"entropy_diversity", {}, {}, {}, {}, 3};
  ReleaseResult result = run(job);
  ASSERT_TRUE(result.refusal);
  EXPECT_EQ(result.refusal->reason,
            "all records in one group do not keep entropy_diversity, l 3, and then no "
            "generalization does");
  EXPECT_TRUE(result.custodian.empty());
  EXPECT_EQ(folder_.list(), std::vector<std::string>{"visits.csv"});
  job.property->l = 2;
  job.strategy.steps = {{0, 0}, {0, 1}};
  result = run(job);
  ASSERT_TRUE(result.refusal);
  EXPECT_EQ(result.refusal->reason,
            "none of the 2 generalizations may be disclosed by the strategy safe; that this is so "
            "is information about the table, keep it");
  EXPECT_EQ(result.custodian,
            (std::vector<std::string>{"step 1 (levels 0,0): disclosure set fails",
                                      "step 2 (levels 0,1): disclosure set fails"}));
  EXPECT_EQ(folder_.list(), std::vector<std::string>{"visits.csv"});
}

// A chain is its steps: the same path.
TEST_F(ReleaseTest, WalksAChain) {
  folder_.write("visits.csv", kVisits);
  ReleaseJob job = visits_job(folder_);
  job.property = PropertySpec{"recursive_diversity", {}, {}, Rational(2), {}, 2};
  job.strategy.chain = {"zip", "age", "zip"};
  const ReleaseResult chained = run(job);
  job.strategy.chain.clear();
  job.strategy.steps = {{0, 0}, {0, 1}, {1, 1}, {1, 2}};
  const ReleaseResult stepped = run(job);
  EXPECT_EQ(chained.custodian, stepped.custodian);
  EXPECT_EQ(chained.refusal.has_value(), stepped.refusal.has_value());
  job.strategy.steps.clear();
  job.strategy.chain = {"zip", "age", "age", "age"};
  try {
    run(job);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_STREQ(error.what(), "chain: entry 4: the column age has the levels 0 to 2");
  }
}

TEST_F(ReleaseTest, RefusesCoinsThatCanBeGuessed) {
  folder_.write("patients.csv", kPatients);
  SeededRandom coins(1);
  EXPECT_THROW(release(patients_job(folder_), ReleaseOptions(), *storage_, coins, progress_),
               Error);
  EXPECT_EQ(folder_.list(), std::vector<std::string>{"patients.csv"});
}

// Values that fight with the cell grammar and with CSV survive both ways.
TEST_F(ReleaseTest, SurvivesNastyValues) {
  folder_.write("t.csv",
                "q,i,s\n\"[1, 2]\",\"a\"\"b\",x\n\"{a, b}\",\"line\nbreak\",y\n\"a, b\",;,z\n"
                "\"\"\"q\"\"\",\\,w\n a ,é,\"x,y\"\n}, ,[z\n");
  for (const ReleaseForm form : {ReleaseForm::generalized, ReleaseForm::anatomy}) {
    ReleaseJob job;
    job.input = folder_ / "t.csv";
    job.output = folder_ / "release";
    job.reading.delimiter = ',';
    job.form = form;
    job.roles.quasi_identifying = {"q"};
    job.roles.insensitive = {"i"};
    job.roles.sensitive = {"s"};
    job.l = 2;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const ReleaseResult result = run(job, seed);
      EXPECT_TRUE(verify_against(job.output, result.certificate, original(job, result.certificate),
                                 *storage_, progress_, kTest)
                      .passed());
    }
  }
}

}  // namespace
}  // namespace overt
