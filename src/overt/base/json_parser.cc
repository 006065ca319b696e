#include "overt/base/json_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "overt/base/error.h"
#include "overt/base/nesting.h"

namespace overt {
namespace {

// "line 3, column 7" of the byte, counted from 1.
std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(text.size(), byte > 0 ? byte - 1 : 0));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto last = before.rfind('\n');
  const std::size_t column = before.size() - (last == before.npos ? 0 : last + 1) + 1;
  return fmt::format("line {}, column {}", line, column);
}

template <typename Json>
Json parse(std::string_view text, std::string_view name, std::size_t open, std::string_view twice) {
  const auto fail = [&](std::string_view what) {
    throw Error(ErrorCode::malformed, fmt::format("{}: {}", name, what));
  };
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  const auto no_key_twice = [&](int /*depth*/, typename Json::parse_event_t event,
                                const Json& part) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key &&
        !keys.back().insert(part.template get<std::string>()).second) {
      const std::string key = part.template get<std::string>();
      fail(keys.size() <= open ? fmt::format("{}: the key stands twice", key) : std::string(twice));
    }
    return true;
  };
  check_nesting(text, name, Syntax::json);
  try {
    return Json::parse(text, no_key_twice);
  } catch (const typename Json::parse_error& error) {
    fail(fmt::format("{}: not valid JSON", place_of(text, error.byte)));
  } catch (const typename Json::exception&) {
    fail("not valid JSON: a number is too large");
  }
  return {};  // fail() does not return
}

template <typename Json>
void refuse_other_keys(const Json& object, std::string_view place,
                       const std::vector<std::string_view>& keys) {
  for (const auto& item : object.items()) {
    if (std::find(keys.begin(), keys.end(), item.key()) != keys.end()) continue;
    throw Error(ErrorCode::malformed, fmt::format("{}{}: there is no such key", place, item.key()));
  }
}

}  // namespace

nlohmann::json parse_json(std::string_view text, std::string_view name) {
  return parse<nlohmann::json>(text, name, std::numeric_limits<std::size_t>::max(), {});
}

nlohmann::ordered_json parse_ordered_json(std::string_view text, std::string_view name,
                                          std::size_t open, std::string_view twice) {
  return parse<nlohmann::ordered_json>(text, name, open, twice);
}

void allow_keys(const nlohmann::json& object, std::string_view place,
                const std::vector<std::string_view>& keys) {
  refuse_other_keys(object, place, keys);
}

void allow_keys(const nlohmann::ordered_json& object, std::string_view place,
                const std::vector<std::string_view>& keys) {
  refuse_other_keys(object, place, keys);
}

}  // namespace overt
