#pragma once

// A fuzz target is a function of bytes that somebody else has written. Whatever they are, it ends
// with a result or with an Error, and what it holds to be true of the result holds. Everything
// else is a finding: another exception, a crash, a report of the sanitizers, expect().
//
//   libFuzzer calls it with bytes of its own making (make fuzz); replay.cc calls it with the files
//   of the corpus (make test).

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "overt/base/error.h"

// Defined once in every target.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace overt::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Ends the process with `what` unless `fine`.
void expect(bool fine, std::string_view what);

// Whether `work` came to its end; an Error is the other way that it may end. Nobody has asked it
// to stop, and its message says something.
template <typename Work>
bool succeeds(const Work& work) {
  try {
    work();
    return true;
  } catch (const Error& error) {
    expect(error.code() != ErrorCode::interrupted, "stopped, and nobody asked for it");
    expect(*error.what() != '\0', "an Error that says nothing");
    return false;
  }
}

// Takes the first byte off, for a choice that the input makes; 0 when there is none.
inline std::uint8_t take_byte(std::string_view& bytes) {
  if (bytes.empty()) return 0;
  const auto first = static_cast<std::uint8_t>(bytes.front());
  bytes.remove_prefix(1);
  return first;
}

}  // namespace overt::fuzz
