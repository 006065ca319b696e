// The walk over a table of counts against the walk over its records: every release has exactly the
// same probability, for all small tables and policies that do anything with rows.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "oracle/hash_policy.h"
#include "overt/adversary/enumerated_random.h"
#include "overt/base/rational.h"
#include "overt/local/local.h"
#include "overt/local/stages/drawn_units.h"

namespace overt::oracle {
namespace {

// A kind of record: its public row and its value.
struct Kind {
  std::uint32_t row;
  Code value;
};

// Does anything by a hash of the nodes as anybody sees them: how many records of each public row,
// and the multiset. Records of one row go the same way in a cut.
class RowPolicy final : public WalkPolicy {
 public:
  // row_of[r]: the public row of the table's row r.
  RowPolicy(std::uint64_t seed, const Caps& caps, std::vector<std::uint32_t> row_of,
            const WalkUnits* units)
      : seed_(seed), caps_(caps), row_of_(std::move(row_of)), units_(units) {}

  WalkAction next(std::span<OpenNode> open) override {
    Hash hash;
    hash.add(seed_);
    for (const OpenNode& node : open) look(node, hash);
    for (const std::string& group : released_) {
      for (const char c : group) hash.add(static_cast<unsigned char>(c));
    }
    WalkAction action;
    action.node = hash.below(static_cast<std::uint32_t>(open.size()));
    OpenNode& node = open[action.node];
    const std::uint32_t choice = hash.below(8);
    if (choice < 3) {
      const std::uint32_t rows = hash.below(8);  // which of three public rows go first
      const auto middle =
          std::stable_partition(node.records.begin(), node.records.end(),
                                [&](Record unit) { return (rows >> public_row(unit) & 1U) != 0; });
      action.first = static_cast<std::uint32_t>(middle - node.records.begin());
      if (action.first > 0 && action.first < node.records.size()) {
        action.kind = WalkAction::Kind::cut;
        action.groups = any_deal(node.values, hash);
      }
    } else if (choice < 5) {
      action.kind = WalkAction::Kind::deal;
      action.groups = any_deal(node.values, hash);
    } else if (choice < 7) {
      action.kind = WalkAction::Kind::draw;
      for (const CodeCount& own : node.values) {
        const std::uint32_t count = hash.below(static_cast<std::uint32_t>(own.count) + 1);
        if (count > 0) action.drawn.push_back({own.value, count});
      }
    }
    return action;
  }

  void released(std::span<const Record> rows, std::span<const std::uint64_t> counts,
                const Multiset& values) override {
    std::map<std::uint32_t, std::uint64_t> of_row;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      of_row[row_of_[rows[i]]] += counts.empty() ? 1 : counts[i];
    }
    std::string text;
    for (const auto& [row, count] : of_row) {
      text += std::to_string(row) + "x" + std::to_string(count) + " ";
    }
    text += ":";
    for (const CodeCount& own : values) {
      text += " " + std::to_string(own.value) + "x" + std::to_string(own.count);
    }
    released_.push_back(text);
    std::sort(released_.begin(), released_.end());
  }

  std::string release() const {
    std::string text;
    for (const std::string& group : released_) text += group + "\n";
    return text;
  }

 private:
  std::uint32_t public_row(Record unit) const {
    return row_of_[units_ == nullptr ? unit : units_->row(unit)];
  }
  std::uint32_t any_deal(const Multiset& values, Hash& hash) const {
    std::uint32_t groups = 1 + hash.below(static_cast<std::uint32_t>(size_of(values)));
    while (!deal_keeps(values, caps_, groups)) --groups;
    return groups;
  }
  void look(const OpenNode& node, Hash& hash) const {
    std::map<std::uint32_t, std::uint64_t> of_row;
    for (const Record unit : node.records) {
      of_row[public_row(unit)] += units_ == nullptr ? 1 : units_->count(unit);
    }
    for (const auto& [row, count] : of_row) {
      hash.add(row);
      hash.add(count);
    }
    for (const CodeCount& own : node.values) {
      hash.add(own.value);
      hash.add(own.count);
    }
  }

  std::uint64_t seed_;
  const Caps& caps_;
  std::vector<std::uint32_t> row_of_;
  const WalkUnits* units_;
  std::vector<std::string> released_;
};

using Distribution = std::map<std::string, Rational>;

template <typename Run>
Distribution distribution(const Run& run) {
  Distribution result;
  EnumeratedRandom coins;
  Rational all = 0;
  do {
    coins.restart();
    const std::string release = run(coins);
    result[release] += coins.probability();
    all += coins.probability();
  } while (coins.next());
  EXPECT_EQ(all, 1);
  return result;
}

// `counts` of each kind. Returns how many releases were compared.
std::size_t compare(const std::vector<Kind>& kinds, const std::vector<std::uint64_t>& counts,
                    Code domain, const Caps& caps, std::uint64_t seeds) {
  std::vector<Code> row_values, values;
  std::vector<std::uint32_t> row_rows, rows;
  std::vector<std::uint64_t> row_counts;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (counts[k] == 0) continue;
    row_values.push_back(kinds[k].value);
    row_rows.push_back(kinds[k].row);
    row_counts.push_back(counts[k]);
    values.insert(values.end(), counts[k], kinds[k].value);
    rows.insert(rows.end(), counts[k], kinds[k].row);
  }
  std::vector<Record> all(values.size());
  for (Record r = 0; r < all.size(); ++r) all[r] = r;
  if (!caps.keep(MultisetCounter(values, domain).count(all))) return 0;
  std::size_t releases = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Distribution of_records = distribution([&](RandomSource& coins) {
      RowPolicy policy(seed, caps, rows, nullptr);
      Progress progress;
      local(values, domain, policy, caps, coins, progress);
      return policy.release();
    });
    const Distribution of_counts = distribution([&](RandomSource& coins) {
      WalkUnits units(row_counts);
      RowPolicy policy(seed, caps, row_rows, &units);
      Progress progress;
      const CountedGroups groups = local(row_values, domain, units, policy, caps, coins, progress);
      EXPECT_TRUE(groups.is_partition_of(row_counts));
      return policy.release();
    });
    EXPECT_EQ(of_counts, of_records);
    releases += of_records.size();
  }
  return releases;
}

