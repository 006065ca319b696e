// Tables of counts, from file to verified folder: what comes of them is what comes of the records
// that they stand for, and a release of counts says what one of records says.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>

#include "endtoend/folder_for_tests.h"
#include "io/storage.h"
#include "overt/adversary/enumerated_random.h"
#include "overt/assess/check.h"
#include "overt/assess/measure.h"
#include "overt/base/error.h"
#include "overt/job/job_table.h"
#include "overt/json/check_json.h"
#include "overt/json/measure_json.h"
#include "overt/release/arrange.h"
#include "overt/release/draft.h"
#include "overt/release/group_table.h"
#include "overt/table/joint_column.h"
#include "overt/verify/verify.h"

namespace overt {
namespace {

constexpr VerifyOptions kTest = {.allow_test = true};

// A record: its public value and its sensitive one, as letters; and perhaps another sensitive one.
using Records = std::vector<std::string>;

std::string row_of(const std::string& record) {
  std::string row(1, record[0]);
  for (std::size_t c = 1; c < record.size(); ++c) row += std::string(",") + record[c];
  return row;
}

std::string columns_of(const Records& records) { return records[0].size() > 2 ? "q,s,t" : "q,s"; }

std::string records_csv(const Records& records) {
  std::string text = columns_of(records) + "\n";
  for (const std::string& record : records) text += row_of(record) + "\n";
  return text;
}

std::string counts_csv(const Records& records) {
  std::map<std::string, int> counts;
  for (const std::string& record : records) ++counts[record];
  std::string text = "n," + columns_of(records) + "\n";
  for (const auto& [record, count] : counts) {
    text += std::to_string(count) + "," + row_of(record) + "\n";
  }
  return text;
}

class CountsTest : public testing::Test {
 protected:
  ReleaseJob job_of(const std::string& input, const char* count) {
    ReleaseJob job;
    job.input = input;
    job.output = folder_ / "release";
    job.roles.quasi_identifying = {"q"};
    job.roles.sensitive = {"s"};
    job.reading.count = count;
    job.l = 2;
    return job;
  }

  ReleaseResult run(const ReleaseJob& job, std::uint64_t seed = 1) {
    SeededRandom coins(seed);
    ReleaseOptions options;
    options.force = true;
    options.date = "2024-05-06";
    options.test = true;
    return release(job, options, *storage_, coins, progress_);
  }

  // Each release with its probability over all coins: groups in no order, of each the public values
  // and the sensitive ones. `merged`: from rows with counts, as a release of counts is made.
  std::map<std::string, Rational> distribution(const ReleaseJob& job, bool merged) {
    const JobTable read =
        read_release_table(job, SensitiveColumns::any, merged, *storage_, progress_);
    const Table& table = read.table;
    const std::vector<Code>& q = table.columns[table.find("q")].codes;
    const JointColumn rows = joint_column(table, job.roles.sensitive);
    const std::vector<Code>& s = rows.column.codes;
    GroupingOptions options;
    options.counts = read.counts;
    std::map<std::string, Rational> found;
    EnumeratedRandom coins;
    do {
      coins.restart();
      const GroupedTable grouped = group_table(job, table, {}, coins, progress_, options);
      std::vector<std::string> groups;
      if (grouped.refusal) groups.push_back(grouped.refusal->reason);
      for (std::size_t g = 0; g < grouped.groups.size(); ++g) {
        std::string public_part;
        std::string values;
        for (std::uint32_t m = grouped.groups.offsets[g]; m < grouped.groups.offsets[g + 1]; ++m) {
          const Record r = grouped.groups.members[m];
          const std::size_t count = merged ? grouped.counts.at(m) : 1;
          public_part.append(count, static_cast<char>('0' + q[r]));
          values.append(count, static_cast<char>('0' + s[r]));
        }
        std::sort(public_part.begin(), public_part.end());
        std::sort(values.begin(), values.end());
        groups.push_back(public_part + ":" + values + " ");
      }
      std::sort(groups.begin(), groups.end());
      std::string text;
      for (const std::string& group : groups) text += group;
      found[text] += coins.probability();
    } while (coins.next());
    return found;
  }

