#include "overt/local/steering/cut_choice.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "overt/local/slack_stop.h"
#include "overt/local/stages/deal.h"

namespace overt {
namespace {

// Found by measurement (docs/benchmarks.md).
constexpr double kNarrower = 16;             // halvings that a whole column is worth
constexpr double kStopCost = 40;             // the same of a stop, for each column
constexpr double kLeastChance = 0.3;         // below, a candidate is not looked at
constexpr double kPairRisk = 0.35;           // of it, where three stop instead of two
constexpr std::uint32_t kLargeNode = 4'000;  // records; from there on cuts come first
constexpr double kSurest = 0.002;            // that have at most this risk
constexpr double kFreeVeil = 0.002;          // smaller ones are not worth larger groups
constexpr std::size_t kBestOfColumn = 3;

double entropy(double p) {
  return p <= 0 || p >= 1 ? 0 : -(p * std::log2(p) + (1 - p) * std::log2(1 - p));
}

// How much of a column a group of k records spans, if they lie anywhere.
double spanned(double k) { return (k - 1) / (k + 1); }

void add_item(PartForecast& part, const ColumnItems& column, std::size_t item) {
  const std::size_t classes = part.expected.size();
  part.records += column.records[item];
  part.seen += column.seen[item];
  for (std::size_t k = 0; k < classes; ++k) {
    part.expected[k] += column.expected[item * classes + k];
    part.variance[k] += column.variance[item * classes + k];
  }
}

PartForecast nothing(std::uint32_t classes) {
  return {0, 0, std::vector<double>(classes, 0), std::vector<double>(classes, 0)};
}

}  // namespace

struct CutChooser::Candidate {
  const ColumnItems* column = nullptr;
  std::vector<std::uint32_t> order;
  std::size_t items = 0;  // that go first
  PartForecast first;
  PartForecast whole;
  double chance = 0;
  double gain = 0;
  double passes = 0;
  double score = 0;
  std::uint32_t groups = 1;
};

CutChooser::CutChooser(const PublicRows& rows, const Caps& caps, std::uint32_t smallest,
                       const CutRisks& risks)
    : rows_(rows),
      caps_(caps),
      smallest_(smallest),
      risks_(risks),
      l_(caps.usual_set()),
      stop_(rows.records()) {}

// Adds the best few candidates of a column, by their chance and gain.
void CutChooser::best_of_column(const ColumnItems& column, const CutSuccess& success,
                                std::uint32_t classes, std::vector<Candidate>& best) const {
  PartForecast whole = nothing(classes);
  for (std::size_t i = 0; i < column.size(); ++i) add_item(whole, column, i);
  const double smallest = std::max<double>(
      {static_cast<double>(l_), static_cast<double>(smallest_), whole.records / 20});
  std::vector<Candidate> own;
  for (const ItemOrder& order : orders_of(column, classes, success.largest())) {
    const std::vector<double> front = widths(rows_, column, order.items, false);
    const std::vector<double> back = widths(rows_, column, order.items, true);
    PartForecast first = nothing(classes);
    for (std::size_t i = 0; i < order.cuts; ++i) {
      add_item(first, column, order.items[i]);
      if (first.records < smallest || whole.records - first.records < smallest) continue;
      const double chance = success.chance(first, whole);
      if (chance <= kLeastChance) continue;
      const double rate = first.records / whole.records;
      const double left = rate * front[i] + (1 - rate) * back[column.size() - 2 - i];
      const double levels = rate * success.levels(first, whole, true) +
                            (1 - rate) * success.levels(first, whole, false);
      const double gain = kNarrower * (column.width - left) + levels + entropy(rate);
      const double score = chance * gain;
      if (own.size() == kBestOfColumn && score <= own.back().score) continue;
      if (own.size() == kBestOfColumn) own.pop_back();
      const auto place =
          std::find_if(own.begin(), own.end(), [&](const auto& one) { return one.score < score; });
      own.insert(place, {&column, order.items, i + 1, first, whole, chance, gain, 0, score, 1});
    }
  }
  best.insert(best.end(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
}

// How a node is published that stops here, by the better score.
void CutChooser::weigh(const Multiset& values, double widths_of_node,
                       std::span<const std::uint32_t> stops, Candidate& candidate) const {
  const std::uint64_t n = size_of(values);
  // Of a node that is expected only, records are no whole numbers.
  const auto first = std::clamp<std::uint64_t>(
      static_cast<std::uint64_t>(std::llround(candidate.first.records)), 1, n - 1);
  candidate.score = 0;
  const auto consider = [&](double pi, std::uint32_t groups) {
    if (pi > risks_.most_veil) return;
    const double passes = candidate.chance * (1 - pi);
    const double more = spanned(static_cast<double>(n) / groups) - spanned(l_);
    const double score = passes * candidate.gain - (1 - passes) * kStopCost * widths_of_node * more;
    if (score <= candidate.score) return;
    candidate.score = score;
    candidate.passes = passes;
    candidate.groups = groups;
  };
  double least = 1;
  for (const std::uint32_t groups : stops) {
    if (groups < 2) break;
    const double pi = slack_stop(values, caps_, first, n - first, groups);
    least = std::min(least, pi);
    consider(pi, groups);
    if (pi < kFreeVeil) break;
  }
  if (stops.size() == 1 || (least > kFreeVeil && n <= risks_.whole_up_to * l_)) {
    const Ratio pi = stop_.of(make_split_case(values, caps_, first, n - first));
    consider(static_cast<double>(pi.above) / static_cast<double>(pi.below), 1);
  }
}

CutChoice CutChooser::chosen(const Candidate& candidate) const {
  const ColumnItems& column = *candidate.column;
  CutChoice choice;
  choice.column = column.column;
  choice.groups = candidate.groups;
  choice.passes = candidate.passes;
  choice.score = candidate.score;
  choice.whole = candidate.whole;
  choice.first = candidate.first;
  const bool smaller = 2 * candidate.first.records <= candidate.whole.records;
  if (!smaller) {
    choice.first.records = candidate.whole.records - candidate.first.records;
    choice.first.seen = candidate.whole.seen - candidate.first.seen;
    for (std::size_t k = 0; k < choice.first.expected.size(); ++k) {
      choice.first.expected[k] = candidate.whole.expected[k] - candidate.first.expected[k];
      choice.first.variance[k] = candidate.whole.variance[k] - candidate.first.variance[k];
    }
  }
  choice.in_first.assign(rows_.column(column.column).at.size(), 0);
  for (std::size_t i = 0; i < column.size(); ++i) {
    if ((i < candidate.items) != smaller) continue;
    const std::uint32_t item = candidate.order[i];
    std::fill(choice.in_first.begin() + column.begins[item],
              choice.in_first.begin() + column.ends[item], std::uint8_t{1});
  }
  return choice;
}

double CutChooser::most_risk(const Multiset& values) const {
  const std::uint64_t n = size_of(values);
  if (n < risks_.few * std::max(l_, smallest_)) return 1;
  const double portion = static_cast<double>(n) / static_cast<double>(rows_.records());
  const double of_most = std::min(1.0, risks_.of_largest / std::sqrt(portion));
  return risks_.most * of_most * (l_ == 2 ? kPairRisk : 1);
}

std::optional<CutChoice> CutChooser::choose(const Multiset& values,
                                            std::span<const ColumnItems> columns,
                                            const CutSuccess& success, std::uint32_t classes,
                                            std::span<const std::uint32_t> stops) const {
  double widths_of_node = 0;
  std::vector<Candidate> candidates;
  for (const ColumnItems& column : columns) {
    widths_of_node += column.width;
    best_of_column(column, success, classes, candidates);
  }
  const double most = most_risk(values);
  const Candidate* best = nullptr;
  bool sure = false;
  for (Candidate& one : candidates) {
    weigh(values, widths_of_node, stops, one);
    if (one.score <= 0 || one.passes < 1 - most) continue;
    const bool own = size_of(values) >= kLargeNode && one.passes >= 1 - kSurest;
    if (best != nullptr && (own == sure ? one.score <= best->score : sure)) continue;
    best = &one;
    sure = own;
  }
  if (best == nullptr) return {};
  return chosen(*best);
}

}  // namespace overt
