#include "overt/adversary/audit_set.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "overt/counting/cells.h"

namespace overt {
namespace {

// group, value -> the most records of the group that can have the value in a table that
// shows the view: of each group of the released step at most as many as there are.
std::vector<std::uint32_t> most(const Groups& groups, const std::vector<std::uint32_t>& shown_in,
                                const View& view) {
  std::vector<std::uint32_t> result(groups.size() * view.values, 0);
  std::vector<std::uint32_t> overlap(view.groups(), 0);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Record record : groups[g]) ++overlap[shown_in[record]];
    for (const Record record : groups[g]) {
      const std::uint32_t released = shown_in[record];
      const std::uint32_t here = std::exchange(overlap[released], 0);
      if (here == 0) continue;
      for (Code v = 0; v < view.values; ++v) {
        result[g * view.values + v] += std::min(here, view[released][v]);
      }
    }
  }
  return result;
}

}  // namespace

AuditSet::AuditSet(const Groups& released, std::span<const Groups> earlier, const View& view,
                   const Property& property)
    : released_(released),
      property_(property),
      capped_(property.deciding_counts(1, view.values).has_value()),
      values_(view.values),
      steps_(earlier.size()),
      group_at_(released.records()),
      cell_at_(released.records()) {
  std::vector<Groups> all(earlier.begin(), earlier.end());
  all.push_back(released);
  cells_ = common_refinement(all);
  std::vector<std::uint32_t> shown_in(records());
  std::vector<std::uint32_t> place_of(records());
  for (std::uint32_t g = 0, place = 0; g < released.size(); ++g) {
    for (const Record record : released[g]) {
      group_at_[place] = shown_in[record] = g;
      place_of[record] = place++;
    }
  }
  for (std::uint32_t c = 0; c < cells_.size(); ++c) {
    for (const Record record : cells_[c]) cell_at_[place_of[record]] = c;
  }
  group_of_.resize(cells_.size() * steps_);
  for (std::size_t j = 0; j < steps_; ++j) {
    const auto first = static_cast<std::uint32_t>(step_of_.size());
    const std::vector<std::uint32_t> groups = group_of_cells(cells_, earlier[j]);
    for (std::size_t c = 0; c < cells_.size(); ++c) group_of_[c * steps_ + j] = first + groups[c];
    step_of_.resize(first + earlier[j].size(), static_cast<std::uint32_t>(j));
    const std::vector<std::uint32_t> possible = most(earlier[j], shown_in, view);
    for (std::size_t g = 0; g < earlier[j].size(); ++g) {
      const std::uint64_t size = earlier[j][g].size();
      const auto caps = property.deciding_counts(size, values_);
      for (Code v = 0; v < values_ && caps; ++v) {
        cap_.push_back(static_cast<std::uint32_t>(std::min((*caps)[v], size)));
        reachable_.push_back(possible[g * values_ + v] > cap_.back());
      }
    }
  }
}

std::vector<Code> AuditSet::by_place(std::span<const Code> table) const {
  std::vector<Code> result;
  result.reserve(records());
  for (const Record record : released_.members) result.push_back(table[record]);
  return result;
}

bool AuditSet::fails(std::span<const std::uint32_t> counts) const {
  return property_.test_counts(counts) != Verdict::holds;  // as a strategy takes it
}

