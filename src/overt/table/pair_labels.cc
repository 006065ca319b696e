#include "overt/table/pair_labels.h"

#include <numeric>
#include <vector>

namespace overt {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

}  // namespace

std::uint32_t pair_labels(std::span<std::uint32_t> label, std::uint32_t labels,
                          std::span<const std::uint32_t> other, std::uint32_t others) {
  std::uint32_t pairs = 0;
  const auto number = [&pairs](std::uint32_t& known) {
    if (known == kNone) known = pairs++;
    return known;
  };
  // [1] Few pairs are possible: a place for each.
  if (std::uint64_t{labels} * others <= 2 * label.size()) {
    std::vector<std::uint32_t> known(std::size_t{labels} * others, kNone);
    for (std::size_t r = 0; r < label.size(); ++r) {
      label[r] = number(known[std::size_t{label[r]} * others + other[r]]);
    }
    return pairs;
  }
  // [2] Otherwise label by label, with one place for each of the others.
  std::vector<std::uint32_t> end(labels + 1, 0), order(label.size());
  for (const std::uint32_t own : label) ++end[own + 1];
  std::partial_sum(end.begin(), end.end(), end.begin());
  for (std::uint32_t r = 0; r < label.size(); ++r) order[end[label[r]]++] = r;
  std::vector<std::uint32_t> met_by(others, kNone), number_of(others);
  std::uint32_t met = 0;
  for (const std::uint32_t r : order) {
    if (met_by[other[r]] != label[r]) {
      met_by[other[r]] = label[r];
      number_of[other[r]] = met++;
    }
    label[r] = number_of[other[r]];  // every label comes once, so this is not read as one again
  }
  // [3] In the order of first records.
  std::vector<std::uint32_t> known(met, kNone);
  for (std::uint32_t& own : label) own = number(known[own]);
  return pairs;
}

}  // namespace overt
