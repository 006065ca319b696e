#include "overt/local/swap_veil.h"

#include "overt/base/ratio.h"

namespace overt {

double swap_veil(double difference, std::uint64_t most, std::uint64_t of, const Cap& cap) {
  if (difference <= 0 || most == 0 || !cap.binds()) return 0;
  // In whole numbers, so that a little slack is not lost to rounding.
  const auto slack =
      static_cast<double>(static_cast<Wide>(of) * cap.above - static_cast<Wide>(most) * cap.below);
  const double room = slack / (static_cast<double>(most) * (cap.below - cap.above));
  return std::min(1.0, difference / (difference + room) * (1 + 1e-12));
}

}  // namespace overt
