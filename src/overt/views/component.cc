#include "overt/views/component.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace overt::views {
namespace {

std::uint32_t root(std::vector<std::uint32_t>& parent, std::uint32_t d) {
  while (parent[d] != d) d = parent[d] = parent[parent[d]];
  return d;
}

}  // namespace

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

Components components_of(const Problem& problem) {
  const auto& disclosures = problem.disclosures;
  std::vector<std::vector<std::uint32_t>> pattern(problem.records.size());
  for (std::uint32_t d = 0; d < disclosures.size(); ++d) {
    for (const Record record : disclosures[d].records) pattern[record].push_back(d);
  }
  std::vector<std::uint32_t> parent(disclosures.size());
  std::iota(parent.begin(), parent.end(), 0U);
  for (const auto& one : pattern) {
    for (std::size_t i = 1; i < one.size(); ++i)
      parent[root(parent, one[i])] = root(parent, one[0]);
  }

  // Records come in order, so components and cells are in the order of their first ones.
  Components result;
  std::map<std::uint32_t, std::size_t> component_of;  // root -> component
  std::map<std::vector<std::uint32_t>, std::size_t> cell_of;
  for (Record record = 0; record < pattern.size(); ++record) {
    const auto& own = pattern[record];
    if (own.empty()) {
      result.free.push_back(record);
      continue;
    }
    const auto [home, new_home] = component_of.emplace(root(parent, own[0]), result.list.size());
    if (new_home) result.list.emplace_back();
    Component& component = result.list[home->second];
    const auto [cell, new_cell] = cell_of.emplace(own, component.cells.size());
    if (new_cell) {
      component.cells.emplace_back();
      component.inside.push_back(own);
    }
    component.cells[cell->second].push_back(record);
  }
  for (std::uint32_t d = 0; d < disclosures.size(); ++d) {
    result.list[component_of.at(root(parent, d))].disclosures.push_back(d);
  }

  for (Component& component : result.list) {
    std::map<std::uint32_t, std::uint32_t> here;
    std::vector<bool> occurs(problem.values.size(), false);
    for (const std::uint32_t d : component.disclosures) {
      here.emplace(d, static_cast<std::uint32_t>(here.size()));
      for (std::size_t v = 0; v < occurs.size(); ++v) {
        if (disclosures[d].counts[v] > 0) occurs[v] = true;
      }
    }
    for (Code v = 0; v < occurs.size(); ++v) {
      if (occurs[v]) component.values.push_back(v);
    }
    for (const std::uint32_t d : component.disclosures) {
      for (const Code v : component.values) component.margins.push_back(disclosures[d].counts[v]);
    }
    component.cells_of.resize(component.disclosures.size());
    for (std::uint32_t c = 0; c < component.cells.size(); ++c) {
      for (std::uint32_t& d : component.inside[c]) {
        d = here.at(d);
        component.cells_of[d].push_back(c);
      }
    }
  }
  return result;
}

}  // namespace overt::views
