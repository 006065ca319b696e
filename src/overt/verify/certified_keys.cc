#include "overt/verify/certified_keys.h"

#include <algorithm>
#include <functional>

#include "overt/verify/certified_keys_json.h"
#include "overt/verify/methods.h"
#include "overt/verify/promise_json.h"

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

Json max_json(const MaxJob& max) {
  if (max.of_value.empty()) return to_string(*max.every);
  Json result = Json::object();
  if (max.every) result[""] = to_string(*max.every);
  for (const auto& [value, cap] : max.of_value) result[value] = to_string(cap);
  return result;
}

StrategyJob parse_strategy(const JsonReader& reader) {
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
    const JsonReader columns = reader.inner("generalize");
    for (const auto& entry : columns.json().items()) {
      const JsonReader own = columns.inner(entry.key().c_str());
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
void read_value(const JsonReader& reader, const char* key, T& value) {
  value = reader.get<T>(key);
}
void read_value(const JsonReader& reader, const char* key, StrategyJob& strategy) {
  strategy = parse_strategy(reader.inner(key));
}
void read_value(const JsonReader& reader, const char* key, std::optional<PropertySpec>& property) {
  property = parse_property(reader.inner(key));
}
void read_value(const JsonReader& reader, const char* key, MaxJob& max) {
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
void read_value(const JsonReader& reader, const char* key, std::optional<Rational>& value) {
  value = reader.rational(key);
}
void read_value(const JsonReader& reader, const char* key,
                std::map<std::string, Rational>& values) {
  values = parse_fractions(reader.inner(key));
}
void read_value(const JsonReader& reader, const char* key, Roles& roles) {
  const JsonReader inner = reader.inner(key);
  roles.identifying = inner.get<std::vector<std::string>>("identifying");
  roles.quasi_identifying = inner.get<std::vector<std::string>>("quasi_identifying");
  roles.sensitive = inner.get<std::vector<std::string>>("sensitive");
  roles.insensitive = inner.get<std::vector<std::string>>("insensitive");
}
void read_value(const JsonReader& reader, const char* key,
                std::map<std::string, DeclaredType>& types) {
  const JsonReader columns = reader.inner(key);
  for (const auto& entry : columns.json().items()) {
    const JsonReader type = columns.inner(entry.key().c_str());
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
  std::function<void(const JsonReader&, CertifiedJob&)> read;
};

template <typename T>
CertifiedKey needed(const char* key, T CertifiedJob::*member) {
  return {
      key, true, [](const CertifiedJob&) { return true; },
      [=](const CertifiedJob& job) { return json_of(job.*member); },
      [=](const JsonReader& reader, CertifiedJob& job) { read_value(reader, key, job.*member); }};
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
  return {key, false, [=](const CertifiedJob& job) { return !(job.words.*member).empty(); },
          [=](const CertifiedJob& job) { return json_of(job.words.*member); },
          [=](const JsonReader& reader, CertifiedJob& job) {
            read_value(reader, key, job.words.*member);
          }};
}

// A part of the caps.
template <typename T>
CertifiedKey of_caps(const char* key, T PromiseJob::*member) {
  return {key, false,
          [=](const CertifiedJob& job) { return job.caps.*member != PromiseJob().*member; },
          [=](const CertifiedJob& job) { return json_of(job.caps.*member); },
          [=](const JsonReader& reader, CertifiedJob& job) {
            read_value(reader, key, job.caps.*member);
          }};
}

// In place of a property, and beside caps, which stand before it.
CertifiedKey promised_share() {
  CertifiedKey row = needed("l", &CertifiedJob::l);
  row.says_something = [](const CertifiedJob& job) { return !job.property && job.l > 0; };
  row.read = [](const JsonReader& reader, CertifiedJob& job) {
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

nlohmann::ordered_json certified_job_json(const CertifiedJob& job) {
  Json result = Json::object();
  for (const CertifiedKey& one : certified_keys()) {
    if (one.says_something(job)) result[one.key] = one.print(job);
  }
  return result;
}

CertifiedJob parse_certified_job(const JsonReader& reader) {
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

}  // namespace overt
