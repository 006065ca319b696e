#include "overt/local/steering/leaf_groups.h"

#include <algorithm>
#include <array>
#include <vector>

#include "overt/local/stages/deal.h"

namespace overt {
namespace {

constexpr std::uint32_t kRecordsTried = 96;
constexpr std::uint32_t kMostTried = 48;  // records of a group; larger ones are as the whole
constexpr int kRounds = 4;                // of scaling a group
constexpr double kAsTheWhole = 1.1;       // times the certainty of the whole
constexpr std::array<std::uint32_t, 9> kSizes = {1, 2, 3, 4, 6, 8, 12, 16, 24};  // times l

// Coins that everybody can toss: a policy may use any, and these cost nothing.
class PublicCoins {
 public:
  double next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-53;
  }

 private:
  std::uint64_t state_ = 1;
};

// How much more likely than anybody a record of a row has each value.
class Leanings {
 public:
  Leanings(const Forecast& forecast, const ValueModel& model, const Multiset& values)
      : forecast_(forecast) {
    double records = 0;
    for (const double own : forecast.counts()) records += own;
    for (const CodeCount& own : values) {
      const std::uint32_t k = model.class_of(own.value);
      class_.push_back(k);
      one_over_share_.push_back(records / std::max(forecast.counts()[k], 1e-9));
    }
  }

  double operator()(std::size_t row, std::size_t value) const {
    return static_cast<double>(forecast_.chances(row)[class_[value]]) * one_over_share_[value] +
           1e-9;
  }

 private:
  const Forecast& forecast_;
  std::vector<std::uint32_t> class_;  // of each value
  std::vector<double> one_over_share_;
};

// Rows of a node, drawn by the number of their records.
class RowsDrawn {
 public:
  explicit RowsDrawn(const Forecast& forecast) {
    double end = 0;
    for (const RowCount& own : forecast.looked_at()) ends_.push_back(end += own.count);
  }

  std::size_t draw(PublicCoins& coins) const {
    const auto found = std::upper_bound(ends_.begin(), ends_.end(), coins.next() * ends_.back());
    return std::min(static_cast<std::size_t>(found - ends_.begin()), ends_.size() - 1);
  }

 private:
  std::vector<double> ends_;
};

// The whole as one group: everybody's values as the model has them.
double certainty_of_whole(const Forecast& forecast, const Leanings& leaning,
                          const Multiset& values) {
  const std::size_t rows = forecast.looked_at().size();
  const std::size_t step = std::max<std::size_t>(1, rows / kRecordsTried);
  double sum = 0;
  double records = 0;
  for (std::size_t i = 0; i < rows; i += step) {
    double all = 0;
    double best = 0;
    for (std::size_t v = 0; v < values.size(); ++v) {
      const double own = values[v].count * leaning(i, v);
      all += own;
      best = std::max(best, own);
    }
    const double weight = forecast.looked_at()[i].count;
    sum += weight * best / all;
    records += weight;
  }
  return sum / records;
}

}  // namespace

double certainty_in_groups(const Forecast& forecast, const ValueModel& model,
                           const Multiset& values, std::uint32_t groups) {
  const Leanings leaning(forecast, model, values);
  const std::uint32_t size = size_of(values) / groups;
  if (groups == 1 || size > kMostTried) return certainty_of_whole(forecast, leaning, values);
  const RowsDrawn rows(forecast);
  PublicCoins coins;
  double sum = 0;
  std::uint32_t tried = 0;
  std::vector<std::size_t> kind;  // values of the group, by their number in the multiset
  std::vector<double> count;      // how often each comes
  std::vector<double> guess;      // record, value of the group
  std::vector<double> scale;
  while (tried < kRecordsTried) {
    // As many of each value as a deal gives, up to one.
    kind.clear();
    count.clear();
    double all = 0;
    for (std::size_t v = 0; v < values.size(); ++v) {
      const double mean = static_cast<double>(values[v].count) / groups;
      const auto own = static_cast<double>(static_cast<std::uint32_t>(mean + coins.next()));
      if (own == 0) continue;
      kind.push_back(v);
      count.push_back(own);
      all += own;
    }
    if (kind.empty()) continue;
    const auto n = static_cast<std::uint32_t>(all);
    guess.resize(n * kind.size());
    for (std::uint32_t r = 0; r < n; ++r) {
      const std::size_t row = rows.draw(coins);
      for (std::size_t j = 0; j < kind.size(); ++j) {
        guess[r * kind.size() + j] = count[j] * leaning(row, kind[j]);
      }
    }
    // Records add up to 1, values to their counts, in turn; records in the end.
    for (int round = 0; round <= kRounds; ++round) {
      scale.assign(kind.size(), 0);
      for (std::uint32_t r = 0; r < n; ++r) {
        double* own = guess.data() + r * kind.size();
        double row = 0;
        for (std::size_t j = 0; j < kind.size(); ++j) row += own[j];
        for (std::size_t j = 0; j < kind.size(); ++j) scale[j] += own[j] /= row;
      }
      if (round == kRounds) break;
      for (std::uint32_t r = 0; r < n; ++r) {
        double* own = guess.data() + r * kind.size();
        for (std::size_t j = 0; j < kind.size(); ++j) own[j] *= count[j] / scale[j];
      }
    }
    for (std::uint32_t r = 0; r < n; ++r) {
      const double* own = guess.data() + r * kind.size();
      sum += *std::max_element(own, own + kind.size());
    }
    tried += n;
  }
  return sum / tried;
}

LeafGroups::LeafGroups(const ValueModel& model, const Caps& caps, const LeafOptions& options)
    : model_(model), caps_(caps), options_(options), l_(caps.usual_set()) {}

double LeafGroups::allowed(const Forecast& forecast, const Multiset& values) const {
  const double of_odds = options_.background / (options_.background + l_ - 1);
  return std::max(of_odds, kAsTheWhole * certainty_in_groups(forecast, model_, values, 1));
}

bool LeafGroups::even(const Forecast& forecast, const Multiset& values,
                      std::uint32_t groups) const {
  if (options_.leaves == Leaves::dealt || groups == 1) return true;
  if (options_.leaves == Leaves::whole) return false;
  return certainty_in_groups(forecast, model_, values, groups) <= allowed(forecast, values);
}

std::uint32_t LeafGroups::number(const Forecast& forecast, const Multiset& values) const {
  if (options_.leaves == Leaves::whole) return 1;
  const std::uint32_t smallest = std::max(l_, options_.smallest);
  const std::uint32_t most = most_groups(values, caps_, smallest);
  if (options_.leaves == Leaves::dealt || most == 1) return most;
  const double bound = allowed(forecast, values);
  for (const std::uint32_t times : kSizes) {
    const std::uint32_t groups = times == 1 ? most : most_groups(values, caps_, smallest * times);
    if (groups == 1) break;
    if (certainty_in_groups(forecast, model_, values, groups) <= bound) return groups;
  }
  return 1;
}

}  // namespace overt
