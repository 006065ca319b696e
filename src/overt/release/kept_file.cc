#include "overt/release/kept_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/base/nesting.h"
#include "overt/counting/cells.h"
#include "overt/table/encode.h"
#include "overt/verify/certificate.h"
#include "overt/verify/json_reader.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

using Json = nlohmann::ordered_json;

// Of a strategy's verdicts: which tables release a step hangs on every proof that the program
// knows. To be raised when one is added: a file of another number cannot be believed.
constexpr int kVerdicts = 1;

constexpr int kVersion = 2;
constexpr int kWithoutNodes = 1;  // of before nodes were dealt: each group is one

std::string step_column(std::size_t step) { return fmt::format("step {}", step + 1); }

// Columns of numbers and texts on their way to a file.
class OutColumns {
 public:
  // `code(row)` is an index into `values`, or their number for nothing.
  template <typename CodeOf>
  void add(std::string name, ValueType type, std::vector<std::string> values, std::size_t rows,
           const CodeOf& code) {
    Owned& own = *owned_.emplace_back(std::make_unique<Owned>());
    own.values = std::move(values);
    own.codes.reserve(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      own.codes.push_back(static_cast<std::uint32_t>(code(row)));
    }
    columns_.push_back({std::move(name), type, own.values, own.codes, {}});
  }
  static std::vector<std::string> numbers(std::size_t most) {
    std::vector<std::string> result;
    for (std::size_t n = 1; n <= most; ++n) result.push_back(std::to_string(n));
    return result;
  }
  const std::vector<OutColumn>& columns() const { return columns_; }

 private:
  struct Owned {
    std::vector<std::string> values;
    std::vector<std::uint32_t> codes;
  };
  std::vector<std::unique_ptr<Owned>> owned_;
  std::vector<OutColumn> columns_;
};

// REQUIRES: there is such a method.
Likelihood likelihood_of(const joint::KeptRelease& kept) {
  return method_row(kept.method).likelihood;
}

// Caps by the texts of their values; null is the missing one.
Json promise_json(const joint::KeptPromise& promise, const Column& sensitive) {
  if (!promise.caps) return Json::parse(print_promise(promise.property));
  Json result = {{"words", promise.words}, {"caps", Json::array()}};
  for (const PromisedCap& cap : *promise.caps) {
    Json values = Json::array();
    for (const Code value : cap.values) {
      values.push_back(value < sensitive.values.size() ? Json(sensitive.values[value]) : Json());
    }
    result["caps"].push_back({{"share", to_string(cap.cap)}, {"values", std::move(values)}});
  }
  return result;
}

std::string note_of(const joint::KeptRelease& kept, const std::vector<std::string>& after,
                    bool test, const Column& sensitive) {
  Json json = {{"version", kVersion}, {"id", kept.id}, {"after", Json::array()}};
  for (std::size_t i = 0; i < kept.after.size(); ++i) {
    json["after"].push_back({{"id", kept.after[i]}, {"file", after[i]}});
  }
  if (test) json["test"] = true;
  json["sensitive"] = sensitive.name;
  json["method"] = kept.method;
  json["promise"] = promise_json(kept.promise, sensitive);
  if (likelihood_of(kept) == Likelihood::cuts && !kept.promise.caps) json["l"] = kept.l;
  if (likelihood_of(kept) == Likelihood::walk) {
    json["strategy"] = {{"name", kept.strategy},
                        {"jump", kept.jumps},
                        {"earlier", kept.earlier.size()},
                        {"verdicts", kVerdicts}};
  }
  return fmt::format("{}\n{}", kKeptMarker, json.dump());
}

// Reads what write_kept() wrote, and believes nothing.
class KeptReader {
 public:
  KeptReader(const std::string& path, const Column& sensitive)
      : path_(path), sensitive_(sensitive) {}

