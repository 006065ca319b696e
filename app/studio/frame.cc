#include "studio/frame.h"

#include <fmt/format.h>

#include <array>

#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "studio/limits.h"

namespace overt::studio {
namespace {

struct Place {
  const char* path;
  const char* name;
};
constexpr std::array<Place, 5> kSteps = {{{"/", "Table"},
                                          {"/roles", "Roles"},
                                          {"/promise", "Promise"},
                                          {"/compare", "Compare"},
                                          {"/release", "Release"}}};
constexpr std::array<Place, 4> kOthers = {{{"/after", "Several releases"},
                                           {"/verify", "Verify a release"},
                                           {"/explain", "Explain"},
                                           {"/job", "Job file"}}};

Html steps(const FramedPage& page, const FrameOptions& options) {
  Html nav;
  nav.open("nav", {{"aria-label", "Studio"}, {"class", "studio"}}).open("ol");
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    const auto& [path, name] = kSteps[i];
    nav.open("li");
    const std::string text = fmt::format("{}. {}", i + 1, name);
    if (page.path == path) {
      nav.element("a", text, {{"href", path}, {"aria-current", "step"}});
    } else if (i < options.steps_open) {
      nav.element("a", text, {{"href", path}});
    } else {
      nav.element("span", text, {{"class", "later"}});
    }
    nav.close();
  }
  nav.close().open("ul");
  for (const auto& [path, name] : kOthers) {
    nav.open("li");
    page.path == path ? nav.element("a", name, {{"href", path}, {"aria-current", "page"}})
                      : nav.element("a", name, {{"href", path}});
    nav.close();
  }
  return nav.close().close();
}

Html running(const FramedPage& page, const TaskStatus& task) {
  // A page that shows the work itself says it once.
  if (!task.running() || page.path == "/progress" ||
      (page.path == "/compare" && task.next == page.path)) {
    return {};
  }
  return notice(Html().paragraph({strong(task.name + " .."), " ", go("/progress", "Show")}));
}

}  // namespace

std::string print_frame(const FramedPage& page, const FrameOptions& options) {
  Html body;
  body.element("a", "Skip to the content", {{"class", "skip"}, {"href", "#content"}});
  if (!page.notice.empty()) {
    body.open("div", {{"class", "running"}}).element("span", page.notice).close();
  }
  body.element("div", "The studio has ended. What was released stands in its folder.",
               {{"class", "running"}, {"id", "lost"}, {"role", "alert"}, {"hidden", "hidden"}});
  body.open("div", {{"class", "frame"}});
  body.open("header").element("p", "Overt Studio", {{"class", "kind"}}).element("h1", page.title);
  body.close();
  body.append(steps(page, options));
  body.open("main", {{"id", "content"}});
  if (!options.error.empty()) {
    body.open("div", {{"class", "notice grave"}, {"role", "alert"}, {"id", "error"}});
    body.paragraph({strong("Not yet: "), options.error}).close();
  }
  body.append(running(page, options.task)).append(page.body).close();
  body.open("footer").append(form(
      "/quit", options.form_token,
      joined({Html().paragraph({"The studio runs on this machine only. When it ends, it forgets "
                                "everything but what it was asked to write."}),
              button("End the studio", "quiet")})));
  body.close().close();

  std::string result = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  result += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  result += "<title>" + escaped(page.title) + " - Overt Studio</title>\n";
  result += "<link rel=\"icon\" href=\"/studio.svg\">\n";
  result += "<link rel=\"stylesheet\" href=\"/studio.css\">\n";
  result += "<script src=\"/studio.js\" defer></script>\n</head>\n<body class=\"studio\">\n";
  result += body.str() + "</body>\n</html>\n";
  return result;
}

Html form(std::string_view action, std::string_view token, const Html& fields) {
  return Html()
      .open("form", {{"method", "post"},
                     {"action", action},
                     {"enctype", "multipart/form-data"},
                     {"data-most", std::to_string(kMostUpload)}})
      .append(hidden("token", token))
      .append(fields)
      .close();
}

Html button(std::string_view text, std::string_view kind, std::string_view name,
            std::string_view value) {
  Html result;
  if (name.empty()) {
    result.element("button", text, {{"type", "submit"}, {"class", kind}});
  } else {
    result.element("button", text,
                   {{"type", "submit"}, {"class", kind}, {"name", name}, {"value", value}});
  }
  return result;
}

Html hidden(std::string_view name, std::string_view value) {
  return Html().leaf("input", {{"type", "hidden"}, {"name", name}, {"value", value}});
}

namespace {

// Label, what is filled in, and what is meant.
Html field(std::string_view label, std::string_view name, const Html& input,
           std::string_view help) {
  Html result;
  result.open("div", {{"class", "field"}});
  result.element("label", label, {{"for", name}}).append(input);
  if (!help.empty()) {
    result.element("p", help, {{"class", "help"}, {"id", fmt::format("{}-help", name)}});
  }
  return result.close();
}

Html input(std::string_view type, std::string_view name, std::string_view value,
           std::string_view help, std::string_view list) {
  const std::string described = help.empty() ? "" : fmt::format("{}-help", name);
  if (!list.empty()) {
    return Html().leaf("input", {{"type", type},
                                 {"id", name},
                                 {"name", name},
                                 {"value", value},
                                 {"list", list},
                                 {"autocomplete", "off"},
                                 {"aria-describedby", described}});
  }
  return Html().leaf("input", {{"type", type},
                               {"id", name},
                               {"name", name},
                               {"value", value},
                               {"autocomplete", "off"},
                               {"aria-describedby", described}});
}

}  // namespace

Html text_field(std::string_view label, std::string_view name, std::string_view value,
                std::string_view help, std::string_view list) {
  return field(label, name, input("text", name, value, help, list), help);
}

Html number_field(std::string_view label, std::string_view name, std::string_view value,
                  std::string_view help) {
  return field(label, name, input("number", name, value, help, ""), help);
}

Html file_field(std::string_view label, std::string_view name, std::string_view help) {
  return field(label, name, Html().leaf("input", {{"type", "file"}, {"id", name}, {"name", name}}),
               help);
}

Html select_field(std::string_view label, std::string_view name, const std::vector<Choice>& choices,
                  std::string_view chosen, std::string_view help) {
  Html select;
  select.open("select", {{"id", name}, {"name", name}});
  for (const auto& [value, text] : choices) {
    value == chosen ? select.element("option", text, {{"value", value}, {"selected", "selected"}})
                    : select.element("option", text, {{"value", value}});
  }
  return field(label, name, select.close(), help);
}

Html check_field(std::string_view label, std::string_view name, bool checked,
                 std::string_view help) {
  Html result;
  result.open("div", {{"class", "field check"}}).open("label");
  checked ? result.leaf(
                "input",
                {{"type", "checkbox"}, {"name", name}, {"value", "yes"}, {"checked", "checked"}})
          : result.leaf("input", {{"type", "checkbox"}, {"name", name}, {"value", "yes"}});
  result.element("span", label).close();
  if (!help.empty()) result.element("p", help, {{"class", "help"}});
  return result.close();
}

Html go(std::string_view path, std::string_view text, std::string_view kind) {
  return Html().element("a", text, {{"href", path}, {"class", kind}});
}

Html copied(std::string_view id, std::string_view text) {
  Html result;
  result.open("div", {{"class", "copied"}});
  result.open("pre", {{"tabindex", "0"}, {"id", id}}).element("code", text).close();
  result.element("button", "Copy", {{"type", "button"}, {"class", "quiet"}, {"data-copy", id}});
  return result.close();
}

}  // namespace overt::studio
