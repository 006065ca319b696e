#include "overt/release/methods/family_method.h"
#include "overt/streamline/rda.h"

namespace overt {

// Looks at the values alone.
std::unique_ptr<BoundMethod> bind_rda(const MethodInput& input, Progress& /*progress*/) {
  return bind_family(input, false,
                     [](std::span<const Code> values, Code domain, std::span<const std::uint32_t>,
                        std::uint32_t l, RandomSource& coins,
                        Progress& progress) { return rda(values, domain, l, coins, progress); });
}

}  // namespace overt
