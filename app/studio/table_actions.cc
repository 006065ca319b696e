// What the pages Table, Roles and Job file ask for.

#include <fmt/format.h>

#include <algorithm>

#include "overt/base/error.h"
#include "overt/table/database_name.h"
#include "overt/verify/certificate.h"
#include "studio/folder.h"
#include "studio/studio.h"

namespace overt::studio {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> texts_of(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t start = 0, comma = 0; comma != text.npos; start = comma + 1) {
    comma = text.find(',', start);
    parts.emplace_back(text.substr(start, comma == text.npos ? comma : comma - start));
  }
  return parts;
}

std::optional<Role> parse_role(std::string_view name) {
  for (const Role role :
       {Role::identifying, Role::quasi_identifying, Role::sensitive, Role::insensitive}) {
    if (to_string(role) == name) return role;
  }
  return std::nullopt;
}

// Keeps what is remarked on the way.
class Heard final : public Progress {
 public:
  explicit Heard(Progress& progress) : progress_(progress) {}
  void begin(std::string_view phase, std::uint64_t total) override {
    progress_.begin(phase, total);
  }
  void advance(std::uint64_t done) override { progress_.advance(done); }
  void check() override { progress_.check(); }
  void warn(std::string_view sentence) override { remarks.emplace_back(sentence); }

  std::vector<std::string> remarks;

 private:
  Progress& progress_;
};

std::vector<std::string> column_names(const TableLook& look) {
  std::vector<std::string> names;
  for (const ColumnLook& column : look.columns) names.push_back(column.name);
  return names;
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
  } else if (form.has("database")) {
    name = form.get("database");
    job.input = name;
    job.reading.table = form.get("from_table");
    job.reading.query = form.get("from_query");
    if (!is_database(name)) {
      throw Error(ErrorCode::usage, "expected a database: postgresql:///NAME");
    }
    check_database_name(name, job.reading);
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
  return read_table_by(job.reading, job.rules);
}

std::string Studio::read_table_by(const ReadOptions& reading, const ReadingRules& rules) {
  const std::string input = snapshot().job.input;
  return start("Reading the table", "/", [this, input, reading, rules](Progress& progress) {
    const auto storage = options_.open_storage();
    Heard heard(progress);
    const auto source = storage->open(input, reading, heard);
    auto look = std::make_shared<const TableLook>(look_at_table(*source, rules, heard));
    const std::lock_guard lock(mutex_);
    // What was said of columns that are not there any more goes with them.
    if (session_.look && column_names(*session_.look) != column_names(*look))
      session_.forget_columns();
    session_.look = std::move(look);
    session_.remarks = std::move(heard.remarks);
    session_.job.reading = reading;
    session_.job.rules = rules;
    // What a job file says of all other columns becomes roles that can be seen.
    session_.job.roles = complete_roles(session_.job, column_names(*session_.look));
    session_.job.rest = RestOfColumns::error;
    session_.comparison = nullptr;
  });
}

std::string Studio::set_types(const Form& form) {
  ReadingRules rules;
  ReadOptions reading;
  {
    const std::lock_guard lock(mutex_);
    if (session_.job.input.empty()) return "/";
    reading = session_.job.reading;
    for (std::string name : texts_of(form.get("text_columns"))) {
      name.erase(0, name.find_first_not_of(' '));
      name.erase(name.find_last_not_of(' ') + 1);
      if (!name.empty()) rules.types[name].type = ValueType::text;
    }
    const std::size_t columns = session_.look ? session_.look->columns.size() : 0;
    for (std::size_t i = 0; i < columns; ++i) {
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
  rules.missing = texts_of(form.get("missing"));
  if (form.get("decimal") == ",") rules.decimal = ',';
  if (form.has("delimiter")) {
    reading.delimiter.reset();
    if (!form.get("delimiter").empty()) reading.delimiter = parse_delimiter(form.get("delimiter"));
  }
  if (form.has("header")) reading.header = form.get("header") != "no";
  if (form.has("count")) reading.count = form.get("count");
  return read_table_by(reading, rules);
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
  const std::vector<std::string> before = session_.job.roles.sensitive;
  session_.job.roles = roles;
  // A promise is about certain columns and values.
  if (session_.job.roles.sensitive != before) {
    session_.job.caps = PromiseJob();
    if (roles.sensitive.empty()) session_.job.l.reset();
  }
  session_.fit_roles();
  if (form.get("act") == "guess") return "/roles";
  if (without > 0) {
    throw Error(ErrorCode::usage, fmt::format("{} column{} no role yet; every column needs one",
                                              without, without == 1 ? " has" : "s have"));
  }
  if (roles.quasi_identifying.empty()) {
    throw Error(ErrorCode::usage, "no column is quasi-identifying");
  }
  roles.assign(column_names(look), session_.input_name, SensitiveColumns::any);
  return "/roles";
}

std::string Studio::set_checks(const Form& form) {
  const std::lock_guard lock(mutex_);
  if (!session_.has_roles()) return "/roles";
  const std::string person(form.get("person"));
  if (!person.empty() && session_.role_of(person) != Role::identifying) {
    throw Error(ErrorCode::usage, "people are named by an identifying column");
  }
  session_.job.person = person;
  session_.job.allow_determined.clear();
  for (std::size_t i = 0; i < session_.look->columns.size(); ++i) {
    if (!form.has(fmt::format("determined.{}", i))) continue;
    session_.job.allow_determined.push_back(session_.look->columns[i].name);
  }
  session_.fit_roles();
  return "/roles";
}

std::string Studio::open_job(const Form& form) {
  const UploadedFile* const file = form.file("job");
  if (file == nullptr) throw Error(ErrorCode::usage, "no file was chosen");
  ReleaseJob job = parse_job(options_.storage->read_text(file->path.string(), unwatched()),
                             plain_name(file->name));
  // Files that others name are read below the folder only.
  if (is_database(job.input)) {
    check_database_name(job.input, job.reading);
  } else {
    job.input = path_below(options_.folder, job.input);
  }
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
  const ReadOptions reading = job.reading;
  {
    const std::lock_guard lock(mutex_);
    session_ = Session();
    session_.keep_groups = !job.keep_groups.empty();
    job.keep_groups.clear();
    session_.input_name = job.input;
    session_.hierarchies = job.hierarchies;
    session_.job = std::move(job);
  }
  return read_table_by(reading, rules);
}

}  // namespace overt::studio
