#include "overt/verify/certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>

#include "overt/base/error.h"
#include "overt/base/json_parser.h"
#include "overt/base/nesting.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

using Json = nlohmann::ordered_json;

Json strategy_json(const StrategyJob& strategy) {
  Json result = {{"name", strategy.name}};
  if (strategy.random_jump) {
    result["jump"] = "random";  // which one was drawn stays with the coins
  } else if (!strategy.jump.empty()) {
    result["jump"] = strategy.jump;
  }
  if (!strategy.steps.empty()) {
    result["steps"] = strategy.steps;
  } else if (!strategy.chain.empty()) {
    result["chain"] = strategy.chain;
  } else {
    result["order"] = strategy.order;
  }
  if (strategy.suppress != 1) result["suppress"] = strategy.suppress;
  for (const auto& [column, steps] : strategy.generalize) {
    Json& own = result["generalize"][column];
    if (!steps.interval.empty()) own["interval"] = steps.interval;
    if (!steps.prefix.empty()) own["prefix"] = steps.prefix;
  }
  return result;
}

// Fractions are texts, as in problem files: no number of JSON is a third.
Json property_json(const PropertySpec& property) {
  Json result = {{"name", property.name}};
  for (const PropertyFraction& member : property_fractions()) {
    const std::optional<Rational>& value = property.*member.value;
    if (value) result[std::string(member.name)] = to_string(*value);
  }
  if (property.l) result["l"] = *property.l;
  return result;
}

Json max_json(const MaxJob& max) {
  if (max.of_value.empty()) return to_string(*max.every);
  Json result = Json::object();
  if (max.every) result[""] = to_string(*max.every);
  for (const auto& [value, cap] : max.of_value) result[value] = to_string(cap);
  return result;
}

Json caps_json(const Promise& promise) {
  Json result = {{"k", promise.k}, {"columns", Json::object()}};
  for (const auto& [name, column] : promise.columns) {
    Json& own = result["columns"][name] = Json::object();
    if (column.every) own["every"] = to_string(*column.every);
    for (const auto& [value, cap] : column.of_value) own["values"][value] = to_string(cap);
    if (column.beta) own["beta"] = to_string(*column.beta);
    if (column.beta_enhanced) own["beta_enhanced"] = to_string(*column.beta_enhanced);
    if (column.band) own["band"] = to_string(*column.band);
    if (!column.categories.empty()) own["categories"] = column.categories;
  }
  return result;
}

// Looks keys up and says which one is missing or of the wrong kind.
class Reader {
 public:
  Reader(const Json& json, std::string prefix, std::string_view name)
      : json_(json), prefix_(std::move(prefix)), name_(name) {}

  template <typename T>
  T get(const char* key) const {
    if (!json_.is_object() || !json_.contains(key)) fail(key, "is missing");
    try {
      return json_[key].get<T>();
    } catch (const nlohmann::json::exception&) {
      fail(key, "is not what it should be");
    }
  }
  std::uint64_t count(const char* key) const {
    if (!json_.is_object() || !json_.contains(key)) fail(key, "is missing");
    if (!json_[key].is_number_unsigned()) fail(key, "is not a count");
    return json_[key].get<std::uint64_t>();
  }
  Rational rational(const char* key) const {
    return parse_rational(get<std::string>(key), called(key));
  }
  Reader inner(const char* key) const {
    if (!json_.is_object() || !json_.contains(key)) fail(key, "is missing");
    return {json_[key], fmt::format("{}{}.", prefix_, key), name_};
  }
  const Json& json() const { return json_; }
  std::string called(const char* key) const { return fmt::format("{}: {}{}", name_, prefix_, key); }

  [[noreturn]] void fail(const char* key, const char* what) const {
    throw Error(ErrorCode::malformed, fmt::format("{} {}", called(key), what));
  }

 private:
  const Json& json_;
  std::string prefix_;
  std::string_view name_;
};

PropertySpec parse_property(const Reader& reader) {
  PropertySpec property;
  property.name = reader.get<std::string>("name");
  for (const PropertyFraction& member : property_fractions()) {
    const std::string key(member.name);
    if (reader.json().contains(key)) property.*member.value = reader.rational(key.c_str());
  }
  if (reader.json().contains("l")) {
    if (!reader.json()["l"].is_number_integer()) reader.fail("l", "is not a whole number");
    property.l = reader.get<std::int64_t>("l");
  }
  try {
    static_cast<void>(make_property(property, std::array<std::uint64_t, 1>{1}));
  } catch (const Error& error) {
    throw Error(ErrorCode::malformed, fmt::format("{}: {}", reader.called("name"), error.what()));
  }
  return property;
}

