#include "overt/views/kernel_moves.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace overt::views {
namespace {

constexpr std::size_t kMostTerms = 20'000'000;  // of all columns together, while eliminating
constexpr std::size_t kMostBrief = 200'000;
constexpr std::size_t kMostAlike = 24;
constexpr std::size_t kMostPairs = 4'000'000;

// Sparse integer vectors, sorted by index.
using Sparse = std::vector<Term>;

// to += times * from
void add(Sparse& to, const Sparse& from, std::int32_t times) {
  Sparse sum;
  sum.reserve(to.size() + from.size());
  auto a = to.begin();
  for (const Term& term : from) {
    while (a != to.end() && a->cell < term.cell) sum.push_back(*a++);
    Term next{term.cell, times * term.times};
    if (a != to.end() && a->cell == term.cell) next.times += (a++)->times;
    if (next.times != 0) sum.push_back(next);
  }
  sum.insert(sum.end(), a, to.end());
  to = std::move(sum);
}

// A column of the incidence matrix under unimodular operations: which combination of cells
// it is, and what that combination sums to in each disclosure.
struct ColumnState {
  Sparse cells;
  Sparse sums;  // `cell` is a disclosure here
};

std::int32_t entry(const Sparse& vector, std::uint32_t index) {
  const auto found =
      std::lower_bound(vector.begin(), vector.end(), index,
                       [](const Term& term, std::uint32_t at) { return term.cell < at; });
  return found != vector.end() && found->cell == index ? found->times : 0;
}

// Euclid's algorithm on the columns, disclosure by disclosure: one column keeps the
// disclosure, all others lose it. What has lost all disclosures is the kernel; operations
// were unimodular, so it is a lattice basis of it.
bool eliminate(const Component& component, CellVectors& basis, Progress& progress) {
  std::vector<ColumnState> columns;
  for (std::uint32_t c = 0; c < component.cells.size(); ++c) {
    ColumnState column{{{c, 1}}, {}};
    for (const std::uint32_t d : component.inside[c]) column.sums.push_back({d, 1});
    columns.push_back(std::move(column));
  }
  std::vector<bool> pivot(columns.size(), false);
  std::size_t terms = columns.size();
  for (std::uint32_t d = 0; d < component.disclosures.size(); ++d) {
    for (;;) {
      std::size_t best = columns.size(), with = 0;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::int32_t here = pivot[i] ? 0 : entry(columns[i].sums, d);
        if (here == 0) continue;
        ++with;
        if (best == columns.size()) {
          best = i;
          continue;
        }
        const std::int32_t least = std::abs(entry(columns[best].sums, d));
        if (std::abs(here) < least ||
            (std::abs(here) == least && columns[i].cells.size() < columns[best].cells.size())) {
          best = i;
        }
      }
      if (with == 0) break;
      if (with == 1) {
        pivot[best] = true;
        break;
      }
      const std::int32_t by = entry(columns[best].sums, d);
      for (std::size_t i = 0; i < columns.size(); ++i) {
        if (i == best || pivot[i]) continue;
        const std::int32_t times = entry(columns[i].sums, d) / by;
        if (times == 0) continue;
        progress.check();
        terms -= columns[i].cells.size();
        add(columns[i].cells, columns[best].cells, -times);
        add(columns[i].sums, columns[best].sums, -times);
        terms += columns[i].cells.size();
        if (terms > kMostTerms) return false;
      }
    }
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!pivot[i]) basis.add(std::move(columns[i].cells));
  }
  return true;
}