  TestFolder folder_;
  std::unique_ptr<Storage> storage_ = io::arrow_storage({.sync = false});
  Progress progress_;
};

// Calls `visit` with every table of four records of these kinds, in one order each, and not the
// sorted one where there is another.
template <typename Visit>
void for_all_tables(const std::vector<std::string>& kinds, const Visit& visit) {
  Records records(4);
  for (std::size_t number = 0; number < 6 * 6 * 6 * 6; ++number) {
    std::size_t rest = number;
    for (std::string& record : records) {
      record = kinds[rest % 6];
      rest /= 6;
    }
    if (std::is_sorted(records.rbegin(), records.rend())) visit(records);
  }
}

// All tables of four records with two public and three sensitive values, and for each method:
// counts, written out or as they are, give every release with exactly the probability that the
// records give it, in whatever order.
TEST_F(CountsTest, ReleaseTheSameWithTheSameProbability) {
  const std::vector<std::string> kinds = {"Ax", "Ay", "Az", "Bx", "By", "Bz"};
  std::size_t tables = 0;
  std::size_t releases = 0;
  for_all_tables(kinds, [&](const Records& records) {
    folder_.write("records.csv", records_csv(records));
    folder_.write("counts.csv", counts_csv(records));
    ++tables;
    for (const char* method : {"local", "deal", "rda", "ria", "gda"}) {
      ReleaseJob from_records = job_of(folder_ / "records.csv", "");
      ReleaseJob from_counts = job_of(folder_ / "counts.csv", "n");
      from_records.method = from_counts.method = method;
      const auto expected = distribution(from_records, false);
      ASSERT_EQ(distribution(from_counts, false), expected);
      ASSERT_EQ(distribution(from_counts, true), expected);
      releases += expected.size();
    }
  });
  EXPECT_EQ(tables, 126U);
  EXPECT_GT(releases, 3 * tables);
}

// The same for promises made of caps, whose sensitive column holds numbers, so that there are
// bands; for k with a sensitive column, and without one; and for several.
TEST_F(CountsTest, ReleaseTheSameWithTheSameProbabilityByCaps) {
  const std::vector<std::string> kinds = {"A1u", "A2u", "A3v", "B1v", "B2u", "B3v"};
  const Rational half(1, 2);
  const std::vector<std::function<void(ReleaseJob&)>> promises = {
      [](ReleaseJob& job) { job.caps.k = 2; },
      [](ReleaseJob& job) {
        job.caps.k = 2;
        job.roles.sensitive.clear();
        job.roles.identifying.push_back("s");
      },
      [&](ReleaseJob& job) {
        job.caps.max.of_value = {{"2", half}};
      },
      [&](ReleaseJob& job) {
        job.caps.max.of_value = {{"1", half}, {"3", Rational(2, 3)}};
      },
      [](ReleaseJob& job) { job.caps.beta = 1; },
      [](ReleaseJob& job) {
        job.caps.max.every = Rational(2, 3);
        job.caps.band = {{"s", 2}};
      },
      [](ReleaseJob& job) {
        job.l = 2;
        job.caps.k = 2;
      },
      [](ReleaseJob& job) {
        job.l = 2;
        job.roles.sensitive.push_back("t");
        job.roles.identifying.clear();
      },
  };
  std::vector<std::size_t> releases(promises.size(), 0);
  for_all_tables(kinds, [&](const Records& records) {
    folder_.write("records.csv", records_csv(records));
    folder_.write("counts.csv", counts_csv(records));
    for (std::size_t p = 0; p < promises.size(); ++p) {
      for (const char* method : {"local", "deal"}) {
        ReleaseJob from_records = job_of(folder_ / "records.csv", "");
        from_records.l.reset();
        from_records.roles.identifying = {"t"};
        from_records.method = method;
        promises[p](from_records);
        ReleaseJob from_counts = from_records;
        from_counts.input = folder_ / "counts.csv";
        from_counts.reading.count = "n";
        std::map<std::string, Rational> expected;
        try {
          from_records.check_grouping();
          expected = distribution(from_records, false);
        } catch (const Error&) {
          continue;  // a value that does not occur has no cap
        }
        ASSERT_EQ(distribution(from_counts, true), expected) << p << method;
        releases[p] += expected.size();
      }
    }
  });
  for (std::size_t p = 0; p < promises.size(); ++p) EXPECT_GT(releases[p], 100U) << p;
}

// Billions of records in a row, and a trillion in all: what can be released is, and every verb that
// reads it agrees. What has to look at each by itself is refused before it begins.
TEST_F(CountsTest, MayStandForATrillionRecords) {
  std::string text = "n,q,s\n";
  std::uint64_t all = 0;
  for (int i = 0; i < 60; ++i) {
    const std::uint64_t count = i == 7 ? 990'000'000'000 : 3'000'000'000 + i;
    text +=
        std::to_string(count) + "," + std::to_string(i / 6) + "," + std::to_string(i % 6) + "\n";
    all += count;
  }
  folder_.write("counts.csv", text);
  struct Asked {
    std::function<void(ReleaseJob&)> job;
    bool possible;
  };
  const auto plain = [](ReleaseJob& job) { job.tree = kPlainTree; };
  const auto whole = [](ReleaseJob& job) { job.leaves = kWholeLeaves; };
  const auto without_l = [](ReleaseJob& job) { job.l.reset(); };
  const std::vector<Asked> jobs = {
      {[&](ReleaseJob& job) {
         without_l(job);
         job.caps.k = 5'000'000'000;
         plain(job);
       },
       true},
      {[&](ReleaseJob& job) {
         without_l(job);
         job.caps.max.of_value = {{"2", Rational(1, 30)}};
         whole(job);
       },
       true},
      {[&](ReleaseJob& job) {
         without_l(job);
         job.caps.max.of_value = {{"2", Rational(1, 30)}};
         plain(job);
       },
       true},
      {[&](ReleaseJob& job) {
         without_l(job);
         job.caps.beta = Rational(1, 3);
         whole(job);
       },
       true},
      {[&](ReleaseJob& job) {
         without_l(job);
         job.caps.max.of_value = {{"2", Rational(1, 30)}};
       },
       false},
      {[&](ReleaseJob& job) {
         without_l(job);
         job.caps.max.of_value = {{"2", Rational(1, 30)}};
         job.method = "deal";
       },
       false},
      {[&](ReleaseJob& job) {
         without_l(job);
         job.caps.k = 2;
         job.counted = false;
       },
       false},
  };
  std::size_t groups = 0;
  for (const Asked& asked : jobs) {
    ReleaseJob job = job_of(folder_ / "counts.csv", "n");
    job.counted = true;
    asked.job(job);
    if (!asked.possible) {
      EXPECT_THROW(run(job), Error);
      continue;
    }
    const ReleaseResult result = run(job);
    ASSERT_FALSE(result.refusal) << result.refusal->reason;
    EXPECT_EQ(result.certificate.records, all);
    groups += result.certificate.groups;
    EXPECT_TRUE(
        verify_release(job.output, result.certificate, *storage_, progress_, kTest).passed());
    ReadOptions reading;
    reading.count = "n";
    CountedTable rows = read_original_rows(folder_ / "counts.csv", result.certificate, reading,
                                           *storage_, progress_);
    const auto passes = [&] {
      return verify_against(job.output, result.certificate, rows, *storage_, progress_, kTest)
          .passed();
    };
    EXPECT_TRUE(passes());
    rows.counts[3] += std::uint64_t{1} << 32;
    EXPECT_FALSE(passes());
    const CheckResult checked = check_release(job.output, {}, *storage_, progress_);
    EXPECT_EQ(checked.records, all);
    EXPECT_GE(checked.k, static_cast<std::uint64_t>(job.caps.k));
    MeasureOptions options;
    options.reading.count = "n";
    const Measures measured =
        measure(job.output, folder_ / "counts.csv", options, *storage_, progress_);
    EXPECT_EQ(measured.records, all);
    EXPECT_GE(static_cast<double>(measured.dm), 990e9 * 990e9);
  }
  EXPECT_GT(groups, 10U);

  folder_.write("counts.csv", "n,q,s\n100000000000000,A,x\n100000000000000,A,y\n");
  try {
    run(job_of(folder_ / "counts.csv", "n"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
  }
}

// A billion times as many records in the same shares, with caps of 1/l, whole parts: the tree of a
// large table, and its stops.
TEST_F(CountsTest, AreSteeredInBillions) {
  std::string text = "n,q,s\n";
  std::uint64_t all = 0;
  for (int q = 0; q < 40; ++q) {
    for (int s = 0; s < 5; ++s) {
      const std::uint64_t count =
          1'000'000'000ULL * static_cast<unsigned>(1 + (q * 7 + s * 3) % 11);
      text += std::to_string(count) + "," + std::to_string(q) + "," + std::to_string(s) + "\n";
      all += count;
    }
  }
  folder_.write("counts.csv", text);
  for (const char* const tree : {"steered", "plain"}) {
    ReleaseJob job = job_of(folder_ / "counts.csv", "n");
    job.counted = true;
    job.l = 3;
    job.tree = tree;
    if (tree == std::string("steered")) job.leaves = kWholeLeaves;
    const ReleaseResult result = run(job);
    ASSERT_FALSE(result.refusal) << result.refusal->reason;
    EXPECT_EQ(result.certificate.records, all);
    EXPECT_GT(result.certificate.groups, 3U) << tree;
    EXPECT_TRUE(
        verify_release(job.output, result.certificate, *storage_, progress_, kTest).passed());
  }
}

Records many() {
  Records records;
  for (int i = 0; i < 400; ++i) {
    records.push_back({static_cast<char>('A' + i * 7 % 23), static_cast<char>('s' + i * i % 5)});
  }
  return records;
}

// Where records are released they stand in the order of the rows here: then the coins are spent
// alike, and the files are the same. Where counts are released equal rows are merged and sorted
// first, so that any order will do.
TEST_F(CountsTest, GiveTheSameBytesForTheSameCoins) {
  Records sorted = many();
  std::sort(sorted.begin(), sorted.end());
  folder_.write("counts.csv", counts_csv(sorted));
  for (const bool counted : {false, true}) {
    folder_.write("records.csv", records_csv(counted ? many() : sorted));
    for (const char* method : {"local", "deal", "rda", "ria", "gda"}) {
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        std::vector<std::string> files;
        for (const bool counts : {false, true}) {
          ReleaseJob job =
              job_of(folder_ / (counts ? "counts.csv" : "records.csv"), counts ? "n" : "");
          job.method = method;
          job.counted = counted;
          ASSERT_FALSE(run(job, seed).refusal);
          files.push_back(folder_.read("release/released.csv") +
                          folder_.read("release/certificate.json"));
        }
        ASSERT_EQ(files[0], files[1]);
      }
    }
  }
}

// With k alone the groups hang on no coin, whether they are made of records or of counts:
// what is said of them is the same, too, whether records or counts are written.
TEST_F(CountsTest, AreReleasedAsCounts) {
  folder_.write("records.csv", records_csv(many()));
  for (const FileFormat format : {FileFormat::csv, FileFormat::parquet}) {
    for (const CellForm cells : {CellForm::text, CellForm::columns}) {
      ReleaseJob plain = job_of(folder_ / "records.csv", "");
      plain.format = format;
      plain.cells = cells;
      plain.l.reset();
      plain.caps.k = 3;
      ReleaseJob counted = plain;
      counted.counted = true;
      CheckOptions options;
      const ReleaseResult one = run(plain);
      const CheckResult check_of_records =
          check_release(plain.output, options, *storage_, progress_);
      const Measures measures_of_records =
          measure(plain.output, plain.input, {}, *storage_, progress_);
      const ReleaseResult other = run(counted);
      EXPECT_EQ(one.certificate.records, 400U);
      EXPECT_EQ(other.certificate.records, 400U);
      EXPECT_EQ(one.certificate.groups, other.certificate.groups);
      EXPECT_EQ(one.certificate.smallest_group, other.certificate.smallest_group);
      EXPECT_EQ(one.certificate.largest_share, other.certificate.largest_share);
      EXPECT_TRUE(other.certificate.job.counted);
      const CheckResult check_of_counts =
          check_release(counted.output, options, *storage_, progress_);
      EXPECT_EQ(check_of_counts.k, check_of_records.k);
      EXPECT_EQ(check_of_counts.alpha, check_of_records.alpha);
      EXPECT_EQ(measure(counted.output, counted.input, {}, *storage_, progress_).dm,
                measures_of_records.dm);
    }
  }
}

// Whatever they were made from, and with whatever they are compared.
TEST_F(CountsTest, PassVerification) {
  folder_.write("records.csv", records_csv(many()));
  folder_.write("counts.csv", counts_csv(many()));
  for (const FileFormat format : {FileFormat::csv, FileFormat::parquet}) {
    for (const CellForm cells : {CellForm::text, CellForm::columns}) {
      for (const char* method : {"local", "deal", "rda"}) {
        ReleaseJob job = job_of(folder_ / "counts.csv", "n");
        job.method = method;
        job.format = format;
        job.cells = cells;
        job.counted = true;
        const ReleaseResult result = run(job);
        EXPECT_EQ(result.certificate.records, 400U);
        EXPECT_GT(result.certificate.groups, 10U);
        EXPECT_TRUE(
            verify_release(job.output, result.certificate, *storage_, progress_, kTest).passed());
        for (const char* original : {"records.csv", "counts.csv"}) {
          ReadOptions reading;
          if (original == std::string("counts.csv")) reading.count = "n";
          const Table table =
              read_original(folder_ / original, result.certificate, reading, *storage_, progress_);
          const CountedTable rows = read_original_rows(folder_ / original, result.certificate,
                                                       reading, *storage_, progress_);
          const CountedTable merged = merge_rows(rows, progress_);
          const auto passes = [&](const auto& own) {
            return verify_against(job.output, result.certificate, own, *storage_, progress_, kTest)
                .passed();
          };
          EXPECT_TRUE(passes(table));
          EXPECT_TRUE(passes(rows));
          EXPECT_TRUE(passes(merged));
          // One record more of a row, or one of another value, is another table.
          CountedTable wrong = merged;
          ++wrong.counts[3];
          EXPECT_FALSE(passes(wrong));
          --wrong.counts[3];
          Column& values = wrong.rows.columns[wrong.rows.find("s")];
          values.codes[3] = (values.codes[3] + 1) % values.domain();
          EXPECT_FALSE(passes(wrong));
        }
      }
    }
  }
}

// What is found of a table of counts, and of a release beside it, is what is found of the records.
TEST_F(CountsTest, AreCheckedAndMeasuredAsTheRecordsAre) {
  folder_.write("records.csv", records_csv(many()));
  folder_.write("counts.csv", counts_csv(many()));
  Roles roles;
  roles.quasi_identifying = {"q"};
  roles.sensitive = {"s"};
  CheckOptions options;
  options.promise.k = 17;
  std::vector<std::string> checks;
  for (const char* name : {"records.csv", "counts.csv"}) {
    ReadOptions reading;
    if (name == std::string("counts.csv")) reading.count = "n";
    const auto source = storage_->open(folder_ / name, reading, progress_);
    const CheckResult found = check(*source, roles, {}, options, progress_);
    EXPECT_EQ(found.promise_kept, true);
    checks.push_back(check_json(found, {}));
  }
  EXPECT_EQ(checks[0], checks[1]);

  ReleaseJob job = job_of(folder_ / "counts.csv", "n");
  job.counted = true;
  run(job);
  MeasureOptions of_records;
  of_records.details = true;
  MeasureOptions of_counts = of_records;
  of_counts.reading.count = "n";
  const Measures one =
      measure(job.output, folder_ / "records.csv", of_records, *storage_, progress_);
  const Measures other =
      measure(job.output, folder_ / "counts.csv", of_counts, *storage_, progress_);
  EXPECT_EQ(measure_json(one, {}), measure_json(other, {}));
  ASSERT_EQ(one.marginals.size(), 1U);
  EXPECT_EQ(one.marginals[0].before, other.marginals[0].before);
  ASSERT_FALSE(one.examples.empty());
  EXPECT_EQ(one.examples[0].truth, other.examples[0].truth);
  EXPECT_EQ(one.examples[0].error, other.examples[0].error);
}

// One row for each value of a group, which all together are the records.
TEST_F(CountsTest, HaveOneRowForEachValueOfAGroup) {
  folder_.write("records.csv", records_csv(many()));
  ReleaseJob job = job_of(folder_ / "records.csv", "");
  job.counted = true;
  run(job);
  std::istringstream lines(folder_.read("release/released.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "group,q,s,count");
  std::string before;
  std::uint64_t records = 0;
  while (std::getline(lines, line)) {
    const std::size_t comma = line.rfind(',');
    records += std::stoull(line.substr(comma + 1));
    EXPECT_NE(line.substr(0, comma), before);
    before = line.substr(0, comma);
  }
  EXPECT_EQ(records, 400U);
}

// Records that stand elsewhere: of each row of the input it is known which groups its records are
// in, and those are the groups that were released.
TEST_F(CountsTest, SayWhereRecordsThatStandElsewhereGo) {
  const std::vector<std::pair<std::string, int>> rows = {{"B,x", 3}, {"A,x", 2}, {"A,", 4},
                                                         {"B,y", 5}, {"A,x", 1}, {"A,y", 4},
                                                         {"B,z", 4}, {"A,z", 2}};
  std::string text = "q,s,n\n";
  for (const auto& [row, count] : rows) text += row + "," + std::to_string(count) + "\n";
  folder_.write("counts.csv", text);
  ReleaseJob job = job_of(folder_ / "counts.csv", "n");
  job.missing_sensitive = MissingSensitive::drop;
  ReleaseOptions options;
  options.test = true;
  std::vector<std::uint32_t> row_of;
  CountedGroups groups;
  options.elsewhere = {ReleaseForm::generalized, [&](auto rows_of_input, auto assigned) {
                         row_of = std::move(rows_of_input);
                         groups = std::move(assigned);
                       }};
  SeededRandom coins(3);
  EXPECT_THROW(release(job, options, *storage_, coins, progress_), Error);  // not a job of counts
  job.counted = true;
  release(job, options, *storage_, coins, progress_);

  std::map<std::string, std::uint32_t> number;
  std::map<std::uint32_t, std::string> value;
  std::vector<std::uint64_t> counts(5, 0);
  ASSERT_EQ(row_of.size(), rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].first.ends_with(',')) {
      EXPECT_EQ(row_of[r], kLeftOut);
      continue;
    }
    EXPECT_EQ(number.try_emplace(rows[r].first, row_of[r]).first->second, row_of[r]);
    value[row_of[r]] = rows[r].first.substr(2);
    counts.resize(std::max<std::size_t>(counts.size(), row_of[r] + 1), 0);
    counts[row_of[r]] += static_cast<std::uint64_t>(rows[r].second);
  }
  EXPECT_EQ(number.size(), 6U);
  EXPECT_TRUE(groups.is_partition_of(counts));

  std::map<std::pair<std::size_t, std::string>, std::uint64_t> assigned, released;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (std::size_t m = 0; m < groups.rows(g).size(); ++m) {
      assigned[{g + 1, value.at(groups.rows(g)[m])}] += groups.counts_of(g)[m];
    }
  }
  std::istringstream lines(folder_.read("release/released.csv"));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    const std::size_t last = line.rfind(',');
    const std::size_t quote = line.rfind('"', last - 2);
    released[{std::stoul(line), line.substr(quote + 1, last - quote - 2)}] =
        std::stoull(line.substr(last + 1));
  }
  EXPECT_EQ(assigned, released);
}

// Identifying columns are looked at, and the release is made from the merged rows of the others:
// the files are those of a table without them.
TEST_F(CountsTest, AreMergedBesideIdentifyingColumns) {
  const Records records = many();
  std::string named = "id,q,s\n";
  std::string missing = "id,q,s,n\n";
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::string row = records[i].substr(0, 1) + "," + records[i].substr(1);
    named += std::to_string(i == 7 ? 0 : i) + "," + row + "\n";
    missing += "NULL," + row + ",1\n";
  }
  folder_.write("records.csv", records_csv(records));
  folder_.write("named.csv", named);
  folder_.write("missing.csv", missing);
  ReleaseJob job = job_of(folder_ / "records.csv", "");
  job.counted = true;
  ASSERT_FALSE(run(job).refusal);
  const std::string expected = folder_.read("release/released.csv");

