#include "cli/memory.h"

#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace overt::cli {

void give_memory_back() {
#ifdef __GLIBC__
  constexpr int kOwnPages = 1 << 18;  // bytes of a block, from which on it has pages of its own
  static_cast<void>(::mallopt(M_MMAP_THRESHOLD, kOwnPages));
#endif
}

}  // namespace overt::cli
