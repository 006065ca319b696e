// The verifier must notice: releases changed by hand, with the hashes made to
// fit, and a grouping that is not the one that was written.

#include "overt/verify/verify.h"

#include <gtest/gtest.h>

#include <functional>

#include "endtoend/folder_for_tests.h"
#include "io/storage.h"
#include "overt/base/sha256.h"

namespace overt {
namespace {

constexpr const char* kOriginal =
    "age,sex,note,condition\n"
    "30,F,n1,flu\n"
    "40,M,n2,flu\n"
    "50,M,n3,cold\n"
    "60,F,n4,cold\n";

constexpr const char* kReleased =
    "group,age,sex,note,condition\n"
    "1,\"[30, 50]\",\"{F, M}\",n1,cold\n"
    "1,\"[30, 50]\",\"{F, M}\",n3,flu\n"
    "2,\"[40, 60]\",\"{F, M}\",n4,flu\n"
    "2,\"[40, 60]\",\"{F, M}\",n2,cold\n";

class VerifyTest : public testing::Test {
 protected:
  VerifyTest() {
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
    certificate_.job.roles.quasi_identifying = {"age", "sex"};
    certificate_.job.roles.insensitive = {"note"};
    certificate_.job.roles.sensitive = {"condition"};
    certificate_.date = "2024-05-06";
    folder_.write("original.csv", kOriginal);
    put(kReleased);
  }

  // Writes the released table and makes the certificate's hash fit.
  void put(const std::string& released) {
    folder_.write("released.csv", released);
    Sha256 hash;
    hash.update(released);
    certificate_.files = {{"released.csv", hash.finish()}};
  }
  // The released table with one text replaced by another, once.
  static std::string with(const std::string& from, const std::string& to) {
    std::string text = kReleased;
    text.replace(text.find(from), from.size(), to);
    return text;
  }
  std::vector<std::string> failures(const Verification& result) {
    std::vector<std::string> names;
    for (const Check& check : result.checks) {
      if (!check.passed) names.push_back(check.what);
    }
    return names;
  }
  std::vector<std::string> alone() {
    return failures(verify_release(folder_ / "", certificate_, *storage_, progress_));
  }
  std::vector<std::string> against() {
    const Table original =
        read_original(folder_ / "original.csv", certificate_, {}, *storage_, progress_);
    return failures(verify_against(folder_ / "", certificate_, original, *storage_, progress_));
  }

