#pragma once

// The one exception type. It is thrown only where data, files or parameters
// enter; inside, values are used, and asserts guard against our own mistakes.
// "Cannot be released safely" is a result (release/draft.h), not an Error.
//
// A message names file, line and column and what was expected. It never holds
// an identifier or a sensitive value, since messages end up in logs.

#include <stdexcept>
#include <string>

namespace overt {

enum class ErrorCode {
  usage,        // a parameter is wrong, or parameters contradict each other
  malformed,    // the content of a file is not what its format asks for
  io,           // a file cannot be read or written
  interrupted,  // the caller asked us to stop
};

class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace overt
