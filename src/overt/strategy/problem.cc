#include "overt/strategy/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "overt/base/error.h"
#include "overt/base/json_parser.h"

namespace overt {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kTextsExpected = "expected a list of texts (numbers are taken as texts)";

class Reader {
 public:
  explicit Reader(std::string_view name) : name_(name), start_(fmt::format("{}: ", name)) {}

  Problem read(std::string_view text) const {
    const Json json = parse_json(text, name_);
    if (!json.is_object()) fail("expected an object with values, generalizations and property");
    allow_keys(json, start_, {"records", "values", "generalizations", "property"});
    require(json, {"values", "generalizations", "property"});
    Problem problem = table_of(json);
    problem.generalizations = partitions(json, "generalizations", problem.table.size());
    read_property(json["property"], problem);
    return problem;
  }

  FamilyProblem read_family(std::string_view text) const {
    const Json json = parse_json(text, name_);
    if (!json.is_object()) fail("expected an object with values and property");
    allow_keys(json, start_, {"records", "values", "partitions", "property", "candidates"});
    require(json, {"values", "property"});
    FamilyProblem family{table_of(json), {}};
    const std::size_t records = family.problem.table.size();
    if (json.contains("partitions")) {
      family.problem.generalizations = partitions(json, "partitions", records);
    }
    read_property(json["property"], family.problem);
    if (json.contains("candidates")) family.candidates = candidates(json["candidates"], records);
    return family;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw Error(ErrorCode::malformed, fmt::format("{}: {}", name_, what));
  }

  void require(const Json& object, std::initializer_list<const char*> keys) const {
    for (const char* key : keys) {
      if (!object.contains(key)) fail(fmt::format("{}: is missing", key));
    }
  }

  // The records and their values; nothing else yet.
  Problem table_of(const Json& json) const {
    Problem problem;
    read_values(json["values"], problem);
    read_records(json, problem);
    return problem;
  }

  // A list of texts and whole numbers, as texts.
  std::vector<std::string> texts(const Json& list, std::string_view key) const {
    if (!list.is_array()) fail(fmt::format("{}: {}", key, kTextsExpected));
    std::vector<std::string> result;
    for (const Json& item : list) {
      const std::size_t at = result.size();
      if (item.is_number_integer()) {
        result.push_back(item.dump());
      } else if (item.is_string()) {
        result.push_back(item.get<std::string>());
      } else {
        fail(fmt::format("{}[{}]: expected a text or a whole number", key, at));
      }
      const auto control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
      if (std::any_of(result[at].begin(), result[at].end(), control)) {
        fail(fmt::format("{}[{}]: there is a control character in the text", key, at));
      }
    }
    return result;
  }

  void read_values(const Json& list, Problem& problem) const {
    std::map<std::string, Code> codes;
    for (std::string& text : texts(list, "values")) {
      const auto [found, is_new] = codes.emplace(std::move(text), problem.value_count());
      if (is_new) problem.values.push_back(found->first);
      problem.table.push_back(found->second);
    }
    if (problem.table.empty()) fail("values: the list is empty");
  }

  void read_records(const Json& json, Problem& problem) const {
    const std::size_t count = problem.table.size();
    if (!json.contains("records")) {
      for (std::size_t r = 1; r <= count; ++r) problem.records.push_back(std::to_string(r));
      return;
    }
    problem.records = texts(json["records"], "records");
    if (problem.records.size() != count) {
      fail(fmt::format("records: {} names for {} values", problem.records.size(), count));
    }
    std::map<std::string_view, std::size_t> seen;
    for (std::size_t r = 0; r < count; ++r) {
      const auto [first, is_new] = seen.emplace(problem.records[r], r);
      if (!is_new) fail(fmt::format("records[{}]: the same name as records[{}]", r, first->second));
    }
  }

  std::vector<Groups> partitions(const Json& json, const char* key, std::size_t records) const {
    const Json& list = json[key];
    if (!list.is_array()) fail(fmt::format("{0}: expected a list of {0}", key));
    if (list.empty()) fail(fmt::format("{}: the list is empty", key));
    std::vector<Groups> result;
    for (std::size_t i = 0; i < list.size(); ++i) {
      result.push_back(groups(list[i], fmt::format("{}[{}]", key, i), records));
    }
    return result;
  }

