#include "overt/strategy/disclosure.h"

#include <algorithm>
#include <utility>

#include "overt/counting/count_tables.h"
#include "overt/counting/product.h"

namespace overt {
namespace {

// The same for all views that differ in the names of values only: columns sorted.
std::vector<std::uint32_t> canonical(const View& view, bool names_values) {
  if (names_values) return view.counts;
  std::vector<std::vector<std::uint32_t>> columns(view.values);
  for (Code v = 0; v < view.values; ++v) {
    for (std::size_t g = 0; g < view.groups(); ++g) columns[v].push_back(view[g][v]);
  }
  std::sort(columns.begin(), columns.end());
  std::vector<std::uint32_t> result;
  for (const auto& column : columns) result.insert(result.end(), column.begin(), column.end());
  return result;
}

// A view with this canonical form.
View canonical_view(const View& view, bool names_values) {
  if (names_values) return view;
  const std::vector<std::uint32_t> columns = canonical(view, false);
  View result = view;
  for (Code v = 0; v < view.values; ++v) {
    for (std::size_t g = 0; g < view.groups(); ++g) result[g][v] = columns[v * view.groups() + g];
  }
  return result;
}

}  // namespace

// Answers the walk of one table, given by its counts in the cells of `step`. Beyond that
// step it says yes to everything, which ends the walk there.
class Disclosure::Walker final : public StepOracle {
 public:
  Walker(Disclosure& disclosure, std::size_t step, const View& counts, bool per, bool ds)
      : disclosure_(disclosure), step_(step), counts_(counts), per_(per), ds_(ds) {}

  bool per_holds(std::size_t step) override {
    if (step == step_) return per_;
    return step > step_ || disclosure_.per_verdict(step, view(step)) == Verdict::holds;
  }
  bool ds_holds(std::size_t step) override {
    if (step == step_) {
      asked_ = true;
      return ds_;
    }
    if (step > step_) return true;
    const Known known = disclosure_.known_ds(step, view(step));
    disclosure_.charge(known.cost);
    return known.verdict == Verdict::holds;
  }
  bool asked() const { return asked_; }

 private:
  View view(std::size_t step) const {
    return coarser(counts_, disclosure_.sequence_.group_of(step_, step),
                   disclosure_.sequence_[step].size());
  }

