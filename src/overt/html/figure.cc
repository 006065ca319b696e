#include "overt/html/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "overt/html/numbers.h"

namespace overt {
namespace {

constexpr std::size_t kLongText = 28;

}  // namespace

Html data_table(const DataTable& table) {
  Html result;
  result.open(
      "div",
      {{"class", "scroll"}, {"role", "region"}, {"tabindex", "0"}, {"aria-label", table.caption}});
  result.open("table").element("caption", table.caption).open("thead").open("tr");
  // A sentence in a narrow column would be a tower of words.
  const auto kind = [&](std::size_t c) {
    if (table.columns[c].number) return "number";
    const bool long_texts = std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
      return row[c].size() > kLongText && row[c].find(' ') != std::string::npos;
    });
    return long_texts ? "words long" : "words";
  };
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    result.element("th", table.columns[c].name, {{"scope", "col"}, {"class", kind(c)}});
  }
  result.close().close().open("tbody");
  for (const std::vector<std::string>& row : table.rows) {
    assert(row.size() == table.columns.size());
    result.open("tr");
    for (std::size_t c = 0; c < row.size(); ++c) {
      c == 0 ? result.element("th", row[c], {{"scope", "row"}, {"class", kind(c)}})
             : result.element("td", row[c], {{"class", kind(c)}});
    }
    result.close();
  }
  return result.close().close().close();
}

void Drawing::line(double x1, double y1, double x2, double y2, std::string_view kind) {
  content_.leaf("line", {{"x1", place(x1)},
                         {"y1", place(y1)},
                         {"x2", place(x2)},
                         {"y2", place(y2)},
                         {"class", kind}});
}

void Drawing::rectangle(double x, double y, double width, double height, std::string_view kind) {
  content_.leaf("rect", {{"x", place(x)},
                         {"y", place(y)},
                         {"width", place(width)},
                         {"height", place(height)},
                         {"class", kind}});
}

void Drawing::circle(double x, double y, double radius, std::string_view kind) {
  content_.leaf("circle",
                {{"cx", place(x)}, {"cy", place(y)}, {"r", place(radius)}, {"class", kind}});
}

void Drawing::text(double x, double y, std::string_view text, std::string_view anchor,
                   std::string_view kind) {
  content_.element("text", text,
                   {{"x", place(x)}, {"y", place(y)}, {"text-anchor", anchor}, {"class", kind}});
}

void Drawing::path(const std::vector<std::pair<double, double>>& points, std::string_view kind) {
  std::string text;
  for (const auto& [x, y] : points) {
    text += fmt::format("{}{},{}", text.empty() ? "" : " ", place(x), place(y));
  }
  content_.leaf("polyline", {{"points", text}, {"class", kind}});
}

void Drawing::arrow(double from, double y, double to, double rise, double gap) {
  const bool straight = rise == 0;
  const double side = from < to ? 1 : -1;
  const double start_x = straight ? from + side * gap : from;
  const double end_x = straight ? to - side * gap : to;
  const double end_y = straight ? y : y - gap;
  const double turn_x = (from + to) / 2;
  const double turn_y = straight ? y : end_y - 2 * rise;
  // The head lies on the line from the turning point to the end, 8 long and 8 wide.
  const double length = std::hypot(end_x - turn_x, end_y - turn_y);
  const double along_x = (end_x - turn_x) / length * 8;
  const double along_y = (end_y - turn_y) / length * 8;
  const double neck_x = end_x - along_x;
  const double neck_y = end_y - along_y;
  content_.leaf(
      "path", {{"d", fmt::format("M{},{} Q{},{} {},{}", place(start_x), place(end_y), place(turn_x),
                                 place(turn_y), place(neck_x), place(neck_y))},
               {"class", "arrow"}});
  content_.leaf("polygon",
                {{"points", fmt::format("{},{} {},{} {},{}", place(end_x), place(end_y),
                                        place(neck_x - along_y / 2), place(neck_y + along_x / 2),
                                        place(neck_x + along_y / 2), place(neck_y - along_x / 2))},
                 {"class", "head"}});
}

std::string_view series_class(std::size_t series) {
  static constexpr std::array<std::string_view, 3> kClasses = {"bar", "bar2", "bar3"};
  return kClasses[series % kClasses.size()];
}

Html legend(const std::vector<std::string>& names) {
  Html result;
  result.open("p", {{"class", "legend"}});
  for (std::size_t s = 0; s < names.size(); ++s) {
    result.open("span");
    result.open("svg", {{"viewBox", "0 0 10 10"}, {"class", "key"}, {"aria-hidden", "true"}});
    result.leaf("rect", {{"width", "10"}, {"height", "10"}, {"class", series_class(s)}});
    result.close().text(names[s]).close().text(" ");
  }
  return result.close();
}

Html figure(const FigureText& text, const Drawing& drawing, const DataTable& table,
            const Html& legend) {
  Html result;
  result.open("figure", {{"id", text.id}});
  result.open("figcaption").element("strong", text.title).text(" " + text.caption).close();
  result.append(legend);
  const std::string width = place(drawing.width());
  const std::string height = place(drawing.height());
  const std::string box = fmt::format("0 0 {} {}", width, height);
  const std::string names = fmt::format("{0}-title {0}-desc", text.id);
  const bool wide = drawing.width() > kDrawingWidth;
  if (wide) {
    result.open(
        "div",
        {{"class", "scroll"}, {"role", "region"}, {"tabindex", "0"}, {"aria-label", text.title}});
    result.open("svg", {{"viewBox", box},
                        {"width", width},
                        {"height", height},
                        {"class", "wide"},
                        {"role", "img"},
                        {"aria-labelledby", names}});
  } else {
    result.open(
        "svg",
        {{"viewBox", box}, {"class", "drawing"}, {"role", "img"}, {"aria-labelledby", names}});
  }
  result.element("title", text.title, {{"id", text.id + "-title"}});
  result.element("desc", text.description, {{"id", text.id + "-desc"}});
  result.append(drawing.content()).close();
  if (wide) result.close();
  if (!table.rows.empty()) {
    result.open("details").element("summary", "The numbers as a table");
    result.append(data_table(table)).close();
  }
  return result.close();
}

}  // namespace overt
