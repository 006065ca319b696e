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

// Reads the grammar of cell.h from the front of `rest`.
class CellParser {
 public:
  explicit CellParser(std::string_view text) : rest_(text) {}

  std::optional<Cell> parse() {
    Cell cell;
    if (rest_.empty() || rest_[0] != '{') {
      if (!item(cell, '\0')) return std::nullopt;
    } else {
      rest_.remove_prefix(1);
      do {
        if (cell.missing || !item(cell, '}')) return std::nullopt;  // NULL stands last
      } while (take(", "));
      if (!take("}")) return std::nullopt;
    }
    if (!rest_.empty()) return std::nullopt;
    return cell;
  }

 private:
  bool take(std::string_view token) {
    if (rest_.substr(0, token.size()) != token) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  // An interval, NULL, or a value, into the cell.
  bool item(Cell& cell, char close) {
    if (take("[")) {
      if (cell.interval || !cell.values.empty()) return false;
      std::pair<std::string, std::string> ends;
      if (!value(ends.first, ']') || !take(", ") || !value(ends.second, ']') || !take("]")) {
        return false;
      }
      cell.interval = std::move(ends);
      return true;
    }
    const bool bare = rest_.empty() || rest_[0] != '"';
    std::string text;
    if (!value(text, close)) return false;
    if (bare && text == kNull) {
      cell.missing = true;
    } else if (cell.interval) {
      return false;
    } else {
      cell.values.push_back(std::move(text));
    }
    return true;
  }

  // A bare value up to the comma or `close` ('\0': up to the end), or a JSON string.
  bool value(std::string& out, char close) {
    if (!rest_.empty() && rest_[0] == '"') return json_string(out);
    if (!rest_.empty() && (rest_[0] == '[' || rest_[0] == '{')) return false;
    const char special[] = {',', close, '\0'};
    const std::size_t end = close == '\0' ? rest_.size() : rest_.find_first_of(special);
    if (end == rest_.npos) return false;
    out = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return true;
  }

  bool json_string(std::string& out) {
    std::size_t end = 1;
    while (end < rest_.size() && rest_[end] != '"') end += rest_[end] == '\\' ? 2 : 1;
    if (end >= rest_.size()) return false;
    const auto json = nlohmann::json::parse(rest_.substr(0, end + 1), nullptr, false);
    if (!json.is_string()) return false;
    out = json.get<std::string>();
    rest_.remove_prefix(end + 1);
    return true;
  }

  std::string_view rest_;
};

}  // namespace

std::string plain_text(std::string_view value) {
  return needs_quotes(value) ? quoted(value) : std::string(value);
}

std::string interval_text(std::string_view low, std::string_view high, bool missing) {
  const std::string interval = "[" + element(low, ']') + ", " + element(high, ']') + "]";
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

std::optional<Cell> parse_cell(std::string_view text) { return CellParser(text).parse(); }

}  // namespace overt
