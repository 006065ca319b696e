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

// Who is known best from a release.
Record best_known(const ReleaseAudit& release, std::size_t records) {
  for (Record r = 0; r < records; ++r) {
    std::map<Code, Rational> shares;
    for (const auto& [table, probability] : release.posterior) shares[table[r]] += probability;
    for (const auto& [value, share] : shares) {
      if (share == release.worst) return r;
    }
  }
  return 0;
}

}  // namespace

MethodAttack attack_method(const Values& values, const GroupValues& method, std::uint32_t l,
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
  attack.worst = result.worst;
  bool found = false;
  for (const auto& [text, release] : result.releases) {
    attack.breaking += release.worst > Rational(1, l) ? 1 : 0;
    attack.certain += release.worst == 1 ? 1 : 0;
    if (!found && release.worst == result.worst) {
      attack.record = best_known(release, values.size());
      found = true;
    }
  }
  return attack;
}

}  // namespace overt