AuditState::AuditState(const AuditSet& set, std::vector<Code> values, bool distances)
    : set_(set),
      distances_(distances),
      at_(std::move(values)),
      cells_(set.cells_.size() * set.values_, 0),
      counts_(set.step_of_.size() * set.values_, 0),
      over_(set.step_of_.size(), 0),
      failing_(set.steps_, 0),
      holding_(set.steps_) {
  assert(at_.size() == set.records());
  for (std::size_t place = 0; place < at_.size(); ++place) {
    const std::uint32_t cell = set.cell_at_[place];
    ++cells_[set.entry(cell, at_[place])];
    for (std::size_t j = 0; j < set.steps_; ++j) {
      ++counts_[set.entry(set.group_of_[cell * set.steps_ + j], at_[place])];
    }
  }
  for (std::uint32_t group = 0; group < over_.size(); ++group) {
    if (!set.capped_) test(group);
    for (Code v = 0; v < set.values_ && set.capped_; ++v) {
      if (counts_[set.entry(group, v)] > set.cap_[set.entry(group, v)]) worse(group);
    }
  }
  if (!distances_ || !set.capped_) return;
  lacking_.resize(set.steps_);
  nearest_.resize(set.steps_, 0);
  for (std::uint32_t group = 0; group < over_.size(); ++group) {
    std::vector<std::uint32_t>& step = lacking_[set.step_of_[group]];
    for (Code v = 0; v < set.values_; ++v) {
      const std::size_t entry = set.entry(group, v);
      step.resize(std::max<std::size_t>(step.size(), set.cap_[entry] + 2), 0);
      if (set.reachable_[entry]) ++step[lacking(entry, counts_[entry])];
    }
  }
  for (std::size_t j = 0; j < set.steps_; ++j) {
    while (nearest_[j] + 1 < lacking_[j].size() && lacking_[j][nearest_[j]] == 0) ++nearest_[j];
  }
}

void AuditState::test(std::uint32_t group) {
  const bool fails = set_.fails(std::span(counts_).subspan(set_.entry(group, 0), set_.values_));
  if (fails && over_[group] == 0) worse(group);
  if (!fails && over_[group] > 0) better(group);
}

void AuditState::note(std::uint32_t group, Code value, std::uint32_t before, std::uint32_t after) {
  const std::size_t entry = set_.entry(group, value);
  if (!set_.reachable_[entry]) return;
  const std::uint32_t j = set_.step_of_[group];
  std::vector<std::uint32_t>& step = lacking_[j];
  const std::uint32_t now = lacking(entry, after);
  ++step[now];
  --step[lacking(entry, before)];
  nearest_[j] = std::min(nearest_[j], now);
  while (nearest_[j] + 1 < step.size() && step[nearest_[j]] == 0) ++nearest_[j];
}

void AuditState::add(std::uint32_t group, Code value) {
  const std::size_t entry = set_.entry(group, value);
  const std::uint32_t count = ++counts_[entry];
  if (!set_.capped_) return;
  if (count == set_.cap_[entry] + 1) worse(group);
  if (distances_) note(group, value, count - 1, count);
}

void AuditState::remove(std::uint32_t group, Code value) {
  const std::size_t entry = set_.entry(group, value);
  const std::uint32_t count = counts_[entry]--;
  if (!set_.capped_) return;
  if (count == set_.cap_[entry] + 1) better(group);
  if (distances_) note(group, value, count, count - 1);
}

void AuditState::swap(std::size_t a, std::size_t b) {
  assert(set_.group_at_[a] == set_.group_at_[b]);
  const Code v = at_[a];
  const Code w = at_[b];
  if (v == w) return;
  std::swap(at_[a], at_[b]);
  const std::size_t from = set_.cell_at_[a];
  const std::size_t to = set_.cell_at_[b];
  if (from == to) return;
  --cells_[set_.entry(from, v)];
  ++cells_[set_.entry(from, w)];
  ++cells_[set_.entry(to, v)];
  --cells_[set_.entry(to, w)];
  for (std::size_t j = 0; j < set_.steps_; ++j) {
    const std::uint32_t g = set_.group_of_[from * set_.steps_ + j];
    const std::uint32_t h = set_.group_of_[to * set_.steps_ + j];
    if (g == h) continue;
    remove(g, v);
    add(g, w);
    add(h, v);
    remove(h, w);
    if (!set_.capped_) {
      test(g);
      test(h);
    }
  }
}

std::size_t AuditState::distance() const {
  assert(distances_);
  if (!set_.capped_) return holding_;
  std::size_t sum = 0;
  for (const std::uint32_t nearest : nearest_) sum += nearest;
  return sum;
}

}  // namespace overt
