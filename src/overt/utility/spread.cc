#include "overt/utility/spread.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace overt {
namespace {

constexpr std::size_t kSpreadBetweenChecks = 1 << 12;  // groups between two looks at progress
constexpr std::uint64_t kMostForRecord = 256;          // additions that a record is worth

struct Corner {
  std::size_t place;  // offset in the array
  double step;
};

// One queried column: how its cells get into the array.
class Axis {
 public:
  Axis(const CellColumn& column, Code domain, std::size_t stride)
      : column_(column), domain_(domain), stride_(stride) {
    differences_ = std::any_of(column.cells.begin(), column.cells.end(),
                               [](const CodeSet& cell) { return cell.high + 1 > cell.low + 2; });
  }

  const CodeSet& cell(std::size_t group) const { return column_.cells[column_.of_group[group]]; }
  std::size_t corners(std::size_t group) const {
    const CodeSet& set = cell(group);
    return differences_ ? 2 * set.codes.size() + 2 : set.size();
  }
  // Every corner of `from` combined with every one of the group's cell.
  void cross(std::size_t group, const std::vector<Corner>& from, std::vector<Corner>& to) const {
    const CodeSet& set = cell(group);
    to.clear();
    const auto add = [&](Code code, double step) {
      for (const Corner& corner : from) {
        to.push_back({corner.place + code * stride_, corner.step * step});
      }
    };
    const auto add_range = [&](Code low, Code high) {
      if (differences_) {
        add(low, 1);
        if (high + 1 < domain_) add(high + 1, -1);
      } else {
        for (Code code = low; code <= high; ++code) add(code, 1);
      }
    };
    if (set.low <= set.high) add_range(set.low, set.high);
    for (const Code code : set.codes) add_range(code, code);
  }
  // Turns steps into numbers.
  void finish(DenseCounts& counts) const {
    if (!differences_) return;
    for (std::size_t place = stride_; place < counts.size(); ++place) {
      if (place / stride_ % domain_ != 0) counts[place] += counts[place - stride_];
    }
  }

 private:
  const CellColumn& column_;
  Code domain_;
  std::size_t stride_;
  bool differences_;
};

bool is_worth_it(const ReleasedTable& release, const std::vector<Axis>& axes) {
  const std::uint64_t most = kMostForRecord * std::uint64_t{release.records()};
  std::uint64_t additions = 0;
  for (std::size_t g = 0; g < release.groups() && additions <= most; ++g) {
    double corners = static_cast<double>(release.values_of(g).size());
    for (const Axis& axis : axes) corners *= static_cast<double>(axis.corners(g));
    if (corners > static_cast<double>(most)) return false;
    additions += static_cast<std::uint64_t>(corners);
  }
  return additions <= most;
}

}  // namespace

std::optional<Histogram> spread_histogram(const ReleasedTable& release,
                                          std::span<const std::size_t> columns,
                                          std::span<const Code> domains, Progress& progress) {
  const bool counted = std::none_of(columns.begin(), columns.end(), [&](std::size_t column) {
    return release.cells[column].scaled();
  });
  if (!counted || !DenseCounts::fits(domains, release.records())) return std::nullopt;
  DenseCounts counts(domains);
  std::vector<Axis> axes;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    axes.emplace_back(release.cells[columns[c]], domains[c], counts.stride(c));
  }
  if (!is_worth_it(release, axes)) return std::nullopt;

  std::vector<Corner> corners;
  std::vector<Corner> crossed;
  for (std::size_t g = 0; g < release.groups(); ++g) {
    if (g % kSpreadBetweenChecks == 0) progress.check();
    double volume = 1;
    corners.assign(1, {0, 1});
    for (const Axis& axis : axes) {
      axis.cross(g, corners, crossed);
      std::swap(corners, crossed);
      volume *= static_cast<double>(axis.cell(g).size());
    }
    for (const Corner& corner : corners) {
      for (const CountedCode& value : release.values_of(g)) {
        counts[corner.place + value.code] +=
            corner.step * static_cast<double>(value.count) / volume;
      }
    }
  }
  for (const Axis& axis : axes) axis.finish(counts);
  return Histogram(counts);
}

}  // namespace overt
