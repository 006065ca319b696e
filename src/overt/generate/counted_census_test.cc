#include "overt/generate/counted_census.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "overt/base/sha256.h"
#include "overt/generate/census_model.h"

namespace overt {
namespace {

std::string counted_census(std::uint64_t records, std::uint64_t seed = 1) {
  std::string text;
  Progress progress;
  generate_counted_census(
      {records, seed}, [&](std::string_view piece) { text += piece; }, progress);
  return text;
}

TEST(CountedCensus, ZeroRecordsGiveTheHeaderAlone) {
  EXPECT_EQ(counted_census(0), "age,gender,education,birthplace,occupation,count\n");
}

// A change of bytes changes every sample table: it belongs into the change log.
TEST(CountedCensus, BytesAreFixed) {
  Sha256 hash;
  hash.update(counted_census(100'000, 7));
  EXPECT_EQ(hash.finish(), "f06b45f834d52c553bf62bfe585c3b54df8339ae51d67c91d01c7324fd4ee621");
}

// Every row once, with a count; all counts are the records, and each value comes as often as its
// weight lets one expect.
TEST(CountedCensus, HasTheRecords) {
  constexpr std::uint64_t kRecords = 2'000'000;
  std::istringstream lines(counted_census(kRecords));
  std::string line;
  std::getline(lines, line);
  std::set<std::string> rows;
  std::map<std::string, std::uint64_t> of_occupation;
  std::uint64_t women = 0;
  std::uint64_t all = 0;
  while (std::getline(lines, line)) {
    const std::size_t comma = line.rfind(',');
    const std::string row = line.substr(0, comma);
    EXPECT_TRUE(rows.insert(row).second);
    const std::uint64_t count = std::stoull(line.substr(comma + 1));
    EXPECT_GT(count, 0U);
    all += count;
    of_occupation[row.substr(row.rfind(',') + 1)] += count;
    if (row.find(",F,") != std::string::npos) women += count;
  }
  EXPECT_EQ(all, kRecords);
  const CensusModel model = census_model();
  double weights = 0;
  double of_women = 0;
  for (const CensusProfile& own : model.profiles) {
    weights += own.weight;
    of_women += own.weight * own.women / 100.0;
  }
  const auto near = [&](std::uint64_t count, double p) {
    EXPECT_NEAR(static_cast<double>(count), kRecords * p,
                5 * std::sqrt(static_cast<double>(kRecords) * p * (1 - p)));
  };
  ASSERT_EQ(of_occupation.size(), model.profiles.size());
  for (const CensusProfile& own : model.profiles) {
    near(of_occupation[own.occupation], own.weight / weights);
  }
  near(women, of_women / weights);
}

}  // namespace
}  // namespace overt
