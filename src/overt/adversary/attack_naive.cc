#include "overt/adversary/attack_naive.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "overt/adversary/audit_set.h"
#include "overt/counting/cells.h"
#include "overt/strategy/domination.h"
#include "overt/strategy/strategy.h"

namespace overt {
namespace {

bool holds(const View& view, const Property& property) {
  for (std::size_t g = 0; g < view.groups(); ++g) {
    const std::vector<Integer> weights(view[g].begin(), view[g].end());
    if (property.test(weights) != Verdict::holds) return false;
  }
  return true;
}

std::optional<std::size_t> first_that_holds(const Sequence& sequence, const Property& property,
                                            std::span<const Code> table, Code values,
                                            Progress& progress) {
  progress.begin("searching", sequence.size());
  for (std::size_t step = 0; step < sequence.size(); ++step) {
    progress.advance(step);
    if (holds(view_of(sequence[step], table, values), property)) return step;
  }
  return std::nullopt;
}

// Earlier steps that hold for some tables which show the same at `step`.
std::vector<std::size_t> could_hold(const Sequence& sequence, const Property& property,
                                    std::size_t step, const View& view, Progress& progress) {
  const Domination domination(sequence, property, view.values);
  std::vector<std::size_t> result;
  for (std::size_t j = 0; j < step; ++j) {
    progress.check();
    if (domination.earlier_holds(step, view, j) > 0) result.push_back(j);
  }
  return result;
}

// Those that no other one makes superfluous: when a coarser step fails the finer one does
// as well, if groups that keep the property keep it together.
std::vector<Groups> decisive(const Sequence& sequence, const Property& property,
                             const std::vector<std::size_t>& steps) {
  const bool implied = property.passes_together();
  std::vector<Groups> result;
  for (std::size_t a = 0; a < steps.size(); ++a) {
    bool needed = true;
    for (std::size_t b = 0; b < steps.size() && needed && implied; ++b) {
      if (a == b || !refines(sequence[steps[a]], sequence[steps[b]])) continue;
      const bool same = sequence[steps[a]].size() == sequence[steps[b]].size();
      needed = same && a < b;  // of equal ones the first stays
    }
    if (needed) result.push_back(sequence[steps[a]]);
  }
  return result;
}

// Per cell what the released table alone gives away.
std::vector<BestGuess> shown_guesses(const Groups& cells, const Groups& released,
                                     const View& view) {
  std::vector<Rational> shown;
  for (std::size_t g = 0; g < released.size(); ++g) {
    shown.push_back(share(*std::max_element(view[g].begin(), view[g].end()), released[g].size()));
  }
  std::vector<BestGuess> guesses(cells.size());
  const std::vector<std::uint32_t> group_of = group_of_cells(cells, released);
  for (std::size_t c = 0; c < cells.size(); ++c) guesses[c].shown = shown[group_of[c]];
  return guesses;
}

void set_exact(BestGuess& guess, std::span<const Integer> weights, const Property& property) {
  Integer all = 0;
  for (const Integer& weight : weights) all += weight;
  Rational best(*std::max_element(weights.begin(), weights.end()), all);
  best.canonicalize();
  guess.share = best.get_d();
  guess.exact = std::move(best);
  guess.above = property.test(weights) == Verdict::fails;
}

// Turns what the chains summed up into guesses; z standard errors are beyond chance.
class Reading {
 public:
  Reading(const Chains& chains, const Groups& cells, Code values, const Property& property)
      : chains_(chains),
        cells_(cells),
        values_(values),
        property_(property),
        z_(errors_allowed(cells.size() * values, kFalseAlarm)) {}

  void read(std::size_t cell, BestGuess& guess, ChainReport& report) {
    const auto size = static_cast<double>(cells_[cell].size());
    bool some_above = false;
    bool all_within = true;
    double effective = 0;
    std::vector<Integer> weights(values_);
    for (Code v = 0; v < values_; ++v) {
      const std::size_t pair = cell * values_ + v;
      for (const ChainSums& chain : chains_.sums) weights[v] += Integer(chain.sum(pair));
      if (weights[v] == 0) continue;
      const Estimate found = estimate(chains_.sums, pair);
      report.r_hat = std::max(report.r_hat, found.r_hat);
      report.difference = std::max(report.difference, (found.highest - found.lowest) / size);
      if (found.mean / size > guess.share) {
        guess.share = found.mean / size;
        guess.error = found.error / size;
        effective = found.effective;
      }
      if (!property_.ratio() || found.error == 0) continue;
      const double bound = property_.ratio()->get_d() * size;
      if (found.mean - z_ * found.error > bound && found.lowest > bound) some_above = true;
      if (found.mean + z_ * found.error > bound || found.highest > bound) all_within = false;
    }
    if (guess.share > worst_) {
      worst_ = guess.share;
      report.effective = effective;
    }
    const bool point = property_.test(weights) == Verdict::fails;
    if (!property_.ratio() || guess.error == 0) {
      guess.above = point;
    } else if (some_above || all_within) {
      guess.above = some_above;
    }
  }

