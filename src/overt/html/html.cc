#include "overt/html/html.h"

#include <cassert>
#include <cstddef>

namespace overt {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

unsigned char byte(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

// How many bytes the character at `at` has, if it is one that HTML takes; 0 if not.
std::size_t valid_character(std::string_view text, std::size_t at) {
  const unsigned char first = byte(text, at);
  if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : first == '\t' || first == '\n';
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first > 0xF4) return 0;
  char32_t code = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(text, at + i) & 0xC0U) != 0x80U) return 0;
    code = code << 6U | (byte(text, at + i) & 0x3FU);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  const bool control = code >= 0x80 && code <= 0x9F;
  const bool no_character = (code & 0xFFFEU) == 0xFFFEU || (code >= 0xFDD0 && code <= 0xFDEF);
  const bool taken = code >= kLeast[length] && code <= 0x10FFFF;
  return taken && !surrogate && !control && !no_character ? length : 0;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = valid_character(text, at);
    if (length == 0) {
      result += kReplacement;
      ++at;
      continue;
    }
    switch (text[at]) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += text.substr(at, length);
    }
    at += length;
  }
  return result;
}

Html& Html::open(std::string_view tag, Attributes attributes) {
  (text_ += '<') += tag;
  for (const auto& [name, value] : attributes) {
    (((text_ += ' ') += name) += "=\"") += escaped(value);
    text_ += '"';
  }
  text_ += '>';
  open_.emplace_back(tag);
  return *this;
}

Html& Html::close() {
  assert(!open_.empty());
  const std::string& tag = open_.back();
  ((text_ += "</") += tag) += '>';
  // A line for each block keeps the difference of two pages readable.
  static constexpr std::string_view kInline[] = {"a",  "code", "strong", "span", "em",
                                                 "th", "td",   "dt",     "tspan"};
  bool in_line = false;
  for (const std::string_view name : kInline) in_line = in_line || name == tag;
  if (!in_line) text_ += '\n';
  open_.pop_back();
  return *this;
}

Html& Html::text(std::string_view text) {
  text_ += escaped(text);
  return *this;
}

Html& Html::append(const Html& piece) {
  text_ += piece.str();
  return *this;
}

Html& Html::element(std::string_view tag, std::string_view text, Attributes attributes) {
  return open(tag, attributes).text(text).close();
}

Html& Html::leaf(std::string_view tag, Attributes attributes) {
  open(tag, attributes);
  open_.pop_back();
  text_.insert(text_.size() - 1, "/");
  text_ += '\n';
  return *this;
}

Html& Html::paragraph(std::initializer_list<Html> pieces) {
  return open("p").append(joined(pieces)).close();
}

Html& Html::list(const std::vector<Html>& items) {
  open("ul");
  for (const Html& item : items) open("li").append(item).close();
  return close();
}

Html& Html::heading(std::string_view text) { return element("h3", text); }

const std::string& Html::str() const {
  assert(open_.empty());
  return text_;
}

Html joined(std::initializer_list<Html> pieces) {
  Html result;
  for (const Html& piece : pieces) result.append(piece);
  return result;
}

Html strong(std::string_view text) { return Html().element("strong", text); }
Html code(std::string_view text) { return Html().element("code", text); }

Html command(std::string_view text) {
  return Html().open("pre", {{"tabindex", "0"}}).element("code", text).close();
}

Html link(std::string_view id, std::string_view text) {
  return Html().element("a", text, {{"href", "#" + std::string(id)}});
}

}  // namespace overt
