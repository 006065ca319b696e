#pragma once

// Looks keys of a JSON object up, and says which one is missing or of the wrong kind: what it
// throws, Error{malformed}, names the file and the way to the key.

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "overt/base/error.h"
#include "overt/base/rational.h"

namespace overt {

class JsonReader {
 public:
  JsonReader(const nlohmann::ordered_json& json, std::string prefix, std::string_view name)
      : json_(json), prefix_(std::move(prefix)), name_(name) {}

  template <typename T>
  T get(const char* key) const {
    if (!json_.is_object() || !json_.contains(key)) fail(key, "is missing");
    try {
      return json_[key].get<T>();
    } catch (const nlohmann::json::exception&) {
      fail(key, "is not what it should be");
    }
  }
  std::uint64_t count(const char* key) const {
    if (!json_.is_object() || !json_.contains(key)) fail(key, "is missing");
    if (!json_[key].is_number_unsigned()) fail(key, "is not a count");
    return json_[key].get<std::uint64_t>();
  }
  Rational rational(const char* key) const {
    return parse_rational(get<std::string>(key), called(key));
  }
  JsonReader inner(const char* key) const {
    if (!json_.is_object() || !json_.contains(key)) fail(key, "is missing");
    return {json_[key], fmt::format("{}{}.", prefix_, key), name_};
  }
  const nlohmann::ordered_json& json() const { return json_; }
  std::string called(const char* key) const { return fmt::format("{}: {}{}", name_, prefix_, key); }

  [[noreturn]] void fail(const char* key, const char* what) const {
    throw Error(ErrorCode::malformed, fmt::format("{} {}", called(key), what));
  }

 private:
  const nlohmann::ordered_json& json_;
  std::string prefix_;
  std::string_view name_;
};

}  // namespace overt
