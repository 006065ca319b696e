#include <fmt/format.h>

#include <map>

#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "studio/frame.h"
#include "studio/limits.h"
#include "studio/pages.h"

namespace overt::studio {
namespace {

constexpr std::size_t kMostShown = 400;  // leaves of a tree

// Below a node of `level`: the rows that share its label there, by the labels one level down.
void branch(const Hierarchy& hierarchy, const std::vector<std::size_t>& rows, std::size_t level,
            std::size_t& left, Html& list) {
  std::map<std::string, std::vector<std::size_t>> below;
  for (const std::size_t row : rows) below[hierarchy.rows()[row][level]].push_back(row);
  list.open("ul");
  for (const auto& [label, inner] : below) {
    if (left == 0) break;
    list.open("li");
    if (level == 0) {
      --left;
      list.text(label);
    } else {
      list.open("details");
      list.element("summary", fmt::format("{} ({})", label, whole_number(inner.size())));
      branch(hierarchy, inner, level - 1, left, list);
      list.close();
    }
    list.close();
  }
  list.close();
}

Html tree(const Hierarchy& hierarchy) {
  std::vector<std::size_t> rows(hierarchy.rows().size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  std::size_t left = kMostShown;
  Html result;
  result.open("div", {{"class", "tree"}});
  branch(hierarchy, rows, hierarchy.levels() - 1, left, result);
  result.close();
  if (left == 0) {
    result.paragraph({fmt::format("Only the first {} values are shown.", kMostShown)});
  }
  return result;
}

Html by_hand(const ColumnLook& column, const Hierarchy* present) {
  std::map<std::string, std::string> group_of;
  if (present != nullptr && present->levels() == 3) {
    for (const auto& row : present->rows()) group_of[row[0]] = row[1] == row[0] ? "" : row[1];
  }
  Html result;
  result.open("div", {{"class", "scroll"},
                      {"role", "region"},
                      {"tabindex", "0"},
                      {"aria-label", "Groups of values"}});
  result.open("table").open("thead").open("tr");
  result.element("th", "value", {{"scope", "col"}}).element("th", "group", {{"scope", "col"}});
  result.close().close().open("tbody");
  for (std::size_t v = 0; v < column.values.size(); ++v) {
    const std::string name = fmt::format("group.{}", v);
    result.open("tr").open("th", {{"scope", "row"}});
    result.element("label", column.values[v], {{"for", name}}).close().open("td");
    result.leaf(
        "input",
        {{"type", "text"}, {"id", name}, {"name", name}, {"value", group_of[column.values[v]]}});
    result.close().close();
  }
  return result.close().close().close();
}

}  // namespace

Html hierarchy_page(const PageContext& context, std::size_t i, const Hierarchy* present) {
  const ColumnLook& column = context.session.look->columns[i];
  const std::string number = std::to_string(i);
  const auto part = [&](const char* act, const Html& fields, const char* text) {
    return form(
        "/hierarchy", context.token,
        joined({hidden("column", number), hidden("act", act), fields, button(text, "quiet")}));
  };
  Html body;
  const bool sensitive = context.session.role_of(column.name) == Role::sensitive;
  body.paragraph(
      {sensitive ? go("/promise", "Back to the promise") : go("/roles", "Back to the roles")});
  if (sensitive) {
    body.paragraph(
        {"Of a sensitive column a hierarchy has categories: values that say nearly the same, and "
         "may be capped together, as the promise says. It is published beside the release."});
  }
  if (present != nullptr) {
    body.element("h2", "The hierarchy").append(tree(*present));
    body.paragraph({go("/hierarchy.csv?column=" + number, "Save as a CSV file of ARX")});
    body.append(part("remove", {}, "Do without"));
  }
  body.element("h2", present == nullptr ? "Make one" : "Make another");
  if (column.values.empty()) {
    body.paragraph({fmt::format("The column has {} different values, too many to make one here.",
                                whole_number(column.distinct))});
  } else if (column.type == ValueType::date || column.type == ValueType::timestamp) {
    body.heading("Months and years");
    Html fields;
    for (const PartOfCalendar& own : kPartsOfCalendar) {
      fields.append(check_field(own.name, fmt::format("months.{}", own.months),
                                own.months == 1 || own.months == 12));
    }
    if (column.type == ValueType::timestamp) {
      fields.paragraph({"Above the times stand their days, and above these what is ticked."});
    }
    body.append(part("date", fields, "Make months and years"));
  } else if (column.type == ValueType::time) {
    body.heading("Intervals");
    body.append(part("interval",
                     text_field("Hours", "widths", "1, 6",
                                "Each a multiple of the one before: 10:30 becomes [10:00, 11:00), "
                                "[06:00, 12:00)."),
                     "Make intervals"));
  } else if (column.ordered()) {
    body.heading("Intervals");
    body.append(part(
        "interval",
        text_field("Widths", "widths", "5, 10, 20",
                   column.type == ValueType::integer
                       ? "Each a multiple of the one before: 23 becomes [20, 24], [20, 29], "
                         "[20, 39]."
                       : "Each a multiple of the one before, 0.5, 1, 10 say: with 5, 10, 20 the "
                         "number 23.5 becomes [20, 25), [20, 30), [20, 40)."),
        "Make intervals"));
  }
  if (!column.values.empty()) {
    body.heading("Beginnings of codes");
    body.append(part("prefix",
                     text_field("Characters to hide at the end", "hidden", "1, 2, 3",
                                "22030 becomes 2203*, 220**, 22***."),
                     "Make beginnings"));
    if (column.values.size() <= kMostByHand) {
      body.heading("Groups by hand");
      body.open("details").element("summary", "Name a group for each value");
      body.append(part("group", by_hand(column, present), "Make these groups")).close();
    }
  }
  body.element("h2", "Or upload one");
  body.append(part("upload",
                   file_field("A file of ARX", "file",
                              "CSV without a header: a line for each value, the value first, then "
                              "its coarser forms up to the top."),
                   "Upload"));
  return body;
}

}  // namespace overt::studio
