#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <limits>
#include <set>
#include <sstream>

#include "overt/base/error.h"
#include "overt/base/nesting.h"
#include "overt/job/job.h"
#include "overt/job/toml_reader.h"

namespace overt {
namespace {

using Reader = TomlReader;

toml::array array_of(const std::vector<std::string>& texts) {
  toml::array result;
  for (const std::string& text : texts) result.push_back(text);
  return result;
}

// The ranks of a column's values: a table of value = rank, or a list of values from
// rank 0 up.
std::map<std::string, std::int64_t> read_ranks(const Reader& reader, const toml::node& node,
                                               const std::string& key) {
  std::map<std::string, std::int64_t> ranks;
  if (const toml::array* list = node.as_array()) {
    for (const toml::node& item : *list) {
      const auto value = item.value_exact<std::string>();
      if (!value) reader.fail(item, "expected a text", key);
      const auto rank = static_cast<std::int64_t>(ranks.size());
      if (!ranks.emplace(*value, rank).second) reader.fail(item, "a value stands twice", key);
    }
    return ranks;
  }
  const toml::table* table = node.as_table();
  if (table == nullptr) reader.fail(node, "expected a list of values, or value = rank", key);
  for (const auto& [value, item] : *table) {
    const auto rank = item.value_exact<std::int64_t>();
    if (!rank) reader.fail(item, "expected a whole number", key);
    ranks.emplace(value.str(), *rank);
  }
  return ranks;
}

template <typename Number>
std::vector<Number> read_numbers(const Reader& reader, const toml::node& node,
                                 const std::string& key) {
  const toml::array* list = node.as_array();
  if (list == nullptr) reader.fail(node, "expected a list of whole numbers", key);
  std::vector<Number> result;
  for (const toml::node& item : *list) {
    const auto number = item.value_exact<std::int64_t>();
    if (!number || *number < 0 || *number > std::numeric_limits<std::uint32_t>::max()) {
      reader.fail(item, "expected a whole number, 0 or more", key);
    }
    result.push_back(static_cast<Number>(*number));
  }
  return result;
}

void read_strategy(const Reader& reader, const Reader& root, StrategyJob& strategy) {
  reader.allow({"name", "jump", "order", "steps", "chain", "suppress"});
  strategy.name = reader.get<std::string>("name", "a text").value_or("");
  strategy.order = reader.get<std::string>("order", "a text").value_or(strategy.order);
  strategy.suppress =
      reader.get<std::int64_t>("suppress", "a whole number").value_or(strategy.suppress);
  root.for_each("strategy", [&](std::string_view key, const toml::node& node) {
    if (key == "jump") {
      if (const auto text = node.value_exact<std::string>()) {
        parse_jump(*text, strategy);
      } else if (const auto number = node.value_exact<std::int64_t>()) {
        parse_jump(std::to_string(*number), strategy);
      } else {
        strategy.jump = read_numbers<std::uint32_t>(root, node, "strategy.jump");
      }
    } else if (key == "chain") {
      strategy.chain = reader.list("chain");
      if (strategy.chain.empty()) root.fail(node, "the list is empty", "strategy.chain");
    } else if (key == "steps") {
      const toml::array* list = node.as_array();
      if (list == nullptr) root.fail(node, "expected a list of lists", "strategy.steps");
      for (const toml::node& item : *list) {
        strategy.steps.push_back(read_numbers<std::uint32_t>(root, item, "strategy.steps"));
      }
    }
  });
  root.tables("generalize", [&](const std::string& column, const Reader& inner) {
    inner.allow({"interval", "prefix"});
    strategy.generalize[column];
  });
  root.for_each("generalize", [&](std::string_view column, const toml::node& node) {
    for (const auto& [kind, list] : *node.as_table()) {
      ColumnSteps& steps = strategy.generalize[std::string(column)];
      auto& numbers = kind.str() == "interval" ? steps.interval : steps.prefix;
      numbers = read_numbers<std::int64_t>(root, list, fmt::format("generalize.{}", column));
    }
  });
}

// A fraction is a text, since 0.1 is no tenth; whole numbers are clear. As in problem
// files.
PropertySpec read_property(const Reader& root, const Reader& reader) {
  reader.allow({"name", "max", "below", "c", "t", "l"});
  PropertySpec property;
  property.name = reader.get<std::string>("name", "a text").value_or("");
  property.l = reader.get<std::int64_t>("l", "a whole number");
  const std::map<std::string_view, std::optional<Rational>*> fractions = {
      {"max", &property.max}, {"below", &property.below}, {"c", &property.c}, {"t", &property.t}};
  root.for_each("property", [&](std::string_view key, const toml::node& node) {
    const auto found = fractions.find(key);
    if (found == fractions.end()) return;
    auto text = node.value_exact<std::string>();
    if (const auto number = node.value_exact<std::int64_t>()) text = std::to_string(*number);
    try {
      if (text) *found->second = parse_rational(*text, key);
    } catch (const Error&) {
      text.reset();
    }
    if (!text) reader.fail(node, "expected a fraction as a text, such as \"1/2\"", key);
  });
  return property;
}

toml::table property_table(const PropertySpec& property) {
  toml::table result{{"name", property.name}};
  const auto add = [&](const char* key, const std::optional<Rational>& value) {
    if (value) result.insert(key, to_string(*value));
  };
  add("max", property.max);
  add("below", property.below);
  add("c", property.c);
  add("t", property.t);
  if (property.l) result.insert("l", *property.l);
  return result;
}

void read_disclosures(const toml::table& root, std::string_view name, const Reader& reader,
                      std::vector<JobDisclosure>& disclosures) {
  const toml::node* node = root.get("disclosure");
  if (node == nullptr) return;
  const toml::array* list = node->as_array();
  if (list == nullptr || list->empty()) reader.fail(*node, "expected [[disclosure]]", "disclosure");
  std::set<std::string> names;
  for (const toml::node& item : *list) {
    const toml::table* table = item.as_table();
    if (table == nullptr) reader.fail(item, "expected a table", "disclosure");
    const Reader inner(*table, "disclosure.", name);
    inner.allow({"name", "where"});
    JobDisclosure one;
    one.name =
        inner.get<std::string>("name", "a text").value_or(std::to_string(disclosures.size() + 1));
    if (!names.insert(one.name).second) {
      reader.fail(item, "an earlier disclosure has the same name", "disclosure.name");
    }
    const auto where = inner.get<std::string>("where", "a text");
    if (!where) reader.fail(item, "is missing", "disclosure.where");
    one.where = *where;
    one.line = table->get("where")->source().begin.line;
    one.column = table->get("where")->source().begin.column;
    disclosures.push_back(std::move(one));
  }
}

toml::table strategy_table(const StrategyJob& strategy) {
  toml::table result{{"name", strategy.name}, {"order", strategy.order}};
  const auto numbers = [](const auto& list) {
    toml::array array;
    for (const auto number : list) array.push_back(static_cast<std::int64_t>(number));
    return array;
  };
  if (strategy.random_jump) result.insert("jump", "random");
  if (!strategy.jump.empty()) result.insert("jump", numbers(strategy.jump));
  if (strategy.suppress != 1) result.insert("suppress", strategy.suppress);
  if (!strategy.chain.empty()) result.insert("chain", array_of(strategy.chain));
  if (!strategy.steps.empty()) {
    toml::array steps;
    for (const auto& step : strategy.steps) steps.push_back(numbers(step));
    result.insert("steps", steps);
  }
  return result;
}

// Everything that a file may say.
struct JobFile {
  ReleaseJob release;
  std::vector<JobDisclosure> disclosures;
};

JobFile parse_file(std::string_view text, std::string_view name) {
  JobFile file;
  ReleaseJob& job = file.release;
  check_nesting(text, name, Syntax::toml);
  toml::table root;
  try {
    root = toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: line {}, column {}: not valid TOML", name,
                            error.source().begin.line, error.source().begin.column));
  }
  const Reader reader(root, "", name);
  reader.allow({"input",
                "output",
                "roles",
                "l",
                "method",
                "form",
                "format",
                "missing",
                "missing_sensitive",
                "delimiter",
                "header",
                "columns",
                "hierarchies",
                "key_file",
                "min_group",
                "weights",
                "ranks",
                "measure",
                "strategy",
                "generalize",
                "property",
                "disclosure",
                "custodian_report",
                "after",
                "keep_groups"});
  job.input = reader.get<std::string>("input", "a text").value_or("");
  job.output = reader.get<std::string>("output", "a text").value_or("");
  job.l = reader.get<std::int64_t>("l", "a whole number");
  if (root.contains("property")) job.property = read_property(reader, reader.table("property"));
  job.method = reader.get<std::string>("method", "a text").value_or(job.method);
  if (const auto form = reader.get<std::string>("form", "a text")) job.form = parse_form(*form);
  if (const auto format = reader.get<std::string>("format", "a text")) {
    job.format = parse_format(*format);
  }
  job.rules.missing = reader.list("missing", job.rules.missing);
  if (const auto policy = reader.get<std::string>("missing_sensitive", "a text")) {
    job.missing_sensitive = parse_missing_sensitive(*policy);
  }
  if (const auto delimiter = reader.get<std::string>("delimiter", "a text")) {
    job.reading.delimiter = parse_delimiter(*delimiter);
  }
  job.reading.header = reader.get<bool>("header", "true or false").value_or(true);
  job.key_file = reader.get<std::string>("key_file", "a text").value_or("");
  job.after = reader.list("after");
  job.keep_groups = reader.get<std::string>("keep_groups", "a text").value_or("");
  job.custodian_report = reader.get<std::string>("custodian_report", "a text").value_or("");