  TestFolder folder_;
  Certificate certificate_;
  std::unique_ptr<Storage> storage_ = io::arrow_storage({.sync = false});
  Progress progress_;
};

TEST_F(VerifyTest, PassesWhatIsRight) {
  EXPECT_TRUE(alone().empty());
  EXPECT_TRUE(against().empty());
}

TEST_F(VerifyTest, NoticesEveryChangedByte) {
  const std::string text = kReleased;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == 'x' ? 'y' : 'x';
    folder_.write("released.csv", changed);
    ASSERT_FALSE(alone().empty()) << i;
  }
}

// What was made for a test passes where that is said, and its level fits every method that exists.
TEST_F(VerifyTest, FailsOnATestUnlessItIsAllowed) {
  certificate_.level = "test";
  EXPECT_EQ(alone(), std::vector<std::string>{
                         "it was not made for a test, with coins that anybody can guess"});
  EXPECT_EQ(against().size(), 1U);
  const auto allowed = [&] {
    return verify_release(folder_ / "", certificate_, *storage_, progress_, {.allow_test = true});
  };
  EXPECT_TRUE(allowed().passed());
  certificate_.method = "magic";
  EXPECT_FALSE(allowed().passed());
}

TEST_F(VerifyTest, NoticesABrokenPromise) {
  put(with("n3,flu", "n3,cold"));
  certificate_.largest_share = 1;
  EXPECT_EQ(alone(), std::vector<std::string>{
                         "every group keeps the promise: no value above a share of 1/2"});
}

TEST_F(VerifyTest, NoticesAPromiseThatTheJobDidNotAskFor) {
  put(with("n3,flu", "n3,cold"));
  certificate_.largest_share = 1;
  certificate_.promise = highest_ratio_at_most(1);
  EXPECT_EQ(alone(), std::vector<std::string>{"the promise is the one that the job asked for"});
}

// Whatever the property: asked of each group, and of the whole released table.
TEST_F(VerifyTest, AsksForThePromisedProperty) {
  certificate_.method = "strategy";
  certificate_.job.strategy.name = "safe";
  const auto failing = [&](const PropertySpec& promise) {
    certificate_.promise = promise;
    certificate_.job.property = promise;
    return alone();
  };
  const std::vector<std::pair<PropertySpec, PropertySpec>> kept_and_not = {
      {{"highest_ratio", {}, Rational(2, 3), {}, {}, {}},
       {"highest_ratio", {}, Rational(1, 2), {}, {}, {}}},
      {{"distinct_diversity", {}, {}, {}, {}, 2}, {"distinct_diversity", {}, {}, {}, {}, 3}},
      {{"entropy_diversity", {}, {}, {}, {}, 2}, {"entropy_diversity", {}, {}, {}, {}, 3}},
      {{"recursive_diversity", {}, {}, Rational(2), {}, 2},
       {"recursive_diversity", {}, {}, Rational(1), {}, 2}}};
  for (const auto& [kept, broken] : kept_and_not) {
    EXPECT_TRUE(failing(kept).empty()) << to_string(kept);
    EXPECT_EQ(failing(broken),
              std::vector<std::string>{"every group keeps the promise: " + to_string(broken)});
  }
  // Both groups are as the whole table. With two conditions exchanged the one has both
  // flu, the other both colds, each 1/2 away from the whole.
  const PropertySpec exactly = {"t_closeness", {}, {}, {}, Rational(0), {}};
  EXPECT_TRUE(failing(exactly).empty());
  std::string text = kReleased;
  text.replace(text.find("n1,cold"), 7, "n1,flu");
  text.replace(text.find("n4,flu"), 6, "n4,cold");
  put(text);
  certificate_.largest_share = 1;
  EXPECT_TRUE(failing({"t_closeness", {}, {}, {}, Rational(1, 2), {}}).empty());
  EXPECT_EQ(failing({"t_closeness", {}, {}, {}, Rational(49, 100), {}}),
            std::vector<std::string>{"every group keeps the promise: t_closeness, t 49/100"});
}

TEST_F(VerifyTest, NoticesAPropertyThatTheJobDidNotAskFor) {
  certificate_.method = "strategy";
  certificate_.job.strategy.name = "safe";
  const std::vector<std::string> not_asked = {"the promise is the one that the job asked for"};
  certificate_.job.property = PropertySpec{"distinct_diversity", {}, {}, {}, {}, 2};
  EXPECT_EQ(alone(), not_asked);  // 1/2 was certified
  certificate_.promise = *certificate_.job.property;
  EXPECT_TRUE(alone().empty());
  certificate_.promise.l = 1;
  EXPECT_EQ(alone(), not_asked);
  // Methods of 1/l have no other property.
  certificate_.promise = *certificate_.job.property;
  certificate_.method = "rda";
  certificate_.job.strategy = {};
  EXPECT_EQ(alone(), not_asked);
}

TEST_F(VerifyTest, NoticesGroupsOutOfOrder) {
  for (const char* number : {"3", "02", "0", "-2", "x", "", "1"}) {
    std::string text = kReleased;
    for (std::size_t at = text.find("\n2,"); at != text.npos; at = text.find("\n2,")) {
      text.replace(at, 3, std::string("\n") + number + ",");
    }
    put(text);
    EXPECT_FALSE(alone().empty()) << number;
  }
}

TEST_F(VerifyTest, NoticesRectanglesThatDiffer) {
  put(with("\"[30, 50]\"", "\"[30, 60]\""));
  EXPECT_EQ(alone(),
            std::vector<std::string>{"the records of a group share one well-formed rectangle"});
}

TEST_F(VerifyTest, NoticesLostRecordsAndWrongFigures) {
  put(with("2,\"[40, 60]\",\"{F, M}\",n2,cold\n", ""));
  EXPECT_FALSE(alone().empty());
  put(kReleased);
  certificate_.groups = 3;
  EXPECT_EQ(alone(), std::vector<std::string>{
                         "records, groups, smallest group and largest share are as certified"});
}

TEST_F(VerifyTest, NoticesExtraAndMissingColumns) {
  std::string text = kReleased;
  for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 3)) {
    text.insert(at, ",1");
  }
  put(text);
  EXPECT_EQ(alone().size(), 1U);
  certificate_.job.roles.insensitive.clear();
  put(kReleased);
  EXPECT_EQ(alone().size(), 1U);
}

TEST_F(VerifyTest, NoticesAnotherOriginal) {
  const auto expect_noticed = [&](const std::string& from, const std::string& to,
                                  const std::string& check) {
    std::string text = kOriginal;
    text.replace(text.find(from), from.size(), to);
    folder_.write("original.csv", text);
    EXPECT_EQ(against(), std::vector<std::string>{check}) << from << " -> " << to;
  };
  expect_noticed("n4", "n1", "the values of note (insensitive) are the original's, as a multiset");
  expect_noticed("60,F,n4,cold", "60,F,n4,flu",
                 "the sensitive values are the original's, as a multiset");
  // 60 stays the largest age, but a second record leaves every rectangle.
  folder_.write("original.csv",
                "age,sex,note,condition\n30,F,n1,flu\n40,M,n2,flu\n50,M,n3,cold\n60,X,n4,cold\n");
  EXPECT_FALSE(against().empty());
}

TEST_F(VerifyTest, KnowsTheGroupingWhenWriting) {
  const Table original =
      read_original(folder_ / "original.csv", certificate_, {}, *storage_, progress_);
  const auto failing = [&](const std::vector<Record>& members) {
    Groups written;
    written.offsets = {0, 2, 4};
    written.members = members;
    return !verify_written(folder_ / "", certificate_, original, written, *storage_, progress_)
                .passed();
  };
  EXPECT_FALSE(failing({0, 2, 3, 1}));
  EXPECT_TRUE(failing({2, 0, 3, 1}));  // insensitive values of the wrong rows
  EXPECT_TRUE(failing({0, 1, 3, 2}));  // another grouping
  EXPECT_TRUE(failing({0, 2, 3, 3}));  // a record twice
  put(with("\"[30, 50]\",\"{F, M}\",n1", "\"[30, 40]\",\"{F, M}\",n1"));
  EXPECT_TRUE(failing({0, 2, 3, 1}));
}

}  // namespace
}  // namespace overt
