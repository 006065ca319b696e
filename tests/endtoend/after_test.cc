// Several releases of one table, from file to folder: what is kept, what is asked of it, what
// is refused.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "endtoend/folder_for_tests.h"
#include "io/storage.h"
#include "overt/base/error.h"
#include "overt/job/job_table.h"
#include "overt/joint/joint_reference.h"
#include "overt/release/draft.h"
#include "overt/release/kept_file.h"
#include "overt/table/joint_column.h"
#include "overt/verify/verify.h"

namespace overt {
namespace {

constexpr const char* kPatients =
    "name,age,zip,condition\n"
    "Ada,34,22030,flu\n"
    "Bob,41,22031,flu\n"
    "Coy,29,22040,cold\n"
    "Dan,47,23000,cold\n"
    "Eve,55,24000,HIV\n"
    "Fay,61,22030,ulcer\n"
    "Gus,38,22031,ulcer\n"
    "Hal,25,22040,\n";

class AfterTest : public testing::Test {
 protected:
  AfterTest() { folder_.write("patients.csv", kPatients); }

  ReleaseJob job(const std::string& method, const std::string& out) {
    ReleaseJob result;
    result.input = folder_ / "patients.csv";
    result.output = folder_ / out;
    result.roles.identifying = {"name"};
    result.roles.quasi_identifying = {"age", "zip"};
    result.roles.sensitive = {"condition"};
    result.missing_sensitive = MissingSensitive::drop;
    result.l = 2;
    const bool tree = find_tree(method) != nullptr;  // of local
    result.method = tree ? std::string(kDefaultMethod) : method;
    if (tree) result.tree = method;
    if (method == "strategy") {
      result.strategy.name = "safe";
      result.strategy.generalize["age"].interval = {10, 20, 40};
      result.strategy.generalize["zip"].prefix = {1, 2, 5};
    }
    return result;
  }
  ReleaseResult run(const ReleaseJob& job, std::uint64_t seed = 1) {
    SeededRandom coins(seed);
    ReleaseOptions options;
    options.test = true;
    options.date = "2024-05-06";
    return release(job, options, *storage_, coins, progress_);
  }
  Column sensitive(const ReleaseJob& job) {
    const Table table = read_job_table(job, *storage_, progress_);
    return table.columns[table.find("condition")];
  }
  KeptFile read(const ReleaseJob& job, const std::string& name) {
    return read_kept(folder_ / name, sensitive(job), *storage_, progress_);
  }
  std::string error_of(const ReleaseJob& job) {
    try {
      run(job);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  TestFolder folder_;
  std::unique_ptr<Storage> storage_ = io::arrow_storage({.sync = false});
  Progress progress_;
};

TEST_F(AfterTest, KeepsWhatALaterReleaseMustKnow) {
  for (const char* method : {"rda", "ria", "plain", "steered", "strategy"}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      ReleaseJob first = job(method, "first");
      first.keep_groups = folder_ / "first.parquet";
      ASSERT_FALSE(run(first, seed).refusal);
      const KeptFile kept = read(first, "first.parquet");
      const joint::KeptRelease& release = kept.release;
      const bool local = find_tree(method) != nullptr;
      EXPECT_EQ(release.method, local ? "local" : method);
      EXPECT_EQ(release.level, "transparent");
      EXPECT_EQ(release.promise.property, first.promise());
      EXPECT_FALSE(release.promise.caps);
      EXPECT_EQ(release.id.size(), 32U);
      EXPECT_TRUE(release.after.empty());
      EXPECT_TRUE(release.groups.is_partition_of(7));
      EXPECT_EQ(release.side.size(), local ? 7U : 0U);
      if (local) {
        EXPECT_EQ(release.l, 2U);
        ASSERT_EQ(release.node.size(), release.groups.size());
        for (const std::uint32_t node : release.node) ASSERT_LT(node, release.stop.size());
        for (const Rational& stop : release.stop) EXPECT_LE(stop, 1);
      }
      struct stat status {};
      ASSERT_EQ(::stat((folder_ / "first.parquet").c_str(), &status), 0);
      EXPECT_EQ(status.st_mode & 0777U, 0600U);
      EXPECT_EQ(folder_.list(),
                (std::vector<std::string>{"first", "first.parquet", "patients.csv"}));
      std::filesystem::remove_all(folder_ / "first");
      std::filesystem::remove(folder_ / "first.parquet");
    }
  }
}

// Whatever was kept, read back: the decision is that of the definition, over all tables.
TEST_F(AfterTest, PublishesWhatKeepsThePromiseTogetherAndNothingElse) {
  std::map<std::string, int> published;
  std::map<std::string, int> refused;
  for (const char* one : {"rda", "plain", "steered", "strategy"}) {
    for (const char* other : {"rda", "plain", "steered", "strategy", "merge"}) {
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        ReleaseJob first = job(one, "first");
        first.keep_groups = folder_ / "first.parquet";
        ASSERT_FALSE(run(first, seed).refusal);
        ReleaseJob second = job(other, "second");
        std::swap(second.roles.quasi_identifying[0], second.roles.quasi_identifying[1]);
        second.weights["zip"] = 100;
        second.keep_groups = folder_ / "second.parquet";
        if (second.method == "merge") second.min_group = 4;
        // The same release without a look at the first, for its groups.
        ReleaseJob alone = second;
        alone.output = folder_ / "alone";
        alone.keep_groups = folder_ / "alone.parquet";
        second.after = {first.keep_groups};
        alone.after = std::string(other) == "merge" ? second.after : std::vector<std::string>();
        ASSERT_FALSE(run(alone, 100 + seed).refusal);
        const ReleaseResult result = run(second, 100 + seed);

        const KeptFile a = read(first, "first.parquet");
        const KeptFile b = read(first, "alone.parquet");
        const Column column = sensitive(first);
        bool keeps = true;
        for (const auto& record :
             reference::joint_posterior({&a.release, &b.release}, column.codes, column.counts())) {
          for (const Rational& share : record) keeps = keeps && share <= Rational(1, 2);
        }
        EXPECT_EQ(!result.refusal, keeps) << one << ", then " << other;
        ++(keeps ? published : refused)[other];
        if (keeps) {
          EXPECT_EQ(result.certificate.after, 1U);
          EXPECT_EQ(read(first, "second.parquet").release.after,
                    std::vector<std::string>{a.release.id});
          EXPECT_EQ(read(first, "second.parquet").after, std::vector<std::string>{"first.parquet"});
          EXPECT_TRUE(verify_release(second.output, result.certificate, *storage_, progress_,
                                     {.allow_test = true})
                          .passed());
        } else {
          EXPECT_EQ(folder_.list(), (std::vector<std::string>{"alone", "alone.parquet", "first",
                                                              "first.parquet", "patients.csv"}));
        }
        for (const char* name : {"alone", "first", "second"}) {
          std::filesystem::remove_all(folder_ / name);
          std::filesystem::remove(folder_ / (std::string(name) + ".parquet"));
        }
      }
    }
  }
  for (const char* other : {"rda", "plain", "steered", "strategy"}) {
    EXPECT_GT(published[other], 0);
    EXPECT_GT(refused[other], 0);
  }
  EXPECT_EQ(refused["merge"], 0);
}

// The same of caps: on values, and on the values of two columns.
TEST_F(AfterTest, PublishesWhatKeepsTheCapsTogetherAndNothingElse) {
  const auto capped = [&](const std::string& method, const std::string& out, bool two) {
    ReleaseJob result = job(method, out);
    result.l.reset();
    result.keep_groups = result.output + ".parquet";
    result.caps.max.of_value = {{"flu", share(1, 2)}, {"HIV", share(1, 4)}};
    if (two) {
      result.roles.sensitive = {"condition", "zip"};
      result.roles.quasi_identifying = {"age"};
      result.caps.max.of_value = {{"condition:flu", share(1, 2)}, {"zip:22030", share(1, 2)}};
    }
    return result;
  };
  int published = 0;
  int refused = 0;
  for (const bool two : {false, true}) {
    for (const char* one : {"deal", "plain", "steered"}) {
      for (const char* other : {"deal", "plain", "steered", "merge"}) {
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
          ReleaseJob first = capped(one, "first", two);
          ASSERT_FALSE(run(first, seed).refusal);
          ReleaseJob second = capped(other, "second", two);
          second.ranks["age"] = {{"34", 0}, {"41", 5}, {"29", 1}, {"47", 6},
                                 {"55", 2}, {"61", 7}, {"38", 3}, {"25", 4}};
          if (second.method == "merge") second.min_group = 4;
          ReleaseJob alone = second;
          alone.output = folder_ / "alone";
          alone.keep_groups = folder_ / "alone.parquet";
          second.after = {first.keep_groups};
          alone.after = std::string(other) == "merge" ? second.after : std::vector<std::string>();
          ASSERT_FALSE(run(alone, 100 + seed).refusal);
          const ReleaseResult result = run(second, 100 + seed);

          const Table table =
              read_job_table(first, *storage_, progress_, nullptr, SensitiveColumns::any);
          const Column rows = joint_column(table, first.roles.sensitive).column;
          const auto kept = [&](const std::string& name) {
            return read_kept(folder_ / name, rows, *storage_, progress_).release;
          };
          const joint::KeptRelease a = kept("first.parquet");
          const joint::KeptRelease b = kept("alone.parquet");
          ASSERT_TRUE(b.promise.caps);
          EXPECT_EQ(b.promise.caps->size(), 2U);
          bool keeps = true;
          for (const auto& record :
               reference::joint_posterior({&a, &b}, rows.codes, rows.counts())) {
            for (const PromisedCap& cap : *b.promise.caps) {
              Rational all = 0;
              for (const Code v : cap.values) all += record[v];
              keeps = keeps && all <= cap.cap;
            }
          }
          EXPECT_EQ(!result.refusal, keeps) << one << ", then " << other;
          ++(keeps ? published : refused);
          if (keeps) {
            EXPECT_TRUE(verify_release(second.output, result.certificate, *storage_, progress_,
                                       {.allow_test = true})
                            .passed());
          }
          for (const char* name : {"alone", "first", "second"}) {
            std::filesystem::remove_all(folder_ / name);
            std::filesystem::remove(folder_ / (std::string(name) + ".parquet"));
          }
        }
      }
    }
  }
  EXPECT_GT(published, 0);
  EXPECT_GT(refused, 0);
}

TEST_F(AfterTest, AsksForTheFilesOfAllEarlierReleases) {
  ReleaseJob first = job("rda", "first");
  first.keep_groups = folder_ / "first.parquet";
  run(first);
  ReleaseJob second = job("merge", "second");
  second.after = {first.keep_groups};
  second.min_group = 4;
  second.keep_groups = folder_ / "second.parquet";
  ASSERT_FALSE(run(second, 2).refusal);
  ReleaseJob third = job("merge", "third");
  third.after = {second.keep_groups};
  EXPECT_EQ(error_of(third), "after: " + second.keep_groups +
                                 " was itself made after first.parquet: list that file too");
  third.after = {second.keep_groups, first.keep_groups, second.keep_groups};
  EXPECT_EQ(error_of(third), "after: " + second.keep_groups + ": this release is listed twice");
  third.after = {second.keep_groups, first.keep_groups};
  third.keep_groups = folder_ / "third.parquet";
  const ReleaseResult result = run(third);
  ASSERT_FALSE(result.refusal);
  EXPECT_EQ(result.certificate.after, 2U);
  // Of the groups of the file that is listed first.
  EXPECT_EQ(read(first, "third.parquet").release.groups.size(),
            read(first, "second.parquet").release.groups.size());
}

TEST_F(AfterTest, KnowsAnotherTable) {
  ReleaseJob first = job("rda", "first");
  first.keep_groups = folder_ / "first.parquet";
  run(first);
  ReleaseJob second = job("merge", "second");
  second.after = {first.keep_groups};
  const std::string name = first.keep_groups;
  const std::string patients = kPatients;
  folder_.write("patients.csv", patients + "Ida,30,22040,flu\n");
  EXPECT_EQ(error_of(second), name + ": not of this table: it has another number of records");
  std::string other = patients;
  other.replace(other.find("HIV"), 3, "AID");
  folder_.write("patients.csv", other);
  EXPECT_EQ(error_of(second), name + ": not of this table: it has another sensitive value");
  // Records in another order: some group has other values than it had.
  other = patients;
  const std::size_t ada = other.find("Ada");
  const std::size_t bob = other.find("Bob");
  const std::string line = other.substr(ada, bob - ada);
  other.erase(ada, bob - ada);
  other.insert(other.find("Hal"), line);
  folder_.write("patients.csv", other);
  EXPECT_EQ(error_of(second), name + ": not of this table: a group has other sensitive values");
  other = patients;
  other.replace(other.find("condition"), 9, "diagnosis");
  folder_.write("patients.csv", other);
  second.roles.sensitive = {"diagnosis"};
  EXPECT_EQ(error_of(second), name + ": not of this table: its sensitive column is another one");
  folder_.write("patients.csv", patients);
  second.roles.sensitive = {"condition"};
  second.after = {second.input};
  EXPECT_EQ(error_of(second), second.input + ": not a file of keep_groups");
}

TEST_F(AfterTest, LeavesNothingBehind) {
  ReleaseJob first = job("rda", "first");
  first.keep_groups = folder_ / "first/groups.parquet";
  EXPECT_NE(error_of(first).find("the folder of a release is published"), std::string::npos);
  first.keep_groups = folder_ / "patients.csv";
  EXPECT_NE(error_of(first).find("it is a file that this job reads"), std::string::npos);
  folder_.write("old.parquet", "old");
  first.keep_groups = folder_ / "old.parquet";
  EXPECT_NE(error_of(first).find("exists already; pass force"), std::string::npos);
  first.keep_groups = folder_ / "first.parquet";
  first.l = 7;
  EXPECT_TRUE(run(first).refusal);
  EXPECT_EQ(folder_.list(), (std::vector<std::string>{"old.parquet", "patients.csv"}));
}

TEST_F(AfterTest, ReplacesTheFileWhenAskedTo) {
  ReleaseJob first = job("rda", "first");
  first.keep_groups = folder_ / "first.parquet";
  run(first);
  const std::string before = read(first, "first.parquet").release.id;
  SeededRandom coins(2);
  ReleaseOptions options;
  options.test = true;
  options.force = true;
  ASSERT_FALSE(release(first, options, *storage_, coins, progress_).refusal);
  EXPECT_NE(read(first, "first.parquet").release.id, before);
}

}  // namespace
}  // namespace overt
