#include "overt/json/json_printer.h"

#include <gtest/gtest.h>

#include <vector>

#include "overt/base/impatient_for_tests.h"

namespace overt {
namespace {

using Json = nlohmann::ordered_json;

// What the class prints, and what the library would have printed.
std::string printed(const Json& object) {
  JsonPrinter text(unwatched());
  std::string result;
  for (const auto& [name, value] : object.items()) {
    if (value.is_array()) {
      const Json& list = value;
      text.list(name, list.size(), [&](std::size_t i) { return list[i]; });
    } else {
      text.member(name, value);
    }
    result += text.take();
  }
  return result + text.finish();
}

TEST(JsonPrinter, IsWhatTheLibraryPrints) {
  const Json nested = {{"a", {1, Json::array(), {{"b", Json::object()}, {"c", {1, {2, 3}}}}}}};
  const std::vector<Json> objects = {
      Json::object(),
      {{"one", 1}},
      {{"empty", Json::array()}, {"none", nullptr}, {"object", Json::object()}},
      {{"list", {1, 2, 3}}, {"texts", {"a", "\n  ]", "\",\n    \""}}, {"share", 0.25}},
      {{"quoted \" \n name", "new\nline"}, {"entries", {nested, nested, Json::object()}}},
      {{"nested", nested}, {"lists", {Json::array(), {1}, {Json::array()}}}}};
  for (const Json& object : objects) EXPECT_EQ(printed(object), object.dump(2) + "\n");
}

TEST(JsonPrinter, StopsBetweenTwoEntries) {
  Impatient impatient(3);  // the name and two entries
  JsonPrinter text(impatient);
  std::size_t asked = 0;
  EXPECT_THROW(text.list("list", 100, [&](std::size_t) { return ++asked; }), Error);
  EXPECT_EQ(asked, 1U);
}

}  // namespace
}  // namespace overt
