// Local recoding against the adversary who knows everything but the sensitive column and
// the coins: all tables of several tree shapes, every outcome of the coins. And three
// broken versions that they see through: without the veil, with a second try, and with
// the number of veiled stops published.

#include <cstdio>

#include "oracle/shape.h"
#include "oracle/transparency.h"
#include "overt/local/local.h"
#include "overt/local/local_reference.h"
#include "overt/release/methods/method.h"

namespace overt::oracle {
namespace {

struct Case {
  std::size_t records;
  Code domain;
  std::uint32_t l;
  std::size_t numerator;
  std::size_t denominator;
};

Method method_of(const Case& shape) {
  return [shape](const Values& table, RandomSource& coins) {
    Progress progress;
    Shape tree(shape.numerator, shape.denominator, shape.l);
    return release_text(local(table, domain_of(table), tree, shape.l, coins, progress), table);
  };
}

Method broken(const Case& shape, reference::Walk walk) {
  return [shape, walk](const Values& table, RandomSource& coins) {
    Shape tree(shape.numerator, shape.denominator, shape.l);
    Shape other(1, 2, shape.l);
    const auto result = reference::local(table, tree, &other, shape.l, walk, coins);
    const std::string text = release_text(result.groups, table);
    return walk.publish_stops ? text + " stops " + std::to_string(result.veiled_stops) : text;
  };
}

struct Found {
  std::size_t tables = 0;
  std::size_t releases = 0;
  std::size_t violations = 0;
  std::uint64_t outcomes = 0;
  Rational worst = 0;
};

// The adversary on all multisets that may be released.
Found attack(const Case& shape, const Method& method) {
  Found found;
  for_each_multiset(shape.records, shape.domain, [&](const Values& multiset) {
    if (most_frequent(multiset) * shape.l > shape.records) return;
    const auto universe = arrangements(multiset);
    const Audit result = audit(universe, method);
    EXPECT_TRUE(result.complete);
    found.tables += universe.size();
    found.releases += result.releases.size();
    found.outcomes += result.outcomes;
    for (const auto& [text, one] : result.releases) {
      found.violations += one.worst > Rational(1, shape.l) ? 1 : 0;
    }
    found.worst = std::max(found.worst, result.worst);
  });
  return found;
}

void report(const char* name, const Case& shape, const Found& found) {
  std::printf(
      "%s: %zu records, %u values, l = %u, first part %zu/%zu: %zu tables, %zu releases, "
      "%llu coin outcomes, %zu above 1/l, worst %s\n",
      name, shape.records, shape.domain, shape.l, shape.numerator, shape.denominator, found.tables,
      found.releases, static_cast<unsigned long long>(found.outcomes), found.violations,
      to_string(found.worst).c_str());
}

// `veils`: whether some node needs a veil; in the other shapes every pi is 0.
void expect_safe(const Case& shape, bool veils) {
  const Found found = attack(shape, method_of(shape));
  report("local", shape, found);
  EXPECT_EQ(found.violations, 0U);
  EXPECT_LE(found.worst, Rational(1, shape.l));
  if (shape.records % shape.l == 0) {
    EXPECT_EQ(found.worst, Rational(1, shape.l));
  }
  EXPECT_EQ(found.outcomes > found.tables, veils);
}

constexpr Case kUneven = {8, 4, 2, 1, 3};

TEST(LocalAdversary, LearnsAtMostOneInLFromSixAndSevenRecords) {
  expect_safe({6, 5, 2, 1, 3}, true);
  expect_safe({7, 3, 2, 1, 2}, false);
  expect_safe({7, 4, 2, 2, 3}, false);
  expect_safe({7, 5, 2, 1, 2}, true);
}

TEST(LocalAdversary, LearnsAtMostOneInLFromEightRecordsHeavy) {
  expect_safe({8, 3, 2, 1, 2}, false);
  expect_safe(kUneven, true);
  expect_safe({8, 4, 2, 3, 4}, true);
}

TEST(LocalAdversary, LearnsAtMostOneInLFromNineRecordsHeavy) {
  expect_safe({9, 4, 2, 1, 3}, true);
  expect_safe({9, 4, 3, 1, 3}, false);
  expect_safe({9, 4, 3, 1, 2}, false);
}

TEST(LocalAdversary, LearnsAtMostOneInLFromTenRecordsSlow) {
  expect_safe({10, 3, 2, 1, 3}, false);
  expect_safe({10, 4, 2, 1, 5}, true);
  expect_safe({10, 4, 3, 1, 2}, false);
}

// With l = 3 a veil is first needed for nine records with seven values.
TEST(LocalAdversary, LearnsAtMostAThirdUnderAVeilHeavy) {
  const Case shape = {9, 7, 3, 1, 3};
  const Audit result = audit(arrangements({0, 0, 1, 1, 2, 3, 4, 5, 6}), method_of(shape));
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.worst, Rational(1, 3));
  EXPECT_FALSE(result.uniform) << "no node stopped under the veil";
  const Audit plain =
      audit(arrangements({0, 0, 1, 1, 2, 3, 4, 5, 6}), broken(shape, {.veil = false}));
  EXPECT_GT(plain.worst, Rational(1, 3));
}

// A table of two quasi-identifying columns, one with a hierarchy, through the same code as
// a job: ages 20 to 70, and cities below regions.
Method job_method(std::uint32_t l, std::int64_t city_weight, const char* tree) {
  const auto column = [](const char* name, ValueType type, std::vector<std::string> values,
                         std::vector<Code> codes) {
    Column result;
    result.name = name;
    result.type = type;
    result.values = std::move(values);
    result.codes = std::move(codes);
    return result;
  };
  Table people;
  people.columns = {
      column("age", ValueType::integer, {"20", "30", "45", "70"}, {0, 1, 2, 3, 0, 1, 2}),
      column("city", ValueType::text, {"Aachen", "Bonn", "Ulm"}, {0, 2, 1, 2, 2, 2, 2}),
      column("condition", ValueType::text, {}, {})};
  const Hierarchy cities = Hierarchy::from_rows("city.csv", {{"Aachen", "west", "*"},
                                                             {"Bonn", "west", "*"},
                                                             {"Kiel", "north", "*"},
                                                             {"Ulm", "south", "*"}});
  ReleaseJob job;
  job.l = l;
  job.roles.quasi_identifying = {"age", "city"};
  job.roles.sensitive = {"condition"};
  job.weights = {{"city", city_weight}};
  job.tree = tree;
  return [people, cities, job](const Values& values, RandomSource& coins) {
    Table table = people;
    Column& sensitive = table.columns[2];
    for (Code v = 0; v < domain_of(values); ++v) sensitive.values.push_back(std::to_string(v));
    sensitive.codes = values;
    Progress progress;
    const std::map<std::string, Hierarchy> hierarchies = {{"city", cities}};
    const auto bound = bind_method({job, table, hierarchies}, progress);
    return release_text(bound->run(sensitive, coins, progress).groups, values);
  };
}

TEST(LocalAdversary, LearnsAtMostOneInLFromAJobHeavy) {
  // By age first, four and three; by city first, the two of the west and five others.
  std::vector<std::size_t> releases;
  for (const std::int64_t weight : {1, 10}) {
    const Case shape = {7, 5, 2, 0, 1};
    const Found found = attack(shape, job_method(2, weight, "plain"));
    report(weight == 1 ? "local, a job" : "local, a job, city first", shape, found);
    EXPECT_EQ(found.violations, 0U);
    EXPECT_LE(found.worst, Rational(1, 2));
    EXPECT_EQ(found.outcomes > found.tables, weight == 1);  // five and two need no veil
    releases.push_back(found.releases);
  }
  EXPECT_NE(releases[0], releases[1]);
}

// The tree that a job has unless it says otherwise.
TEST(LocalAdversary, LearnsAtMostOneInLFromASteeredJobHeavy) {
  const Case shape = {7, 4, 2, 0, 1};
  const Found found = attack(shape, job_method(2, 1, "steered"));
  report("local, a job, steered", shape, found);
  EXPECT_EQ(found.violations, 0U);
  EXPECT_EQ(found.worst, Rational(1, 2));
  EXPECT_GT(found.outcomes, found.tables);
}

// The fast walk and the walk of the definition release the same with the same
// probabilities.
TEST(LocalAdversary, SeesTheSameDistributionFromTheReference) {
  std::uint64_t outcomes = 0;
  std::size_t tables = 0;
  for_each_multiset(7, 5, [&](const Values& multiset) {
    if (most_frequent(multiset) * 2 > 7) return;
    const Case shape = {7, 5, 2, 1, 2};
    for (const Values& table : arrangements(multiset)) {
      if (++tables % 17 != 0) continue;
      ASSERT_EQ(release_distribution(table, method_of(shape), outcomes),
                release_distribution(table, broken(shape, {}), outcomes));
    }
  });
  EXPECT_GT(outcomes, 1000U);
}

// The example of docs/concepts/refusals.md: two people in front, four behind, values
// a a b c d e. A group of six says that both a are in front.
TEST(LocalAdversary, SeesThroughMondrianOnSixRecords) {
  const Case shape = {6, 5, 2, 1, 3};
  const auto tables = arrangements({0, 0, 1, 2, 3, 4});
  const Values whole = {0, 0, 1, 2, 3, 4};
  const std::string refused = "0,1,2,3,4,5:0,0,1,2,3,4 ";
  const Audit plain = audit(tables, broken(shape, {.veil = false}));
  EXPECT_EQ(plain.releases.at(refused).worst, 1);
  EXPECT_EQ(plain.releases.at(refused).posterior.size(), 24U);
  const Audit veiled = audit(tables, method_of(shape));
  EXPECT_EQ(veiled.releases.at(refused).worst, Rational(1, 2));
  EXPECT_EQ(veiled.releases.at(refused).posterior.size(), 360U);
  // A refused table is six times as likely as one that was cut and stopped.
  EXPECT_EQ(veiled.releases.at(refused).posterior.at(whole), Rational(1, 80));
  EXPECT_EQ(veiled.releases.at(refused).posterior.at({0, 1, 0, 2, 3, 4}), Rational(1, 480));
}

TEST(LocalAdversary, SeesThroughMondrianHeavy) {
  const Found found = attack(kUneven, broken(kUneven, {.veil = false}));
  report("without the veil", kUneven, found);
  EXPECT_EQ(found.releases, 2293U);
  EXPECT_EQ(found.violations, 12U);
  EXPECT_EQ(found.worst, Rational(3, 5));
}

TEST(LocalAdversary, SeesThroughASecondTryHeavy) {
  const Found found = attack(kUneven, broken(kUneven, {.second_split = true}));
  report("with a second try", kUneven, found);
  EXPECT_GT(found.violations, 0U);
}

TEST(LocalAdversary, SeesThroughThePublishedNumberOfVeiledStopsHeavy) {
  const Found found = attack(kUneven, broken(kUneven, {.publish_stops = true}));
  report("with the number of veiled stops", kUneven, found);
  EXPECT_GT(found.violations, 0U);
}

}  // namespace
}  // namespace overt::oracle
