#pragma once

// A piece of HTML or SVG that is safe by construction: text goes in escaped, elements are
// closed in the order in which they were opened, and there is no way to put in a raw string.
//
//   Html body;
//   body.paragraph({"No value has a share above ", strong("1/3"), " in any group."});
//   body.open("ul").element("li", "<one>").close();   // <ul><li>&lt;one&gt;</li></ul>
//
// A text is an Html, too, so lists in braces mix words and elements. What is written depends
// on what is put in and on nothing else: no clock, no locale.

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace overt {

// & < > " ' as references. Characters that HTML does not take or that change how others are shown,
// and bytes that are not UTF-8, are made visible (base/visible.h).
std::string escaped(std::string_view text);

// Name and value, which is escaped.
using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

class Html {
 public:
  Html() = default;
  // Words, as they are. Not explicit: that is what makes lists of words and elements short.
  Html(const char* text) { this->text(text); }         // NOLINT(google-explicit-constructor)
  Html(const std::string& text) { this->text(text); }  // NOLINT(google-explicit-constructor)

  Html& open(std::string_view tag, Attributes attributes = {});
  Html& close();  // the innermost element that is open
  Html& text(std::string_view text);
  Html& append(const Html& piece);
  // An element with a text, and one without content (SVG: <rect ../>).
  Html& element(std::string_view tag, std::string_view text, Attributes attributes = {});
  Html& leaf(std::string_view tag, Attributes attributes);

  // <p>, <ul> and <h3>: what prose is made of.
  Html& paragraph(std::initializer_list<Html> pieces);
  Html& list(const std::vector<Html>& items);
  Html& heading(std::string_view text);

  bool empty() const { return text_.empty(); }
  // REQUIRES: every element is closed.
  const std::string& str() const;

 private:
  std::string text_;
  std::vector<std::string> open_;
};

// The pieces one after another.
Html joined(std::initializer_list<Html> pieces);
Html strong(std::string_view text);
Html code(std::string_view text);
// A command to copy, on lines of its own.
Html command(std::string_view text);
// A link inside the page (#id): a page links to nothing else.
Html link(std::string_view id, std::string_view text);

}  // namespace overt
