#pragma once

// What every verification establishes while the groups stream by: sizes, the
// largest share, and whether all is well-formed.

#include <cstdint>

#include "overt/verify/promise_check.h"
#include "overt/verify/released_files.h"
#include "overt/verify/verify.h"

namespace overt {

class ReleaseFacts {
 public:
  // Keeps a reference.
  explicit ReleaseFacts(const PropertySpec& promise) : promise_(promise) {}

  // `well_formed`: the group's cells follow the grammar.
  void add(const ReleasedGroup& group, bool well_formed);
  // Turns the facts into checks, and into the figures of a certificate.
  void finish(const Certificate& certificate, const ReleasedFiles& files,
              Verification& result) const;

 private:
  bool counts_add_up_ = true;
  bool cells_agree_ = true;
  bool cells_parse_ = true;
  std::uint64_t smallest_ = 0;
  PromiseCheck promise_;
};

}  // namespace overt
