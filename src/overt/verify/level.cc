#include "overt/verify/level.h"

namespace overt {

std::optional<std::string_view> level_of(std::string_view method, std::string_view strategy) {
  if (method == "local" || method == "rda" || method == "ria" || method == "merge") {
    return "transparent";
  }
  if (method == "gda") return "family";
  if (method == "strategy") {
    if (strategy == "naive") return "release";
    if (strategy == "safe" || strategy == "exclusive" || strategy == "k_jump") return "transparent";
  }
  return std::nullopt;
}

std::string_view meaning_of(std::string_view level) {
  if (level == "transparent") {
    return "holds against an adversary who knows everything except who has which sensitive value "
           "and the secret coins: the public columns of everybody, the multiset of sensitive "
           "values, the program and the job";
  }
  if (level == "family") {
    return "holds against an adversary who knows the release and the family of partitions that it "
           "was picked from; does NOT hold against an adversary who reruns the program on every "
           "possible table, who can learn values up to certainty";
  }
  if (level == "release") {
    return "looks at the released table alone, as other tools do; does NOT hold against an "
           "adversary who knows the program: they drop every table for which an earlier step would "
           "have been released, and can learn values up to certainty";
  }
  return {};
}

}  // namespace overt
