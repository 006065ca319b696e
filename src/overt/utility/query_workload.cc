#include "overt/utility/query_workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <span>

#include "overt/base/random.h"
#include "overt/base/sha256.h"

namespace overt {
namespace {

// A seed of its own for every batch: what else is asked, and in which order,
// changes no query. Lengths keep the names apart, whatever they hold.
std::uint64_t batch_seed(const std::vector<QueryDomain>& domains, Workload workload,
                         std::uint64_t seed, std::uint64_t number) {
  std::string text = fmt::format("overt queries {} {} {}", seed,
                                 workload == Workload::ranges ? "ranges" : "sets", number);
  for (const QueryDomain& domain : domains) {
    text += fmt::format(" {}:{}", domain.name.size(), domain.name);
  }
  Sha256 hash;
  hash.update(text);
  const std::string digest = hash.finish();
  std::uint64_t result = 0;
  std::from_chars(digest.data(), digest.data() + 16, result, 16);
  return result;
}

// Draws `width` different codes by the first steps of a shuffle. `codes` holds
// all of them in any order and stays that way.
std::span<const Code> draw_set(std::vector<Code>& codes, Code width, RandomSource& coins) {
  const auto size = static_cast<Code>(codes.size());
  for (Code i = 0; i < width; ++i) std::swap(codes[i], codes[i + coins.below(size - i)]);
  return std::span(codes).first(width);
}

}  // namespace

Code predicate_width(Code size, std::size_t columns, double selectivity) {
  const double share = std::pow(selectivity, 1.0 / (static_cast<double>(columns) + 1));
  // pow() may be off by its last digit: what is a whole number but for that must
  // not be rounded up to the next.
  const double width = std::ceil(size * share * (1 - 1e-12));
  return static_cast<Code>(std::clamp(width, 1.0, static_cast<double>(size)));
}

QueryBatch draw_queries(const std::vector<QueryDomain>& domains, Workload workload,
                        const WorkloadOptions& options, std::uint64_t number) {
  QueryBatch batch;
  batch.in_a_row = workload == Workload::ranges;
  batch.queries = std::min<std::uint64_t>(kBatch, options.queries - number * kBatch);
  SeededRandom coins(batch_seed(domains, workload, options.seed, number));
  for (const QueryDomain& domain : domains) {
    const Code width = predicate_width(domain.size, domains.size() - 1, options.selectivity);
    std::vector<std::uint64_t>& takes = batch.takes.emplace_back(domain.size, 0);
    std::vector<Code> codes(workload == Workload::sets ? domain.size : 0);
    std::iota(codes.begin(), codes.end(), Code{0});
    // Always a whole batch, so that asking for more queries keeps the first ones.
    for (std::size_t q = 0; q < kBatch; ++q) {
      const std::uint64_t bit = q < batch.queries ? std::uint64_t{1} << q : 0;
      if (workload == Workload::sets) {
        for (const Code code : draw_set(codes, width, coins)) takes[code] |= bit;
      } else {
        const Code length = domain.ordered ? width : 1;
        const Code start = coins.below(domain.size - length + 1);
        for (Code code = start; code < start + length; ++code) takes[code] |= bit;
      }
    }
  }
  return batch;
}

}  // namespace overt
