#include "overt/release/generalize.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "overt/table/cell.h"

namespace overt {
namespace {

constexpr std::size_t kCheckEvery = 1 << 15;  // groups between two looks at progress
constexpr std::size_t kLongestSet = 20;       // of texts that a cell lists
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// Collects the cells of the groups; `key` tells equal cells apart where that is
// cheaper than writing the text again.
class CellBuilder {
 public:
  explicit CellBuilder(std::size_t groups) { cells_.codes.reserve(groups); }

  void missing() { cells_.codes.push_back(kNone); }
  template <typename Text>
  void add(std::uint64_t key, const Text& text) {
    const auto [entry, fresh] =
        known_.try_emplace(key, static_cast<std::uint32_t>(cells_.values.size()));
    if (fresh) cells_.values.push_back(text());
    cells_.codes.push_back(entry->second);
  }
  void add(std::string text) {
    cells_.codes.push_back(static_cast<std::uint32_t>(cells_.values.size()));
    cells_.values.push_back(std::move(text));
  }
  GroupCells finish() {
    const auto missing = static_cast<std::uint32_t>(cells_.values.size());
    std::replace(cells_.codes.begin(), cells_.codes.end(), kNone, missing);
    return std::move(cells_);
  }

 private:
  GroupCells cells_;
  std::unordered_map<std::uint64_t, std::uint32_t> known_;
};

GroupCells intervals(const Column& column, const Groups& groups, Progress& progress) {
  CellBuilder cells(groups.size());
  const GroupEnds ends = interval_ends(column, groups, progress);
  const std::uint64_t domain = column.domain();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Code low = ends.low[g];
    const Code high = ends.high[g];
    const bool missing = ends.missing[g] != 0;
    if (low == column.missing_code()) {
      cells.missing();
      continue;
    }
    cells.add((low * domain + high) * 2 + (missing ? 1 : 0), [&] {
      if (low != high) return interval_text(column.values[low], column.values[high], missing);
      const std::string_view value = column.values[low];
      return set_text({&value, 1}, missing);
    });
  }
  return cells.finish();
}

GroupCells ancestors(const Column& column, const BoundHierarchy& hierarchy, const Groups& groups,
                     Progress& progress) {
  CellBuilder cells(groups.size());
  std::vector<Code> codes;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (g % kCheckEvery == 0) progress.check();
    codes.clear();
    for (const Record record : groups[g]) codes.push_back(column.codes[record]);
    const bool missing =
        std::find(codes.begin(), codes.end(), column.missing_code()) != codes.end();
    const auto node = hierarchy.lowest_common_ancestor(codes);
    if (!node) {
      cells.missing();
      continue;
    }
    cells.add(std::uint64_t{*node} * 2 + (missing ? 1 : 0), [&] {
      const std::string_view label = hierarchy.label(*node);
      return set_text({&label, 1}, missing);
    });
  }
  return cells.finish();
}

GroupCells sets(const Column& column, const Groups& groups, Progress& progress) {
  CellBuilder cells(groups.size());
  const Code missing_code = column.missing_code();
  std::vector<Code> codes;
  std::vector<std::string_view> texts;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (g % kCheckEvery == 0) progress.check();
    codes.clear();
    for (const Record record : groups[g]) codes.push_back(column.codes[record]);
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    const bool missing = codes.back() == missing_code;
    if (missing) codes.pop_back();
    if (codes.empty()) {
      cells.missing();
      continue;
    }
    if (codes.size() > kLongestSet) {
      cells.add(
          text_interval_text(column.values[codes.front()], column.values[codes.back()], missing));
      continue;
    }
    texts.clear();
    for (const Code code : codes) texts.push_back(column.values[code]);
    // Small domains repeat the same few sets; larger ones hardly ever do.
    if (column.domain() <= 16) {
      std::uint64_t key = missing ? 1 : 0;
      for (const Code code : codes) key |= std::uint64_t{2} << code;
      cells.add(key, [&] { return set_text(texts, missing); });
    } else {
      cells.add(set_text(texts, missing));
    }
  }
  return cells.finish();
}

}  // namespace

GroupEnds interval_ends(const Column& column, const Groups& groups, Progress& progress) {
  GroupEnds ends;
  const Code missing_code = column.missing_code();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (g % kCheckEvery == 0) progress.check();
    Code low = missing_code;
    Code high = 0;
    bool missing = false;
    for (const Record record : groups[g]) {
      const Code code = column.codes[record];
      if (code == missing_code) {
        missing = true;
        continue;
      }
      low = std::min(low, code);
      high = std::max(high, code);
    }
    ends.low.push_back(low);
    ends.high.push_back(low == missing_code ? missing_code : high);
    ends.missing.push_back(missing ? 1 : 0);
  }
  return ends;
}

GroupCells generalize(const Column& column, const BoundHierarchy* hierarchy, const Groups& groups,
                      Progress& progress) {
  if (hierarchy != nullptr) return ancestors(column, *hierarchy, groups, progress);
  return column.ordered() ? intervals(column, groups, progress) : sets(column, groups, progress);
}

}  // namespace overt
