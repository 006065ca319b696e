#include "overt/verify/promise_json.h"

#include <fmt/format.h>

#include <array>

#include "overt/base/error.h"

namespace overt {

nlohmann::ordered_json property_json(const PropertySpec& property) {
  nlohmann::ordered_json result = {{"name", property.name}};
  for (const PropertyFraction& member : property_fractions()) {
    const std::optional<Rational>& value = property.*member.value;
    if (value) result[std::string(member.name)] = to_string(*value);
  }
  if (property.l) result["l"] = *property.l;
  return result;
}

nlohmann::ordered_json caps_json(const Promise& promise) {
  nlohmann::ordered_json result = {{"k", promise.k}, {"columns", nlohmann::ordered_json::object()}};
  for (const auto& [name, column] : promise.columns) {
    nlohmann::ordered_json& own = result["columns"][name] = nlohmann::ordered_json::object();
    if (column.every) own["every"] = to_string(*column.every);
    for (const auto& [value, cap] : column.of_value) own["values"][value] = to_string(cap);
    if (column.beta) own["beta"] = to_string(*column.beta);
    if (column.beta_enhanced) own["beta_enhanced"] = to_string(*column.beta_enhanced);
    if (column.band) own["band"] = to_string(*column.band);
    if (!column.categories.empty()) own["categories"] = column.categories;
  }
  return result;
}

PropertySpec parse_property(const JsonReader& reader) {
  PropertySpec property;
  property.name = reader.get<std::string>("name");
  for (const PropertyFraction& member : property_fractions()) {
    const std::string key(member.name);
    if (reader.json().contains(key)) property.*member.value = reader.rational(key.c_str());
  }
  if (reader.json().contains("l")) {
    if (!reader.json()["l"].is_number_integer()) reader.fail("l", "is not a whole number");
    property.l = reader.get<std::int64_t>("l");
  }
  try {
    static_cast<void>(make_property(property, std::array<std::uint64_t, 1>{1}));
  } catch (const Error& error) {
    throw Error(ErrorCode::malformed, fmt::format("{}: {}", reader.called("name"), error.what()));
  }
  return property;
}

std::map<std::string, Rational> parse_fractions(const JsonReader& reader) {
  std::map<std::string, Rational> result;
  if (!reader.json().is_object()) reader.fail("", "is not what it should be");
  for (const auto& entry : reader.json().items()) {
    result[entry.key()] = reader.rational(entry.key().c_str());
  }
  return result;
}

Promise parse_caps(const JsonReader& reader) {
  Promise promise;
  promise.k = static_cast<std::int64_t>(reader.count("k"));
  const JsonReader columns = reader.inner("columns");
  if (!columns.json().is_object()) reader.fail("columns", "is not what it should be");
  for (const auto& entry : columns.json().items()) {
    const JsonReader own = columns.inner(entry.key().c_str());
    ColumnPromise& column = promise.columns[entry.key()];
    const auto maybe = [&](const char* key, std::optional<Rational>& to) {
      if (own.json().contains(key)) to = own.rational(key);
    };
    maybe("every", column.every);
    if (own.json().contains("values")) column.of_value = parse_fractions(own.inner("values"));
    maybe("beta", column.beta);
    maybe("beta_enhanced", column.beta_enhanced);
    maybe("band", column.band);
    if (own.json().contains("categories")) {
      column.categories = own.get<std::vector<std::int64_t>>("categories");
    }
  }
  try {
    check_promise(promise);
  } catch (const Error& error) {
    throw Error(ErrorCode::malformed, fmt::format("{}: {}", reader.called("k"), error.what()));
  }
  return promise;
}

}  // namespace overt
