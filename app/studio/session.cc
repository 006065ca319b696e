#include "studio/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "overt/hierarchy/hierarchy.h"
#include "overt/verify/certificate.h"

namespace overt::studio {
namespace {

bool among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string with_name(std::string message, const std::string& path, const std::string& name) {
  if (path.empty()) return message;
  for (std::size_t at = message.find(path); at != message.npos;
       at = message.find(path, at + name.size())) {
    message.replace(at, path.size(), name);
  }
  return message;
}

std::optional<Role> Session::role_of(const std::string& column) const {
  if (among(job.roles.identifying, column)) return Role::identifying;
  if (among(job.roles.quasi_identifying, column)) return Role::quasi_identifying;
  if (among(job.roles.sensitive, column)) return Role::sensitive;
  if (among(job.roles.insensitive, column)) return Role::insensitive;
  return std::nullopt;
}

bool Session::has_roles() const {
  return look && !job.roles.quasi_identifying.empty() &&
         std::all_of(look->columns.begin(), look->columns.end(),
                     [&](const ColumnLook& column) { return role_of(column.name).has_value(); });
}

std::size_t Session::steps_open() const {
  if (!look) return 1;
  if (!has_roles()) return 2;
  return job.l || job.property || job.caps.given() ? 5 : 3;
}

std::vector<Session::SensitiveLook> Session::sensitive() const {
  assert(has_roles());
  std::vector<SensitiveLook> result;
  for (std::size_t i = 0; i < look->columns.size(); ++i) {
    const ColumnLook& column = look->columns[i];
    if (role_of(column.name) != Role::sensitive) continue;
    const bool counted =
        job.missing_sensitive == MissingSensitive::value || column.without_missing.records == 0;
    result.push_back(
        {i, column.name, counted ? column.with_missing : column.without_missing, column.ordered()});
  }
  return result;
}

std::int64_t Session::largest_l() const {
  std::int64_t result = 0;
  for (const SensitiveLook& own : sensitive()) {
    const auto l = static_cast<std::int64_t>(own.eligibility.largest_l());
    if (result == 0 || l < result) result = l;
  }
  return result;
}

std::string Session::table_in_words() const {
  if (!job.reading.table.empty()) return fmt::format("{}: {}", input_name, job.reading.table);
  return job.reading.query.empty() ? input_name : input_name + ": a query";
}

std::map<std::string, std::string> Session::hierarchies_for(const PromiseJob& caps) const {
  std::map<std::string, std::string> used = hierarchies;
  std::erase_if(used, [&](const auto& one) {
    return role_of(one.first) != Role::quasi_identifying && !caps.category.contains(one.first);
  });
  return used;
}

void Session::fit_roles() {
  const auto other = [&](Role role) {
    return [this, role](const std::string& column) { return role_of(column) != role; };
  };
  if (role_of(job.person) != Role::identifying) job.person.clear();
  std::erase_if(job.allow_determined, other(Role::insensitive));
  std::erase_if(job.prefix, other(Role::quasi_identifying));
  std::erase_if(hierarchies, [&](const auto& one) {
    const auto role = role_of(one.first);
    return role != Role::quasi_identifying && role != Role::sensitive;
  });
  job.hierarchies = hierarchies_for(job.caps);
}

void Session::forget_columns() {
  job.roles = Roles();
  job.l.reset();
  job.property.reset();
  job.caps = PromiseJob();
  job.weights.clear();
  job.ranks.clear();
  fit_roles();
}

ReleaseJob Session::shown_job() const {
  ReleaseJob shown = job;
  shown.input = input_name;
  for (auto& [column, file] : shown.hierarchies) file = hierarchy_file(column);
  return shown;
}

std::string Session::comparable() const {
  ReleaseJob plain = job;
  plain.l.reset();
  plain.method = kDefaultMethod;
  plain.output.clear();
  plain.keep_groups.clear();
  plain.words = PublicWords();
  return print_job(plain);
}

std::string Session::in_their_words(std::string message) const {
  if (job.input != input_name) message = with_name(std::move(message), job.input, input_name);
  for (const auto& [column, file] : hierarchies) {
    message = with_name(std::move(message), file, "the hierarchy of " + column);
  }
  return message;
}

}  // namespace overt::studio