  job.min_group = reader.get<std::int64_t>("min_group", "a whole number").value_or(job.min_group);

  read_strategy(reader.table("strategy"), reader, job.strategy);

  const Reader roles = reader.table("roles");
  roles.allow({"identifying", "quasi_identifying", "sensitive", "insensitive"});
  job.roles.identifying = roles.list("identifying");
  job.roles.quasi_identifying = roles.list("quasi_identifying");
  job.roles.sensitive = roles.list("sensitive");
  job.roles.insensitive = roles.list("insensitive");

  reader.tables("columns", [&](const std::string& column, const Reader& inner) {
    inner.allow({"type", "format"});
    DeclaredType declared;
    declared.type = parse_value_type(inner.get<std::string>("type", "a text").value_or(""),
                                     fmt::format("columns.{}.type", column));
    declared.format = inner.get<std::string>("format", "a text").value_or("");
    job.rules.types[column] = declared;
  });
  read_disclosures(root, name, reader, file.disclosures);
  const Reader measure = reader.table("measure");
  measure.allow({"pairs"});
  if (root["measure"]["pairs"]) job.measure_pairs = measure.list("pairs");
  reader.for_each("hierarchies", [&](std::string_view column, const toml::node& node) {
    const auto path = node.value_exact<std::string>();
    if (!path)
      reader.fail(node, "expected the name of a file", fmt::format("hierarchies.{}", column));
    job.hierarchies[std::string(column)] = *path;
  });
  reader.for_each("weights", [&](std::string_view column, const toml::node& node) {
    const auto weight = node.value_exact<std::int64_t>();
    if (!weight) reader.fail(node, "expected a whole number", fmt::format("weights.{}", column));
    job.weights[std::string(column)] = *weight;
  });
  reader.for_each("ranks", [&](std::string_view column, const toml::node& node) {
    job.ranks[std::string(column)] = read_ranks(reader, node, fmt::format("ranks.{}", column));
  });
  return file;
}

}  // namespace