  KeptFile read(Storage& storage, Progress& progress) {
    const auto source = storage.open(path_, {}, progress);
    const std::string note = source->note();
    if (!note.starts_with(kKeptMarker)) {
      throw KeyedError(ErrorCode::malformed, {path_, ": not a file of ", Key{"keep_groups"}});
    }
    check_nesting(note, path_, Syntax::json);
    const Json json =
        Json::parse(note.substr(std::min(kKeptMarker.size(), note.size())), nullptr, false);
    KeptFile file;
    std::size_t steps = 0;
    try {
      steps = read_note(json, file);
    } catch (const nlohmann::json::exception&) {
      fail("its metadata are damaged");
    }
    ReadingRules rules;
    rules.missing = {};
    for (const std::string& name : source->columns()) rules.types[name] = {ValueType::text, {}};
    std::vector<std::size_t> all(source->columns().size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    table_ = read_table(*source, all, rules, progress);
    read_groups(file.release);
    if (likelihood_of(file.release) == Likelihood::cuts) read_sides(file.release);
    for (std::size_t step = 0; step < steps; ++step) read_step(step_column(step), file.release);
    file.release.name = path_;
    return file;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw Error(ErrorCode::malformed, fmt::format("{}: {}", path_, what));
  }
  [[noreturn]] void other_table(std::string_view what) const {
    fail(fmt::format("not of this table: {}", what));
  }

  // Returns the number of steps before the released one.
  std::size_t read_note(const Json& json, KeptFile& file) {
    if (!json.is_object() ||
        (json.at("version") != kVersion && json.at("version") != kWithoutNodes)) {
      fail("its metadata are of another version");
    }
    nodes_ = json.at("version") != kWithoutNodes;
    joint::KeptRelease& kept = file.release;
    kept.id = json.at("id").get<std::string>();
    if (kept.id.empty()) fail("its metadata are damaged");
    for (const Json& one : json.at("after")) {
      kept.after.push_back(one.at("id").get<std::string>());
      file.after.push_back(one.at("file").get<std::string>());
    }
    file.test = json.contains("test");
    if (json.at("sensitive") != sensitive_.name) other_table("its sensitive column is another one");
    kept.method = json.at("method").get<std::string>();
    kept.promise = read_promise(json.at("promise"));
    std::size_t steps = 0;
    if (find_method(kept.method) == nullptr || likelihood_of(kept) == Likelihood::unknown) {
      fail("its metadata are damaged");
    }
    if (likelihood_of(kept) == Likelihood::cuts && !kept.promise.caps) {
      kept.l = JsonReader(json, "", path_).get<std::uint32_t>("l");
      if (kept.l < 2) fail("its metadata are damaged");
    }
    if (likelihood_of(kept) == Likelihood::walk) {
      const Json& strategy = json.at("strategy");
      if (strategy.at("verdicts") != kVerdicts) {
        fail("made by another version of overt, whose strategies may have decided otherwise");
      }
      const JsonReader reader(strategy, "strategy.", path_);
      kept.strategy = reader.get<std::string>("name");
      kept.jumps = reader.get<Jumps>("jump");
      steps = reader.count("earlier");
      try {
        static_cast<void>(make_strategy(kept.strategy, kept.jumps, kept.jumps.size()));
      } catch (const Error&) {
        fail("its metadata are damaged");
      }
      if (kept.jumps.size() > 1 && kept.jumps.size() <= steps) fail("its metadata are damaged");
    }
    const auto level = level_of(kept.method, kept.strategy);
    if (!level) fail("its metadata are damaged");
    kept.level = *level;
    return steps;
  }

  joint::KeptPromise read_promise(const Json& json) const {
    if (!json.is_object() || !json.contains("caps")) return parse_promise(json.dump(), path_);
    std::map<std::string_view, Code> known;
    for (Code v = 0; v < sensitive_.values.size(); ++v) known.emplace(sensitive_.values[v], v);
    std::vector<PromisedCap> caps;
    for (const Json& one : json.at("caps")) {
      PromisedCap& cap = caps.emplace_back();
      cap.cap = JsonReader(one, "promise.caps.", path_).rational("share");
      if (cap.cap <= 0 || cap.cap > 1) fail("its metadata are damaged");
      for (const Json& value : one.at("values")) {
        if (value.is_null()) {
          if (!sensitive_.has_missing) other_table("it has records without a value");
          cap.values.push_back(sensitive_.missing_code());
          continue;
        }
        const auto found = known.find(value.get_ref<const std::string&>());
        if (found == known.end()) other_table("it has another sensitive value");
        cap.values.push_back(found->second);
      }
      std::sort(cap.values.begin(), cap.values.end());
    }
    return {std::move(caps), json.at("words").get<std::string>()};
  }

  const Column& column(const std::string& name) const {
    for (const Column& one : table_.columns) {
      if (one.name == name) return one;
    }
    fail(fmt::format("there is no column {}", name));
  }

  // Whole numbers from 1 to `most`, less 1; `most` itself for nothing.
  std::vector<std::uint32_t> numbers(const std::string& name, std::size_t most,
                                     bool missing = false) const {
    const Column& own = column(name);
    std::vector<std::uint32_t> meaning;
    for (const std::string& text : own.values) {
      std::uint32_t number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error != std::errc() || end != text.data() + text.size() || number < 1 || number > most) {
        fail(fmt::format("column {}: expected whole numbers from 1 to {}", name, most));
      }
      meaning.push_back(number - 1);
    }
    if (own.has_missing && !missing) fail(fmt::format("column {}: a value is missing", name));
    meaning.push_back(static_cast<std::uint32_t>(most));
    std::vector<std::uint32_t> result;
    result.reserve(own.codes.size());
    for (const Code code : own.codes) result.push_back(meaning[code]);
    return result;
  }

