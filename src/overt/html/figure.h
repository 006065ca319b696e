#pragma once

// What all charts share: a <figure> with a drawing that has a title and a description for
// those who do not see it, a caption, and the numbers behind it as a table (folded on the
// screen, open on paper).
//
// Drawings are kDrawingWidth units wide and shrink with the page, down to about 360 pixels
// with text that can still be read. Colours are classes of the stylesheet (page.h), for
// light and dark: bar, bar2, bar3, bound, axis, quiet.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "overt/html/html.h"

namespace overt {

inline constexpr double kDrawingWidth = 420;
// Of one character of the drawings' text (13 units high), in wide fonts.
inline constexpr double kCharacter = 8;

struct TableColumn {
  std::string name;
  bool number = false;  // set to the right
};

struct DataTable {
  std::string caption;
  std::vector<TableColumn> columns;
  std::vector<std::vector<std::string>> rows;  // one text a column; the first names the row
};

// A table in a box of its own, which scrolls if it is wider than the page.
Html data_table(const DataTable& table);

// What the figure is called and says. Every member is needed.
struct FigureText {
  std::string id;           // unique on the page
  std::string title;        // what is drawn, a few words with a full stop
  std::string caption;      // what to make of it, a sentence or two behind the title
  std::string description;  // what is to be seen, for those who do not see it
};

// A value that others are compared with, drawn as a dashed line.
struct Bound {
  double value = 0;
  std::string label;  // "the bound 1/3"
};

// A drawing of `height` units: an <svg> that is filled by the caller. One that is wider than
// kDrawingWidth does not shrink with the page: it scrolls in a box of its own.
class Drawing {
 public:
  explicit Drawing(double height, double width = kDrawingWidth) : height_(height), width_(width) {}

  double height() const { return height_; }
  double width() const { return width_; }
  void line(double x1, double y1, double x2, double y2, std::string_view kind);
  void rectangle(double x, double y, double width, double height, std::string_view kind);
  void circle(double x, double y, double radius, std::string_view kind);
  // `anchor`: start, middle or end.
  void text(double x, double y, std::string_view text, std::string_view anchor = "start",
            std::string_view kind = "");
  // The points as one line.
  void path(const std::vector<std::pair<double, double>>& points, std::string_view kind);
  // An arrow from one place to another at the same height, as an arc that rises by `rise`
  // (0: straight). `gap`: how far from both places it begins and ends.
  void arrow(double from, double y, double to, double rise, double gap);

  const Html& content() const { return content_; }

 private:
  Html content_;
  double height_, width_;
};

// Series and their classes, as a line of coloured squares with names.
Html legend(const std::vector<std::string>& names);
// The class of a series: bar, bar2, bar3, and again.
std::string_view series_class(std::size_t series);

// `table` may have no rows (then the drawing says it all): it is left out.
Html figure(const FigureText& text, const Drawing& drawing, const DataTable& table,
            const Html& legend = {});

}  // namespace overt
