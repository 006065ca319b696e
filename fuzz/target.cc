#include "fuzz/target.h"

#include <cstdio>
#include <cstdlib>

namespace overt::fuzz {

void expect(bool fine, std::string_view what) {
  if (fine) return;
  std::fprintf(stderr, "not as expected: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

}  // namespace overt::fuzz
