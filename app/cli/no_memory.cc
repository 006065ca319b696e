#include "cli/no_memory.h"

#include <gmp.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "cli/commands.h"

namespace overt::cli {
namespace {

void* allocated(std::size_t size) {
  void* const memory = std::malloc(size);
  if (memory == nullptr) end_for_want_of_memory();
  return memory;
}

void* reallocated(void* old, std::size_t /*old_size*/, std::size_t size) {
  void* const memory = std::realloc(old, size);
  if (memory == nullptr) end_for_want_of_memory();
  return memory;
}

void terminated() {
  if (const std::exception_ptr failure = std::current_exception()) {
    try {
      std::rethrow_exception(failure);
    } catch (const std::bad_alloc&) {
      end_for_want_of_memory();
    } catch (...) {
      // A defect: it ends as it would.
    }
  }
  std::abort();
}

}  // namespace

void end_well_without_memory() {
  std::set_terminate(terminated);
  mp_set_memory_functions(allocated, reallocated, nullptr);
}

void end_for_want_of_memory() noexcept {
  constexpr std::string_view kMessage = "overt: not enough memory; nothing was written\n";
  static_cast<void>(!::write(STDERR_FILENO, kMessage.data(), kMessage.size()));
  ::_exit(kNoAccess);
}

}  // namespace overt::cli
