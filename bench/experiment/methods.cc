// The two methods of the experiment, by name.

#include "experiment/experiment.h"
#include "overt/streamline/gda.h"
#include "overt/streamline/rda.h"

namespace overt::bench {

Groups group_by(const std::string& method, std::span<const Code> values, Code domain,
                std::span<const std::uint32_t> ranks, std::uint32_t l, RandomSource& coins) {
  Progress silent;
  if (method == "rda") return rda(values, domain, l, coins, silent);
  return gda(values, domain, ranks, l, coins, silent);
}

}  // namespace overt::bench
