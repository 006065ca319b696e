#include "overt/policy/policy_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "overt/base/error.h"
#include "overt/base/json_parser.h"

namespace overt {
namespace {

using Json = nlohmann::json;

struct NamedPredicate {
  PredicateName name;
  const char* key;  // of its number
};
constexpr std::array<NamedPredicate, 4> kPredicates = {{{PredicateName::at_least, "states"},
                                                        {PredicateName::distinct_tags, "tags"},
                                                        {PredicateName::total_weight, "weight"},
                                                        {PredicateName::highest_ratio, "max"}}};

// What is thrown inside gets the name of the file in parse_policy_problem.
class Reader {
 public:
  PolicyProblem read(const Json& json) const {
    if (!json.is_object()) fail("expected an object with states, schemas and predicate");
    allow_keys(json, "", {"states", "schemas", "predicate", "tags", "weights"});
    for (const char* key : {"states", "schemas", "predicate"}) {
      if (!json.contains(key)) fail(fmt::format("{}: is missing", key));
    }
    PolicyProblem problem;
    problem.states = texts(json["states"], "states");
    if (problem.states.empty()) fail("states: the list is empty");
    check_distinct(problem.states);
    read_schemas(json["schemas"], problem);
    problem.predicate = predicate(json["predicate"]);
    read_traits(json, problem);
    return problem;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw Error(ErrorCode::malformed, std::string(what));
  }

  // A list of texts and whole numbers, as texts.
  std::vector<std::string> texts(const Json& list, std::string_view key) const {
    if (!list.is_array()) {
      fail(fmt::format("{}: expected a list of texts (numbers are taken as texts)", key));
    }
    std::vector<std::string> result;
    for (const Json& item : list) {
      const std::size_t at = result.size();
      if (!item.is_string() && !item.is_number_integer()) {
        fail(fmt::format("{}[{}]: expected a text or a whole number", key, at));
      }
      result.push_back(item.is_string() ? item.get<std::string>() : item.dump());
      const auto control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
      if (std::any_of(result[at].begin(), result[at].end(), control)) {
        fail(fmt::format("{}[{}]: there is a control character in the text", key, at));
      }
    }
    return result;
  }

  void check_distinct(const std::vector<std::string>& states) const {
    std::unordered_map<std::string_view, std::size_t> seen;
    for (std::size_t x = 0; x < states.size(); ++x) {
      const auto [first, is_new] = seen.emplace(states[x], x);
      if (!is_new) fail(fmt::format("states[{}]: the same state as states[{}]", x, first->second));
    }
  }

  void read_schemas(const Json& json, PolicyProblem& problem) const {
    if (json.is_object()) {
      allow_keys(json, "schemas.", {"prefix"});
      if (!json.contains("prefix") || json["prefix"] != true) {
        fail("schemas: expected {\"prefix\": true}, or a list of schemas");
      }
      problem.names = BlockNames::prefixes;
      problem.schemas = prefix_schemas(problem.states);
      return;
    }
    if (!json.is_array()) fail("schemas: expected a list of schemas, or {\"prefix\": true}");
    if (json.empty()) fail("schemas: the list is empty");
    check_cells(problem.states.size(), json.size());
    for (std::size_t i = 0; i < json.size(); ++i) {
      problem.schemas.push_back(
          schema(json[i], fmt::format("schemas[{}]", i), problem.states.size()));
    }
    if (problem.schemas.back().blocks != 1) {
      fail(
          fmt::format("schemas[{}]: the last schema must be one block of all states: without it "
                      "a safe function can be missed",
                      json.size() - 1));
    }
  }

  Schema schema(const Json& list, const std::string& place, std::size_t states) const {
    if (!list.is_array()) fail(place + ": expected a list of blocks");
    constexpr std::uint32_t kNone = UINT32_MAX;
    Schema result{std::vector<std::uint32_t>(states, kNone), 0};
    for (std::size_t b = 0; b < list.size(); ++b, ++result.blocks) {
      const std::string inside = fmt::format("{}[{}]", place, b);
      if (!list[b].is_array()) fail(inside + ": expected a list of states, which count from 0");
      if (list[b].empty()) fail(inside + ": the block is empty");
      for (std::size_t i = 0; i < list[b].size(); ++i) {
        const State x = member(list[b][i], fmt::format("{}[{}]", inside, i), states);
        if (result.block_of[x] != kNone) {
          fail(fmt::format("{}[{}]: state {} stands {}", inside, i, x,
                           result.block_of[x] == b
                               ? "twice in the block"
                               : fmt::format("in block {} already", result.block_of[x])));
        }
        result.block_of[x] = static_cast<std::uint32_t>(b);
      }
    }
    const auto missing = std::find(result.block_of.begin(), result.block_of.end(), kNone);
    if (missing != result.block_of.end()) {
      fail(
          fmt::format("{}: state {} stands in no block", place, missing - result.block_of.begin()));
    }
    return result;
  }

