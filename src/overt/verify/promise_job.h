#pragma once

// What a job says of a promise made of caps (privacy/promise.h): public, so it stands in the job,
// in the certificate, and in what a reader checks.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "overt/base/rational.h"
#include "overt/privacy/promise.h"
#include "overt/table/schema.h"

namespace overt {

// The key `max`: a share for every value, or shares of values.
struct MaxJob {
  std::optional<Rational> every;
  std::map<std::string, Rational> of_value;  // VALUE, or COLUMN:VALUE

  friend bool operator==(const MaxJob&, const MaxJob&) = default;
};

struct PromiseJob {
  std::int64_t k = 1;
  MaxJob max;
  std::optional<Rational> beta, beta_enhanced;
  std::map<std::string, Rational> band;                       // column -> width
  std::map<std::string, std::vector<std::int64_t>> category;  // column -> levels

  // Whether it says anything: a job that does not is one of a share of 1/l.
  bool given() const { return *this != PromiseJob(); }
  friend bool operator==(const PromiseJob&, const PromiseJob&) = default;
};

// What is promised, column by column; `l`, if there is one, is the cap of every value that has
// none of its own. Throws Error{usage} for a column that is not sensitive, a value of no column in
// particular where there are several sensitive ones, l beside a share for every value, and as
// check_promise() does.
Promise promise_of(const PromiseJob& job, const std::optional<std::int64_t>& l,
                   const std::vector<std::string>& sensitive);

}  // namespace overt