std::map<std::string, Rational> parse_fractions(const Reader& reader) {
  std::map<std::string, Rational> result;
  if (!reader.json().is_object()) reader.fail("", "is not what it should be");
  for (const auto& entry : reader.json().items()) {
    result[entry.key()] = reader.rational(entry.key().c_str());
  }
  return result;
}

Promise parse_caps(const Reader& reader) {
  Promise promise;
  promise.k = static_cast<std::int64_t>(reader.count("k"));
  const Reader columns = reader.inner("columns");
  if (!columns.json().is_object()) reader.fail("columns", "is not what it should be");
  for (const auto& entry : columns.json().items()) {
    const Reader own = columns.inner(entry.key().c_str());
    ColumnPromise& column = promise.columns[entry.key()];
    const auto maybe = [&](const char* key, std::optional<Rational>& to) {
      if (own.json().contains(key)) to = own.rational(key);
    };
    maybe("every", column.every);
    if (own.json().contains("values")) column.of_value = parse_fractions(own.inner("values"));
    maybe("beta", column.beta);
    maybe("beta_enhanced", column.beta_enhanced);
    maybe("band", column.band);
    if (own.json().contains("categories")) {
      column.categories = own.get<std::vector<std::int64_t>>("categories");
    }
  }
  try {
    check_promise(promise);
  } catch (const Error& error) {
    throw Error(ErrorCode::malformed, fmt::format("{}: {}", reader.called("k"), error.what()));
  }
  return promise;
}

StrategyJob parse_strategy(const Reader& reader) {
  StrategyJob strategy;
  strategy.name = reader.get<std::string>("name");
  if (reader.json().contains("jump")) {
    strategy.random_jump = reader.json()["jump"] == "random";
    if (!strategy.random_jump) strategy.jump = reader.get<std::vector<std::uint32_t>>("jump");
  }
  if (reader.json().contains("order")) strategy.order = reader.get<std::string>("order");
  if (reader.json().contains("steps")) {
    strategy.steps = reader.get<std::vector<std::vector<std::uint32_t>>>("steps");
  }
  if (reader.json().contains("chain")) {
    strategy.chain = reader.get<std::vector<std::string>>("chain");
  }
  if (reader.json().contains("suppress")) strategy.suppress = reader.get<std::int64_t>("suppress");
  if (reader.json().contains("generalize")) {
    const Reader columns = reader.inner("generalize");
    for (const auto& entry : columns.json().items()) {
      const Reader own = columns.inner(entry.key().c_str());
      ColumnSteps& steps = strategy.generalize[entry.key()];
      if (own.json().contains("interval")) {
        steps.interval = own.get<std::vector<std::int64_t>>("interval");
      }
      if (own.json().contains("prefix")) {
        steps.prefix = own.get<std::vector<std::int64_t>>("prefix");
      }
    }
  }
  return strategy;
}

// --- The job: a row for each key, in the order in which they are printed ---

template <typename T>
Json json_of(const T& value) {
  return value;
}
Json json_of(const StrategyJob& strategy) { return strategy_json(strategy); }
Json json_of(const std::optional<PropertySpec>& property) { return property_json(*property); }
Json json_of(const MaxJob& max) { return max_json(max); }
Json json_of(const std::optional<Rational>& value) { return to_string(*value); }
Json json_of(const std::map<std::string, Rational>& values) {
  Json result = Json::object();
  for (const auto& [name, value] : values) result[name] = to_string(value);
  return result;
}
Json json_of(const Roles& roles) {
  return {{"identifying", roles.identifying},
          {"quasi_identifying", roles.quasi_identifying},
          {"sensitive", roles.sensitive},
          {"insensitive", roles.insensitive}};
}
Json json_of(const std::map<std::string, DeclaredType>& types) {
  Json result = Json::object();
  for (const auto& [column, declared] : types) {
    result[column] = {{"type", to_string(declared.type)}};
    if (!declared.format.empty()) result[column]["format"] = declared.format;
  }
  return result;
}