// Cells that differ in the same way: c - c' and e - e' have the same memberships, so that
// c - c' - e + e' is in the kernel. A single cell is a difference from nothing.
void find_brief(const Component& component, CellVectors& brief, Progress& progress) {
  struct Difference {
    std::uint32_t plus, minus;  // minus == plus: the cell alone
  };
  std::map<Sparse, std::vector<Difference>, decltype([](const Sparse& a, const Sparse& b) {
             return std::lexicographical_compare(
                 a.begin(), a.end(), b.begin(), b.end(), [](const Term& x, const Term& y) {
                   return x.cell != y.cell ? x.cell < y.cell : x.times < y.times;
                 });
           })>
      alike;
  const auto membership = [&](std::uint32_t c) {
    Sparse result;
    for (const std::uint32_t d : component.inside[c]) result.push_back({d, 1});
    return result;
  };
  std::size_t pairs = 0;
  for (std::uint32_t c = 0; c < component.cells.size(); ++c) {
    progress.check();
    alike[membership(c)].push_back({c, c});
    std::vector<std::uint32_t> near;
    for (const std::uint32_t d : component.inside[c]) {
      for (const std::uint32_t e : component.cells_of[d]) {
        if (e > c) near.push_back(e);
      }
    }
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    for (const std::uint32_t e : near) {
      if (++pairs > kMostPairs) break;
      Sparse difference = membership(c);
      add(difference, membership(e), -1);
      const bool turned = difference.front().times < 0;
      if (turned) {
        for (Term& term : difference) term.times = -term.times;
      }
      alike[difference].push_back(turned ? Difference{e, c} : Difference{c, e});
    }
  }
  for (const auto& [difference, list] : alike) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      // Neighbours in the list are enough to get from any one of it to any other.
      for (std::size_t j = i + 1; j < std::min(list.size(), i + 1 + kMostAlike); ++j) {
        if (brief.size() >= kMostBrief) return;
        Sparse z = {{list[i].plus, 1}};
        if (list[i].minus != list[i].plus) add(z, {{list[i].minus, 1}}, -1);
        add(z, {{list[j].plus, 1}}, -1);
        if (list[j].minus != list[j].plus) add(z, {{list[j].minus, 1}}, 1);
        if (!z.empty()) brief.add(std::move(z));
      }
    }
  }
}

}  // namespace

void CellVectors::add(std::vector<Term> terms) {
  const auto first = [&](std::ptrdiff_t from, bool positive) {
    const auto found = std::find_if(terms.begin() + from, terms.end(),
                                    [&](const Term& term) { return (term.times > 0) == positive; });
    std::swap(terms[static_cast<std::size_t>(from)], *found);
  };
  first(0, true);
  first(1, false);  // there are both: memberships are not negative
  terms_.insert(terms_.end(), terms.begin(), terms.end());
  ends_.push_back(terms_.size());
}

PairIndex::PairIndex(const CellVectors& brief, std::size_t cells) {
  constexpr std::size_t kMostWalked = 2'048;
  if (cells > kMostWalked) return;
  cells_ = cells;
  std::vector<std::pair<std::size_t, Others>> entries;
  for (std::size_t z = 0; z < brief.size(); ++z) {
    std::vector<std::uint32_t> sides[2];
    bool once = true;
    for (const Term& term : brief[z]) {
      once = once && std::abs(term.times) == 1;
      sides[term.times > 0 ? 0 : 1].push_back(term.cell);
    }
    for (std::size_t side = 0; once && side < 2; ++side) {
      const auto& two = sides[side];
      const auto& others = sides[1 - side];
      if (two.size() != 2 || others.size() > 2) continue;
      const auto [low, high] = std::minmax(two[0], two[1]);
      entries.push_back({low * cells + high, {others.front(), others.back()}});
    }
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  starts_.assign(cells * cells + 1, 0);
  for (const auto& [at, others] : entries) {
    ++starts_[at + 1];
    others_.push_back(others);
  }
  for (std::size_t i = 0; i < cells * cells; ++i) starts_[i + 1] += starts_[i];
}

KernelMoves kernel_moves(const Component& component, Progress& progress) {
  KernelMoves moves;
  moves.whole = eliminate(component, moves.basis, progress);
  find_brief(component, moves.brief, progress);
  moves.pairs = PairIndex(moves.brief, component.cells.size());
  return moves;
}

}  // namespace overt::views
