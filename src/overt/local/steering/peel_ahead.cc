#include "overt/local/steering/peel_ahead.h"

#include <algorithm>
#include <array>
#include <utility>

#include "overt/local/stages/drawn.h"

namespace overt {
namespace {

constexpr std::array kPeels = {0.06, 0.12, 0.22, 0.4};  // of the node

}  // namespace

std::vector<ColumnItems> columns_of_rest(const std::vector<ColumnItems>& columns,
                                         const Forecast& forecast, const ValueModel& model,
                                         const Multiset& rest) {
  const std::uint32_t classes = forecast.classes();
  const std::uint32_t kinds = model.classes();  // the others are sets of values
  std::vector<double> left(classes, 0);
  for (const CodeCount& own : rest) {
    left[model.class_of(own.value)] += static_cast<double>(own.count);
    for (const std::uint32_t set : model.sets_of(own.value)) {
      left[kinds + set] += static_cast<double>(own.count);
    }
  }
  for (std::uint32_t k = 0; k < classes; ++k) left[k] /= std::max(forecast.counts()[k], 1e-9);
  std::vector<ColumnItems> result = columns;
  for (ColumnItems& column : result) {
    for (std::size_t i = 0; i < column.size(); ++i) {
      column.records[i] = 0;
      for (std::uint32_t k = 0; k < classes; ++k) {
        column.expected[i * classes + k] *= left[k];
        column.variance[i * classes + k] *= left[k];
        if (k < kinds) column.records[i] += column.expected[i * classes + k];
      }
    }
  }
  return result;
}

std::optional<Multiset> peel_ahead(const Multiset& values, const Caps& caps, std::uint32_t group,
                                   double now,
                                   const std::function<double(const Multiset& rest)>& score) {
  const std::uint64_t n = size_of(values);
  const auto records = static_cast<double>(n);
  std::optional<Multiset> best;
  double most = now;
  std::uint64_t last = 0;
  for (const double part : kPeels) {
    const std::uint64_t groups = static_cast<std::uint64_t>(part * records) / group;
    const std::uint64_t size = std::max<std::uint64_t>(1, groups) * group;
    if (size == last || size + 2 * group > n) continue;
    last = size;
    auto drawn = peel(values, caps, size);
    if (!drawn) continue;
    const double left = 1 - static_cast<double>(size) / records;
    const double own = left * score(without(values, *drawn));
    if (own <= most) continue;
    most = own;
    best = std::move(drawn);
  }
  return best;
}

}  // namespace overt
