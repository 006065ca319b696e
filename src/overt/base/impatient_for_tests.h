#pragma once

// Somebody who wants the work to stop, at the first look or at a later one.
//
//   Impatient impatient;
//   EXPECT_THROW(rda(values, domain, l, coins, impatient), Error);

#include <atomic>

#include "overt/base/error.h"
#include "overt/base/progress.h"

namespace overt {

class Impatient final : public Progress {
 public:
  explicit Impatient(int looks = 1) : looks_(looks) {}
  void check() override {
    if (--looks_ <= 0) throw Error(ErrorCode::interrupted, "stop");
  }

 private:
  std::atomic<int> looks_;  // work may look from several threads
};

}  // namespace overt
