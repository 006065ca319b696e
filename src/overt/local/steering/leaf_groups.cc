#include "overt/local/steering/leaf_groups.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <vector>

#include "overt/local/stages/deal.h"

namespace overt {
namespace {

constexpr std::uint32_t kRecordsTried = 96;
constexpr std::size_t kRowsTried = 256;
constexpr std::uint32_t kMostTried = 48;  // records of a group; larger ones are as the whole
constexpr int kRounds = 4;                // of scaling a group
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
    for (const double own : forecast.counts().first(model.classes())) records += own;
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

// Rows of a node: of records with a class, as likely as the model has it.
class RowsDrawn {
 public:
  explicit RowsDrawn(const Forecast& forecast) : forecast_(forecast) {
    const std::size_t rows = forecast.looked_at().size();
    const std::size_t some = std::min(rows, kRowsTried);
    for (std::size_t i = 0; i < some; ++i) rows_.push_back(i * rows / some);
    ends_.resize(forecast.classes());
  }

  std::size_t draw(std::uint32_t own_class, PublicCoins& coins) {
    std::vector<double>& ends = ends_[own_class];
    if (ends.empty()) {
      double end = 0;
      for (const std::size_t row : rows_) {
        const double chance = static_cast<double>(forecast_.chances(row)[own_class]);
        ends.push_back(end +=
                       static_cast<double>(forecast_.looked_at()[row].count) * (chance + 1e-9));
      }
    }
    const auto found = std::upper_bound(ends.begin(), ends.end(), coins.next() * ends.back());
    return rows_[std::min(static_cast<std::size_t>(found - ends.begin()), rows_.size() - 1)];
  }

 private:
  const Forecast& forecast_;
  std::vector<std::size_t> rows_;
  std::vector<std::vector<double>> ends_;
};

// How often each value comes in a group: as often as a deal gives, up to one.
std::vector<std::uint32_t> dealt_group(const Multiset& values, std::uint32_t groups,
                                       PublicCoins& coins) {
  std::vector<std::uint32_t> result;
  for (const CodeCount& own : values) {
    const double mean = static_cast<double>(own.count) / groups;
    result.push_back(static_cast<std::uint32_t>(mean + coins.next()));
  }
  return result;
}

// The values in the order of a deal of nested sets (stages/deal.h).
std::vector<std::size_t> in_blocks(const ValueModel& model, const Multiset& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto left = model.sets_of(values[a].value);
    const auto right = model.sets_of(values[b].value);
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
  });
  return order;
}

// One group of such a deal: every so manieth record.
std::vector<std::uint32_t> dealt_group(const Multiset& values, std::span<const std::size_t> order,
                                       std::uint32_t groups, PublicCoins& coins) {
  std::vector<std::uint32_t> result(values.size(), 0);
  auto next = static_cast<std::uint64_t>(coins.next() * groups);
  std::uint64_t end = 0;
  for (const std::size_t v : order) {
    end += values[v].count;
    for (; next < end; next += groups) ++result[v];
  }
  return result;
}

// The best guess of one record, from how likely each value is: of a value, or of a set of values in
// terms of the usual cap.
class BestGuess {
 public:
  explicit BestGuess(const ValueModel& model) : model_(model), of_set_(model.sets().size()) {}

  void begin() {
    best_ = 0;
    std::fill(of_set_.begin(), of_set_.end(), 0.0);
  }
  void add(Code value, double chance) {
    best_ = std::max(best_, chance);
    for (const std::uint32_t set : model_.sets_of(value)) {
      of_set_[set] += chance;
      best_ = std::max(best_, of_set_[set] * model_.tightness()[set]);
    }
  }
  double best() const { return best_; }

 private:
  const ValueModel& model_;
  std::vector<double> of_set_;
  double best_ = 0;
};