TEST(CountedWalk, HasTheReleasesOfTheRecordsWithTheirProbabilities) {
  const std::vector<Kind> kinds = {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 0}, {2, 2}};
  std::size_t releases = 0;
  std::size_t tables = 0;
  std::vector<std::uint64_t> counts(kinds.size());
  for (std::uint32_t number = 0; number < 3 * 3 * 3 * 3 * 3 * 3; ++number) {
    std::uint32_t rest = number;
    std::uint64_t records = 0;
    for (std::uint64_t& count : counts) {
      count = rest % 3;
      rest /= 3;
      records += count;
    }
    if (records < 4 || records > 6) continue;
    const std::size_t found = compare(kinds, counts, 3, Caps::one_in(2), 8);
    releases += found;
    tables += found > 0 ? 1 : 0;
    if (HasFailure()) break;
  }
  EXPECT_GT(tables, 100U);
  EXPECT_GT(releases, 1'000U);
}

// Caps of values of their own, of sets that are nested, and of sets that cross, as two sensitive
// columns have them.
TEST(CountedWalk, HasThemUnderAllKindsOfCaps) {
  const std::vector<Kind> kinds = {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 0}, {2, 2}};
  const std::vector<Caps> all = {
      Caps({{1, 2}, {2, 3}}, {1, 1}),
      Caps({{1, 2}}, {2, 3}, {{{3, 4}, {0, 1}}}),
      Caps({}, {1, 1}, {{{2, 3}, {0, 1}}, {{2, 3}, {1, 2}}}),
  };
  for (const Caps& caps : all) {
    std::size_t releases = 0;
    std::vector<std::uint64_t> counts(kinds.size());
    for (std::uint32_t number = 0; number < 3 * 3 * 3 * 3 * 3 * 3; ++number) {
      std::uint32_t rest = number;
      std::uint64_t records = 0;
      for (std::uint64_t& count : counts) {
        count = rest % 3;
        rest /= 3;
        records += count;
      }
      if (records < 4 || records > 6) continue;
      releases += compare(kinds, counts, 3, caps, 8);
      if (HasFailure()) return;
    }
    EXPECT_GT(releases, 200U);
  }
}

// Few of very many: then the numbers that are drawn stand one after another.
TEST(CountedWalk, DrawsFewOfManyUnits) {
  SeededRandom coins(1);
  std::uint64_t of_first = 0;
  for (int round = 0; round < 200; ++round) {
    WalkUnits units(std::vector<std::uint64_t>{1'000'000'000'000, 3'000'000'000'000});
    std::vector<Record> node = {0, 1};
    const std::vector<Code> values = {0, 0};
    const DrawnUnits parts =
        draw_units(node, {{0, units.records()}}, {{0, 100}}, values, units, coins);
    std::uint64_t drawn = 0;
    for (const Record unit : parts.drawn) {
      drawn += units.count(unit);
      if (units.row(unit) == 0) of_first += units.count(unit);
    }
    ASSERT_EQ(drawn, 100U);
    ASSERT_EQ(parts.left, 2U);
    ASSERT_EQ(units.records(std::span(node).first(2)), 4'000'000'000'000U - 100);
  }
  EXPECT_NEAR(static_cast<double>(of_first), 5'000, 5 * 61);  // a quarter of 20,000
}

// Units of one value, 3 and 2 records, of which 2 are drawn: as many of each as a hand of cards
// has.
TEST(CountedWalk, DrawsUnitsAsTheirRecordsAreDrawn) {
  for (const std::uint32_t drawn : {2U, 3U}) {
    const Distribution found = distribution([&](RandomSource& coins) {
      const std::vector<std::uint64_t> counts = {3, 2};
      const std::vector<Code> values = {0, 0};
      WalkUnits units(counts);
      std::vector<Record> node = {0, 1};
      const DrawnUnits parts = draw_units(node, {{0, 5}}, {{0, drawn}}, values, units, coins);
      std::vector<std::uint64_t> of_row(2, 0);
      std::vector<std::uint64_t> left(2, 0);
      for (const Record unit : parts.drawn) of_row[units.row(unit)] += units.count(unit);
      for (const Record unit : std::span(node).first(parts.left)) {
        left[units.row(unit)] += units.count(unit);
      }
      EXPECT_EQ(of_row[0] + of_row[1], drawn);
      EXPECT_EQ(of_row[0] + left[0], 3U);
      EXPECT_EQ(of_row[1] + left[1], 2U);
      return std::to_string(of_row[0]);
    });
    // 3 over the first times 2 over the others, out of 5 over 2.
    const Distribution two = {
        {"0", Rational(1, 10)}, {"1", Rational(6, 10)}, {"2", Rational(3, 10)}};
    const Distribution three = {
        {"1", Rational(3, 10)}, {"2", Rational(6, 10)}, {"3", Rational(1, 10)}};
    Distribution expected = drawn == 2 ? two : three;
    for (auto& [outcome, probability] : expected) probability.canonicalize();
    EXPECT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace overt::oracle
