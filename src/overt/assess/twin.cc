#include "overt/assess/twin.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <utility>

namespace overt {
namespace {

constexpr std::size_t kCheckEvery = 1 << 12;  // records between two looks at progress

// Uniform on 0..n-1, for n below 2^62.
std::uint64_t below(std::uint64_t n, RandomSource& coins) {
  if (n <= std::numeric_limits<std::uint32_t>::max()) {
    return coins.below(static_cast<std::uint32_t>(n));
  }
  constexpr std::uint32_t kHalf = std::uint32_t{1} << 31;
  constexpr std::uint64_t kAll = std::uint64_t{1} << 62;
  const std::uint64_t even = kAll - kAll % n;  // as many numbers below it for every remainder
  while (true) {
    const std::uint64_t drawn = (std::uint64_t{coins.below(kHalf)} << 31) | coins.below(kHalf);
    if (drawn < even) return drawn % n;
  }
}

// An index with a probability proportional to its share, by the draw of one number.
Code pick(const std::vector<std::uint64_t>& shares, std::uint64_t sum, RandomSource& coins) {
  std::uint64_t drawn = below(sum, coins);
  Code code = 0;
  while (drawn >= shares[code]) drawn -= shares[code++];
  return code;
}

std::vector<Code> deal_by(const TwinModel& model, const Column& column,
                          std::vector<std::uint64_t> left, RandomSource& coins,
                          Progress& progress) {
  std::vector<std::uint32_t> order(column.codes.size());
  std::iota(order.begin(), order.end(), 0U);
  shuffle(std::span(order), coins);
  std::vector<Code> codes(order.size());
  std::vector<std::uint64_t> shares(left.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i % kCheckEvery == 0) progress.advance(i);
    const std::vector<std::uint64_t>& weight = model.weight[column.codes[order[i]]];
    std::transform(left.begin(), left.end(), weight.begin(), shares.begin(), std::multiplies<>());
    std::uint64_t sum = std::accumulate(shares.begin(), shares.end(), std::uint64_t{0});
    if (sum == 0) {
      shares = left;
      sum = order.size() - i;
    }
    const Code code = pick(shares, sum, coins);
    codes[order[i]] = code;
    --left[code];
  }
  return codes;
}

}  // namespace

Table twin_of(Table table, std::size_t sensitive, const std::optional<TwinModel>& model,
              RandomSource& coins, Progress& progress) {
  std::vector<Code>& codes = table.columns[sensitive].codes;
  progress.begin("drawing a twin", codes.size());
  if (model) {
    const Column& column = table.columns[table.find(model->column)];
    assert(&column != &table.columns[sensitive]);
    codes = deal_by(*model, column, table.columns[sensitive].counts(), coins, progress);
    return table;
  }
  std::sort(codes.begin(), codes.end());
  progress.check();
  shuffle(std::span(codes), coins);
  return table;
}

}  // namespace overt
