#pragma once

// The frame of a report: one HTML file that needs nothing else. Inline stylesheet, no
// scripts, no network, no clock, no locale; light and dark as the reader's system asks; a
// skip link and landmarks for screen readers; on paper black on white, with a running header
// on every page if there is one.
//
//   Page page{"What was released", "Overt: public report", ""};
//   page.sections.push_back({"promise", "What is promised", body});
//   std::string file = print_page(page);

#include <string>
#include <vector>

#include "overt/html/html.h"

namespace overt {

struct Section {
  std::string id;
  std::string title;
  Html body;
};

struct Page {
  std::string title;
  std::string kind;    // above the title: which of our pages this is
  std::string notice;  // on top of the screen and of every printed page; empty: none
  Html summary;        // below the title: what most readers want to know
  std::vector<Section> sections;
};

inline constexpr const char* kCustodianOnly = "custodian only, not for release";

std::string print_page(const Page& page);

// Numbers that stand out: a name and a value each, side by side as far as they fit.
struct Fact {
  std::string name;
  std::string value;
};
Html facts(const std::vector<Fact>& facts);

// Names and what is said about each, below one another.
struct Term {
  std::string name;
  Html meaning;
};
Html terms(const std::vector<Term>& terms);

// A box that stands out. `grave`: what must not be overlooked.
Html notice(const Html& content, bool grave = false);

}  // namespace overt
