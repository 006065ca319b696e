// What a wheel brings along because systems that it is made for have it not: functions of newer
// libraries that have no older version to be bound to (packaging/rebind.py does the others).
// Compiled with OVERT_PORTABLE alone, which `make wheel` sets.

#include <sodium.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

// libstdc++ 12 has it: where an assertion of a container ends. The same words, the same end.
namespace std {
[[noreturn, gnu::visibility("default")]] void __glibcxx_assert_fail(
    const char* file, int line, const char* function, const char* condition) noexcept {
  if (file != nullptr && function != nullptr && condition != nullptr) {
    std::fprintf(stderr, "%s:%d: %s: Assertion '%s' failed.\n", file, line, function, condition);
  }
  std::abort();
}
}  // namespace std

// glibc 2.36 has it; libarchive, which is linked in, asks for it where it encrypts. We never let
// it.
extern "C" void arc4random_buf(void* to, std::size_t size) noexcept { randombytes_buf(to, size); }
