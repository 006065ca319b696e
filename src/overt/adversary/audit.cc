#include "overt/adversary/audit.h"

#include <algorithm>

#include "overt/adversary/enumerated_random.h"

namespace overt {
namespace {

Rational largest_posterior(const std::map<Values, Rational>& posterior) {
  std::map<std::pair<std::size_t, Code>, Rational> shares;
  for (const auto& [table, weight] : posterior) {
    for (std::size_t r = 0; r < table.size(); ++r) shares[{r, table[r]}] += weight;
  }
  Rational worst = 0;
  for (const auto& [pair, value] : shares) worst = std::max(worst, value);
  return worst;
}

}  // namespace

std::vector<Values> arrangements(Values values) {
  std::sort(values.begin(), values.end());
  std::vector<Values> result;
  do {
    result.push_back(values);
  } while (std::next_permutation(values.begin(), values.end()));
  return result;
}

std::map<std::string, Rational> release_distribution(const Values& table, const Method& method,
                                                     std::uint64_t& outcomes) {
  std::map<std::string, Rational> result;
  EnumeratedRandom coins;
  do {
    coins.restart();
    const std::string release = method(table, coins);
    result[release] += coins.probability();
    ++outcomes;
  } while (coins.next());
  return result;
}

Audit audit(const std::vector<Values>& tables, const Method& method) {
  Audit result;
  for (const Values& table : tables) {
    Rational total = 0;
    for (const auto& [release, probability] :
         release_distribution(table, method, result.outcomes)) {
      result.releases[release].posterior[table] = probability;
      total += probability;
    }
    result.complete = result.complete && total == 1;
  }
  for (auto& [release, one] : result.releases) {
    Rational total = 0;
    for (const auto& [table, probability] : one.posterior) total += probability;
    for (auto& [table, probability] : one.posterior) probability /= total;
    const Rational first = one.posterior.begin()->second;
    one.uniform = std::all_of(one.posterior.begin(), one.posterior.end(),
                              [&](const auto& entry) { return entry.second == first; });
    one.worst = largest_posterior(one.posterior);
    result.worst = std::max(result.worst, one.worst);
    result.uniform = result.uniform && one.uniform;
  }
  return result;
}

}  // namespace overt
