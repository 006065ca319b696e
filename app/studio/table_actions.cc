// What the pages Table, Roles, Hierarchy and Job file ask for.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "overt/base/error.h"
#include "overt/hierarchy/make_hierarchy.h"
#include "overt/html/numbers.h"
#include "overt/verify/certificate.h"
#include "studio/folder.h"
#include "studio/gate.h"
#include "studio/limits.h"
#include "studio/studio.h"

namespace overt::studio {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t start = 0, comma = 0; comma != text.npos; start = comma + 1) {
    comma = text.find(',', start);
    parts.emplace_back(text.substr(start, comma == text.npos ? comma : comma - start));
  }
  return parts;
}

std::vector<std::int64_t> whole_numbers(std::string_view text) {
  std::vector<std::int64_t> numbers;
  for (std::string part : split(text)) {
    part.erase(0, part.find_first_not_of(' '));
    part.erase(part.find_last_not_of(' ') + 1);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (part.empty() || error != std::errc() || end != part.data() + part.size()) {
      throw Error(ErrorCode::usage, "expected whole numbers with commas between them");
    }
    numbers.push_back(number);
  }
  return numbers;
}

std::optional<Role> parse_role(std::string_view name) {
  for (const Role role :
       {Role::identifying, Role::quasi_identifying, Role::sensitive, Role::insensitive}) {
    if (to_string(role) == name) return role;
  }
  return std::nullopt;
}

void give(Roles& roles, Role role, const std::string& column) {
  switch (role) {
    case Role::identifying:
      return roles.identifying.push_back(column);
    case Role::quasi_identifying:
      return roles.quasi_identifying.push_back(column);
    case Role::sensitive:
      return roles.sensitive.push_back(column);
    case Role::insensitive:
      return roles.insensitive.push_back(column);
  }
}

}  // namespace

std::string Studio::choose_table(const Form& form) {
  const UploadedFile* const file = form.file("table");
  ReleaseJob job;
  std::string name;
  if (file != nullptr) {
    name = plain_name(file->name);
    job.input = file->path.string();
    if (name.empty()) name = "table.csv";
  } else if (form.has("path")) {
    name = path_below(options_.folder, form.get("path"));
    job.input = name;
  } else {
    throw Error(ErrorCode::usage, "no file was chosen");
  }
  if (form.has("encoding")) job.reading.encoding = parse_encoding(form.get("encoding"));
  if (tasks_.status().running()) {
    throw Error(ErrorCode::usage, "something else is running; wait for it, or cancel it");
  }
  {
    const std::lock_guard lock(mutex_);
    session_ = Session();
    session_.job = job;
    session_.input_name = name;
  }
  return read_table_by(job.rules);
}

std::string Studio::read_table_by(const ReadingRules& rules) {
  const ReleaseJob job = snapshot().job;
  return start("Reading the table", "/", [this, job, rules](Progress& progress) {
    const auto source = options_.storage->open(job.input, job.reading, progress);
    auto look = std::make_shared<const TableLook>(look_at_table(*source, rules, progress));
    const std::lock_guard lock(mutex_);
    session_.look = std::move(look);
    session_.job.rules = rules;
    session_.comparison = nullptr;
  });
}

std::string Studio::set_types(const Form& form) {
  ReadingRules rules;
  {
    const std::lock_guard lock(mutex_);
    if (!session_.look) return "/";
    for (std::size_t i = 0; i < session_.look->columns.size(); ++i) {
      const std::string_view type = form.get(fmt::format("type.{}", i));
      if (type.empty()) continue;
      DeclaredType declared;
      declared.type = parse_value_type(type, "type");
      declared.format = form.get(fmt::format("format.{}", i));
      const bool day = declared.type == ValueType::date || declared.type == ValueType::timestamp;
      if (!day) declared.format.clear();
      rules.types[session_.look->columns[i].name] = declared;
    }
  }
  rules.missing = split(form.get("missing"));
  if (form.get("decimal") == ",") rules.decimal = ',';
  return read_table_by(rules);
}

