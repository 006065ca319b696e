// The log knows a table again, counts what counts, and notices every changed byte.

#include "overt/runlog/run_log.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "overt/base/error.h"
#include "overt/base/random.h"

namespace overt {
namespace {

Column column(const std::string& name, const std::vector<std::string>& values) {
  Column result;
  result.name = name;
  result.values = values;
  std::sort(result.values.begin(), result.values.end());
  result.values.erase(std::unique(result.values.begin(), result.values.end()), result.values.end());
  for (const std::string& value : values) {
    result.codes.push_back(
        static_cast<Code>(std::lower_bound(result.values.begin(), result.values.end(), value) -
                          result.values.begin()));
  }
  return result;
}

Table table(const std::vector<std::string>& ages, const std::vector<std::string>& conditions) {
  return {{column("age", ages), column("condition", conditions)}};
}

class RunLogTest : public testing::Test {
 protected:
  RunLogTest() {
    SeededRandom coins(1);
    key_ = parse_log_key(make_log_key(coins), "key");
    other_ = parse_log_key(make_log_key(coins), "key");
  }

  Fingerprint print(const Table& of) const { return fingerprint(of, "condition", key_); }

  // Adds a run of this table with this end; none if it is empty.
  void run(const Fingerprint& of, std::string_view end, const std::string& again = "") {
    const RunLog log(text_, key_, "log");
    LogEntry begun;
    begun.run = log.next_run();
    begun.event = log_event::kBegun;
    begun.time = "2024-05-06T07:08:09Z";
    begun.program = "0.1.0";
    begun.table = of;
    begun.job = "l = 3\nname = \"\xC3\xA9\"\n";
    begun.again = again;
    text_ += log.line(begun);
    if (end.empty()) return;
    LogEntry ended;
    ended.run = begun.run;
    ended.event = end;
    ended.time = begun.time;
    ended.reason = "no such \xFF file";  // as an operating system may put it
    text_ += RunLog(text_, key_, "log").line(ended);
  }
  bool counts(const Fingerprint& of) const {
    return RunLog(text_, key_, "log").earlier_run(of) != nullptr;
  }

