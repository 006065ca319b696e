#include "overt/adversary/attack_method.h"

#include <algorithm>
#include <map>
#include <set>

#include "overt/base/error.h"

namespace overt {
namespace {

constexpr std::uint64_t kMostTables = 100'000;
constexpr std::uint64_t kMostRuns = 20'000'000;

[[noreturn]] void too_large() {
  throw Error(ErrorCode::usage,
              "the table is too large to run the method on every arrangement of its values over "
              "every outcome of the coins; this is for tables of up to about eight records");
}

std::uint64_t arrangement_count(const Values& values, Code domain) {
  std::vector<std::uint32_t> counts(domain, 0);
  Integer result = 1;
  for (std::size_t r = 0; r < values.size(); ++r) {
    result = result * static_cast<unsigned long>(r + 1) / ++counts[values[r]];
    if (result > kMostTables) too_large();
  }
  return result.get_ui();
}

// The groups and the values of each, in a form that hides all order.
std::string shown(const Groups& groups, const Values& table) {
  std::set<std::pair<std::set<Record>, std::multiset<Code>>> sorted;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::multiset<Code> values;
    for (const Record record : groups[g]) values.insert(table[record]);
    sorted.emplace(std::set<Record>(groups[g].begin(), groups[g].end()), std::move(values));
  }
  std::string text;
  for (const auto& [records, values] : sorted) {
    for (const Record record : records) text += std::to_string(record) + ",";
    for (const Code value : values) text += ":" + std::to_string(value);
    text += " ";
  }
  return text;
}

// What is known best from a release, in caps of it.
struct BestKnown {
  Record record = 0;
  Rational share;
  Rational cap = 1;
  bool certain = false;  // of this or of something else that has a cap

  Rational by_cap() const { return share / cap; }
};

BestKnown best_known(const ReleaseAudit& release, const Caps& caps, std::size_t records) {
  BestKnown best;
  for (Record r = 0; r < records; ++r) {
    std::map<Code, Rational> values;
    std::map<std::uint32_t, Rational> sets;
    for (const auto& [table, probability] : release.posterior) {
      values[table[r]] += probability;
      for (const std::uint32_t set : caps.sets_of(table[r])) sets[set] += probability;
    }
    const auto consider = [&](const Rational& given, const Cap& cap) {
      if (!cap.binds()) return;
      best.certain = best.certain || given == 1;
      const Rational bound = share(cap.above, cap.below);
      if (given / bound > best.by_cap()) {
        best.record = r;
        best.share = given;
        best.cap = bound;
      }
    };
    for (const auto& [value, given] : values) consider(given, caps[value]);
    for (const auto& [set, given] : sets) consider(given, caps.of_set(set));
  }
  return best;
}

}  // namespace

MethodAttack attack_method(const Values& values, const GroupValues& method, std::uint32_t l,
                           Progress& progress) {
  return attack_method(values, method, Caps::one_in(l), progress);
}

MethodAttack attack_method(const Values& values, const GroupValues& method, const Caps& caps,
                           Progress& progress) {
  const Code domain = *std::max_element(values.begin(), values.end()) + 1;
  progress.begin("attacking", arrangement_count(values, domain));
  std::uint64_t runs = 0;
  const Method rerun = [&](const Values& table, RandomSource& coins) {
    if (++runs > kMostRuns) too_large();
    if (runs % 4096 == 0) progress.check();
    return shown(method(table, coins), table);
  };
  const auto tables = arrangements(values);
  const Audit result = audit(tables, rerun);
  MethodAttack attack;
  attack.tables = tables.size();
  attack.releases = result.releases.size();
  attack.outcomes = result.outcomes;
  for (const auto& [text, release] : result.releases) {
    const BestKnown best = best_known(release, caps, values.size());
    attack.breaking += best.share > best.cap ? 1 : 0;
    attack.certain += best.certain ? 1 : 0;
    if (best.by_cap() > attack.worst / attack.cap) {
      attack.worst = best.share;
      attack.cap = best.cap;
      attack.record = best.record;
    }
  }
  return attack;
}

}  // namespace overt
