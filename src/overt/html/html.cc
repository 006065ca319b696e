#include "overt/html/html.h"

#include <cassert>

#include "overt/base/visible.h"

namespace overt {

std::string escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : visible_lines(text)) {
    switch (c) {
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
        result += c;
    }
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