 private:
  const Chains& chains_;
  const Groups& cells_;
  Code values_;
  const Property& property_;
  double z_;
  double worst_ = -1;
};

void estimate_guesses(NaiveAttack& attack, const AuditSet& set, std::span<const Code> table,
                      const Property& property, const ChainOptions& options, RandomSource& coins,
                      Progress& progress) {
  const Chains chains = run_chains(set, set.by_place(table), options, coins, progress);
  ChainReport report;
  report.chains = options.chains;
  report.sweeps = options.sweeps;
  report.searched = chains.searched;
  report.found = chains.found;
  report.returns = chains.returns;
  Reading reading(chains, set.cells(), set.values(), property);
  for (std::size_t c = 0; c < attack.guesses.size(); ++c) {
    progress.check();
    reading.read(c, attack.guesses[c], report);
  }
  if (!report.agree()) {
    // An average over walks in different parts of the set says nothing of "within".
    for (BestGuess& guess : attack.guesses) {
      if (guess.above == false) guess.above.reset();
    }
  }
  attack.chains = report;
}

Verdict verdict_of(const NaiveAttack& attack) {
  if (attack.above() > 0) return Verdict::fails;
  return attack.unclear() > 0 ? Verdict::not_proven : Verdict::holds;
}

}  // namespace

std::string_view to_string(AttackAnswer answer) {
  if (answer == AttackAnswer::exact) return "exact";
  return answer == AttackAnswer::proven ? "proven" : "estimated";
}

NaiveAttack attack_naive(const Sequence& sequence, const Property& property,
                         std::span<const Code> table, Code values,
                         const NaiveAttackOptions& options, RandomSource& coins,
                         Progress& progress) {
  NaiveAttack attack;
  attack.released = first_that_holds(sequence, property, table, values, progress);
  if (!attack.released) return attack;
  const std::size_t step = *attack.released;
  const Groups& released = sequence[step];
  const View view = view_of(released, table, values);
  const std::vector<std::size_t> possible = could_hold(sequence, property, step, view, progress);
  std::vector<Groups> steps = decisive(sequence, property, possible);
  attack.could_hold = possible.size();
  attack.decisive = steps.size();
  if (steps.empty()) {  // nothing can be ruled out
    attack.cells = released;
    attack.guesses = shown_guesses(released, released, view);
    for (std::size_t g = 0; g < released.size(); ++g) {
      const std::vector<Integer> weights(view[g].begin(), view[g].end());
      set_exact(attack.guesses[g], weights, property);
    }
    attack.verdict = verdict_of(attack);
    return attack;
  }
  // The same set, of the steps that matter alone: its cells are larger, so that more can
  // be counted, and it may be nested where the whole sequence is not.
  steps.push_back(released);
  const Sequence kept(steps);
  steps.pop_back();
  const std::size_t last = kept.size() - 1;
  const std::unique_ptr<Strategy> walk = naive();
  Disclosure counted(kept, *walk, property, values, options.limit);
  if (const std::optional<TableSet> set = counted.released(last, view)) {
    attack.cells = set->cells();
    attack.guesses = shown_guesses(attack.cells, released, view);
    attack.tables = set->tables();
    for (std::size_t c = 0; c < attack.cells.size(); ++c) {
      set_exact(attack.guesses[c], set->weights(c), property);
    }
    attack.verdict = set->test(property);
    return attack;
  }
  const AuditSet set(released, steps, view, property);
  attack.answer = AttackAnswer::estimated;
  attack.cells = set.cells();
  attack.guesses = shown_guesses(attack.cells, released, view);
  estimate_guesses(attack, set, table, property, options.chains, coins, progress);
  attack.verdict = verdict_of(attack);
  const std::unique_ptr<Strategy> same_set = exclusive();
  Disclosure bounds(kept, *same_set, property, values, 0);  // counting was tried already
  const Verdict proven = bounds.ds_verdict(last, view);
  if (proven != Verdict::not_proven) {
    attack.answer = AttackAnswer::proven;
    attack.verdict = proven;
    // A bound that is proven to hold leaves nothing unclear.
    for (BestGuess& guess : attack.guesses) {
      if (proven == Verdict::holds) guess.above = false;
    }
  }
  return attack;
}

std::vector<NaiveAttack::Entry> NaiveAttack::worst_first() const {
  std::vector<Entry> result;
  for (std::uint32_t c = 0; c < cells.size(); ++c) {
    for (const Record record : cells[c]) result.push_back({record, c});
  }
  std::sort(result.begin(), result.end(), [&](const Entry& a, const Entry& b) {
    // Caps differ, so that a smaller share may be above its own.
    const bool above = guesses[a.cell].above == true;
    if (above != (guesses[b.cell].above == true)) return above;
    const double first = guesses[a.cell].share;
    const double second = guesses[b.cell].share;
    return first != second ? first > second : a.record < b.record;
  });
  return result;
}

std::uint64_t NaiveAttack::above() const {
  std::uint64_t records = 0;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (guesses[c].above == true) records += cells[c].size();
  }
  return records;
}

std::uint64_t NaiveAttack::unclear() const {
  std::uint64_t records = 0;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (!guesses[c].above) records += cells[c].size();
  }
  return records;
}

double NaiveAttack::mean_share() const {
  double sum = 0;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    sum += guesses[c].share * static_cast<double>(cells[c].size());
  }
  return sum / static_cast<double>(cells.records());
}

double NaiveAttack::mean_shown() const {
  double sum = 0;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    sum += guesses[c].shown.get_d() * static_cast<double>(cells[c].size());
  }
  return sum / static_cast<double>(cells.records());
}

}  // namespace overt
