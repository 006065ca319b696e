#include <fmt/format.h>

#include <algorithm>

#include "overt/html/figure.h"
#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "overt/table/database_name.h"
#include "studio/frame.h"
#include "studio/limits.h"
#include "studio/pages.h"

namespace overt::studio {
namespace {

// A small histogram without axes; the table of roles is no place for more.
Html spark(const ColumnLook& column) {
  Html result;
  if (column.bins.empty()) return result;
  std::uint64_t most = 1;
  for (const LookBin& bin : column.bins) most = std::max(most, bin.count);
  const double width = 120.0 / static_cast<double>(column.bins.size());
  std::string words;
  for (const LookBin& bin : column.bins) {
    words += fmt::format("{}{}: {}", words.empty() ? "" : "; ", shortened(bin.label, 30),
                         whole_number(bin.count));
  }
  result.open("div", {{"class", "spark"}});
  result.open("svg", {{"viewBox", "0 0 120 40"},
                      {"preserveAspectRatio", "none"},
                      {"role", "img"},
                      {"aria-label", words}});
  result.element("title", words);
  for (std::size_t i = 0; i < column.bins.size(); ++i) {
    const double height =
        std::max(1.0, 40.0 * static_cast<double>(column.bins[i].count) / static_cast<double>(most));
    result.leaf("rect", {{"x", place(width * static_cast<double>(i))},
                         {"y", place(40 - height)},
                         {"width", place(std::max(1.0, width - 1.5))},
                         {"height", place(height)},
                         {"class", "bar"}});
  }
  result.close();
  const std::string ends =
      column.ordered() && column.bins.size() > 1
          ? fmt::format("{} .. {}",
                        column.bins.front().label.substr(0, column.bins.front().label.find(" to ")),
                        column.bins.back().label.substr(
                            column.bins.back().label.rfind(" to ") == std::string::npos
                                ? 0
                                : column.bins.back().label.rfind(" to ") + 4))
      : column.bins.size() > 1 ? fmt::format("{} .. {}", shortened(column.bins.front().label, 18),
                                             shortened(column.bins.back().label, 18))
                               : column.bins.front().label;
  result.element("p", shortened(ends, 40), {{"class", "help"}});
  return result.close();
}

// Two forms of a page have one, and an id stands once on a page.
Html encoding_field(std::string_view id) {
  Html result;
  result.open("div", {{"class", "field"}}).element("label", "Characters", {{"for", id}});
  result.open("select", {{"id", id}, {"name", "encoding"}});
  for (const Encoding encoding :
       {Encoding::utf8, Encoding::latin1, Encoding::windows1252, Encoding::utf16}) {
    const std::string_view name = to_string(encoding);
    result.element("option", name, {{"value", name}});
  }
  return result.close().close();
}

Html choose(const PageContext& context) {
  Html upload;
  upload.append(file_field("A file of this computer", "table",
                           "CSV, TSV, Parquet or Arrow, also compressed. It is kept in a private "
                           "folder until the studio ends, and nowhere else."));
  upload.append(encoding_field("upload-encoding"));
  upload.append(button("Read this file"));
  Html path;
  path.open("datalist", {{"id", "tables"}});
  for (const std::string& table : context.tables) {
    path.leaf("option", {{"value", table}});
  }
  path.close();
  const ReleaseJob& job = context.session.job;
  const bool in_place = job.input == context.session.input_name && !is_database(job.input);
  path.append(text_field("Or a file in the studio's folder", "path",
                         in_place ? context.session.input_name : "",
                         "By its name there, or a path below it. It is read in place.", "tables"));
  path.append(encoding_field("path-encoding"));
  path.append(button("Read from the folder", "quiet"));
  Html database;
  database.append(text_field("Database", "database", is_database(job.input) ? job.input : "",
                             "postgresql:///clinic, or postgresql://ana@db.example/clinic. Without "
                             "a password: that stays in ~/.pgpass, a service or PGPASSWORD."));
  database.append(
      text_field("Table", "from_table", job.reading.table, "patients, or public.patients"));
  database.append(text_field("Or a query", "from_query", job.reading.query,
                             "select age, zip, condition from patients. It may only read."));
  database.append(button("Read from the database", "quiet"));
  Html result;
  result.open("div", {{"class", "two"}});
  result.append(form("/table", context.token, upload)).append(form("/table", context.token, path));
  result.close();
  is_database(job.input) ? result.open("details", {{"open", "open"}}) : result.open("details");
  result.element("summary", "Or a table of a database");
  return result.append(form("/table", context.token, database)).close();
}

// How the file is taken apart, where that was not found out rightly.
Html file_rules(const Session& session) {
  const ReadOptions& reading = session.job.reading;
  Html result;
  result.open("details").element("summary", "How the file is read");
  if (!is_database(session.job.input)) {
    result.append(select_field("Fields are separated by", "delimiter",
                               {{"", "as found"},
                                {",", "a comma"},
                                {";", "a semicolon"},
                                {"|", "a bar |"},
                                {"tab", "a tab"}},
                               !reading.delimiter           ? ""
                               : *reading.delimiter == '\t' ? "tab"
                                                            : std::string(1, *reading.delimiter)));
    result.append(select_field("The first line", "header",
                               {{"yes", "has the names of the columns"},
                                {"no", "is a record: columns are called column1, column2, .."}},
                               reading.header ? "yes" : "no"));
  }
  std::vector<Choice> counts = {{"", "one record"}};
  if (!reading.count.empty()) counts.push_back({reading.count, "as many as " + reading.count});
  if (session.look) {
    for (const ColumnLook& column : session.look->columns) {
      counts.push_back({column.name, "as many as " + column.name});
    }
  }
  result.append(select_field("A row stands for", "count", counts, reading.count,
                             "A table of counts has a column that says how many records are "
                             "equal."));
  return result.close();
}

Html missing_and_decimal(const Session& session) {
  Html result;
  result.append(text_field("Texts that stand for a missing value", "missing",
                           fmt::format("{}", fmt::join(session.job.rules.missing, ",")),
                           "With commas between them; an empty one is the empty field."));
  return result.append(select_field("Numbers are written with", "decimal",
                                    {{".", "a point: 0.5"}, {",", "a comma: 0,5"}},
                                    std::string(1, session.job.rules.decimal)));
}

// A table that could not be read has no columns to choose types for: they are named.
Html read_otherwise(const PageContext& context) {
  Html fields;
  fields.append(text_field("Columns to be read as text", "text_columns", "",
                           "Their names, with commas between them."));
  fields.append(missing_and_decimal(context.session)).append(file_rules(context.session));
  fields.append(button("Read it this way"));
  return form("/types", context.token, fields);
}

Html columns(const PageContext& context) {
  const TableLook& look = *context.session.look;
  Html list;
  list.open("ul", {{"class", "columns"}});
  for (std::size_t i = 0; i < look.columns.size(); ++i) {
    const ColumnLook& column = look.columns[i];
    list.open("li").element("h3", column.name);
    std::string words = fmt::format("{} different value{}", whole_number(column.distinct),
                                    column.distinct == 1 ? "" : "s");
    if (column.missing > 0) words += fmt::format(", {} missing", whole_number(column.missing));
    list.element("p", words);
    const auto declared = context.session.job.rules.types.find(column.name);
    const bool given = declared != context.session.job.rules.types.end();
    const std::string name = fmt::format("type.{}", i);
    list.open("p").element("label", "type ", {{"for", name}});
    list.open("select", {{"id", name}, {"name", name}});
    const std::string found = given ? "" : fmt::format("{} (found)", to_string(column.type));
    if (!given) list.element("option", found, {{"value", ""}, {"selected", "selected"}});
    if (given) list.element("option", "as found", {{"value", ""}});
    for (const ValueType type :
         {ValueType::text, ValueType::integer, ValueType::decimal, ValueType::number,
          ValueType::date, ValueType::timestamp, ValueType::time}) {
      const std::string text(to_string(type));
      given && declared->second.type == type
          ? list.element("option", text, {{"value", text}, {"selected", "selected"}})
          : list.element("option", text, {{"value", text}});
    }
    list.close();
    const std::string format = fmt::format("format.{}", i);
    const bool day = given && declared->second.type == ValueType::date;
    if (day || (given && declared->second.type == ValueType::timestamp)) {
      list.element("label", " written as ", {{"for", format}});
      list.leaf("input", {{"type", "text"},
                          {"id", format},
                          {"name", format},
                          {"value", declared->second.format},
                          {"placeholder", day ? "%d.%m.%Y" : "%d.%m.%Y %H:%M"},
                          {"size", "14"}});
    }
    list.close();
    list.append(spark(column)).close();
  }
  list.close();
  list.append(missing_and_decimal(context.session));
  list.append(file_rules(context.session));
  list.append(button("Read again with these types", "quiet"));
  return form("/types", context.token, list);
}

}  // namespace

Html table_page(const PageContext& context) {
  Html body;
  const Session& session = context.session;
  if (!session.look) {
    body.paragraph(
        {"Here a table with one record per person becomes a release that can be "
         "published: groups that show nobody's sensitive value with more certainty than "
         "you allow, also to somebody who knows how they were made."});
    if (!session.job.input.empty() && !context.busy) {
      body.element("h2", "Read " + session.table_in_words() + " in another way");
      body.append(read_otherwise(context));
    }
    body.element("h2", "Choose a table").append(choose(context));
    return body;
  }
  body.append(facts({{"table", session.table_in_words()},
                     {"records", whole_number(session.look->records)},
                     {"columns", whole_number(session.look->columns.size())}}));
  if (!session.remarks.empty()) {
    std::vector<Html> remarks;
    for (const std::string& remark : session.remarks) {
      remarks.emplace_back(session.in_their_words(remark));
    }
    body.append(notice(Html().list(remarks)));
  }
  body.paragraph({go("/roles", "Go on to the roles of the columns", "button")});
  body.element("h2", "Columns");
  body.paragraph(
      {"A column whose type is wrong sorts wrongly, and its groups become wide. Only you "
       "see these values."});
  body.append(columns(context));
  body.element("h2", "Another table").append(choose(context));
  return body;
}

}  // namespace overt::studio