template <typename T>
void read_value(const Reader& reader, const char* key, T& value) {
  value = reader.get<T>(key);
}
void read_value(const Reader& reader, const char* key, StrategyJob& strategy) {
  strategy = parse_strategy(reader.inner(key));
}
void read_value(const Reader& reader, const char* key, std::optional<PropertySpec>& property) {
  property = parse_property(reader.inner(key));
}
void read_value(const Reader& reader, const char* key, MaxJob& max) {
  if (reader.json()[key].is_string()) {
    max.every = reader.rational(key);
    return;
  }
  max.of_value = parse_fractions(reader.inner(key));
  if (const auto found = max.of_value.find(""); found != max.of_value.end()) {
    max.every = found->second;
    max.of_value.erase(found);
  }
}
void read_value(const Reader& reader, const char* key, std::optional<Rational>& value) {
  value = reader.rational(key);
}
void read_value(const Reader& reader, const char* key, std::map<std::string, Rational>& values) {
  values = parse_fractions(reader.inner(key));
}
void read_value(const Reader& reader, const char* key, Roles& roles) {
  const Reader inner = reader.inner(key);
  roles.identifying = inner.get<std::vector<std::string>>("identifying");
  roles.quasi_identifying = inner.get<std::vector<std::string>>("quasi_identifying");
  roles.sensitive = inner.get<std::vector<std::string>>("sensitive");
  roles.insensitive = inner.get<std::vector<std::string>>("insensitive");
}
void read_value(const Reader& reader, const char* key, std::map<std::string, DeclaredType>& types) {
  const Reader columns = reader.inner(key);
  for (const auto& entry : columns.json().items()) {
    const Reader type = columns.inner(entry.key().c_str());
    DeclaredType declared;
    declared.type = parse_value_type(type.get<std::string>("type"), type.called("type"));
    if (type.json().contains("format")) declared.format = type.get<std::string>("format");
    types[entry.key()] = declared;
  }
}

struct CertifiedKey {
  const char* key;
  bool needed;  // else it is left out where it says nothing
  std::function<bool(const CertifiedJob&)> says_something;
  std::function<Json(const CertifiedJob&)> print;
  std::function<void(const Reader&, CertifiedJob&)> read;
};

template <typename T>
CertifiedKey needed(const char* key, T CertifiedJob::*member) {
  return {key, true, [](const CertifiedJob&) { return true; },
          [=](const CertifiedJob& job) { return json_of(job.*member); },
          [=](const Reader& reader, CertifiedJob& job) { read_value(reader, key, job.*member); }};
}

template <typename T>
CertifiedKey optional(const char* key, T CertifiedJob::*member) {
  CertifiedKey row = needed(key, member);
  row.needed = false;
  row.says_something = [=](const CertifiedJob& job) {
    return job.*member != CertifiedJob().*member;
  };
  return row;
}

CertifiedKey word(const char* key, std::string PublicWords::*member) {
  return {
      key, false, [=](const CertifiedJob& job) { return !(job.words.*member).empty(); },
      [=](const CertifiedJob& job) { return json_of(job.words.*member); },
      [=](const Reader& reader, CertifiedJob& job) { read_value(reader, key, job.words.*member); }};
}

// A part of the caps.
template <typename T>
CertifiedKey of_caps(const char* key, T PromiseJob::*member) {
  return {
      key, false, [=](const CertifiedJob& job) { return job.caps.*member != PromiseJob().*member; },
      [=](const CertifiedJob& job) { return json_of(job.caps.*member); },
      [=](const Reader& reader, CertifiedJob& job) { read_value(reader, key, job.caps.*member); }};
}

// In place of a property, and beside caps, which stand before it.
CertifiedKey promised_share() {
  CertifiedKey row = needed("l", &CertifiedJob::l);
  row.says_something = [](const CertifiedJob& job) { return !job.property && job.l > 0; };
  row.read = [](const Reader& reader, CertifiedJob& job) {
    const bool other = job.property || (job.caps.given() && !reader.json().contains("l"));
    if (!other) read_value(reader, "l", job.l);
  };
  return row;
}

