#include "overt/strategy/attack_problem.h"

#include <fmt/format.h>

#include <cassert>
#include <span>

#include "overt/base/keyed_error.h"
#include "overt/strategy/walk.h"

namespace overt {

std::vector<std::vector<std::pair<Code, Rational>>> ProblemAttack::posteriors() const {
  assert(set);
  std::vector<std::vector<std::pair<Code, Rational>>> result(set->cells().records());
  for (std::size_t c = 0; c < set->cells().size(); ++c) {
    const std::span<const Integer> weights = set->weights(c);
    Integer all = 0;
    for (const Integer& weight : weights) all += weight;
    std::vector<std::pair<Code, Rational>> shares;
    for (Code v = 0; v < weights.size(); ++v) {
      if (weights[v] == 0) continue;
      Rational share(weights[v], all);
      share.canonicalize();
      shares.emplace_back(v, share);
    }
    for (const Record record : set->cells()[c]) result[record] = shares;
  }
  return result;
}

std::optional<ProblemAttack> attack_problem(const LoadedProblem& loaded, const Strategy& strategy,
                                            std::optional<std::size_t> asked, std::uint64_t limit,
                                            Progress& progress) {
  const Problem& problem = loaded.problem;
  Disclosure disclosure(loaded.sequence, strategy, *loaded.property, problem.value_count(), limit,
                        progress);
  const Walk walked =
      walk(loaded.sequence, strategy, disclosure, problem.table, problem.value_count());
  if (!asked && !walked.released) return std::nullopt;
  ProblemAttack attack;
  attack.own = walked.released;
  attack.step = asked ? *asked : *walked.released;
  attack.set = disclosure.released(attack.step, loaded.view(attack.step));
  if (attack.set && attack.set->tables() == 0) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"released"},
                      fmt::format(": {} never releases step {} of a table that shows what this "
                                  "one does; of this one it {}",
                                  strategy.name(), attack.step + 1, releases_text(attack.own))});
  }
  if (attack.set) {
    attack.verdict = attack.set->test(*loaded.property);
  } else if (attack.step == attack.own && walked.path.back().set == SetName::ds) {
    // What remains is ds, of which bounds may say what counting could not.
    attack.verdict = walked.path.back().verdict;
  }
  return attack;
}

std::string releases_text(std::optional<std::size_t> step) {
  return step ? fmt::format("releases step {}", *step + 1) : "releases nothing";
}

}  // namespace overt
