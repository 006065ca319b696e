#pragma once

// An Error whose message names parameters. The core knows no flags: a parameter is a Key, under
// its name in a job file, and whoever shows the message writes it in their own way.
//
//   throw KeyedError(ErrorCode::usage, {"no output folder is given (", Key{"output"}, ")"});
//
//   error.what()                   // no output folder is given (output)
//   message_of(error, flag_of)     // no output folder is given (--out)

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "overt/base/error.h"

namespace overt {

// A parameter, by its name in a job file: "output", "min_group".
struct Key {
  std::string_view name;
};

// Words or a key. Not explicit: a message is a list of them in braces.
struct MessagePart {
  MessagePart(const char* words) : text(words) {}         // NOLINT(google-explicit-constructor)
  MessagePart(const std::string& words) : text(words) {}  // NOLINT(google-explicit-constructor)
  MessagePart(Key key) : text(key.name), is_key(true) {}  // NOLINT(google-explicit-constructor)

  std::string text;
  bool is_key = false;
};

using NameOfKey = std::function<std::string(std::string_view key)>;

class KeyedError final : public Error {
 public:
  // what() has the plain names of the keys.
  KeyedError(ErrorCode code, std::initializer_list<MessagePart> parts);
  std::string message(const NameOfKey& name_of) const;

 private:
  // Shared, since an exception must be copied without throwing.
  std::shared_ptr<const std::vector<MessagePart>> parts_;
};

// The message of any Error, with every key as `name_of` writes it.
std::string message_of(const Error& error, const NameOfKey& name_of);

}  // namespace overt