  State member(const Json& number, const std::string& place, std::size_t states) const {
    if (!number.is_number_integer()) {
      fail(place + ": expected the number of a state, which count from 0");
    }
    const bool negative = !number.is_number_unsigned() && number.get<std::int64_t>() < 0;
    if (negative || number.get<std::uint64_t>() >= states) {
      fail(fmt::format("{}: state {} does not exist; there are {}, which count from 0", place,
                       number.dump(), states));
    }
    return number.get<State>();
  }

  PredicateSpec predicate(const Json& json) const {
    if (!json.is_object()) fail("predicate: expected an object with a name");
    allow_keys(json, "predicate.", {"name", "states", "tags", "weight", "max"});
    if (!json.contains("name")) fail("predicate.name: is missing");
    for (const auto& [name, key] : kPredicates) {
      if (json["name"] != to_string(name)) continue;
      for (const auto& other : kPredicates) {
        if (other.name == name || !json.contains(other.key)) continue;
        fail(fmt::format("predicate.{}: {} has no such key; it has {}", other.key, to_string(name),
                         key));
      }
      const std::string place = fmt::format("predicate.{}", key);
      if (!json.contains(key)) fail(place + ": is missing");
      return make_predicate(name, number(json[key], place), place);
    }
    fail("predicate.name: expected at_least, distinct_tags, total_weight or highest_ratio");
  }

  // A fraction is a text, since 0.1 in JSON is no tenth; whole numbers are clear.
  std::string number(const Json& value, const std::string& place) const {
    if (!value.is_string() && !value.is_number_integer()) {
      fail(place + ": expected a whole number, or a fraction as a text, such as \"1/2\"");
    }
    return value.is_string() ? value.get<std::string>() : value.dump();
  }

  void read_traits(const Json& json, PolicyProblem& problem) const {
    const auto check_length = [&](const char* key, std::size_t length) {
      if (length == problem.states.size()) return;
      fail(fmt::format("{}: {} for {} states", key, length, problem.states.size()));
    };
    const auto check_there = [&](const char* key, bool needed) {
      if (!needed || json.contains(key)) return;
      fail(fmt::format("{}: is missing; {} needs one for each state", key,
                       to_string(problem.predicate.name)));
    };
    check_there("tags", problem.predicate.uses_tags());
    check_there("weights", problem.predicate.uses_weights());
    if (json.contains("tags")) {
      const std::vector<std::string> tags = texts(json["tags"], "tags");
      check_length("tags", tags.size());
      set_tags(problem.traits, tags);
    }
    if (!json.contains("weights")) return;
    const Json& list = json["weights"];
    if (!list.is_array()) fail("weights: expected a list of numbers");
    check_length("weights", list.size());
    std::vector<Rational> weights;
    for (std::size_t x = 0; x < list.size(); ++x) {
      const std::string place = fmt::format("weights[{}]", x);
      weights.push_back(parse_rational(number(list[x], place), place));
    }
    problem.traits.set_weights(weights, "weights");
  }
};

}  // namespace

PolicyProblem parse_policy_problem(std::string_view text, std::string_view name) {
  const Json json = parse_json(text, name);
  try {
    return Reader().read(json);
  } catch (const Error& error) {
    throw Error(ErrorCode::malformed, fmt::format("{}: {}", name, error.what()));
  }
}

PredicateSpec make_predicate(PredicateName name, std::string_view number, std::string_view what) {
  PredicateSpec spec;
  spec.name = name;
  const auto fail = [&](std::string_view why) {
    throw Error(ErrorCode::usage, fmt::format("{}: {}", what, why));
  };
  if (name == PredicateName::at_least || name == PredicateName::distinct_tags) {
    const char* const end = number.data() + number.size();
    const auto [stop, error] = std::from_chars(number.data(), end, spec.count);
    if (error == std::errc::result_out_of_range) fail("the number is too large");
    if (error != std::errc() || stop != end || spec.count == 0) {
      fail("expected a whole number, at least 1");
    }
    return spec;
  }
  spec.bound = parse_rational(number, what);
  if (name == PredicateName::highest_ratio && (spec.bound == 0 || spec.bound > 1)) {
    fail("expected a share above 0 and at most 1");
  }
  return spec;
}

void set_tags(StateTraits& traits, const std::vector<std::string>& tags) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  traits.tags.clear();
  for (const std::string& tag : tags) {
    const auto number = static_cast<std::uint32_t>(numbers.size());
    traits.tags.push_back(numbers.emplace(tag, number).first->second);
  }
  traits.tag_count = static_cast<std::uint32_t>(numbers.size());
}

}  // namespace overt
