#include "overt/views/component.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <unordered_map>

namespace overt::views {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr std::size_t kCheckEvery = 1 << 14;  // records between two looks at progress

// The disclosures that each record is in, rising, one record after the other.
struct Memberships {
  std::vector<std::size_t> start;
  std::vector<std::uint32_t> disclosures;

  Memberships(const Problem& problem, Progress& progress) : start(problem.records.size() + 1, 0) {
    for (const Disclosure& disclosure : problem.disclosures) {
      for (const Record record : disclosure.records) ++start[record + 1];
    }
    std::partial_sum(start.begin(), start.end(), start.begin());
    disclosures.resize(start.back());
    std::vector<std::size_t> next(start.begin(), start.end() - 1);
    for (std::uint32_t d = 0; d < problem.disclosures.size(); ++d) {
      progress.check();
      for (const Record record : problem.disclosures[d].records) disclosures[next[record]++] = d;
    }
  }
  std::span<const std::uint32_t> operator[](Record record) const {
    return std::span(disclosures).subspan(start[record], start[record + 1] - start[record]);
  }
  bool same(Record one, Record other) const {
    const auto a = (*this)[one], b = (*this)[other];
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
};

std::uint32_t root(std::vector<std::uint32_t>& parent, std::uint32_t d) {
  while (parent[d] != d) d = parent[d] = parent[parent[d]];
  return d;
}

}  // namespace

std::size_t hash_of(std::span<const std::uint32_t> numbers) {
  std::uint64_t hash = 0x9e3779b97f4a7c15;
  for (const std::uint32_t number : numbers) {
    hash = (hash ^ number) * 0xff51afd7ed558ccd;
    hash ^= hash >> 32;
  }
  return hash;
}

std::size_t Component::records() const {
  std::size_t sum = 0;
  for (const auto& cell : cells) sum += cell.size();
  return sum;
}

std::uint32_t Component::most(std::size_t cell, std::size_t value) const {
  auto result = static_cast<std::uint32_t>(size(cell));
  for (const std::uint32_t d : inside[cell]) result = std::min(result, margin(d, value));
  return result;
}

Components components_of(const Problem& problem, Progress& progress) {
  const auto& disclosures = problem.disclosures;
  const Memberships memberships(problem, progress);
  std::vector<std::uint32_t> parent(disclosures.size());
  std::iota(parent.begin(), parent.end(), 0U);
  const auto records = static_cast<Record>(problem.records.size());
  for (Record record = 0; record < records; ++record) {
    if (record % kCheckEvery == 0) progress.check();
    const auto own = memberships[record];
    for (std::size_t i = 1; i < own.size(); ++i) {
      parent[root(parent, own[i])] = root(parent, own[0]);
    }
  }

  // Records come in order, so components and cells are in the order of their first ones.
  Components result;
  std::vector<std::uint32_t> component_of(disclosures.size(), kNone);  // by root
  const auto hash = [&](Record record) { return hash_of(memberships[record]); };
  const auto same = [&](Record one, Record other) { return memberships.same(one, other); };
  std::unordered_map<Record, std::size_t, decltype(hash), decltype(same)> cell_of(0, hash, same);
  for (Record record = 0; record < records; ++record) {
    if (record % kCheckEvery == 0) progress.check();
    const auto own = memberships[record];
    if (own.empty()) {
      result.free.push_back(record);
      continue;
    }
    std::uint32_t& home = component_of[root(parent, own[0])];
    if (home == kNone) {
      home = static_cast<std::uint32_t>(result.list.size());
      result.list.emplace_back();
    }
    Component& component = result.list[home];
    const auto [cell, new_cell] = cell_of.emplace(record, component.cells.size());
    if (new_cell) {
      component.cells.emplace_back();
      component.inside.emplace_back(own.begin(), own.end());
    }
    component.cells[cell->second].push_back(record);
  }
  for (std::uint32_t d = 0; d < disclosures.size(); ++d) {
    result.list[component_of[root(parent, d)]].disclosures.push_back(d);
  }

  std::vector<std::uint32_t> here(disclosures.size());  // places in their components
  for (Component& component : result.list) {
    progress.check();
    std::vector<bool> occurs(problem.values.size(), false);
    for (std::uint32_t i = 0; i < component.disclosures.size(); ++i) {
      here[component.disclosures[i]] = i;
      const std::vector<std::uint32_t>& counts = disclosures[component.disclosures[i]].counts;
      for (std::size_t v = 0; v < occurs.size(); ++v) {
        if (counts[v] > 0) occurs[v] = true;
      }
    }
    for (Code v = 0; v < occurs.size(); ++v) {
      if (occurs[v]) component.values.push_back(v);
    }
    for (const std::uint32_t d : component.disclosures) {
      progress.check();
      for (const Code v : component.values) component.margins.push_back(disclosures[d].counts[v]);
    }
    component.cells_of.resize(component.disclosures.size());
    for (std::uint32_t c = 0; c < component.cells.size(); ++c) {
      progress.check();
      for (std::uint32_t& d : component.inside[c]) {
        d = here[d];
        component.cells_of[d].push_back(c);
      }
    }
  }
  return result;
}

}  // namespace overt::views