  LogKey key_, other_;
  std::string text_;
};

TEST_F(RunLogTest, KnowsATableWhateverTheOrder) {
  const Fingerprint own = print(table({"1", "2", "3"}, {"flu", "cold", "flu"}));
  const Fingerprint sorted = print(table({"3", "1", "2"}, {"flu", "flu", "cold"}));
  EXPECT_EQ(own.records, sorted.records);
  EXPECT_NE(own.values, sorted.values);
  EXPECT_TRUE(own.same_table(sorted));
  Table turned = table({"1", "2", "3"}, {"flu", "cold", "flu"});
  std::swap(turned.columns[0], turned.columns[1]);
  EXPECT_EQ(print(turned).records, own.records);
  // Other columns, the same secret.
  const Fingerprint fewer = print({{column("condition", {"flu", "cold", "flu"})}});
  EXPECT_NE(own.records, fewer.records);
  EXPECT_TRUE(own.same_table(fewer));
  // Another table with the same columns one by one.
  const Fingerprint other = print(table({"1", "2", "3"}, {"cold", "flu", "flu"}));
  EXPECT_FALSE(own.same_table(other));
  // A record more is another table.
  EXPECT_FALSE(own.same_table(print(table({"1", "2", "3", "3"}, {"flu", "cold", "flu", "flu"}))));
}

TEST_F(RunLogTest, TellsMissingValuesAndNamesApart) {
  const Fingerprint own = print(table({"1", "2"}, {"flu", "cold"}));
  Table gap = table({"1", "2"}, {"flu", "cold"});
  gap.columns[0].values = {"1"};
  gap.columns[0].has_missing = true;
  gap.columns[0].codes = {0, 1};
  EXPECT_NE(print(gap).records, own.records);
  Table renamed = table({"1", "2"}, {"flu", "cold"});
  renamed.columns[0].name = "year";
  EXPECT_NE(print(renamed).records, own.records);
}

// Rows with counts are the records that they stand for.
TEST_F(RunLogTest, FingerprintsOfCountsAreThoseOfTheRecords) {
  const std::vector<std::uint64_t> counts = {300, 1};
  std::vector<std::string> ages(300, "1");
  std::vector<std::string> conditions(300, "flu");
  ages.push_back("2");
  conditions.push_back("cold");
  const Table rows = table({"1", "2"}, {"flu", "cold"});
  const auto of = [&](const std::vector<std::uint64_t>& own) {
    return fingerprint(rows, "condition", key_, own);
  };
  EXPECT_EQ(of(counts).records, print(table(ages, conditions)).records);
  EXPECT_EQ(of({1, 1}).records, print(rows).records);
  for (const std::vector<std::uint64_t>& others : {std::vector<std::uint64_t>{1, 300},
                                                   {301, 1},
                                                   {300, 2},
                                                   {4294967000U, 1},
                                                   {1ULL << 46, 1}}) {
    EXPECT_FALSE(of(counts).same_table(of(others)));
  }
  // The same values beside other public columns.
  const Table others = table({"7", "8"}, {"flu", "cold"});
  EXPECT_NE(fingerprint(others, "condition", key_, counts).records, of(counts).records);
  EXPECT_TRUE(of(counts).same_table(fingerprint(others, "condition", key_, counts)));
}

TEST_F(RunLogTest, FingerprintsSayNothingWithoutTheKey) {
  const Table secret = table({"1", "2"}, {"flu", "cold"});
  EXPECT_NE(fingerprint(secret, "condition", key_).records,
            fingerprint(secret, "condition", other_).records);
  EXPECT_NE(fingerprint(secret, "condition", key_).values,
            fingerprint(secret, "condition", other_).values);
}

TEST_F(RunLogTest, CountsWhatMayHaveShownSomething) {
  const Fingerprint own = print(table({"1", "2"}, {"flu", "cold"}));
  const Fingerprint other = print(table({"1", "2"}, {"gout", "cold"}));
  EXPECT_FALSE(counts(own));
  run(own, log_event::kNotPossible);
  EXPECT_FALSE(counts(own)) << "the reason is one that anybody may know";
  for (const std::string_view end :
       {log_event::kReleased, log_event::kRefused, log_event::kFailed, std::string_view()}) {
    text_.clear();
    run(own, end);
    EXPECT_TRUE(counts(own)) << end;
    EXPECT_FALSE(counts(other)) << end;
  }
  run(own, log_event::kNotPossible, "a reason");
  EXPECT_TRUE(counts(own)) << "the first run stays";
  EXPECT_EQ(RunLog(text_, key_, "log").earlier_run(own)->run, 1U);
  EXPECT_EQ(RunLog(text_, key_, "log").next_run(), 3U);
}

TEST_F(RunLogTest, NoticesEveryChangedByteAndEveryLineThatIsGone) {
  const Fingerprint own = print(table({"1", "2"}, {"flu", "cold"}));
  run(own, log_event::kReleased);
  run(own, log_event::kFailed, "because");
  const auto broken = [&](const std::string& text) {
    try {
      const RunLog log(text, key_, "log");
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::malformed);
      EXPECT_EQ(std::string(error.what()).find("log: line "), 0U);
      return true;
    }
    return false;
  };
  EXPECT_FALSE(broken(text_));
  for (std::size_t i = 0; i < text_.size(); ++i) {
    std::string changed = text_;
    changed[i] = changed[i] == 'x' ? 'y' : 'x';
    ASSERT_TRUE(broken(changed)) << i;
  }
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text_.size();) {
    const std::size_t end = text_.find('\n', at) + 1;
    lines.push_back(text_.substr(at, end - at));
    at = end;
  }
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_TRUE(broken(lines[1] + lines[2] + lines[3]));
  EXPECT_TRUE(broken(lines[0] + lines[2] + lines[3]));
  EXPECT_TRUE(broken(lines[0] + lines[1] + lines[3]));
  EXPECT_TRUE(broken(lines[0] + lines[2] + lines[1] + lines[3]));
  EXPECT_TRUE(broken(text_ + lines[3]));
  EXPECT_TRUE(broken(text_ + "\n"));
  EXPECT_TRUE(broken(text_.substr(0, text_.size() - 1)));
  EXPECT_FALSE(broken(lines[0] + lines[1])) << "what is gone at the end only the head shows";
  EXPECT_NE(RunLog(lines[0] + lines[1], key_, "log").head(), RunLog(text_, key_, "log").head());
  EXPECT_THROW(RunLog(text_, other_, "log"), Error) << "another key";
}

TEST_F(RunLogTest, KeysAreReadStrictly) {
  SeededRandom coins(2);
  const std::string text = make_log_key(coins);
  EXPECT_EQ(parse_log_key(text, "key").chain, parse_log_key(text, "key").chain);
  EXPECT_NE(parse_log_key(text, "key").chain, parse_log_key(text, "key").table);
  for (const std::string& bad : {std::string(), text.substr(1), text + "0", text + "\n",
                                 text.substr(0, text.size() - 1), text.substr(0, 60) + "\n"}) {
    EXPECT_THROW(parse_log_key(bad, "key"), Error);
  }
}

}  // namespace
}  // namespace overt
