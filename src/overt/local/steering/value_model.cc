#include "overt/local/steering/value_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "overt/base/parallel.h"

namespace overt {
namespace {

constexpr double kOwnClass = 0.05;  // of the cap
constexpr double kOfItsSets = 0.4;  // a value that is less full than this of its sets needs none
constexpr std::uint32_t kMostClasses = 64;  // beyond, no class for values that share their sets
constexpr std::uint32_t kNoClass = ~0U;
constexpr float kRidge = 3;  // records that say that a bin is like all others
constexpr float kMomentum = 0.8F;
constexpr int kSinkhorn = 8;           // rounds
constexpr std::size_t kChunk = 2'048;  // groups: fixed, so that threads change nothing

}  // namespace

struct ValueModel::Sums {
  std::vector<float> gradient;
  std::vector<float> curvature;
};

ValueModel::ValueModel(const PublicRows& rows, const Multiset& values, const Caps& caps)
    : rows_(rows) {
  const auto records = static_cast<double>(size_of(values));
  const Code domain = values.empty() ? 0 : values.back().value + 1;
  std::vector<float> own;
  class_of_.assign(domain, kNoClass);
  double others = 0;
  std::map<std::uint32_t, double> fullness;  // of sets, in records a cap
  for (const CodeCount& set : caps.counts_of_sets(values)) {
    fullness.emplace(set.value, set.count / caps.of_set(set.value).share());
  }
  const auto fails_alone = [&](const CodeCount& value) {
    const Cap& cap = caps[value.value];
    if (!cap.binds() || value.count < kOwnClass * cap.share() * records) return false;
    const auto sets = caps.sets_of(value.value);
    return std::all_of(sets.begin(), sets.end(), [&](std::uint32_t set) {
      return value.count / cap.share() >= kOfItsSets * fullness.at(set);
    });
  };
  for (const CodeCount& value : values) {
    if (fails_alone(value)) {
      class_of_[value.value] = static_cast<std::uint32_t>(own.size());
      own.push_back(static_cast<float>(static_cast<double>(value.count) / records));
    } else {
      others += static_cast<double>(value.count) / records;
    }
  }
  alone_ = static_cast<std::uint32_t>(own.size());
  if (caps.has_sets()) {
    find_sets(values, caps);
    share_classes(values, caps, own, others);
  }
  classes_ = static_cast<std::uint32_t>(own.size()) + 1;
  for (std::uint32_t& c : class_of_) c = std::min(c, classes_ - 1);
  share_ = std::move(own);
  share_.push_back(static_cast<float>(std::max(others, 1e-9)));
  weight_.assign(std::size_t{rows.bin_count()} * classes_, 0);
  speed_ = weight_;
  refresh();
}

// Those with as much of their cap as a value needs.
void ValueModel::find_sets(const Multiset& values, const Caps& caps) {
  const double records = size_of(values);
  for (const CodeCount& own : caps.counts_of_sets(values)) {
    if (own.count >= kOwnClass * caps.of_set(own.value).share() * records) {
      sets_.push_back(own.value);
      tightness_.push_back(1.0 / caps.usual_set() / caps.of_set(own.value).share());
    }
  }
  sets_of_.resize(class_of_.size());
  for (const CodeCount& own : values) {
    for (const std::uint32_t set : caps.sets_of(own.value)) {
      const auto found = std::lower_bound(sets_.begin(), sets_.end(), set);
      if (found == sets_.end() || *found != set) continue;
      sets_of_[own.value].push_back(static_cast<std::uint32_t>(found - sets_.begin()));
    }
  }
}

// Classes of values that are in the same sets, the most frequent ones, and not less of them than
// of a value with a class of its own.
void ValueModel::share_classes(const Multiset& values, const Caps& caps, std::vector<float>& own,
                               double& others) {
  const double records = size_of(values);
  std::map<std::vector<std::uint32_t>, double> shares;
  for (const CodeCount& one : values) {
    const std::vector<std::uint32_t>& sets = sets_of_[one.value];
    if (class_of_[one.value] == kNoClass && !sets.empty()) shares[sets] += one.count / records;
  }
  std::vector<std::pair<double, std::vector<std::uint32_t>>> frequent;
  for (const auto& [sets, share] : shares) {
    double cap = 1;
    for (const std::uint32_t set : sets) cap = std::min(cap, caps.of_set(sets_[set]).share());
    if (share >= kOwnClass * cap) frequent.emplace_back(share, sets);
  }
  std::stable_sort(frequent.begin(), frequent.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  const std::size_t room = own.size() < kMostClasses ? kMostClasses - own.size() : 0;
  if (frequent.size() > room) frequent.resize(room);
  std::map<std::vector<std::uint32_t>, std::uint32_t> classes;
  for (const auto& [share, sets] : frequent) {
    classes.emplace(sets, static_cast<std::uint32_t>(own.size()));
    own.push_back(static_cast<float>(share));
    others -= share;
  }
  for (const CodeCount& one : values) {
    if (class_of_[one.value] != kNoClass) continue;
    const auto found = classes.find(sets_of_[one.value]);
    if (found != classes.end()) class_of_[one.value] = found->second;
  }
}

void ValueModel::add(std::span<const Record> records, const Multiset& values) {
  groups_.push_back(
      {static_cast<std::uint32_t>(slots_.size()), static_cast<std::uint32_t>(counts_.size())});
  for (const Record r : records) slots_.push_back(rows_.row_of(r));
  std::sort(slots_.end() - static_cast<std::ptrdiff_t>(records.size()), slots_.end());
  add_values(values);
}

void ValueModel::add(std::span<const RowCount> rows, const Multiset& values) {
  groups_.push_back(
      {static_cast<std::uint32_t>(slots_.size()), static_cast<std::uint32_t>(counts_.size())});
  for (const RowCount& own : rows) slots_.insert(slots_.end(), own.count, own.row);
  add_values(values);
}

void ValueModel::add_values(const Multiset& values) {
  std::vector<std::uint64_t> shared(classes_ - alone_, 0);
  for (const CodeCount& own : values) {
    const std::uint32_t c = class_of(own.value);
    if (c >= alone_) {
      shared[c - alone_] += own.count;
    } else {
      counts_.push_back({c, own.count});
    }
  }
  for (std::uint32_t c = alone_; c < classes_; ++c) {
    if (shared[c - alone_] > 0) counts_.push_back({c, shared[c - alone_]});
  }
}

void ValueModel::refresh() {
  factor_.resize(weight_.size());
  std::transform(weight_.begin(), weight_.end(), factor_.begin(),
                 [](float w) { return std::exp(w); });
}

void ValueModel::factors(std::uint32_t row, std::span<float> result) const {
  std::fill(result.begin(), result.end(), 1.0F);
  for (const std::uint32_t bin : rows_.bins(row)) {
    const float* own = factor_.data() + std::size_t{bin} * classes_;
    for (std::uint32_t k = 0; k < classes_; ++k) result[k] *= own[k];
  }
}

// Of the groups first..last - 1.
void ValueModel::gradient(std::size_t first, std::size_t last, Sums& sums) const {
  sums.gradient.assign(weight_.size(), 0);
  sums.curvature.assign(weight_.size(), 0);
  std::vector<float> chance;  // record, class
  std::vector<float> guess;   // record, class of the group
  std::vector<float> scale;
  std::vector<float> difference(classes_);
  for (std::size_t g = first; g < last; ++g) {
    const bool final = g + 1 == groups_.size();
    const std::size_t slot = groups_[g].first_slot;
    const std::size_t n = (final ? slots_.size() : groups_[g + 1].first_slot) - slot;
    const std::size_t at = groups_[g].first_count;
    const std::size_t kinds = (final ? counts_.size() : groups_[g + 1].first_count) - at;
    chance.resize(n * classes_);
    guess.resize(n * kinds);
    const auto exponent =
        static_cast<float>(n) / static_cast<float>(std::max<std::size_t>(n, 2) - 1);
    for (std::size_t i = 0; i < n; ++i) {
      const std::span<float> own(chance.data() + i * classes_, classes_);
      factors(slots_[slot + i], own);
      float sum = 0;
      for (std::uint32_t k = 0; k < classes_; ++k) sum += own[k] *= share_[k];
      for (float& p : own) p /= sum;
      for (std::size_t j = 0; j < kinds; ++j) {
        guess[i * kinds + j] = std::pow(own[counts_[at + j].own_class], exponent) + 1e-12F;
      }
    }
    for (int round = 0; round < kSinkhorn; ++round) {
      scale.assign(kinds, 0);
      for (std::size_t i = 0; i < n; ++i) {
        float sum = 0;
        for (std::size_t j = 0; j < kinds; ++j) sum += guess[i * kinds + j];
        for (std::size_t j = 0; j < kinds; ++j) scale[j] += guess[i * kinds + j] /= sum;
      }
      for (std::size_t j = 0; j < kinds; ++j) {
        scale[j] = static_cast<float>(counts_[at + j].count) / scale[j];
      }
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < kinds; ++j) guess[i * kinds + j] *= scale[j];
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      const float* own = chance.data() + i * classes_;
      for (std::uint32_t k = 0; k < classes_; ++k) difference[k] = -own[k];
      for (std::size_t j = 0; j < kinds; ++j) {
        difference[counts_[at + j].own_class] += guess[i * kinds + j];
      }
      for (const std::uint32_t bin : rows_.bins(slots_[slot + i])) {
        float* up = sums.gradient.data() + std::size_t{bin} * classes_;
        float* bend = sums.curvature.data() + std::size_t{bin} * classes_;
        for (std::uint32_t k = 0; k < classes_; ++k) {
          up[k] += difference[k];
          bend[k] += own[k] * (1 - own[k]);
        }
      }
    }
  }
}

void ValueModel::fit(int rounds, Progress& progress) {
  if (groups_.empty()) return;
  const std::size_t chunks = (groups_.size() + kChunk - 1) / kChunk;
  std::vector<Sums> sums(chunks);
  const float step = 1.0F / static_cast<float>(std::max<std::size_t>(rows_.columns(), 1));
  for (int round = 0; round < rounds; ++round) {
    parallel_for(
        chunks,
        [&](std::size_t chunk) {
          progress.check();
          gradient(chunk * kChunk, std::min(groups_.size(), (chunk + 1) * kChunk), sums[chunk]);
        },
        chunks == 1 ? 1 : 0);  // asking how many cores there are takes longer than a small chunk
    for (std::size_t i = 0; i < weight_.size(); ++i) {
      float up = -kRidge * weight_[i];
      float bend = kRidge;
      for (const Sums& own : sums) {
        up += own.gradient[i];
        bend += own.curvature[i];
      }
      speed_[i] = kMomentum * speed_[i] + step * up / bend;
      weight_[i] = std::clamp(weight_[i] + speed_[i], -8.0F, 8.0F);
    }
    refresh();
  }
}

}  // namespace overt
