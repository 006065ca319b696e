#include "overt/html/page.h"

#include "overt/html/stylesheet.h"

namespace overt {

std::string print_page(const Page& page) {
  Html body;
  body.element("a", "Skip to the content", {{"class", "skip"}, {"href", "#content"}});
  body.open("div", {{"class", "printed"}});
  if (!page.notice.empty()) {
    body.open("div", {{"class", "running"}}).element("span", page.notice).close();
  }
  body.open("div", {{"class", "frame"}});
  body.open("header").element("p", page.kind, {{"class", "kind"}}).element("h1", page.title);
  body.append(page.summary).close();
  body.open("nav", {{"aria-label", "Sections of this page"}}).open("ul");
  for (const Section& section : page.sections) {
    body.open("li").append(link(section.id, section.title)).close();
  }
  body.close().close();
  body.open("main", {{"id", "content"}});
  for (const Section& section : page.sections) {
    body.open("section", {{"aria-labelledby", section.id}});
    body.element("h2", section.title, {{"id", section.id}}).append(section.body).close();
  }
  body.close();
  body.open("footer").paragraph(
      {"Made by Overt. This page is one file: it loads nothing and runs nothing."});
  body.close().close().close();

  std::string result = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  result += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  // The page may load nothing, and says so to the browser.
  result +=
      "<meta http-equiv=\"Content-Security-Policy\" "
      "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n";
  result += "<title>" + escaped(page.title) + "</title>\n<style>";
  result += kStylesheet;
  result += "</style>\n</head>\n<body>\n" + body.str() + "</body>\n</html>\n";
  return result;
}

Html facts(const std::vector<Fact>& facts) {
  Html result;
  result.open("dl", {{"class", "facts"}});
  for (const auto& [name, value] : facts) {
    result.open("div").element("dt", name).element("dd", value).close();
  }
  return result.close();
}

Html terms(const std::vector<Term>& terms) {
  Html result;
  result.open("dl", {{"class", "terms"}});
  for (const auto& [name, meaning] : terms) {
    result.open("div").element("dt", name).open("dd").append(meaning).close().close();
  }
  return result.close();
}

Html notice(const Html& content, bool grave) {
  return Html().open("div", {{"class", grave ? "notice grave" : "notice"}}).append(content).close();
}

}  // namespace overt
