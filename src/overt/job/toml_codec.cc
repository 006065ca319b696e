#include "overt/job/toml_codec.h"

#include <limits>

namespace overt {

TomlCodec<std::vector<std::string>> texts() {
  return {[](const TomlPlace& place) {
            if (const auto one = place.node.value_exact<std::string>()) {
              return std::vector<std::string>{*one};
            }
            const toml::array* array = place.node.as_array();
            if (array == nullptr) place.fail("expected a list of texts");
            std::vector<std::string> result;
            for (const toml::node& item : *array) result.push_back(text().read(place.item(item)));
            return result;
          },
          [](const std::vector<std::string>& list, toml::table& table, std::string_view key) {
            toml::array array;
            for (const std::string& one : list) array.push_back(one);
            table.insert(key, std::move(array));
          }};
}

TomlCodec<Rational> fraction() {
  return {[](const TomlPlace& place) {
            auto given = place.node.value_exact<std::string>();
            if (const auto number = place.node.value_exact<std::int64_t>()) {
              given = std::to_string(*number);
            }
            try {
              if (given) return parse_rational(*given, place.key);
            } catch (const Error&) {  // said below, with the place
            }
            place.fail("expected a fraction as a text, such as \"1/2\"");
          },
          [](const Rational& value, toml::table& table, std::string_view key) {
            table.insert(key, to_string(value));
          }};
}

template <typename Number>
TomlCodec<std::vector<Number>> numbers() {
  return {[](const TomlPlace& place) {
            const toml::array* list = place.node.as_array();
            if (list == nullptr) place.fail("expected a list of whole numbers");
            std::vector<Number> result;
            for (const toml::node& item : *list) {
              const auto number = item.value_exact<std::int64_t>();
              if (!number || *number < 0 || *number > std::numeric_limits<std::uint32_t>::max()) {
                place.item(item).fail("expected a whole number, 0 or more");
              }
              result.push_back(static_cast<Number>(*number));
            }
            return result;
          },
          [](const std::vector<Number>& list, toml::table& table, std::string_view key) {
            toml::array array;
            for (const Number number : list) array.push_back(static_cast<std::int64_t>(number));
            table.insert(key, std::move(array));
          }};
}

template TomlCodec<std::vector<std::uint32_t>> numbers();
template TomlCodec<std::vector<std::int64_t>> numbers();

}  // namespace overt