std::string Studio::set_roles(const Form& form) {
  const std::lock_guard lock(mutex_);
  if (!session_.look) return "/";
  const TableLook& look = *session_.look;
  Roles roles;
  std::size_t without = 0;
  for (std::size_t i = 0; i < look.columns.size(); ++i) {
    std::optional<Role> role = parse_role(form.get(fmt::format("role.{}", i)));
    if (!role && form.get("act") == "guess") role = guess_role(look, i);
    if (role) give(roles, *role, look.columns[i].name);
    without += role ? 0 : 1;
  }
  session_.job.missing_sensitive = parse_missing_sensitive(form.get("missing_sensitive"));
  // What belongs to a column that is not quasi-identifying any more goes with its role.
  const std::vector<std::string> before = session_.job.roles.sensitive;
  session_.job.roles = roles;
  std::erase_if(session_.job.hierarchies, [&](const auto& one) {
    return session_.role_of(one.first) != Role::quasi_identifying;
  });
  // A promise is about certain columns and values.
  if (session_.job.roles.sensitive != before) {
    session_.job.caps = PromiseJob();
    if (roles.sensitive.empty()) session_.job.l.reset();
  }
  if (form.get("act") == "guess") return "/roles";
  if (without > 0) {
    throw Error(ErrorCode::usage, fmt::format("{} column{} no role yet; every column needs one",
                                              without, without == 1 ? " has" : "s have"));
  }
  if (roles.quasi_identifying.empty()) {
    throw Error(ErrorCode::usage, "no column is quasi-identifying");
  }
  roles.assign(
      [&] {
        std::vector<std::string> names;
        for (const ColumnLook& column : look.columns) names.push_back(column.name);
        return names;
      }(),
      session_.input_name, SensitiveColumns::any);
  return "/roles";
}

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
  if (context.session.role_of(name) != Role::quasi_identifying) {
    throw Error(ErrorCode::usage, "hierarchies are for quasi-identifying columns");
  }
  const auto file = context.session.job.hierarchies.find(name);
  Html body;
  body.paragraph({"Of the column ", strong(name), "."});
  if (file == context.session.job.hierarchies.end()) {
    return body.append(hierarchy_page(context, column, nullptr));
  }
  const Hierarchy present =
      Hierarchy::from_rows(file->second, options_.storage->read_rows(file->second, unwatched()));
  return body.append(hierarchy_page(context, column, &present));
}

std::string Studio::set_hierarchy(const Form& form) {
  const std::size_t column = column_of(form.get("column"));
  const std::string page = fmt::format("/hierarchy?column={}", column);
  const Session session = snapshot();
  const ColumnLook& look = session.look->columns[column];
  if (session.role_of(look.name) != Role::quasi_identifying) {
    throw Error(ErrorCode::usage, "hierarchies are for quasi-identifying columns");
  }
  const std::string_view act = form.get("act");
  if (act == "remove") {
    const std::lock_guard lock(mutex_);
    session_.job.hierarchies.erase(look.name);
    return page;
  }
  Hierarchy::Rows rows;
  if (act == "upload") {
    const UploadedFile* const file = form.file("file");
    if (file == nullptr) throw Error(ErrorCode::usage, "no file was chosen");
    rows = options_.storage->read_rows(file->path.string(), unwatched());
  } else if (act == "interval") {
    rows = interval_rows(look.values, whole_numbers(form.get("widths")));
  } else if (act == "date") {
    rows = date_rows(look.values);
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
  session_.job.hierarchies[look.name] = file.string();
  session_.comparison = nullptr;
  return page;
}

std::string Studio::open_job(const Form& form) {
  const UploadedFile* const file = form.file("job");
  if (file == nullptr) throw Error(ErrorCode::usage, "no file was chosen");
  ReleaseJob job = parse_job(options_.storage->read_text(file->path.string(), unwatched()),
                             plain_name(file->name));
  // Files that others name are read below the folder only.
  job.input = path_below(options_.folder, job.input);
  for (auto& [column, hierarchy] : job.hierarchies) {
    hierarchy = path_below(options_.folder, hierarchy);
  }
  for (std::string& earlier : job.after) earlier = path_below(options_.folder, earlier);
  if (!job.key_file.empty() || !job.custodian_report.empty()) {
    throw Error(ErrorCode::usage,
                "key_file and custodian_report are for the command line; leave them out here");
  }
  if (!job.output.empty()) job.output = new_name(fs::path(job.output).string(), "output");
  if (tasks_.status().running()) {
    throw Error(ErrorCode::usage, "something else is running; wait for it, or cancel it");
  }
  const ReadingRules rules = job.rules;
  {
    const std::lock_guard lock(mutex_);
    session_ = Session();
    session_.keep_groups = !job.keep_groups.empty();
    job.keep_groups.clear();
    session_.input_name = job.input;
    session_.job = std::move(job);
  }
  return read_table_by(rules);
}

}  // namespace overt::studio