  std::vector<std::vector<Record>> candidates(const Json& list, std::size_t records) const {
    if (!list.is_array()) fail("candidates: expected a list of partners for each record");
    if (list.size() != records) {
      fail(fmt::format("candidates: {} lists for {} records", list.size(), records));
    }
    std::vector<std::vector<Record>> result(records);
    for (std::size_t r = 0; r < records; ++r) {
      const std::string place = fmt::format("candidates[{}]", r);
      if (!list[r].is_array()) fail(place + ": expected a list of records, which count from 0");
      if (list[r].empty()) fail(place + ": the list is empty");
      if (list[r].size() != list[0].size()) {
        fail(fmt::format("{}: {} partners, where candidates[0] has {}", place, list[r].size(),
                         list[0].size()));
      }
      for (std::size_t i = 0; i < list[r].size(); ++i) {
        result[r].push_back(member(list[r][i], fmt::format("{}[{}]", place, i), records));
      }
    }
    return result;
  }

  Groups groups(const Json& list, const std::string& place, std::size_t records) const {
    if (!list.is_array()) fail(place + ": expected a list of groups");
    Groups result;
    std::vector<bool> seen(records, false);
    for (std::size_t g = 0; g < list.size(); ++g) {
      const std::string inside = fmt::format("{}[{}]", place, g);
      if (!list[g].is_array()) fail(inside + ": expected a list of records, which count from 0");
      if (list[g].empty()) fail(inside + ": the group is empty");
      std::vector<Record> members;
      for (std::size_t i = 0; i < list[g].size(); ++i) {
        const Record record = member(list[g][i], fmt::format("{}[{}]", inside, i), records);
        if (seen[record]) {
          const auto here = std::find(members.begin(), members.end(), record);
          fail(fmt::format("{}: record {} stands {}", place, record,
                           here == members.end() ? "in two groups" : "twice in a group"));
        }
        seen[record] = true;
        members.push_back(record);
      }
      result.add(members);
    }
    const auto missing = std::find(seen.begin(), seen.end(), false);
    if (missing != seen.end()) {
      fail(fmt::format("{}: record {} stands in no group", place, missing - seen.begin()));
    }
    return result;
  }

  Record member(const Json& number, const std::string& place, std::size_t records) const {
    if (!number.is_number_integer()) {
      fail(place + ": expected the number of a record, which count from 0");
    }
    const bool negative = !number.is_number_unsigned() && number.get<std::int64_t>() < 0;
    if (negative || number.get<std::uint64_t>() >= records) {
      fail(fmt::format("{}: record {} does not exist; there are {}, which count from 0", place,
                       number.dump(), records));
    }
    return number.get<Record>();
  }

  void read_property(const Json& json, Problem& problem) const {
    problem.property = property(json);
    try {
      static_cast<void>(make_property(problem.property, problem.overall()));
    } catch (const Error& error) {
      fail(error.what());
    }
  }

  PropertySpec property(const Json& json) const {
    if (!json.is_object()) fail("property: expected an object with a name");
    allow_keys(json, start_ + "property.", property_keys());
    if (!json.contains("name")) fail("property.name: is missing");
    if (!json["name"].is_string()) fail("property.name: expected a text");
    PropertySpec spec;
    spec.name = json["name"].get<std::string>();
    for (const PropertyFraction& member : property_fractions()) {
      spec.*member.value = fraction(json, std::string(member.name));
    }
    if (json.contains("l")) {
      const Json& l = json["l"];
      const bool whole = l.is_number_integer();
      if (!whole || (l.is_number_unsigned() && l.get<std::uint64_t>() > INT64_MAX)) {
        fail(whole ? "property.l: the number is too large" : "property.l: expected a whole number");
      }
      spec.l = l.get<std::int64_t>();
    }
    return spec;
  }

  // A fraction is a text, since 0.1 in JSON is no tenth; whole numbers are clear.
  std::optional<Rational> fraction(const Json& json, const std::string& key) const {
    if (!json.contains(key)) return std::nullopt;
    const std::string place = fmt::format("property.{}", key);
    const Json& value = json[key];
    if (!value.is_string() && !value.is_number_integer()) {
      fail(place + ": expected a fraction as a text, such as \"1/2\"");
    }
    try {
      return parse_rational(value.is_string() ? value.get<std::string>() : value.dump(), place);
    } catch (const Error& error) {
      fail(error.what());
    }
  }

  std::string_view name_;
  std::string start_;  // of every message
};

}  // namespace

std::vector<std::uint64_t> Problem::overall() const {
  std::vector<std::uint64_t> result(values.size(), 0);
  for (const Code value : table) ++result[value];
  return result;
}

Problem parse_problem(std::string_view text, std::string_view name) {
  return Reader(name).read(text);
}

FamilyProblem parse_family(std::string_view text, std::string_view name) {
  return Reader(name).read_family(text);
}

}  // namespace overt
