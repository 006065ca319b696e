#include "overt/strategy/strategy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"

namespace overt {
namespace {

constexpr std::string_view kWithoutJumps = "safe";  // the default
constexpr std::string_view kWithJumps = "k_jump";

constexpr std::array kKinds = {
    StrategyKind{"naive",
                 "releases the first step whose permutation set keeps the property. Unsafe: it "
                 "does not look at what knowing the strategy gives away.",
                 false, [](const Jumps&) { return naive(); }},
    StrategyKind{kWithoutJumps, "releases the first step whose disclosure set keeps the property.",
                 false, [](const Jumps&) { return safe(); }},
    StrategyKind{"exclusive", "stops without a release as soon as a disclosure set fails.", false,
                 [](const Jumps&) { return exclusive(); }},
    StrategyKind{kWithJumps, "jumps ahead by k steps when a disclosure set fails.", true,
                 [](const Jumps& jumps) { return k_jump(jumps); }},
};

std::string names() {
  std::string result;
  for (const StrategyKind& kind : kKinds) {
    if (!result.empty()) result += &kind == &kKinds.back() ? " or " : ", ";
    result += kind.name;
  }
  return result;
}

}  // namespace

std::span<const StrategyKind> strategy_kinds() { return kKinds; }

std::string_view default_strategy(bool jumps) { return jumps ? kWithJumps : kWithoutJumps; }

std::unique_ptr<Strategy> make_strategy(std::string_view name, const Jumps& jumps,
                                        std::size_t steps) {
  const auto* const kind = std::find_if(kKinds.begin(), kKinds.end(),
                                        [&](const StrategyKind& one) { return one.name == name; });
  const bool has_jumps = kind != kKinds.end() && kind->jumps;
  if (!has_jumps && !jumps.empty()) {
    throw KeyedError(ErrorCode::usage, {Key{"jump"}, fmt::format(": only {} has jumps, {} has none",
                                                                 kWithJumps, name)});
  }
  if (kind == kKinds.end()) {
    throw KeyedError(ErrorCode::usage, {Key{"strategy"}, fmt::format(": expected {}", names())});
  }
  if (!kind->jumps) return kind->make(jumps);
  if (jumps.empty()) {
    throw KeyedError(ErrorCode::usage, {Key{"jump"}, fmt::format(": {} needs one", name)});
  }
  if (jumps.size() != 1 && jumps.size() != steps) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"jump"},
         fmt::format(": expected one number, or one for each of the {} steps; there are "
                     "{}",
                     steps, jumps.size())});
  }
  if (std::find(jumps.begin(), jumps.end(), 0U) != jumps.end()) {
    throw KeyedError(ErrorCode::usage, {Key{"jump"}, ": a jump is at least 1"});
  }
  return kind->make(jumps);
}

}  // namespace overt
