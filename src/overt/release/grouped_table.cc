#include "overt/release/grouped_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace overt {

std::string to_string(const StepVerdict& verdict) {
  return fmt::format("step {} (levels {}): {} {}", verdict.step + 1, fmt::join(verdict.levels, ","),
                     verdict.disclosure ? "disclosure set" : "permutation set",
                     to_string(verdict.verdict));
}

}  // namespace overt