  job.roles.identifying = {"id"};
  job.input = folder_ / "named.csv";
  const ReleaseResult warned = run(job);
  EXPECT_EQ(folder_.read("release/released.csv"), expected);
  ASSERT_EQ(warned.custodian.size(), 1U);
  EXPECT_NE(warned.custodian[0].find("1 value of the identifying column id stands in several"),
            std::string::npos)
      << warned.custodian[0];
  job.person = "id";
  const ReleaseResult refused = run(job);
  ASSERT_TRUE(refused.refusal);
  EXPECT_NE(refused.refusal->reason.find("1 of 399 people (by id) has several records"),
            std::string::npos)
      << refused.refusal->reason;

  job.input = folder_ / "missing.csv";  // as a database gives them, which keeps the names
  job.reading.count = "n";
  job.person.clear();
  EXPECT_TRUE(run(job).custodian.empty());
  EXPECT_EQ(folder_.read("release/released.csv"), expected);
  // A row that stands for two records has the same person twice.
  folder_.write("twice.csv", "id,q,s,n\nx,A,s,2\ny,A,t,1\nz,B,u,1\n");
  job.input = folder_ / "twice.csv";
  EXPECT_EQ(run(job).custodian.size(), 1U);
  job.person = "id";
  EXPECT_TRUE(run(job).refusal);
}

