#include <fmt/format.h>
#include <toml++/toml.h>

#include <sstream>
#include <utility>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/base/nesting.h"
#include "overt/job/job.h"
#include "overt/job/job_fields.h"

namespace overt {
namespace {

JobFile parse_file(std::string_view text, std::string_view name) {
  check_nesting(text, name, Syntax::toml);
  toml::table root;
  try {
    root = toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: line {}, column {}: not valid TOML", name,
                            error.source().begin.line, error.source().begin.column));
  }
  JobFile file;
  try {
    read_fields<JobFile>({root, "", name}, job_fields(), file);
  } catch (const KeyedError& error) {
    throw Error(error.code(), error.what());  // about a key as it stands in the file
  }
  return file;
}

}  // namespace

ReleaseJob parse_job(std::string_view text, std::string_view name) {
  JobFile file = parse_file(text, name);
  if (!file.disclosures.empty()) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"disclosure"},
                      ": these are for overt views; a release does not take them into account"});
  }
  return file;
}

ViewsJob parse_views_job(std::string_view text, std::string_view name) {
  JobFile file = parse_file(text, name);
  std::vector<JobDisclosure> disclosures = std::move(file.disclosures);
  return {std::move(file), std::move(disclosures)};
}

TableSpec parse_table_spec(std::string_view text, std::string_view name) {
  return parse_file(text, name);
}

std::string print_job(const ReleaseJob& job) {
  const JobFile file{job, {}};
  toml::table root;
  for (const JobField& one : job_fields()) one.print(file, root);
  std::ostringstream out;
  out << root << '\n';
  return out.str();
}

}  // namespace overt
