#pragma once

// The flags of a promise made of caps (privacy/promise.h), for the verbs that take one.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/verb.h"
#include "overt/verify/promise_job.h"

namespace overt::cli {

inline constexpr std::string_view kMaxFlag = "max";

struct PromiseFlags {
  std::optional<std::string> k, beta, beta_enhanced;
  std::vector<std::string> max, band, category;

  void declare(Verb& verb);
  bool given() const;
  // Sets what was given. `max_of_property`, if there is one, is set by a share without a value.
  // Throws Error{usage}.
  void apply(PromiseJob& job, std::optional<Rational>* max_of_property = nullptr) const;
};

}  // namespace overt::cli