  void read_groups(joint::KeptRelease& kept) {
    const std::size_t rows = table_.records();
    if (rows != sensitive_.codes.size()) other_table("it has another number of records");
    record_ = numbers("record", rows);
    kept.groups = groups_of(numbers("group", rows));
    if (!kept.groups.is_partition_of(rows))
      fail("column record: not every record stands in it once");
    check_values(kept.groups);
  }

  // `label[row]` of the record in that row; groups in the order of the labels.
  Groups groups_of(const std::vector<std::uint32_t>& label) const {
    Groups result = Groups::by_label(label, *std::max_element(label.begin(), label.end()) + 1);
    for (std::size_t g = 0; g < result.size(); ++g) {
      if (result[g].empty()) fail("the groups are not numbered 1, 2, ..");
    }
    for (Record& member : result.members) member = record_[member];
    return result;
  }

  // The values of each group are those that the table has.
  void check_values(const Groups& groups) const {
    const Column& own = column("value");
    std::map<std::string_view, Code> known;
    for (Code v = 0; v < sensitive_.values.size(); ++v) known.emplace(sensitive_.values[v], v);
    std::vector<Code> code_of;  // code in the file -> in the table
    for (const std::string& text : own.values) {
      const auto found = known.find(text);
      if (found == known.end()) other_table("it has another sensitive value");
      code_of.push_back(found->second);
    }
    if (own.has_missing && !sensitive_.has_missing) other_table("it has records without a value");
    code_of.push_back(sensitive_.missing_code());
    std::vector<Code> of_record(record_.size());
    for (std::size_t row = 0; row < record_.size(); ++row) {
      of_record[record_[row]] = code_of[own.codes[row]];
    }
    std::vector<Code> here;
    std::vector<Code> there;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      here.clear();
      there.clear();
      for (const Record record : groups[g]) {
        here.push_back(sensitive_.codes[record]);
        there.push_back(of_record[record]);
      }
      std::sort(here.begin(), here.end());
      std::sort(there.begin(), there.end());
      if (here != there) other_table("a group has other sensitive values");
    }
  }

  void read_sides(joint::KeptRelease& kept) const {
    const std::vector<std::uint32_t> sides = numbers("side", 2, true);
    const Column& texts = column("stop");
    std::vector<Rational> meaning;
    for (const std::string& text : texts.values) {
      try {
        meaning.push_back(parse_rational(text, "stop"));
      } catch (const Error&) {
        fail("column stop: expected fractions");
      }
      if (meaning.back() < 0 || meaning.back() > 1) fail("column stop: expected probabilities");
    }
    meaning.emplace_back(1);  // no cut
    const auto rows = static_cast<std::uint32_t>(record_.size());
    const std::vector<std::uint32_t> group = group_of_records(kept.groups);
    std::vector<std::uint32_t> nodes;
    if (nodes_) nodes = numbers("node", rows);
    kept.side.assign(rows, 0);
    kept.node.assign(kept.groups.size(), rows);
    kept.stop.assign(rows, Rational(-1));
    for (std::uint32_t row = 0; row < rows; ++row) {
      const std::uint32_t own_group = group[record_[row]];
      const std::uint32_t own_node = nodes_ ? nodes[row] : own_group;
      std::uint32_t& node = kept.node[own_group];
      if (node != rows && node != own_node) {
        fail("column node: the records of a group are of several nodes");
      }
      node = own_node;
      const Rational& own = meaning[texts.codes[row]];
      Rational& stop = kept.stop[node];
      const bool cut = texts.codes[row] != texts.missing_code();
      if ((stop >= 0 && stop != own) || cut != (sides[row] < 2)) {
        fail(nodes_ ? "columns side and stop: the records of a node disagree"
                    : "columns side and stop: the records of a group disagree");
      }
      stop = own;
      if (cut) kept.side[record_[row]] = static_cast<std::uint8_t>(sides[row]);
    }
    for (Rational& stop : kept.stop) {
      if (stop < 0) stop = 1;  // a number that no node has
    }
  }

  void read_step(const std::string& name, joint::KeptRelease& kept) const {
    kept.earlier.push_back(groups_of(numbers(name, record_.size())));
  }

  std::string path_;
  const Column& sensitive_;
  Table table_;
  std::vector<std::uint32_t> record_;  // of each row
  bool nodes_ = true;                  // whether the file says of which nodes the groups are
};

}  // namespace

