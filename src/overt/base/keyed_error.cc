#include "overt/base/keyed_error.h"

namespace overt {
namespace {

std::string joined(const std::vector<MessagePart>& parts, const NameOfKey& name_of) {
  std::string message;
  for (const MessagePart& part : parts) message += part.is_key ? name_of(part.text) : part.text;
  return message;
}

std::string plain(std::string_view key) { return std::string(key); }

}  // namespace

KeyedError::KeyedError(ErrorCode code, std::initializer_list<MessagePart> parts)
    : Error(code, joined(parts, plain)),
      parts_(std::make_shared<const std::vector<MessagePart>>(parts)) {}

std::string KeyedError::message(const NameOfKey& name_of) const { return joined(*parts_, name_of); }

std::string message_of(const Error& error, const NameOfKey& name_of) {
  const auto* keyed = dynamic_cast<const KeyedError*>(&error);
  return keyed != nullptr ? keyed->message(name_of) : error.what();
}

}  // namespace overt
