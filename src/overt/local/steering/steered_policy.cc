#include "overt/local/steering/steered_policy.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "overt/local/split_case.h"
#include "overt/local/stages/deal.h"
#include "overt/local/stages/drawn.h"
#include "overt/local/steering/peel_ahead.h"
#include "overt/local/steering/plain_serves.h"

namespace overt {
namespace {

// Found by measurement (docs/benchmarks.md).
constexpr double kPilot = 200;                // records a class, where a value has 0.6 of its cap
constexpr double kSmallPilot = 0.5;           // below this fullness pilots are small:
constexpr double kFaster = 5;                 // of the largest as much as its power
constexpr double kRoom = 3;                   // from two thirds of a cap on less is risked
constexpr int kFirstRounds = 60;              // of fitting, after the pilot
constexpr int kMoreRounds = 4;                // and whenever the released records have grown by
constexpr double kGrowth = 1.4;               // this factor,
constexpr std::size_t kEnoughSeen = 100'000;  // up to these: more teach it nothing
constexpr double kFirstError = 0.03;
constexpr double kLeastError = 0.015;
constexpr double kFollow = 0.05;  // how fast the error is learnt
constexpr std::uint64_t kMostPeels = 12;
constexpr double kNeedsNoPeel = 0.995;     // chance of a cut that is tested at once
constexpr double kWorthAPeel = 1.25;       // a cut must become better by this factor
constexpr double kPeel = 0.25;             // of a node that no peel makes fit for a cut,
constexpr double kLargePeel = 0.12;        // of one with more than an eighth of all records
constexpr std::size_t kCrossingStops = 2;  // sizes of groups that are looked at

// How near to its cap the nearest value is, as a share of the cap.
double fullness_of(const Multiset& values, const Caps& caps) {
  const auto records = static_cast<double>(size_of(values));
  double result = 0;
  for (const auto& [count, cap] : bound_counts(values, caps)) {
    result = std::max(result, count / records / cap.share());
  }
  return result;
}

WalkAction dealt(std::uint32_t groups) {
  WalkAction action;
  action.kind = WalkAction::Kind::deal;
  action.groups = groups;
  return action;
}

}  // namespace

SteeredPolicy::SteeredPolicy(const PublicRows& rows, const Caps& caps,
                             const SteeredOptions& options, Progress& progress,
                             const WalkUnits* units)
    : rows_(rows),
      caps_(caps),
      options_(options),
      progress_(progress),
      units_(units),
      l_(caps.usual_set()),
      group_(std::max(l_, options.smallest)),
      counter_(rows, units),
      error_(kFirstError) {
  for (std::size_t c = 0; c < rows.columns(); ++c) {
    seen_.emplace_back(rows.column(c).at.size(), 0.0);
  }
}

void SteeredPolicy::released(std::span<const Record> rows, std::span<const std::uint64_t> counts,
                             const Multiset& values) {
  if (plain_ || model_->released() >= kEnoughSeen) return;
  const std::uint64_t records = size_of(values);
  if (records >= kEnoughSeen) return;  // so large a group says nothing of who has what
  const double weight = 1.0 / static_cast<double>(records);
  const auto see = [&](std::uint32_t row, std::uint64_t count) {
    for (std::size_t c = 0; c < rows_.columns(); ++c) {
      double& seen = seen_[c][rows_.place(row, c)];
      for (std::uint64_t i = 0; i < count; ++i) seen += weight;  // rounded as for single records
    }
  };
  if (counts.empty()) {
    model_->add(rows, values);
    for (const Record r : rows) see(rows_.row_of(r), 1);
    return;
  }
  // By public rows, whatever units they came in.
  const std::vector<RowCount> of_group = counter_.count(rows, counts);
  model_->add(of_group, values);
  for (const RowCount& own : of_group) see(own.row, own.count);
}

void SteeredPolicy::begin(const OpenNode& root) {
  model_.emplace(rows_, root.values, caps_);
  // The fuller the table, the larger the groups of what stops: lj + 1 records for j of a value.
  CutRisks risks = options_.risks;
  risks.of_largest *= std::min(1.0, kRoom * (1 - fullness_of(root.values, caps_)));
  chooser_.emplace(rows_, caps_, options_.smallest, risks);
  leaf_groups_.emplace(*model_, caps_, LeafOptions{options_.leaves, options_.smallest});
  if (plain_serves(rows_, root.values, caps_)) {
    plain_.emplace(rows_.with_places(), group_, units_);
  }
}

WalkAction SteeredPolicy::next(std::span<OpenNode> open) {
  OpenNode& node = open.back();
  // The parts of a cut that passed are the newest nodes, the first part last.
  if (was_cut_ && open.size() > open_then_) learn(node, tested_);
  was_cut_ = false;
  open_then_ = open.size();
  if (!model_) begin(node);
  WalkAction action;
  if (plain_) {
    action.first = static_cast<std::uint32_t>(plain_->split(node.records));
    if (action.first > 0) action.kind = WalkAction::Kind::cut;
  } else if (deal_next_ > 0) {
    action = dealt(std::exchange(deal_next_, 0));
  } else {
    std::optional<WalkAction> first;
    if (!std::exchange(began_, true)) {
      // Where rare values need large groups, half of the table may have small ones without them;
      // but each record that is drawn has its coin.
      const auto drawn = node.size() <= kMostDealt ? with_rare(node.values, caps_) : std::nullopt;
      if (drawn) {
        first = draw_to_deal(*drawn, most_groups(*drawn, caps_, options_.smallest), 0);
      }
    }
    if (!first && pilots_ < options_.pilots) first = pilot(node);
    action = first ? *first : steer(node);
  }
  action.node = open.size() - 1;
  return action;
}

WalkAction SteeredPolicy::draw_to_deal(const Multiset& drawn, std::uint32_t groups,
                                       std::uint64_t mark) {
  deal_next_ = groups;
  WalkAction action;
  action.kind = WalkAction::Kind::draw;
  action.drawn = drawn;
  action.mark = mark;
  return action;
}

// A picture of the table, drawn by secret coins, from which the model learns. The nearer a value
// is to its cap, the more must be known. Far from it the first cuts pass whatever the model says,
// and peels teach it in time: there a pilot costs more than it is worth.
std::optional<WalkAction> SteeredPolicy::pilot(const OpenNode& root) {
  const auto records = static_cast<double>(root.size());
  const double fullness = fullness_of(root.values, caps_);
  const double classes = model_->classes();
  const double wanted = std::max(3 * l_ * classes, kPilot * classes * std::pow(fullness / 0.6, 3));
  const double rate =
      options_.largest_pilot * std::pow(std::min(1.0, fullness / kSmallPilot), kFaster);
  const double all = std::min(rate * records, wanted);
  const auto size = static_cast<std::uint64_t>(all / options_.pilots) / group_ * group_;
  const auto drawn = size > 0 ? stratified(root.values, caps_, size) : std::nullopt;
  if (!drawn) {
    pilots_ = options_.pilots;
    return {};
  }
  ++pilots_;
  return draw_to_deal(*drawn, most_groups(*drawn, caps_, options_.smallest), 0);
}

// What is dealt before anything is tested, if that makes a cut of the rest worth more than
// `choice`, the best of the node as it is.
std::optional<Multiset> SteeredPolicy::peeled_first(const OpenNode& node, const Forecast& forecast,
                                                    const std::vector<ColumnItems>& columns,
                                                    const std::optional<CutChoice>& choice) const {
  if (l_ < options_.ahead_from || !may_be_peeled(node)) return {};
  if (choice && choice->passes >= kNeedsNoPeel) return {};
  const double now = choice ? kWorthAPeel * choice->score : 0;
  return peel_ahead(node.values, caps_, group_, now, [&](const Multiset& rest) {
    const auto then =
        choose(rest, columns_of_rest(columns, forecast, *model_, rest), forecast.classes());
    return then ? then->score : 0;
  });
}

// A node that no peel makes fit for a test: part of it is dealt, and the model learns from that; or
// all of it.
std::optional<Multiset> SteeredPolicy::peeled_anyway(const OpenNode& node) const {
  if (!may_be_peeled(node)) return {};
  const std::uint64_t n = node.size();
  const bool large = 8 * n > rows_.records();
  const auto part =
      static_cast<std::uint64_t>((large ? kLargePeel : kPeel) * static_cast<double>(n));
  return peel(node.values, caps_, std::max<std::uint64_t>(1, part / group_) * group_);
}

// Of many billions too few could be drawn to make room.
bool SteeredPolicy::may_be_peeled(const OpenNode& node) const {
  return node.size() >= options_.peel_from * group_ && node.mark < kMostPeels &&
         node.size() <= kMostDealt;
}

// Numbers of groups into which the node may be dealt when it stops, the most first.
std::vector<std::uint32_t> SteeredPolicy::stops(const Multiset& values) const {
  if (options_.leaves == Leaves::whole) return {1};
  const std::uint64_t n = size_of(values);
  std::vector<std::uint32_t> result;
  for (const std::uint32_t j : {1U, 2U, 3U, 4U, 6U, 8U, 12U}) {
    const auto groups = static_cast<std::uint32_t>(
        std::min(kMostDealt, n / std::max(l_ * j + 1, options_.smallest)));
    if (groups < 2) break;
    if (deals_into(values, caps_, groups)) result.push_back(groups);
    if (!caps_.nested() && result.size() == kCrossingStops) break;  // each took a plan
  }
  result.push_back(1);
  return result;
}

std::optional<CutChoice> SteeredPolicy::choose(const Multiset& values,
                                               const std::vector<ColumnItems>& columns,
                                               std::uint32_t classes) const {
  const CutSuccess success(values, *model_, caps_, error_);
  return chooser_->choose(values, columns, success, classes, stops(values));
}

void SteeredPolicy::refit() {
  const auto released = static_cast<double>(model_->released());
  if (released == 0 || model_->released() >= kEnoughSeen) return;
  if (released < kGrowth * static_cast<double>(fitted_)) return;
  model_->fit(fitted_ == 0 ? kFirstRounds : kMoreRounds, progress_);
  fitted_ = model_->released();
}

// How far off the model was, from the first part of a cut that passed.
void SteeredPolicy::learn(const OpenNode& node, const CutChoice& passed) {
  const PartForecast& first = passed.first;
  const PartForecast& whole = passed.whole;
  std::vector<double> counts(model_->classes(), 0);
  for (const CodeCount& own : node.values) {
    counts[model_->class_of(own.value)] += static_cast<double>(own.count);
  }
  const double half = first.records * (whole.records - first.records) / whole.records;
  const double unseen = CutSuccess::unseen(first, whole);
  double excess = 0;
  double weights = 0;
  for (std::size_t k = 0; k + 1 < counts.size(); ++k) {
    const double share = first.expected[k] / first.records;
    const double off = counts[k] - first.expected[k];
    const double sampling = first.variance[k] * (whole.variance[k] - first.variance[k]) /
                            std::max(whole.variance[k], 1e-12);
    excess += share * ((off * off - sampling) / (half * half) - share * (1 - share) * unseen);
    weights += share;
  }
  if (weights <= 0) return;
  const double squared =
      (1 - kFollow) * error_ * error_ + kFollow * std::max(0.0, excess / weights);
  error_ = std::max(kLeastError, std::sqrt(squared));
}

WalkAction SteeredPolicy::steer(OpenNode& node) {
  refit();
  const std::vector<RowCount> node_rows = counter_.count(node.records);
  if (node_rows.size() == 1) return {};  // smaller groups of equal rows would say nothing more
  if (node.size() < 2 * group_) {
    return options_.leaves == Leaves::whole
               ? WalkAction{}
               : dealt(most_groups(node.values, caps_, options_.smallest));
  }

  const Forecast forecast(*model_, node_rows, node.values);
  const std::vector<ColumnItems> columns = items_of(rows_, node_rows, seen_, forecast);
  auto choice = choose(node.values, columns, forecast.classes());
  std::optional<Multiset> drawn = peeled_first(node, forecast, columns, choice);
  if (!drawn && !choice) drawn = peeled_anyway(node);
  if (drawn || !choice) {
    double width = 0;
    for (const ColumnItems& column : columns) width += column.width;
    width /= static_cast<double>(rows_.columns());
    if (!drawn) return dealt(leaf_groups_->number(forecast, node.values, width));
    return draw_to_deal(*drawn, leaf_groups_->number(forecast, *drawn, width), node.mark + 1);
  }

  const auto middle =
      std::stable_partition(node.records.begin(), node.records.end(), [&](Record r) {
        const std::uint32_t row = rows_.row_of(units_ == nullptr ? r : units_->row(r));
        return choice->in_first[rows_.place(row, choice->column)] == 1;
      });
  WalkAction action;
  action.kind = WalkAction::Kind::cut;
  action.first = static_cast<std::uint32_t>(middle - node.records.begin());
  action.groups = choice->groups;
  was_cut_ = true;
  tested_ = std::move(*choice);
  return action;
}

Groups steered_local(std::span<const Code> values, Code domain, const PublicRows& rows,
                     const Caps& caps, const SteeredOptions& options, RandomSource& coins,
                     Progress& progress, LocalWalk* walk) {
  SteeredPolicy policy(rows, caps, options, progress);
  return local(values, domain, policy, caps, coins, progress, walk);
}

CountedGroups steered_local(std::span<const Code> values, Code domain,
                            std::span<const std::uint64_t> counts, const PublicRows& rows,
                            const Caps& caps, const SteeredOptions& options, RandomSource& coins,
                            Progress& progress) {
  WalkUnits units(counts);
  SteeredPolicy policy(rows, caps, options, progress, &units);
  return local(values, domain, units, policy, caps, coins, progress);
}

}  // namespace overt
