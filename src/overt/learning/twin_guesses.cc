#include "overt/learning/twin_guesses.h"

#include <algorithm>

namespace overt {
namespace {

constexpr std::size_t kGuessedBetweenChecks = 4096;

}  // namespace

TwinGuesses::TwinGuesses(const LearningTable& table) : table_(table), group_of_(table.slots()) {
  std::size_t entries = 0;
  for (std::size_t g = 0; g < table.groups(); ++g) {
    first_.push_back(entries);
    entries += table.size(g) * table.values_of(g).size();
    std::fill(group_of_.begin() + static_cast<std::ptrdiff_t>(table.first(g)),
              group_of_.begin() + table.ends[g], static_cast<std::uint32_t>(g));
  }
  given_.resize(entries);
}

void TwinGuesses::set(std::size_t group, std::size_t slot, std::span<const double> posterior) {
  const std::size_t at = first_[group] + (slot - table_.first(group)) * posterior.size();
  for (std::size_t v = 0; v < posterior.size(); ++v) {
    given_[at + v] = static_cast<float>(posterior[v]);
  }
}

void TwinGuesses::tell(std::span<const Code> truth, std::span<const std::uint32_t> twins,
                       GuessTally& tally, Progress& progress) const {
  // The slots of each number of twins.
  std::vector<std::uint32_t> number(table_.slots());
  std::uint32_t numbers = 0;
  for (std::size_t slot = 0; slot < table_.slots(); ++slot) {
    number[slot] = twins[table_.record_of[slot]];
    numbers = std::max(numbers, number[slot] + 1);
  }
  const Groups slots = Groups::by_label(number, numbers);
  std::vector<double> posterior(table_.values, 0);
  std::vector<double> prior(table_.values, 0);
  std::vector<Code> met;
  std::vector<double> p;
  std::vector<double> shares;
  for (std::size_t twin = 0; twin < slots.size(); ++twin) {
    if (twin % kGuessedBetweenChecks == 0) progress.check();
    const double part = 1.0 / static_cast<double>(slots[twin].size());
    for (const std::uint32_t slot : slots[twin]) {
      const std::size_t group = group_of_[slot];
      const auto values = table_.values_of(group);
      const std::size_t at = first_[group] + (slot - table_.first(group)) * values.size();
      for (std::size_t v = 0; v < values.size(); ++v) {
        const Code value = values[v].value;
        if (prior[value] == 0) met.push_back(value);
        posterior[value] += part * given_[at + v];
        prior[value] += part * values[v].count / static_cast<double>(table_.size(group));
      }
    }
    std::sort(met.begin(), met.end());
    p.clear();
    shares.clear();
    for (const Code value : met) {
      p.push_back(posterior[value]);
      shares.push_back(prior[value]);
      posterior[value] = prior[value] = 0;
    }
    for (const std::uint32_t slot : slots[twin]) {
      const Code value = truth[table_.record_of[slot]];
      const auto place = std::lower_bound(met.begin(), met.end(), value) - met.begin();
      tally.add(p, shares, static_cast<std::size_t>(place), value);
    }
    met.clear();
  }
}

}  // namespace overt
