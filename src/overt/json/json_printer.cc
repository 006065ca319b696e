#include "overt/json/json_printer.h"

#include <utility>

namespace overt {
namespace {

constexpr std::size_t kMember = 2, kEntry = 4;  // spaces before each

}  // namespace

std::string indented_json(const nlohmann::ordered_json& value, std::size_t spaces) {
  const std::string text = value.dump(2);
  std::string result;
  for (const char c : text) {  // in a text of JSON, "\n" is two characters
    result += c;
    if (c == '\n') result.append(spaces, ' ');
  }
  return result;
}

void JsonPrinter::name(std::string_view name) {
  progress_.check();
  text_ += first_ ? "{\n" : ",\n";
  first_ = false;
  text_.append(kMember, ' ');
  text_ += nlohmann::ordered_json(name).dump();
  text_ += ": ";
}

void JsonPrinter::member(std::string_view name, const nlohmann::ordered_json& value) {
  this->name(name);
  text_ += indented_json(value, kMember);
}

void JsonPrinter::list(std::string_view name, std::size_t count,
                       const std::function<nlohmann::ordered_json(std::size_t)>& entry) {
  this->name(name);
  text_ += '[';
  for (std::size_t i = 0; i < count; ++i) {
    progress_.check();
    text_ += i == 0 ? "\n" : ",\n";
    text_.append(kEntry, ' ');
    text_ += indented_json(entry(i), kEntry);
  }
  if (count != 0) text_.append("\n").append(kMember, ' ');
  text_ += ']';
}

std::string JsonPrinter::take() { return std::exchange(text_, {}); }

std::string JsonPrinter::finish() {
  text_ += first_ ? "{}\n" : "\n}\n";
  return take();
}

}  // namespace overt
