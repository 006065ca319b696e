#include "overt/streamline/gda.h"

#include "gda/kernels.h"

namespace overt::bench {

Groups group_by_gda(std::span<const Code> values, Code domain, std::span<const std::uint32_t> ranks,
                    std::uint32_t l, RandomSource& coins) {
  Progress silent;
  return gda(values, domain, ranks, l, coins, silent);
}

}  // namespace overt::bench
