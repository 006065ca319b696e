#include "overt/views/component.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

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

// The cells in the order of first records, and behind them the records in no disclosure. A cell is
// looked up in a table with open addressing, by a record that is in it.
Groups cells_and_rest(const Memberships& memberships, Record records, Progress& progress) {
  std::vector<std::uint32_t> label(records, kNone);
  std::vector<Record> slots(std::bit_ceil(std::size_t{2} * records + 1), kNone);
  std::uint32_t cells = 0;
  for (Record record = 0; record < records; ++record) {
    if (record % kCheckEvery == 0) progress.check();
    const auto own = memberships[record];
    if (own.empty()) continue;
    std::size_t slot = hash_of(own) & (slots.size() - 1);
    while (slots[slot] != kNone && !memberships.same(slots[slot], record)) {
      slot = (slot + 1) & (slots.size() - 1);
    }
    if (slots[slot] == kNone) {
      slots[slot] = record;
      label[record] = cells++;
    } else {
      label[record] = label[slots[slot]];
    }
  }
  std::replace(label.begin(), label.end(), kNone, cells);
  return Groups::by_label(label, cells + 1);
}

// Of each list's numbers, in which lists they are.
Lists turned(const Lists& lists, std::size_t numbers, Progress& progress) {
  Lists result;
  result.offsets.assign(numbers + 1, 0);
  for (const std::uint32_t number : lists.numbers) ++result.offsets[number + 1];
  std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
  result.numbers.resize(lists.numbers.size());
  std::vector<std::size_t> next(result.offsets.begin(), result.offsets.end() - 1);
  for (std::uint32_t i = 0; i < lists.size(); ++i) {
    if (i % kCheckEvery == 0) progress.check();
    for (const std::uint32_t number : lists[i]) result.numbers[next[number]++] = i;
  }
  return result;
}

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

std::size_t Component::largest_cell() const {
  std::size_t result = 0;
  for (std::size_t c = 0; c < cells.size(); ++c) result = std::max(result, size(c));
  return result;
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

  // Cells are in the order of their first records, and so are the components that they make.
  Components result;
  const Groups members = cells_and_rest(memberships, records, progress);
  const auto cells = static_cast<std::uint32_t>(members.size() - 1);
  result.free.assign(members[cells].begin(), members[cells].end());
  std::vector<std::uint32_t> component_of(disclosures.size(), kNone);  // by root
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    if (cell % kCheckEvery == 0) progress.check();
    const auto own = memberships[members[cell].front()];
    std::uint32_t& home = component_of[root(parent, own[0])];
    if (home == kNone) {
      home = static_cast<std::uint32_t>(result.list.size());
      result.list.emplace_back();
    }
    result.list[home].cells.add(members[cell]);
    result.list[home].inside.add(own);
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
    for (std::uint32_t& d : component.inside.numbers) d = here[d];
    component.cells_of = turned(component.inside, component.disclosures.size(), progress);
  }
  return result;
}

}  // namespace overt::views
