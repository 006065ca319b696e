#include "overt/strategy/strategy.h"

#include <fmt/format.h>

#include <algorithm>

#include "overt/base/error.h"

namespace overt {

std::unique_ptr<Strategy> make_strategy(std::string_view name, const Jumps& jumps,
                                        std::size_t steps) {
  if (name != "k_jump" && !jumps.empty()) {
    throw Error(ErrorCode::usage, fmt::format("jump: only k_jump has jumps, {} has none", name));
  }
  if (name == "naive") return naive();
  if (name == "safe") return safe();
  if (name == "exclusive") return exclusive();
  if (name != "k_jump") {
    throw Error(ErrorCode::usage, "strategy: expected naive, safe, exclusive or k_jump");
  }
  if (jumps.empty()) throw Error(ErrorCode::usage, "jump: k_jump needs one");
  if (jumps.size() != 1 && jumps.size() != steps) {
    throw Error(ErrorCode::usage,
                fmt::format("jump: expected one number, or one for each of the {} steps; there are "
                            "{}",
                            steps, jumps.size()));
  }
  if (std::find(jumps.begin(), jumps.end(), 0U) != jumps.end()) {
    throw Error(ErrorCode::usage, "jump: a jump is at least 1");
  }
  return k_jump(jumps);
}

}  // namespace overt
