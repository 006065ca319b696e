// The adversary against releases by a strategy, from file to folder: every table of a small
// universe is released, and they keep those whose folder looks like the one that they
// see. Whatever the property, what is left of safe, exclusive and k_jump keeps it; of
// naive it does not.

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "endtoend/folder_for_tests.h"
#include "io/storage.h"
#include "overt/adversary/audit.h"
#include "overt/release/draft.h"

namespace overt {
namespace {

// Two quasi-identifiers; no two generalizations of them are the same everywhere.
constexpr std::array<const char*, 6> kPublic = {"20,A1", "20,A2", "25,A2",
                                                "25,B1", "30,B1", "35,A1"};

PropertySpec spec(const char* name, std::optional<Rational> max, std::optional<Rational> below,
                  std::optional<Rational> c, std::optional<Rational> t,
                  std::optional<std::int64_t> l) {
  return {name, std::move(max), std::move(below), std::move(c), std::move(t), l};
}

std::vector<PropertySpec> promises() {
  return {spec("highest_ratio", {}, Rational(2, 3), {}, {}, {}),
          spec("distinct_diversity", {}, {}, {}, {}, 2),
          spec("entropy_diversity", {}, {}, {}, {}, 2),
          spec("recursive_diversity", {}, {}, Rational(3, 2), {}, 2),
          spec("t_closeness", {}, {}, {}, Rational(2, 5), {})};
}

struct Tally {
  std::size_t tables = 0;
  std::size_t released = 0;  // tables
  std::size_t seen = 0;      // different folders
  std::size_t broken = 0;    // of them, with a posterior that does not keep the property
};

class StrategyAdversary : public testing::Test {
 protected:
  ReleaseJob job_of(const PropertySpec& promise, const std::string& strategy) {
    ReleaseJob job;
    job.input = folder_ / "table.csv";
    job.output = folder_ / "release";
    job.method = "strategy";
    job.property = promise;
    job.roles.quasi_identifying = {"age", "zip"};
    job.roles.sensitive = {"condition"};
    job.strategy.generalize["age"].interval = {10};
    job.strategy.generalize["zip"].prefix = {1};
    job.strategy.name = strategy;
    if (strategy == "k_jump") job.strategy.jump = {2};
    return job;
  }

  // All that is in the folder, without what the coins decide: numbers of groups, order of
  // rows, and the hash of both.
  std::string shown() {
    auto certificate = nlohmann::ordered_json::parse(folder_.read("release/certificate.json"));
    certificate["files"]["released.csv"] = "";
    std::map<std::string, std::multiset<std::string>> groups;
    std::istringstream lines(folder_.read("release/released.csv"));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
      const std::size_t comma = line.find(',');
      groups[line.substr(0, comma)].insert(line.substr(comma + 1));
    }
    std::multiset<std::multiset<std::string>> unordered;
    for (const auto& [number, rows] : groups) unordered.insert(rows);
    std::string result = certificate.dump();
    for (const auto& rows : unordered) {
      result += "\n";
      for (const std::string& row : rows) result += "\n" + row;
    }
    return result;
  }

  void attack(const ReleaseJob& job, const Values& multiset, Tally& tally) {
    std::map<std::string, std::vector<Values>> universe;
    std::vector<std::uint64_t> overall;
    for (const Code v : multiset) {
      overall.resize(std::max<std::size_t>(overall.size(), v + 1), 0);
      ++overall[v];
    }
    for (const Values& table : arrangements(multiset)) {
      std::string text = "age,zip,condition\n";
      for (std::size_t r = 0; r < table.size(); ++r) {
        text += std::string(kPublic[r]) + ",v" + std::to_string(table[r]) + "\n";
      }
      folder_.write("table.csv", text);
      SeededRandom coins(tally.tables++);
      ReleaseOptions options;
      options.test = true;
      const ReleaseResult result = release(job, options, *storage_, coins, progress_);
      if (result.refusal) {
        ASSERT_EQ(folder_.list(), std::vector<std::string>{"table.csv"});
        continue;
      }
      ASSERT_EQ(folder_.list(), (std::vector<std::string>{"release", "table.csv"}));
      ++tally.released;
      universe[shown()].push_back(table);
      std::filesystem::remove_all(job.output);
    }
    const auto property = make_property(job.promise(), overall);
    for (const auto& [release, tables] : universe) {
      ++tally.seen;
      bool kept = true;
      for (std::size_t r = 0; r < multiset.size(); ++r) {
        std::vector<Integer> weights(overall.size());
        for (const Values& table : tables) ++weights[table[r]];
        kept = kept && property->test(weights) == Verdict::holds;
      }
      tally.broken += kept ? 0 : 1;
    }
  }

  Tally attack_all(const ReleaseJob& job) {
    Tally tally;
    for (const Values& multiset : {Values{0, 0, 0, 1, 1, 2}, Values{0, 0, 1, 1, 2, 2}}) {
      attack(job, multiset, tally);
    }
    std::printf("%s, %s: %zu tables, %zu released, %zu different, %zu broken\n",
                to_string(job.promise()).c_str(), job.strategy.name.c_str(), tally.tables,
                tally.released, tally.seen, tally.broken);
    return tally;
  }

  TestFolder folder_;
  std::unique_ptr<Storage> storage_ = io::arrow_storage({.sync = false});
  Progress progress_;
};

TEST_F(StrategyAdversary, LearnsNoMoreThanPromisedHeavy) {
  for (const PropertySpec& promise : promises()) {
    for (const char* strategy : {"safe", "exclusive", "k_jump"}) {
      const Tally tally = attack_all(job_of(promise, strategy));
      EXPECT_GT(tally.released, 0U);
      EXPECT_EQ(tally.broken, 0U);
    }
  }
}

TEST_F(StrategyAdversary, LearnsMoreOfNaiveHeavy) {
  for (const PropertySpec& promise : promises()) {
    EXPECT_GT(attack_all(job_of(promise, "naive")).broken, 0U);
  }
}

// Suppression joins groups that are small, whatever they hold; a chain is a shorter walk.
TEST_F(StrategyAdversary, LearnsNoMoreThroughSuppressionAndChainsHeavy) {
  for (const PropertySpec& promise : promises()) {
    ReleaseJob job = job_of(promise, "safe");
    job.strategy.suppress = 2;
    const Tally suppressed = attack_all(job);
    EXPECT_GT(suppressed.released, 0U);
    EXPECT_EQ(suppressed.broken, 0U);
    job = job_of(promise, "safe");
    job.strategy.chain = {"zip", "age", "age", "zip"};
    const Tally chained = attack_all(job);
    EXPECT_GT(chained.released, 0U);
    EXPECT_EQ(chained.broken, 0U);
  }
}

}  // namespace
}  // namespace overt