  Disclosure& disclosure_;
  std::size_t step_;
  const View& counts_;
  bool per_, ds_;  // the answers at the step itself, the same for all its tables
  bool asked_ = false;
};

Disclosure::Disclosure(const Sequence& sequence, const Strategy& strategy, const Property& property,
                       Code values, std::uint64_t limit, Progress& progress)
    : sequence_(sequence),
      strategy_(strategy),
      property_(property),
      values_(values),
      limit_(limit),
      progress_(progress),
      known_(sequence.size()),
      domination_(sequence, property, values, progress),
      nested_(sequence, property, progress),
      factored_(sequence, property, values, limit, progress),
      dominant_(sequence, property, limit, progress) {}

Disclosure::~Disclosure() = default;

// A group by itself: all arrangements of its values are possible.
Verdict Disclosure::group_verdict(std::span<const std::uint32_t> counts) {
  std::vector<std::uint32_t> key(counts.begin(), counts.end());
  if (!property_.names_values()) std::sort(key.begin(), key.end());
  const auto found = groups_.find(key);
  if (found != groups_.end()) return found->second;
  const std::vector<Integer> weights(key.begin(), key.end());
  const Verdict verdict = property_.test(weights);
  groups_.emplace(std::move(key), verdict);
  return verdict;
}

Verdict Disclosure::per_verdict(std::size_t /*step*/, const View& view) {
  Verdict result = Verdict::holds;
  for (std::size_t g = 0; g < view.groups(); ++g) {
    const Verdict own = group_verdict(view[g]);
    if (own == Verdict::fails) return own;
    if (own == Verdict::not_proven) result = own;
  }
  return result;
}

SetSummary Disclosure::per(std::size_t step, const View& view) {
  SetSummary summary;
  summary.verdict = per_verdict(step, view);
  // Every group by itself: |H|! / prod of counts!, and shares as it shows them.
  std::vector<Integer> factors;
  Worst worst;
  Record first = 0;
  for (std::size_t g = 0; g < view.groups(); ++g) {
    const Groups& groups = sequence_[step];
    Integer own;
    mpz_fac_ui(own.get_mpz_t(), groups[g].size());
    const Record front = *std::min_element(groups[g].begin(), groups[g].end());
    for (Code v = 0; v < values_; ++v) {
      Integer same;
      mpz_fac_ui(same.get_mpz_t(), view[g][v]);
      own /= same;
      const Rational part = share(view[g][v], groups[g].size());
      if (part > worst.share || (part == worst.share && front < first)) {
        worst = {front, v, part};
        first = front;
      }
    }
    factors.push_back(std::move(own));
  }
  summary.tables = product(std::move(factors));
  summary.worst = worst;
  return summary;
}

// Whether the count tables of per_step can be gone through within the work limit. In a
// group, each cell but the last takes its records out of the values that the group has:
// at most C(records + values - 1, records) ways.
bool Disclosure::countable(std::size_t step, const View& view) const {
  // There are at least as many cells as groups: on large tables that settles it.
  const double least = static_cast<double>(view.counts.size()) * (1.0 + sequence_.records() / 32.0);
  if (least > static_cast<double>(limit_)) return false;
  const std::vector<std::uint32_t>& sizes = sequence_.cell_sizes(step);
  if (sizes.size() * values_ > kDeepest) return false;
  const std::vector<std::uint32_t>& group_of = sequence_.group_of(step, step);
  const auto most = static_cast<double>(limit_);
  std::vector<bool> last_seen(view.groups(), false);
  double ways = static_cast<double>(sizes.size()) * values_ * (1.0 + sequence_.records() / 32.0);
  for (std::size_t c = sizes.size(); c-- > 0 && ways <= most;) {
    if (!last_seen[group_of[c]]) {
      last_seen[group_of[c]] = true;
      continue;
    }
    const auto counts = view[group_of[c]];
    double values = 0;
    for (const std::uint32_t count : counts) values += count > 0 ? 1 : 0;
    for (double i = 1; i <= sizes[c] && ways <= most; ++i) ways *= (values - 1 + i) / i;
  }
  return ways <= most;
}

std::optional<FactoredSet> Disclosure::by_components(std::size_t step, const View& view) {
  if (!strategy_.rules_out_per_only(step)) return std::nullopt;
  std::vector<std::size_t> earlier;  // those that can hold at all
  for (std::size_t j = 0; j < step; ++j) {
    if (domination_.earlier_holds(step, view, j) > 0) earlier.push_back(j);
  }
  return factored_.set(step, view, earlier, [this](std::span<const std::uint32_t> counts) {
    return group_verdict(counts);
  });
}

// What can be said without going through all tables. Of the canonical form: rounding depends on the
// order of values, and a verdict must not depend on which of two views that differ in
// names only was met first.
Verdict Disclosure::by_bounds(std::size_t step, const View& given) {
  work_ += (step + 1) * (sequence_.records() + given.counts.size());
  const View view = canonical_view(given, property_.names_values());
  const Verdict per = per_verdict(step, view);
  if (per == Verdict::fails) return per;  // then ds fails as well: the properties are convex
  if (per == Verdict::not_proven) return per;
  const bool nested = nested_.applies(step);
  const bool per_only = strategy_.rules_out_per_only(step);
  if (nested && per_only) {
    const Verdict verdict = nested_.verdict(step, view);
    if (verdict != Verdict::not_proven) return verdict;
  }
  const double eps = nested ? nested_.ruled_out(step, view) : domination_.ruled_out(step, view);
  if (domination_.holds(step, view, eps)) return Verdict::holds;
  if (const auto counted = by_components(step, view)) return counted->verdict;
  return dominant_.fails(step, view, per_only) ? Verdict::fails : Verdict::not_proven;
}

template <typename Belongs>
std::optional<TableSet> Disclosure::collect(std::size_t step, const View& view,
                                            const Belongs& belongs) {
  if (!countable(step, view)) {
    cost_ = limit_ + 1;
    return std::nullopt;
  }
  TableSet set(sequence_.cells(step), values_);
  // An entry costs as many words as a weight has, up to one a few records.
  const std::uint64_t each =
      sequence_.cells(step).size() * values_ * (1 + sequence_.records() / 32);
  for_each_count_table(view, sequence_.group_of(step, step), sequence_.cell_sizes(step),
                       [&](const View& counts, const Integer& weight) {
                         progress_.check();
                         charge(each);
                         work_ += each;
                         if (cost_ <= limit_ && belongs(counts)) set.add(counts, weight);
                         return cost_ <= limit_;
                       });
  if (cost_ > limit_) return std::nullopt;
  return set;
}

Disclosure::Known Disclosure::known_ds(std::size_t step, const View& view) {
  if (step == 0) return {per_verdict(step, view), view.counts.size()};
  std::vector<std::uint32_t> key = canonical(view, property_.names_values());
  const auto found = known_[step].find(key);
  if (found != known_[step].end()) return found->second;
  // A set has its own account, so that its cost is a function of its view alone.
  const std::uint64_t outer = std::exchange(cost_, 0);
  const std::optional<TableSet> set = disclosure_set(step, view);
  const Known result{set ? set->test(property_) : by_bounds(step, view), std::min(cost_, limit_)};
  cost_ = outer;
  known_[step].emplace(std::move(key), result);
  return result;
}

// Those tables of per_step for which the strategy also asks ds_step.
std::optional<TableSet> Disclosure::disclosure_set(std::size_t step, const View& view) {
  const bool per = per_verdict(step, view) == Verdict::holds;
  return collect(step, view, [&](const View& counts) {
    Walker walker(*this, step, counts, per, true);
    strategy_.walk(walker, sequence_.size());
    return walker.asked();
  });
}

Verdict Disclosure::ds_verdict(std::size_t step, const View& view) {
  return known_ds(step, view).verdict;
}

SetSummary Disclosure::ds(std::size_t step, const View& view) {
  if (step == 0) return per(step, view);  // nothing came before that could rule a table out
  SetSummary summary;
  cost_ = 0;
  const std::optional<TableSet> set = disclosure_set(step, view);
  if (!set) {
    if (per_verdict(step, view) == Verdict::holds) {
      if (const auto counted = by_components(step, view)) {
        return {counted->verdict, counted->tables, counted->worst};
      }
    }
    summary.verdict = by_bounds(step, view);
    return summary;
  }
  summary.verdict = set->test(property_);
  summary.tables = set->tables();
  if (set->tables() > 0) summary.worst = set->worst();
  return summary;
}

std::optional<TableSet> Disclosure::released(std::size_t step, const View& view) {
  const bool per = per_verdict(step, view) == Verdict::holds;
  const bool ds = ds_verdict(step, view) == Verdict::holds;
  cost_ = 0;
  return collect(step, view, [&](const View& counts) {
    Walker walker(*this, step, counts, per, ds);
    return strategy_.walk(walker, sequence_.size()) == step;
  });
}

}  // namespace overt