// What is wrong with counts is found whoever made them.
TEST_F(CountsTest, AreVerified) {
  folder_.write("records.csv", records_csv(many()));
  ReleaseJob job = job_of(folder_ / "records.csv", "");
  job.counted = true;
  const ReleaseResult result = run(job);
  const std::string good = folder_.read("release/released.csv");
  const std::size_t row = good.find('\n') + 1;
  const std::size_t next = good.find('\n', row) + 1;
  const std::string first = good.substr(row, next - row);
  const std::string front = first.substr(0, first.rfind(',') + 1);
  const std::string before = good.substr(0, row);
  const std::string after = good.substr(next);
  for (const std::string& bad :
       {before + front + "0\n" + after, before + front + "-1\n" + after,
        before + front + "99\n" + after, before + front + "\n" + after,
        before + front + "18446744073709551615\n" + after, before + first + first + after,
        before + after, std::string("group,q,s\n"), before}) {
    folder_.write("release/released.csv", bad);
    EXPECT_FALSE(
        verify_release(job.output, result.certificate, *storage_, progress_, kTest).passed());
  }
  folder_.write("release/released.csv", good);
  EXPECT_TRUE(verify_release(job.output, result.certificate, *storage_, progress_, kTest).passed());
  Certificate forged = result.certificate;
  forged.job.counted = false;
  EXPECT_FALSE(verify_release(job.output, forged, *storage_, progress_, kTest).passed());
  forged.job.counted = true;
  forged.job.roles.insensitive = {"count"};
  EXPECT_FALSE(verify_release(job.output, forged, *storage_, progress_, kTest).passed());
  forged = result.certificate;
  forged.form = "anatomy";
  EXPECT_FALSE(verify_release(job.output, forged, *storage_, progress_, kTest).passed());
}

// Two rows of a value, which add up to what one had.
TEST_F(CountsTest, AreNotSplit) {
  folder_.write("counts.csv", "q,s,n\nA,x,2\nA,y,2\n");
  ReleaseJob job = job_of(folder_ / "counts.csv", "n");
  job.counted = true;
  job.method = "rda";
  job.min_group = 4;
  const ReleaseResult result = run(job);
  ASSERT_EQ(result.certificate.groups, 1U);
  folder_.write("release/released.csv",
                "group,q,s,count\n1,\"A\",\"x\",1\n1,\"A\",\"x\",1\n1,\"A\",\"y\",2\n");
  const Verification found =
      verify_release(job.output, result.certificate, *storage_, progress_, kTest);
  const auto split = std::find_if(found.checks.begin(), found.checks.end(), [](const Check& check) {
    return check.what == "the values of each group add up to its records, each value once";
  });
  ASSERT_NE(split, found.checks.end());
  EXPECT_FALSE(split->passed);
}

TEST_F(CountsTest, SayWhereAValueIsMissing) {
  folder_.write("counts.csv", "q,s,n\nA,x,7\nA,,1\n");
  try {
    run(job_of(folder_ / "counts.csv", "n"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("line 3"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace overt
