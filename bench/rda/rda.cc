#include "overt/streamline/rda.h"

#include "rda/kernels.h"

namespace overt::bench {

Groups group_by_rda(std::span<const Code> values, Code domain, std::uint32_t l,
                    RandomSource& coins) {
  Progress silent;
  return rda(values, domain, l, coins, silent);
}

}  // namespace overt::bench
