#pragma once

// The choice of a cut without speed: every cut of every column is made, record by record, and what
// it gains, risks and costs is added up from the rows. What the model expects of a row, the chance
// of success and the veil are the library's own. Only tests include this.

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "overt/local/caps.h"
#include "overt/local/slack_stop.h"
#include "overt/local/split_case.h"
#include "overt/local/steering/cut_candidates.h"
#include "overt/local/steering/cut_choice.h"
#include "overt/local/steering/cut_success.h"
#include "overt/local/steering/public_rows.h"
#include "overt/local/stop_probability.h"

namespace overt::reference {

// A node of few rows and columns of at most 128 places, without hierarchies.
struct ChoiceCase {
  const PublicRows& rows;
  const std::vector<RowCount>& node;
  const Multiset& values;
  const Forecast& forecast;
  const CutSuccess& success;
  const SeenPlaces& seen;
  const Caps& caps;
  std::uint32_t smallest;
  CutRisks risks;
  std::vector<std::uint32_t> stops;
};

struct ChosenCut {
  std::size_t column = 0;
  std::set<std::uint32_t> first;  // places
  std::uint32_t groups = 1;
  double gain = 0;
  double chance = 0;
  double passes = 0;
  double score = 0;
};

// What a group with these places shows of the column.
inline double shown(const SplitColumn& column, const std::set<std::uint32_t>& places) {
  if (places.size() < 2) return 0;
  if (!column.sets) return column.at[*places.rbegin()] - column.at[*places.begin()];
  return static_cast<double>(places.size()) / static_cast<double>(column.at.size()) *
         (column.at.back() - column.at.front());
}

inline PartForecast part(const ChoiceCase& own, std::size_t c,
                         const std::set<std::uint32_t>& places) {
  const std::uint32_t classes = own.forecast.classes();
  PartForecast result{0, 0, std::vector<double>(classes, 0), std::vector<double>(classes, 0)};
  for (std::size_t i = 0; i < own.node.size(); ++i) {
    if (places.count(own.rows.place(own.node[i].row, c)) == 0) continue;
    result.records += own.node[i].count;
    for (std::uint32_t k = 0; k < classes; ++k) {
      const double p = static_cast<double>(own.forecast.chances(i)[k]);
      result.expected[k] += own.node[i].count * p;
      result.variance[k] += own.node[i].count * p * (1 - p);
    }
  }
  for (const std::uint32_t place : places) result.seen += own.seen[c][place];
  return result;
}

// The sets of places that a cut may put first, in the order in which they are considered.
inline std::vector<std::set<std::uint32_t>> cuts_of(const ChoiceCase& own, std::size_t c,
                                                    const std::set<std::uint32_t>& all) {
  std::vector<std::uint32_t> places(all.begin(), all.end());
  std::vector<std::set<std::uint32_t>> result;
  const auto prefixes = [&](const std::vector<std::uint32_t>& order) {
    for (std::size_t n = 1; n < order.size(); ++n) {
      result.emplace_back(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n));
    }
  };
  prefixes(places);
  if (!own.rows.column(c).sets || places.size() == 2) return result;
  const auto by = [&](const auto& key) {
    std::vector<std::uint32_t> order = places;
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a) < key(b); });
    return order;
  };
  const auto frequent = by([&](std::uint32_t p) { return -part(own, c, {p}).records; });
  prefixes(frequent);
  prefixes(by([&](std::uint32_t p) {
    const PartForecast one = part(own, c, {p});
    return one.expected[own.success.largest()] / one.records;
  }));
  for (std::size_t i = 1; i < frequent.size(); ++i) result.push_back({frequent[i]});
  return result;
}

inline std::optional<ChosenCut> choose(const ChoiceCase& own) {
  const double n = size_of(own.values);
  const double l = own.caps.usual_set();
  const StopProbability stop(own.rows.records());
  const auto spanned = [](double k) { return (k - 1) / (k + 1); };
  double widths = 0;
  std::vector<ChosenCut> candidates;
  for (std::size_t c = 0; c < own.rows.columns(); ++c) {
    std::set<std::uint32_t> all;
    for (const RowCount& row : own.node) all.insert(own.rows.place(row.row, c));
    if (all.size() < 2) continue;
    const SplitColumn& column = own.rows.column(c);
    widths += shown(column, all);
    const PartForecast whole = part(own, c, all);
    std::vector<ChosenCut> best;
    for (const auto& first : cuts_of(own, c, all)) {
      std::set<std::uint32_t> second;
      std::set_difference(all.begin(), all.end(), first.begin(), first.end(),
                          std::inserter(second, second.end()));
      const PartForecast one = part(own, c, first);
      const double rest = n - one.records;
      if (std::min(one.records, rest) < std::max({l, double(own.smallest), n / 20})) continue;
      ChosenCut cut{c, first};
      cut.chance = own.success.chance(one, whole);
      if (cut.chance <= 0.3) continue;
      const double a = one.records / n;
      cut.gain =
          16 * (shown(column, all) - a * shown(column, first) - (1 - a) * shown(column, second)) +
          a * own.success.levels(one, whole, true) +
          (1 - a) * own.success.levels(one, whole, false) - a * std::log2(a) -
          (1 - a) * std::log2(1 - a);
      cut.score = cut.chance * cut.gain;
      best.push_back(cut);
    }
    std::stable_sort(best.begin(), best.end(),
                     [](const auto& x, const auto& y) { return x.score > y.score; });
    best.resize(std::min<std::size_t>(best.size(), 3));
    candidates.insert(candidates.end(), best.begin(), best.end());
  }
  std::optional<ChosenCut> chosen;
  for (ChosenCut& cut : candidates) {
    std::uint32_t size = 0;
    for (const RowCount& row : own.node) {
      size += cut.first.count(own.rows.place(row.row, cut.column)) > 0 ? row.count : 0;
    }
    const auto others = static_cast<std::uint32_t>(n) - size;
    cut.score = 0;
    const auto consider = [&](double pi, std::uint32_t groups) {
      const double passes = cut.chance * (1 - pi);
      const double score =
          passes * cut.gain - (1 - passes) * 40 * widths * (spanned(n / groups) - spanned(l));
      if (pi > own.risks.most_veil || score <= cut.score) return;
      cut.score = score;
      cut.passes = passes;
      cut.groups = groups;
    };
    double least = 1;
    for (const std::uint32_t groups : own.stops) {
      if (groups == 1 || least < 0.002) break;
      const double pi = slack_stop(own.values, own.caps, size, others, groups);
      least = std::min(least, pi);
      consider(pi, groups);
    }
    if (own.stops.size() == 1 || (least > 0.002 && n <= own.risks.whole_up_to * l)) {
      const Ratio pi = stop.of(make_split_case(own.values, own.caps, size, others));
      consider(static_cast<double>(pi.above) / static_cast<double>(pi.below), 1);
    }
    const bool few = n < own.risks.few * std::max<double>(l, own.smallest);
    const double large = own.risks.of_largest / std::sqrt(n / double(own.rows.records()));
    const double most = own.risks.most * std::min(1.0, large) * (l == 2 ? 0.35 : 1);
    const double risk = few ? 1 : most;
    if (cut.score <= 0 || cut.passes < 1 - risk) continue;
    if (!chosen || cut.score > chosen->score) chosen = cut;
  }
  return chosen;
}

}  // namespace overt::reference
