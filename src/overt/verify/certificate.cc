#include "overt/verify/certificate.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "overt/base/error.h"
#include "overt/base/json_parser.h"
#include "overt/base/nesting.h"
#include "overt/verify/certified_keys_json.h"
#include "overt/verify/methods.h"
#include "overt/verify/promise_json.h"

namespace overt {
namespace {

using Json = nlohmann::ordered_json;

// A key of `given` that is not in `printed`, what was understood of it, at any depth; empty if
// there is none. The names in open objects (files, weights, ranks) are always understood.
std::string unknown_key(const Json& given, const Json& printed) {
  if (!given.is_object() || !printed.is_object()) return {};
  for (const auto& entry : given.items()) {
    if (!printed.contains(entry.key())) return entry.key();
    const std::string inner = unknown_key(entry.value(), printed[entry.key()]);
    if (!inner.empty()) return fmt::format("{}.{}", entry.key(), inner);
  }
  return {};
}

}  // namespace

// What promises nothing assumes nothing.
std::string level_in_words(std::string_view level) {
  if (level == kTestLevel.name) return std::string(kTestLevel.meaning);
  return fmt::format("{}; {}", meaning_of(level), kAssumption);
}

std::string promise_in_words(const Certificate& certificate) {
  if (certificate.by_caps()) return promise_in_words(certificate.caps);
  return promise_of_groups(certificate.promise, certificate.job.roles.sensitive[0]);
}

std::string level_in_words(const Certificate& certificate) {
  const bool k_alone = certificate.by_caps() && certificate.job.roles.sensitive.empty();
  if (k_alone && certificate.level != kTestLevel.name) return std::string(kKAlone);
  return level_in_words(certificate.level);
}

std::string print_certificate(const Certificate& certificate) {
  Json json = {{"version", certificate.version}};
  if (!certificate.program.empty()) json["program"] = certificate.program;
  json["method"] = certificate.method;
  json["level"] = certificate.level;
  // Who reads a certificate must not have to look up what it is worth.
  json["level_means"] = level_in_words(certificate);
  json["form"] = certificate.form;
  json["promise"] = Json::parse(print_promise(certificate));
  json["records"] = certificate.records;
  json["groups"] = certificate.groups;
  json["smallest_group"] = certificate.smallest_group;
  json["largest_share"] = to_string(certificate.largest_share);
  json["files"] = certificate.files;
  json["job"] = certified_job_json(certificate.job);
  if (certificate.after > 0) json["after"] = certificate.after;
  json["date"] = certificate.date;
  return json.dump(2) + "\n";
}

Certificate parse_certificate(std::string_view text, std::string_view name) {
  // Names more than two objects deep are columns, and in `ranks` values.
  const Json json = parse_ordered_json(text, name, 2, "a key of the job stands twice");
  const JsonReader reader(json, "", name);
  Certificate result;
  result.version = reader.get<int>("version");
  if (result.version != 1 && result.version != 2) {
    reader.fail("version", "is neither 1 nor 2, the only ones known here");
  }
  if (json.contains("program")) result.program = reader.get<std::string>("program");
  result.method = reader.get<std::string>("method");
  result.level = reader.get<std::string>("level");
  if (json.contains("level_means")) result.level_means = reader.get<std::string>("level_means");
  result.form = reader.get<std::string>("form");
  if (result.form != "generalized" && result.form != "anatomy") {
    reader.fail("form", "is neither generalized nor anatomy");
  }
  if (result.by_caps()) {
    result.caps = parse_caps(reader.inner("promise"));
  } else {
    result.promise = parse_property(reader.inner("promise"));
  }
  result.records = reader.count("records");
  result.groups = reader.count("groups");
  result.smallest_group = reader.count("smallest_group");
  result.largest_share = reader.rational("largest_share");
  result.files = reader.get<std::map<std::string, std::string>>("files");
  result.job = parse_certified_job(reader.inner("job"));
  if (!result.by_caps() && result.job.roles.sensitive.size() != 1) {
    reader.inner("job").inner("roles").fail("sensitive", "is not exactly one column");
  }
  if (json.contains("after")) result.after = reader.count("after");
  result.date = reader.get<std::string>("date");
  const std::string unknown = unknown_key(json, Json::parse(print_certificate(result)));
  if (!unknown.empty()) reader.fail(unknown.c_str(), "does not belong in a certificate");
  return result;
}

std::string print_promise(const Certificate& certificate) {
  return certificate.by_caps() ? print_promise(certificate.caps)
                               : print_promise(certificate.promise);
}

std::string print_promise(const Promise& caps) { return caps_json(caps).dump(); }

std::string print_promise(const PropertySpec& promise) { return property_json(promise).dump(); }

PropertySpec parse_promise(std::string_view text, std::string_view name) {
  check_nesting(text, name, Syntax::json);
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) {
    throw Error(ErrorCode::malformed, fmt::format("{}: promise is not what it should be", name));
  }
  return parse_property(JsonReader(json, "promise.", name));
}

std::string hierarchy_file(std::string_view column) {
  std::string name = "hierarchies/";
  for (const char c : column) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte > 0x20 && byte != 0x7F && c != '/' && c != '%' && c != '\\';
    name += plain && !(c == '.' && name.ends_with('/')) ? std::string(1, c)
                                                        : fmt::format("%{:02X}", byte);
  }
  return name + ".csv";
}

}  // namespace overt