// The whole as one group: everybody's values as the model has them.
double certainty_of_whole(const Forecast& forecast, const ValueModel& model,
                          const Leanings& leaning, const Multiset& values) {
  BestGuess guess(model);
  const std::size_t rows = forecast.looked_at().size();
  const std::size_t step = std::max<std::size_t>(1, rows / kRecordsTried);
  double sum = 0;
  double records = 0;
  for (std::size_t i = 0; i < rows; i += step) {
    double all = 0;
    guess.begin();
    for (std::size_t v = 0; v < values.size(); ++v) {
      const double own = static_cast<double>(values[v].count) * leaning(i, v);
      all += own;
      guess.add(values[v].value, own);
    }
    const double weight = forecast.looked_at()[i].count;
    sum += weight * guess.best() / all;
    records += weight;
  }
  return sum / records;
}

}  // namespace

double certainty_in_groups(const Forecast& forecast, const ValueModel& model,
                           const Multiset& values, std::uint32_t groups) {
  const Leanings leaning(forecast, model, values);
  const std::uint64_t size = size_of(values) / groups;
  if (groups == 1 || size > kMostTried) {
    return certainty_of_whole(forecast, model, leaning, values);
  }
  RowsDrawn rows(forecast);
  PublicCoins coins;
  BestGuess best(model);
  const bool blocks = !model.sets().empty();
  const std::vector<std::size_t> order =
      blocks ? in_blocks(model, values) : std::vector<std::size_t>();
  double sum = 0;
  std::uint32_t tried = 0;
  std::vector<std::size_t> kind;  // values of the group, by their number in the multiset
  std::vector<double> guess;      // record, value of the group
  std::vector<double> scale;
  while (tried < kRecordsTried) {
    const std::vector<std::uint32_t> count =
        blocks ? dealt_group(values, order, groups, coins) : dealt_group(values, groups, coins);
    kind.clear();
    for (std::size_t v = 0; v < values.size(); ++v) {
      if (count[v] > 0) kind.push_back(v);
    }
    if (kind.empty()) continue;
    guess.clear();
    for (const std::size_t v : kind) {
      for (std::uint32_t i = 0; i < count[v]; ++i) {
        const std::size_t row = rows.draw(model.class_of(values[v].value), coins);
        for (const std::size_t other : kind) {
          guess.push_back(count[other] * leaning(row, other));
        }
      }
    }
    const auto n = static_cast<std::uint32_t>(guess.size() / kind.size());
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
        for (std::size_t j = 0; j < kind.size(); ++j) own[j] *= count[kind[j]] / scale[j];
      }
    }
    for (std::uint32_t r = 0; r < n; ++r) {
      best.begin();
      for (std::size_t j = 0; j < kind.size(); ++j) {
        best.add(values[kind[j]].value, guess[r * kind.size() + j]);
      }
      sum += best.best();
    }
    tried += n;
  }
  return sum / tried;
}

LeafGroups::LeafGroups(const ValueModel& model, const Caps& caps, const LeafOptions& options)
    : model_(model), caps_(caps), options_(options), l_(caps.usual_set()) {}

std::uint32_t LeafGroups::number(const Forecast& forecast, const Multiset& values,
                                 double width) const {
  if (options_.leaves == Leaves::whole) return 1;
  const std::uint32_t smallest = std::max(l_, options_.smallest);
  const std::uint32_t most = most_groups(values, caps_, smallest);
  if (options_.leaves == Leaves::dealt || most == 1) return most;
  // What the model, or the promise, leaves to anybody in the whole is not what groups add.
  const double floor = std::max(1.0 / l_, certainty_in_groups(forecast, model_, values, 1));
  const auto records = static_cast<double>(size_of(values));
  const double price = options_.price * (l_ - 1);
  const auto cost = [&](std::uint32_t groups, double certainty) {
    const double k = records / groups;
    return width * (k - 1) / (k + 1) + price * std::max(0.0, certainty - floor);
  };
  std::uint32_t best = 1;
  double least = cost(1, floor);
  for (const std::uint32_t times : kSizes) {
    const std::uint32_t groups = times == 1 ? most : most_groups(values, caps_, smallest * times);
    if (groups == 1) break;
    const double own = cost(groups, certainty_in_groups(forecast, model_, values, groups));
    if (own >= least) continue;
    least = own;
    best = groups;
  }
  return best;
}

}  // namespace overt
