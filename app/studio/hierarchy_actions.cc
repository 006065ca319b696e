// What the page Hierarchy asks for.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "overt/base/error.h"
#include "overt/hierarchy/make_hierarchy.h"
#include "studio/gate.h"
#include "studio/limits.h"
#include "studio/studio.h"

namespace overt::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOfLabels = 60;  // characters, on the page of the promise

// "5, 10" -> "5" and "10".
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t start = 0, comma = 0; comma != text.npos; start = comma + 1) {
    comma = text.find(',', start);
    std::string_view part = text.substr(start, comma == text.npos ? comma : comma - start);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    parts.emplace_back(part);
  }
  return parts;
}

std::vector<std::int64_t> whole_numbers(std::string_view text) {
  std::vector<std::int64_t> numbers;
  for (const std::string& part : parts_of(text)) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (part.empty() || error != std::errc() || end != part.data() + part.size()) {
      throw Error(ErrorCode::usage, "expected whole numbers with commas between them");
    }
    numbers.push_back(number);
  }
  return numbers;
}

std::vector<Rational> widths_of(std::string_view text) {
  std::vector<Rational> widths;
  for (const std::string& part : parts_of(text)) widths.push_back(parse_rational(part, "widths"));
  return widths;
}

std::vector<std::int64_t> months_of(const Form& form) {
  std::vector<std::int64_t> months;
  for (const PartOfCalendar& part : kPartsOfCalendar) {
    if (form.has(fmt::format("months.{}", part.months))) months.push_back(part.months);
  }
  return months;
}

void check_hierarchy_of(const Session& session, const std::string& column) {
  const std::optional<Role> role = session.role_of(column);
  if (role != Role::quasi_identifying && role != Role::sensitive) {
    throw Error(ErrorCode::usage, "hierarchies are for quasi-identifying and sensitive columns");
  }
}

}  // namespace

std::size_t Studio::column_of(std::string_view number) const {
  const Session session = snapshot();
  std::size_t column = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), column);
  if (!session.look || error != std::errc() || end != number.data() + number.size() ||
      column >= session.look->columns.size()) {
    throw Error(ErrorCode::usage, "there is no such column");
  }
  return column;
}

Html Studio::hierarchy_of(const PageContext& context, std::string_view number) const {
  const std::size_t column = column_of(number);
  const std::string& name = context.session.look->columns[column].name;
  check_hierarchy_of(context.session, name);
  const auto file = context.session.hierarchies.find(name);
  Html body;
  body.paragraph({"Of the column ", strong(name), "."});
  if (file == context.session.hierarchies.end()) {
    return body.append(hierarchy_page(context, column, nullptr));
  }
  const Hierarchy present =
      Hierarchy::from_rows(file->second, options_.storage->read_rows(file->second, unwatched()));
  return body.append(hierarchy_page(context, column, &present));
}

std::map<std::string, std::vector<CategoryLevel>> Studio::categories_of(
    const Session& session) const {
  std::map<std::string, std::vector<CategoryLevel>> result;
  for (const std::string& column : session.job.roles.sensitive) {
    const auto file = session.hierarchies.find(column);
    if (file == session.hierarchies.end()) continue;
    const Hierarchy hierarchy =
        Hierarchy::from_rows(file->second, options_.storage->read_rows(file->second, unwatched()));
    for (std::size_t level = 1; level < hierarchy.levels(); ++level) {
      std::set<std::string> labels;
      for (const auto& row : hierarchy.rows()) labels.insert(row[level]);
      if (labels.size() < 2) continue;  // all values: nothing can be promised of it
      std::string some;
      for (const std::string& label : labels) {
        if (some.size() > kMostOfLabels) break;
        some += (some.empty() ? "" : ", ") + label;
      }
      result[column].push_back({static_cast<std::int64_t>(level), labels.size(), some});
    }
  }
  return result;
}

std::string Studio::set_hierarchy(const Form& form) {
  const std::size_t column = column_of(form.get("column"));
  const std::string page = fmt::format("/hierarchy?column={}", column);
  const Session session = snapshot();
  const ColumnLook& look = session.look->columns[column];
  check_hierarchy_of(session, look.name);
  const std::string_view act = form.get("act");
  if (act == "remove") {
    const std::lock_guard lock(mutex_);
    session_.hierarchies.erase(look.name);
    session_.job.caps.category.erase(look.name);
    session_.job.hierarchies = session_.hierarchies_for(session_.job.caps);
    return page;
  }
  std::optional<DeclaredType> declared;
  const auto types = session.job.rules.types.find(look.name);
  if (types != session.job.rules.types.end()) declared = types->second;
  Hierarchy::Rows rows;
  if (act == "upload") {
    const UploadedFile* const file = form.file("file");
    if (file == nullptr) throw Error(ErrorCode::usage, "no file was chosen");
    rows = options_.storage->read_rows(file->path.string(), unwatched());
  } else if (act == "interval") {
    rows = interval_rows(look.values, declared, widths_of(form.get("widths")));
  } else if (act == "date") {
    rows = date_rows(look.values, declared, months_of(form));
  } else if (act == "prefix") {
    rows = prefix_rows(look.values, whole_numbers(form.get("hidden")));
  } else if (act == "group") {
    std::map<std::string, std::string> group_of;
    for (std::size_t v = 0; v < look.values.size() && v < kMostByHand; ++v) {
      group_of[look.values[v]] = form.get(fmt::format("group.{}", v));
    }
    rows = group_rows(look.values, group_of);
  } else {
    throw Error(ErrorCode::usage, "this cannot be made here");
  }
  const Hierarchy made = Hierarchy::from_rows("the hierarchy", rows);
  if (!look.values.empty()) {
    // Whether it covers the column is known now rather than when everything else is chosen.
    Column values;
    values.name = look.name;
    values.values = look.values;
    BoundHierarchy(made, values);
  }
  const fs::path file = options_.private_folder / (secret_word() + ".csv");
  options_.storage->write_rows(file, rows);
  const std::lock_guard lock(mutex_);
  session_.hierarchies[look.name] = file.string();
  session_.job.caps.category.erase(look.name);  // its levels are others now
  session_.job.hierarchies = session_.hierarchies_for(session_.job.caps);
  session_.comparison = nullptr;
  return page;
}

}  // namespace overt::studio
