#include "overt/table/cell.h"

#include <nlohmann/json.hpp>

namespace overt {
namespace {

constexpr std::string_view kNull = "NULL";

bool needs_quotes(std::string_view value) {
  return value == kNull ||
         (!value.empty() && std::string_view("[{\"").find(value[0]) != value.npos);
}

std::string quoted(std::string_view value) { return nlohmann::json(value).dump(); }

// A value between brackets; `close` is the bracket that ends the list.
std::string element(std::string_view value, char close) {
  const char special[] = {',', close, '\0'};
  const bool quote = needs_quotes(value) || value.find_first_of(special) != value.npos;
  return quote ? quoted(value) : std::string(value);
}

// Reads the grammar of cell.h from the front of `rest_`.
class CellParser {
 public:
  CellParser(std::string_view text, Cell& cell) : rest_(text), cell_(cell) {
    cell_.interval.reset();
    cell_.values.clear();
    cell_.missing = false;
    cell_.unquoted.clear();
  }

  bool parse() {
    if (rest_.empty() || rest_[0] != '{') {
      if (!item('\0')) return false;
    } else {
      rest_.remove_prefix(1);
      do {
        if (cell_.missing || !item('}')) return false;  // NULL stands last
      } while (take(", "));
      if (!take("}")) return false;
    }
    return rest_.empty();
  }

 private:
  bool take(std::string_view token) {
    if (rest_.substr(0, token.size()) != token) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  // An interval, NULL, or a value, into the cell.
  bool item(char close) {
    if (take("[")) {
      if (cell_.interval || !cell_.values.empty()) return false;
      std::pair<std::string_view, std::string_view> ends;
      if (!value(ends.first, ']') || !take(", ") || !value(ends.second, ']') || !take("]")) {
        return false;
      }
      cell_.interval = ends;
      return true;
    }
    const bool bare = rest_.empty() || rest_[0] != '"';
    std::string_view text;
    if (!value(text, close)) return false;
    if (bare && text == kNull) {
      cell_.missing = true;
    } else if (cell_.interval) {
      return false;
    } else {
      cell_.values.push_back(text);
    }
    return true;
  }

  // A bare value up to the comma or `close` ('\0': up to the end), or a JSON string.
  bool value(std::string_view& out, char close) {
    if (!rest_.empty() && rest_[0] == '"') return json_string(out);
    if (!rest_.empty() && (rest_[0] == '[' || rest_[0] == '{')) return false;
    std::size_t end = rest_.size();
    if (close != '\0') {
      end = 0;
      while (end < rest_.size() && rest_[end] != ',' && rest_[end] != close) ++end;
      if (end == rest_.size()) return false;
    }
    out = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return true;
  }

  bool json_string(std::string_view& out) {
    std::size_t end = 1;
    while (end < rest_.size() && rest_[end] != '"') end += rest_[end] == '\\' ? 2 : 1;
    if (end >= rest_.size()) return false;
    const auto json = nlohmann::json::parse(rest_.substr(0, end + 1), nullptr, false);
    if (!json.is_string()) return false;
    out = cell_.unquoted.emplace_back(json.get<std::string>());
    rest_.remove_prefix(end + 1);
    return true;
  }

  std::string_view rest_;
  Cell& cell_;
};

}  // namespace

std::string plain_text(std::string_view value) {
  return needs_quotes(value) ? quoted(value) : std::string(value);
}

std::string interval_text(std::string_view low, std::string_view high, bool missing) {
  const std::string interval = "[" + element(low, ']') + ", " + element(high, ']') + "]";
  return missing ? "{" + interval + ", NULL}" : interval;
}

std::string text_interval_text(std::string_view low, std::string_view high, bool missing) {
  const std::string interval = "[" + quoted(low) + ", " + quoted(high) + "]";
  return missing ? "{" + interval + ", NULL}" : interval;
}

std::string set_text(std::span<const std::string_view> values, bool missing) {
  if (values.size() == 1 && !missing) return plain_text(values[0]);
  std::string text = "{";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ", ";
    text += element(values[i], '}');
  }
  text += missing ? ", NULL}" : "}";
  return text;
}

bool parse_cell(std::string_view text, Cell& cell) { return CellParser(text, cell).parse(); }

}  // namespace overt