void write_kept(const std::filesystem::path& file, const joint::KeptRelease& kept,
                const std::vector<std::string>& after, bool test, const Column& sensitive,
                Storage& storage, Progress& progress) {
  const Groups& groups = kept.groups;
  const std::size_t rows = groups.records();
  std::vector<Code> values;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto begin = static_cast<std::ptrdiff_t>(values.size());
    for (const Record record : groups[g]) values.push_back(sensitive.codes[record]);
    std::sort(values.begin() + begin, values.end());
  }
  OutColumns columns;
  columns.add("record", ValueType::integer, OutColumns::numbers(rows), rows,
              [&](std::size_t row) { return groups.members[row]; });
  columns.add("value", ValueType::text, sensitive.values, rows,
              [&](std::size_t row) { return values[row]; });
  if (likelihood_of(kept) == Likelihood::cuts) {
    const std::vector<std::uint32_t> group = group_of_records(groups);
    std::vector<std::string> stops;
    for (const Rational& stop : kept.stop) stops.push_back(to_string(stop));
    columns.add("node", ValueType::integer, OutColumns::numbers(rows), rows,
                [&](std::size_t row) { return kept.node_of(group[groups.members[row]]); });
    columns.add("side", ValueType::integer, {"1", "2"}, rows, [&](std::size_t row) {
      const Record record = groups.members[row];
      return kept.weighted(group[record]) ? kept.side[record] : 2;
    });
    columns.add("stop", ValueType::text, stops, rows, [&](std::size_t row) {
      const std::uint32_t own = group[groups.members[row]];
      return kept.weighted(own) ? kept.node_of(own) : stops.size();
    });
  }
  for (std::size_t step = 0; step < kept.earlier.size(); ++step) {
    const std::vector<std::uint32_t> group = group_of_records(kept.earlier[step]);
    columns.add(step_column(step), ValueType::integer,
                OutColumns::numbers(kept.earlier[step].size()), rows,
                [&](std::size_t row) { return group[groups.members[row]]; });
  }
  storage.write({rows, std::span(groups.offsets).subspan(1), columns.columns(),
                 note_of(kept, after, test, sensitive)},
                file, FileFormat::parquet, "", progress);
}

KeptFile read_kept(const std::string& path, const Column& sensitive, Storage& storage,
                   Progress& progress) {
  return KeptReader(path, sensitive).read(storage, progress);
}

}  // namespace overt
