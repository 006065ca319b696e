#pragma once

// Reads our own drawings back: the elements of one kind, with their attributes and the text that
// follows. Enough for what we print ourselves; whether a page is HTML at all is seen by
// tests/report.
//
//   elements("<text x=\"4\" y=\"2\">flu</text>", "text")[0].number("x") == 4

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace overt {

struct DrawnElement {
  std::map<std::string, std::string> attributes;
  std::string text;

  const std::string& at(const std::string& name) const { return attributes.at(name); }
  bool has(const std::string& name, const std::string& value) const {
    const auto found = attributes.find(name);
    return found != attributes.end() && found->second == value;
  }
  double number(const std::string& name) const { return std::stod(at(name)); }
};

inline std::vector<DrawnElement> elements(const std::string& page, const std::string& kind) {
  std::vector<DrawnElement> result;
  const std::string start = "<" + kind + " ";
  for (std::size_t at = page.find(start); at != std::string::npos; at = page.find(start, at)) {
    DrawnElement element;
    at += start.size();
    while (page.at(at) != '>' && page.at(at) != '/') {
      const std::size_t equals = page.find("=\"", at);
      const std::size_t end = page.find('"', equals + 2);
      if (end == std::string::npos) throw std::invalid_argument("an attribute does not end");
      element.attributes[page.substr(at, equals - at)] = page.substr(equals + 2, end - equals - 2);
      at = page.find_first_not_of(' ', end + 1);
    }
    const std::size_t text = page.find('>', at) + 1;
    element.text = page.substr(text, page.find('<', text) - text);
    result.push_back(std::move(element));
  }
  return result;
}

}  // namespace overt
