#include "overt/views/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "overt/base/error.h"
#include "overt/base/json_parser.h"

namespace overt::views {
namespace {

// Values keep the order in which they stand, which plain json would sort away.
using Json = nlohmann::ordered_json;

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; });
}

class Reader {
 public:
  explicit Reader(std::string_view name) : name_(name), start_(fmt::format("{}: ", name)) {}

  Problem read(std::string_view text) {
    const Json json =
        parse_ordered_json(text, name_, 2, "disclosures: a value stands twice in one of them");
    if (!json.is_object()) fail("expected an object with records and disclosures");
    allow_keys(json, start_, {"records", "disclosures"});
    for (const char* key : {"records", "disclosures"}) {
      if (!json.contains(key)) fail(fmt::format("{}: is missing", key));
    }
    read_records(json["records"]);
    const Json& list = json["disclosures"];
    if (!list.is_array()) fail("disclosures: expected a list of disclosures");
    if (list.empty()) fail("disclosures: the list is empty");
    for (std::size_t i = 0; i < list.size(); ++i) {
      read_disclosure(list[i], fmt::format("disclosures[{}]", i));
    }
    for (Disclosure& one : problem_.disclosures) one.counts.resize(problem_.values.size(), 0);
    return std::move(problem_);
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw Error(ErrorCode::malformed, fmt::format("{}: {}", name_, what));
  }

  void read_records(const Json& list) {
    if (!list.is_array()) fail("records: expected a list of names");
    std::set<std::string> seen;
    for (const Json& item : list) {
      const std::string place = fmt::format("records[{}]", problem_.records.size());
      if (!item.is_string() && !item.is_number_integer()) {
        fail(place + ": expected a text or a whole number");
      }
      std::string text = item.is_string() ? item.get<std::string>() : item.dump();
      if (has_control(text)) fail(place + ": there is a control character in the text");
      if (!seen.insert(text).second) fail(place + ": the name stands twice");
      problem_.records.push_back(std::move(text));
    }
    if (problem_.records.empty()) fail("records: the list is empty");
  }

  void read_disclosure(const Json& json, const std::string& place) {
    if (!json.is_object()) fail(place + ": expected an object with records and values");
    allow_keys(json, start_ + place + ".", {"name", "records", "values"});
    for (const char* key : {"records", "values"}) {
      if (!json.contains(key)) fail(fmt::format("{}.{}: is missing", place, key));
    }
    Disclosure result;
    result.name = std::to_string(problem_.disclosures.size() + 1);
    if (json.contains("name")) {
      if (!json["name"].is_string()) fail(place + ".name: expected a text");
      result.name = json["name"].get<std::string>();
      if (has_control(result.name)) fail(place + ".name: there is a control character in it");
    }
    if (!names_.insert(result.name).second) {
      fail(place + ".name: an earlier disclosure has the same");
    }
    result.records = members(json["records"], place + ".records");
    const std::uint64_t values = read_values(json["values"], place + ".values", result.counts);
    if (values != result.records.size()) {
      fail(fmt::format("{}: {} values for {} records", place, values, result.records.size()));
    }
    problem_.disclosures.push_back(std::move(result));
  }

  std::vector<Record> members(const Json& list, const std::string& place) const {
    if (!list.is_array()) fail(place + ": expected a list of records, which count from 0");
    if (list.empty()) fail(place + ": the list is empty");
    std::vector<Record> result;
    std::vector<bool> seen(problem_.records.size(), false);
    for (const Json& item : list) {
      const std::string here = fmt::format("{}[{}]", place, result.size());
      if (!item.is_number_integer()) {
        fail(here + ": expected the number of a record, which count from 0");
      }
      const bool negative = !item.is_number_unsigned() && item.get<std::int64_t>() < 0;
      if (negative || item.get<std::uint64_t>() >= seen.size()) {
        fail(fmt::format("{}: record {} does not exist; there are {}, which count from 0", here,
                         item.dump(), seen.size()));
      }
      const Record record = item.get<Record>();
      if (seen[record]) fail(fmt::format("{}: record {} stands twice", here, record));
      seen[record] = true;
      result.push_back(record);
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  // How many records the values are for.
  std::uint64_t read_values(const Json& object, const std::string& place,
                            std::vector<std::uint32_t>& counts) {
    if (!object.is_object()) fail(place + ": expected an object of value and count");
    std::uint64_t sum = 0;
    for (const auto& item : object.items()) {
      if (has_control(item.key())) fail(place + ": there is a control character in a value");
      const Json& count = item.value();
      if (!count.is_number_unsigned() ||
          count.get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max()) {
        fail(place + ": expected a count for each value: a whole number, 0 or more");
      }
      const auto next = static_cast<Code>(problem_.values.size());
      const auto [found, is_new] = codes_.emplace(item.key(), next);
      if (is_new) problem_.values.push_back(item.key());
      if (counts.size() <= found->second) counts.resize(found->second + 1, 0);
      counts[found->second] = count.get<std::uint32_t>();
      sum += count.get<std::uint64_t>();
    }
    return sum;
  }

  std::string_view name_;
  std::string start_;  // of every message
  Problem problem_;
  std::map<std::string, Code> codes_;
  std::set<std::string> names_;
};

}  // namespace

Problem parse_problem(std::string_view text, std::string_view name) {
  return Reader(name).read(text);
}

}  // namespace overt::views
