#pragma once

// What every verification establishes while the groups stream by: sizes, the
// largest share, and whether all is well-formed.

#include <cstdint>

#include "overt/verify/caps_check.h"
#include "overt/verify/promise_check.h"
#include "overt/verify/released_files.h"
#include "overt/verify/verify.h"

namespace overt {

class ReleaseFacts {
 public:
  // Keeps a reference.
  explicit ReleaseFacts(const Certificate& certificate)
      : certificate_(certificate), promise_(certificate.promise), caps_(certificate) {}

  // `well_formed`: the group's cells follow the grammar.
  void add(const ReleasedGroup& group, bool well_formed);
  // Turns the facts into checks, and into the figures of a certificate. `hierarchies` by column.
  void finish(const ReleasedFiles& files, const ReleaseIds& ids,
              const std::map<std::string, Hierarchy>& hierarchies, Verification& result) const;

 private:
  void check_caps(const ReleaseIds& ids, const std::map<std::string, Hierarchy>& hierarchies,
                  Verification& result) const;

  const Certificate& certificate_;
  bool counts_add_up_ = true;
  bool cells_agree_ = true;
  bool cells_parse_ = true;
  std::uint64_t smallest_ = 0;
  PromiseCheck promise_;  // version 1 ..
  CapsCheck caps_;        // .. and version 2 of the certificate
};

}  // namespace overt