ReleaseJob parse_job(std::string_view text, std::string_view name) {
  JobFile file = parse_file(text, name);
  if (!file.disclosures.empty()) {
    throw Error(ErrorCode::usage,
                "disclosure: these are for overt views; a release does not take them into account");
  }
  return std::move(file.release);
}

ViewsJob parse_views_job(std::string_view text, std::string_view name) {
  JobFile file = parse_file(text, name);
  return {std::move(file.release), std::move(file.disclosures)};
}

TableSpec parse_table_spec(std::string_view text, std::string_view name) {
  return parse_file(text, name).release;
}

std::string print_job(const ReleaseJob& job) {
  toml::table root;
  root.insert("input", job.input);
  root.insert("output", job.output);
  if (job.l) root.insert("l", *job.l);
  if (job.property) root.insert("property", property_table(*job.property));
  root.insert("method", job.method);
  root.insert("form", to_string(job.form));
  root.insert("format", to_string(job.format));
  root.insert("missing", array_of(job.rules.missing));
  root.insert("missing_sensitive", to_string(job.missing_sensitive));
  if (const auto delimiter = job.reading.delimiter) {
    root.insert("delimiter", *delimiter == '\t' ? "tab" : std::string(1, *delimiter));
  }
  root.insert("header", job.reading.header);
  if (!job.key_file.empty()) root.insert("key_file", job.key_file);
  if (!job.after.empty()) root.insert("after", array_of(job.after));
  if (!job.keep_groups.empty()) root.insert("keep_groups", job.keep_groups);
  if (!job.custodian_report.empty()) root.insert("custodian_report", job.custodian_report);
  root.insert("roles", toml::table{{"identifying", array_of(job.roles.identifying)},
                                   {"quasi_identifying", array_of(job.roles.quasi_identifying)},
                                   {"sensitive", array_of(job.roles.sensitive)},
                                   {"insensitive", array_of(job.roles.insensitive)}});
  toml::table columns;
  for (const auto& [column, declared] : job.rules.types) {
    toml::table inner{{"type", to_string(declared.type)}};
    if (!declared.format.empty()) inner.insert("format", declared.format);
    columns.insert(column, inner);
  }
  if (!columns.empty()) root.insert("columns", columns);
  toml::table hierarchies;
  for (const auto& [column, file] : job.hierarchies) hierarchies.insert(column, file);
  if (!hierarchies.empty()) root.insert("hierarchies", hierarchies);
  if (!job.strategy.name.empty()) root.insert("strategy", strategy_table(job.strategy));
  toml::table generalize;
  for (const auto& [column, steps] : job.strategy.generalize) {
    toml::array numbers;
    for (const std::int64_t n : steps.prefix.empty() ? steps.interval : steps.prefix) {
      numbers.push_back(n);
    }
    generalize.insert(column, toml::table{{steps.prefix.empty() ? "interval" : "prefix", numbers}});
  }
  if (!generalize.empty()) root.insert("generalize", generalize);
  if (job.min_group != 1) root.insert("min_group", job.min_group);
  toml::table weights;
  for (const auto& [column, weight] : job.weights) weights.insert(column, weight);
  if (!weights.empty()) root.insert("weights", weights);
  toml::table ranks;
  for (const auto& [column, values] : job.ranks) {
    toml::table inner;
    for (const auto& [value, rank] : values) inner.insert(value, rank);
    ranks.insert(column, inner);
  }
  if (!ranks.empty()) root.insert("ranks", ranks);
  if (job.measure_pairs) {
    root.insert("measure", toml::table{{"pairs", array_of(*job.measure_pairs)}});
  }
  std::ostringstream out;
  out << root << '\n';
  return out.str();
}

}  // namespace overt
