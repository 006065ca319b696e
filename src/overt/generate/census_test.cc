#include "overt/generate/census.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "overt/base/error.h"
#include "overt/base/sha256.h"

namespace overt {
namespace {

constexpr std::size_t kColumns = 5;
constexpr std::size_t kOccupation = 4;
const std::string kHeader = "age,gender,education,birthplace,occupation\n";

std::string census(std::uint64_t records, std::uint64_t seed = 1) {
  std::string text;
  Progress progress;
  generate_census(
      {records, seed}, [&](std::string_view piece) { text += piece; }, progress);
  return text;
}

using Fields = std::array<std::string, kColumns>;

// Splits the records of a table without quotes, and checks that each has five fields.
std::vector<Fields> records_of(const std::string& text) {
  std::vector<Fields> records;
  for (std::size_t at = kHeader.size(); at < text.size();) {
    Fields fields;
    for (std::size_t column = 0; column < kColumns; ++column) {
      const std::size_t end = text.find(column == kOccupation ? '\n' : ',', at);
      fields[column] = text.substr(at, end - at);
      at = end + 1;
    }
    records.push_back(std::move(fields));
  }
  return records;
}

using Counts = std::map<std::string, std::uint64_t>;

Counts counts_of(const std::vector<Fields>& records, std::size_t column) {
  Counts counts;
  for (const Fields& fields : records) ++counts[fields[column]];
  return counts;
}

std::uint64_t largest_of(const Counts& counts) {
  std::uint64_t largest = 0;
  for (const auto& [value, count] : counts) largest = std::max(largest, count);
  return largest;
}

// Drawn once: 600,000 records, the size of the published experiments.
const std::vector<Fields>& full_census() {
  static const std::vector<Fields> records = records_of(census(600'000));
  return records;
}

TEST(Census, ZeroRecordsGiveTheHeaderAlone) { EXPECT_EQ(census(0), kHeader); }

TEST(Census, HasHeaderAndRecords) {
  const std::string text = census(1000);
  EXPECT_EQ(text.substr(0, kHeader.size()), kHeader);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1001);
  EXPECT_EQ(std::count(text.begin(), text.end(), ','), 4 * 1001);
  EXPECT_EQ(text.back(), '\n');
}

// A change of bytes changes every sample table: it belongs into the change log.
TEST(Census, BytesAreFixed) {
  Sha256 hash;
  hash.update(census(1000, 1));
  EXPECT_EQ(hash.finish(), "7f26c09e0b6fa827a1e956b4690d1f7db1a3dda8384f10006de417a0977a476a");
}

TEST(Census, SameSeedSameBytes) {
  EXPECT_EQ(census(50'000, 7), census(50'000, 7));
  EXPECT_NE(census(1000, 7), census(1000, 8));
  EXPECT_NE(census(1000, 0), census(1000, std::uint64_t{1} << 32));
}

TEST(Census, SmallerTableIsPrefix) {
  const std::string large = census(100'000, 3);
  for (const std::uint64_t records : {0, 1, 2, 1000, 43'000, 44'000, 99'999}) {
    const std::string small = census(records, 3);
    EXPECT_EQ(large.compare(0, small.size(), small), 0) << records;
  }
}

TEST(Census, EveryValueOfEveryDomainOccurs) {
  const std::array<std::size_t, kColumns> sizes = {79, 2, 17, 57, 50};
  for (std::size_t column = 0; column < kColumns; ++column) {
    const Counts counts = counts_of(full_census(), column);
    EXPECT_EQ(counts.size(), sizes[column]);
    for (const auto& [value, count] : counts) EXPECT_GE(count, 60U) << value;
  }
}

TEST(Census, ValuesAreWhatTheHeaderSays) {
  for (const Fields& fields : full_census()) {
    const int age = std::stoi(fields[0]), education = std::stoi(fields[2]);
    ASSERT_TRUE(age >= 17 && age <= 95 && fields[0] == std::to_string(age));
    ASSERT_TRUE(fields[1] == "F" || fields[1] == "M");
    ASSERT_TRUE(education >= 1 && education <= 17 && fields[2] == std::to_string(education));
    ASSERT_TRUE(fields[3].size() == 2 && std::isupper(fields[3][0]) && std::isupper(fields[3][1]));
    ASSERT_TRUE(std::all_of(fields[kOccupation].begin(), fields[kOccupation].end(),
                            [](char c) { return c == ' ' || (c >= 'a' && c <= 'z'); }));
  }
}

TEST(Census, LargestOccupationIsEightPerCent) {
  const std::uint64_t largest = largest_of(counts_of(full_census(), kOccupation));
  EXPECT_GE(largest, 45'000U);  // 7.5 %
  EXPECT_LE(largest, 51'000U);  // 8.5 %
}

TEST(Census, MarginalsAreSkewed) {
  for (const std::size_t column : {0, 2, 3, 4}) {
    const Counts counts = counts_of(full_census(), column);
    EXPECT_GE(largest_of(counts) * counts.size(), 3 * full_census().size() / 2);
  }
}

TEST(Census, SmallTablesAllowFourDiversity) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Counts counts = counts_of(records_of(census(200, seed)), kOccupation);
    EXPECT_LE(4 * largest_of(counts), 200U) << "seed " << seed;
  }
}

// Pearson's statistic of a column against occupation; about as large as its
// degrees of freedom if the two were independent.
double chi_square_over_freedom(std::size_t column) {
  const std::vector<Fields>& records = full_census();
  const Counts left = counts_of(records, column), right = counts_of(records, kOccupation);
  std::map<std::pair<std::string, std::string>, std::uint64_t> both;
  for (const Fields& fields : records) ++both[{fields[column], fields[kOccupation]}];
  double statistic = 0;
  for (const auto& [a, a_count] : left) {
    for (const auto& [b, b_count] : right) {
      const double expected = static_cast<double>(a_count) * static_cast<double>(b_count) /
                              static_cast<double>(records.size());
      const double excess = static_cast<double>(both[{a, b}]) - expected;
      statistic += excess * excess / expected;
    }
  }
  return statistic / static_cast<double>((left.size() - 1) * (right.size() - 1));
}

TEST(Census, OccupationGoesWithTheOtherColumns) {
  EXPECT_GT(chi_square_over_freedom(0), 5);    // age, weakly
  EXPECT_GT(chi_square_over_freedom(1), 500);  // gender
  EXPECT_GT(chi_square_over_freedom(2), 500);  // education
  EXPECT_GT(chi_square_over_freedom(3), 5);    // birthplace, weakly
}

class Recorder : public Progress {
 public:
  explicit Recorder(std::size_t stop_after) : stop_after_(stop_after) {}
  void begin(std::string_view /*phase*/, std::uint64_t total) override { total_ = total; }
  void advance(std::uint64_t done) override {
    done_.push_back(done);
    if (done_.size() == stop_after_) throw Error(ErrorCode::interrupted, "stopped");
  }
  std::uint64_t total_ = 0;
  std::vector<std::uint64_t> done_;

 private:
  std::size_t stop_after_;
};

TEST(Census, AdvancesAfterEveryPieceAndCanBeStopped) {
  Recorder all(0);
  std::uint64_t records = 0;
  std::size_t pieces = 0;
  const auto count = [&](std::string_view piece) {
    EXPECT_LE(piece.size(), (std::size_t{1} << 20) + 256);
    EXPECT_EQ(piece.back(), '\n');
    records += static_cast<std::uint64_t>(std::count(piece.begin(), piece.end(), '\n'));
    if (pieces++ == 0) --records;  // the header
    EXPECT_EQ(all.done_.size() + 1, pieces);
  };
  generate_census({200'000, 1}, count, all);
  EXPECT_EQ(records, 200'000U);
  EXPECT_EQ(all.total_, 200'000U);
  EXPECT_EQ(all.done_.back(), 200'000U);
  EXPECT_EQ(all.done_.size(), pieces);
  EXPECT_TRUE(std::is_sorted(all.done_.begin(), all.done_.end()));

  Recorder one(1);
  EXPECT_THROW(generate_census(
                   {200'000, 1}, [](std::string_view) {}, one),
               Error);
}

}  // namespace
}  // namespace overt
