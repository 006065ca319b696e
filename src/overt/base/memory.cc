#include "overt/base/memory.h"

#include <fmt/format.h>
#include <unistd.h>

#include "overt/base/error.h"

namespace overt {

void check_fits(std::uint64_t bytes, const std::string& what) {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return;  // nobody knows: then it fails when it does
  const std::uint64_t all = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
  if (bytes <= all) return;
  constexpr double kGib = 1 << 30;
  throw Error(ErrorCode::usage,
              fmt::format("{} would take {:.0f} GiB of memory, and this machine has {:.0f}", what,
                          static_cast<double>(bytes) / kGib, static_cast<double>(all) / kGib));
}

}  // namespace overt
