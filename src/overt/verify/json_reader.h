#pragma once

// Looks keys of a JSON object up, and says which one is missing or of the wrong kind: what it
// throws, Error{malformed}, names the file and the way to the key.

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "overt/base/error.h"
#include "overt/base/rational.h"

namespace overt {

// Whether get<T>() gives what stands there: it makes some whole number of 1.5, of -1 and of 1e99
// without a word, and throws for all other mistakes.
inline bool fits(const nlohmann::ordered_json& /*json*/, const void* /*T*/) { return true; }
template <std::integral T>
requires(!std::same_as<T, bool>) bool fits(const nlohmann::ordered_json& json, const T* /*T*/) {
  if (json.is_number_unsigned()) return std::in_range<T>(json.get<std::uint64_t>());
  return json.is_number_integer() && std::in_range<T>(json.get<std::int64_t>());
}
template <typename T>
bool fits(const nlohmann::ordered_json& json, const std::vector<T>* /*T*/) {
  return json.is_array() && std::all_of(json.begin(), json.end(), [](const auto& item) {
           return fits(item, static_cast<const T*>(nullptr));
         });
}

class JsonReader {
 public:
  JsonReader(const nlohmann::ordered_json& json, std::string prefix, std::string_view name)
      : json_(json), prefix_(std::move(prefix)), name_(name) {}

  template <typename T>
  T get(const char* key) const {
    if (!json_.is_object() || !json_.contains(key)) fail(key, "is missing");
    try {
      if (fits(json_[key], static_cast<const T*>(nullptr))) return json_[key].get<T>();
    } catch (const nlohmann::json::exception&) {
    }
    fail(key, "is not what it should be");
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
