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

// With what needs no memory.
[[noreturn]] void end(std::string_view message, int code) noexcept {
  static_cast<void>(!::write(STDERR_FILENO, message.data(), message.size()));
  ::_exit(code);
}

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
      // A defect, as where there is no exception.
    }
  }
  end("overt: a defect in overt, please report it; nothing was written\n", kDefect);
}

}  // namespace

void end_well_without_memory() {
  std::set_terminate(terminated);
  mp_set_memory_functions(allocated, reallocated, nullptr);
}

void end_for_want_of_memory() noexcept {
  end("overt: not enough memory; nothing was written\n", kNoAccess);
}

}  // namespace overt::cli