const std::vector<CertifiedKey>& certified_keys() {
  static const std::vector<CertifiedKey> kKeys = {
      optional("property", &CertifiedJob::property),
      of_caps("k", &PromiseJob::k),
      of_caps("max", &PromiseJob::max),
      of_caps("beta", &PromiseJob::beta),
      of_caps("beta_enhanced", &PromiseJob::beta_enhanced),
      of_caps("band", &PromiseJob::band),
      of_caps("category", &PromiseJob::category),
      promised_share(),
      optional("background", &CertifiedJob::background),
      needed("format", &CertifiedJob::format),
      optional("spreadsheet_safe", &CertifiedJob::spreadsheet_safe),
      optional("cells", &CertifiedJob::cells),
      optional("counted", &CertifiedJob::counted),
      optional("decimal", &CertifiedJob::decimal),
      needed("missing", &CertifiedJob::missing),
      needed("missing_sensitive", &CertifiedJob::missing_sensitive),
      needed("roles", &CertifiedJob::roles),
      needed("types", &CertifiedJob::types),
      needed("hierarchies", &CertifiedJob::hierarchies),
      optional("tree", &CertifiedJob::tree),
      optional("leaves", &CertifiedJob::leaves),
      optional("min_group", &CertifiedJob::min_group),
      optional("weights", &CertifiedJob::weights),
      optional("ranks", &CertifiedJob::ranks),
      optional("strategy", &CertifiedJob::strategy),
      word("title", &PublicWords::title),
      word("publisher", &PublicWords::publisher),
      word("contact", &PublicWords::contact),
      word("licence", &PublicWords::licence),
      word("about", &PublicWords::about),
  };
  return kKeys;
}

Json job_json(const CertifiedJob& job) {
  Json result = Json::object();
  for (const CertifiedKey& one : certified_keys()) {
    if (one.says_something(job)) result[one.key] = one.print(job);
  }
  return result;
}

CertifiedJob parse_certified_job(const Reader& reader) {
  CertifiedJob job;
  for (const CertifiedKey& one : certified_keys()) {
    const bool given = reader.json().is_object() && reader.json().contains(one.key);
    if (one.needed || given) one.read(reader, job);
  }
  if (job.format != "csv" && job.format != "parquet") {
    reader.fail("format", "is neither csv nor parquet");
  }
  if (job.cells != "text" && job.cells != "columns") {
    reader.fail("cells", "is neither text nor columns");
  }
  if (job.decimal != "." && job.decimal != ",") reader.fail("decimal", "is neither . nor ,");
  if (!job.tree.empty() && find_tree(job.tree) == nullptr) {
    reader.fail("tree", "is none that is known here");
  }
  if (!job.leaves.empty() && find_leaves(job.leaves) == nullptr) {
    reader.fail("leaves", "are none that are known here");
  }
  return job;
}

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

// Roles without the order of their columns.
Json unordered(Json value) {
  if (value.is_object()) {
    for (Json& list : value) {
      if (list.is_array()) std::sort(list.begin(), list.end());
    }
  }
  return value;
}

}  // namespace

// What promises nothing assumes nothing.
std::string level_in_words(std::string_view level) {
  if (level == kTestLevel.name) return std::string(kTestLevel.meaning);
  return fmt::format("{}; {}", meaning_of(level), kAssumption);
}

std::vector<std::string> differing_keys(const CertifiedJob& a, const CertifiedJob& b) {
  std::vector<std::string> keys;
  for (const CertifiedKey& one : certified_keys()) {
    const std::string_view key = one.key;
    if (key == "format" || key == "spreadsheet_safe" || key == "counted") continue;
    const auto said = [&](const CertifiedJob& job) {
      if (!one.says_something(job)) return Json();
      return key == "roles" ? unordered(one.print(job)) : one.print(job);
    };
    if (said(a) != said(b)) keys.emplace_back(key);
  }
  return keys;
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
  json["job"] = job_json(certificate.job);
  if (certificate.after > 0) json["after"] = certificate.after;
  json["date"] = certificate.date;
  return json.dump(2) + "\n";
}

Certificate parse_certificate(std::string_view text, std::string_view name) {
  // Names more than two objects deep are columns, and in `ranks` values.
  const Json json = parse_ordered_json(text, name, 2, "a key of the job stands twice");
  const Reader reader(json, "", name);
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
  return parse_property(Reader(json, "promise.", name));
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
