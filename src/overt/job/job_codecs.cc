#include "overt/job/job_codecs.h"

#include <set>
#include <utility>

namespace overt::job_codecs {
namespace {

struct MeasureTable {
  std::optional<std::vector<std::string>> pairs;
};

}  // namespace

TomlField<StrategyJob> jump() {
  return {"jump",
          [](const TomlPlace& place, StrategyJob& strategy) {
            if (const auto word = place.node.value_exact<std::string>()) {
              parse_jump(*word, strategy);
            } else if (const auto number = place.node.value_exact<std::int64_t>()) {
              parse_jump(std::to_string(*number), strategy);
            } else {
              strategy.jump = numbers<std::uint32_t>().read(place);
            }
          },
          [](const StrategyJob& strategy, toml::table& table) {
            if (strategy.random_jump) table.insert("jump", "random");
            if (!strategy.jump.empty()) {
              numbers<std::uint32_t>().print(strategy.jump, table, "jump");
            }
          },
          inside("jump", {})};
}

TomlCodec<std::vector<std::vector<std::uint32_t>>> steps() {
  using Steps = std::vector<std::vector<std::uint32_t>>;
  return {[](const TomlPlace& place) {
            const toml::array* list = place.node.as_array();
            if (list == nullptr) place.fail("expected a list of lists");
            Steps result;
            for (const toml::node& item : *list) {
              result.push_back(numbers<std::uint32_t>().read(place.item(item)));
            }
            return result;
          },
          [](const Steps& given, toml::table& table, std::string_view key) {
            toml::array list;
            for (const auto& step : given) {
              toml::array levels;
              for (const std::uint32_t level : step) levels.push_back(std::int64_t{level});
              list.push_back(std::move(levels));
            }
            table.insert(key, std::move(list));
          }};
}

TomlCodec<std::vector<std::string>> chain() {
  TomlCodec<std::vector<std::string>> codec = texts();
  codec.read = [](const TomlPlace& place) {
    auto columns = texts().read(place);
    if (columns.empty()) place.fail("the list is empty");
    return columns;
  };
  return codec;
}

TomlCodec<char> delimiter() {
  return {[](const TomlPlace& place) { return parse_delimiter(text().read(place)); },
          [](const char& value, toml::table& table, std::string_view key) {
            table.insert(key, value == '\t' ? "tab" : std::string(1, value));
          }};
}

TomlCodec<char> decimal_sign() {
  return {[](const TomlPlace& place) { return parse_decimal(text().read(place)); },
          [](const char& value, toml::table& table, std::string_view key) {
            table.insert(key, std::string(1, value));
          }};
}

TomlCodec<DeclaredType> declared_type() {
  const Fields<DeclaredType> fields = {
      field<DeclaredType>(
          "type", &DeclaredType::type,
          TomlCodec<ValueType>{[](const TomlPlace& place) {
                                 return parse_value_type(text().read(place), place.key);
                               },
                               [](const ValueType& type, toml::table& table, std::string_view key) {
                                 table.insert(key, to_string(type));
                               }},
          Shown::always),
      field<DeclaredType>("format", &DeclaredType::format, text()),
  };
  TomlCodec<DeclaredType> codec = table_of(fields);
  codec.read = [read = codec.read](const TomlPlace& place) {
    DeclaredType declared = read(place);
    if (!place.table().contains("type")) parse_value_type("", place.key + ".type");
    return declared;
  };
  return codec;
}

TomlCodec<std::map<std::string, std::int64_t>> ranks() {
  using Ranks = std::map<std::string, std::int64_t>;
  return {[](const TomlPlace& place) {
            Ranks result;
            if (const toml::array* list = place.node.as_array()) {
              for (const toml::node& item : *list) {
                const auto rank = static_cast<std::int64_t>(result.size());
                if (!result.emplace(text().read(place.item(item)), rank).second) {
                  place.item(item).fail("a value stands twice");
                }
              }
              return result;
            }
            if (!place.node.is_table()) place.fail("expected a list of values, or value = rank");
            // The names of values stay out of messages: the key is the column's.
            for (const auto& [value, item] : *place.node.as_table()) {
              result.emplace(value.str(), whole().read(place.item(item)));
            }
            return result;
          },
          [](const Ranks& values, toml::table& table, std::string_view key) {
            toml::table inner;
            for (const auto& [value, rank] : values) inner.insert(value, rank);
            table.insert(key, std::move(inner));
          }};
}

TomlCodec<std::vector<JobDisclosure>> disclosures() {
  const Fields<JobDisclosure> fields = {
      field<JobDisclosure>("name", &JobDisclosure::name, text()),
      field<JobDisclosure>("where", &JobDisclosure::where, text()),
  };
  return {[=](const TomlPlace& place) {
            const toml::array* list = place.node.as_array();
            if (list == nullptr || list->empty()) place.fail("expected [[disclosure]]");
            std::vector<JobDisclosure> result;
            std::set<std::string> names;
            for (const toml::node& item : *list) {
              const TomlPlace here = place.item(item);
              JobDisclosure one;
              one.name = std::to_string(result.size() + 1);
              read_fields(here, fields, one);
              if (!names.insert(one.name).second) {
                here.inner(item, "name").fail("an earlier disclosure has the same name");
              }
              const toml::node* where = here.table().get("where");
              if (where == nullptr) here.inner(item, "where").fail("is missing");
              one.line = where->source().begin.line;
              one.column = where->source().begin.column;
              result.push_back(std::move(one));
            }
            return result;
          },
          [](const std::vector<JobDisclosure>&, toml::table&, std::string_view) {},
          table_of(fields).keys};
}

TomlCodec<MaxJob> max_caps() {
  return {[](const TomlPlace& place) {
            MaxJob result;
            if (!place.node.is_table()) {
              result.every = fraction().read(place);
              return result;
            }
            // The names of values stay out of messages.
            for (const auto& [value, item] : *place.node.as_table()) {
              Rational cap = fraction().read(place.item(item));
              if (value.str().empty()) {
                result.every = std::move(cap);
              } else {
                result.of_value.emplace(value.str(), std::move(cap));
              }
            }
            return result;
          },
          [](const MaxJob& value, toml::table& table, std::string_view key) {
            if (value.of_value.empty()) {
              fraction().print(*value.every, table, key);
              return;
            }
            toml::table inner;
            if (value.every) inner.insert("", to_string(*value.every));
            for (const auto& [name, cap] : value.of_value) inner.insert(name, to_string(cap));
            table.insert(key, std::move(inner));
          }};
}

TomlCodec<std::vector<std::int64_t>> category_levels() {
  TomlCodec<std::vector<std::int64_t>> codec = numbers<std::int64_t>();
  codec.read = [read = codec.read](const TomlPlace& place) {
    if (const auto one = place.node.value_exact<std::int64_t>()) return std::vector{*one};
    return read(place);
  };
  return codec;
}

TomlCodec<ColumnSteps> column_steps() {
  return table_of(Fields<ColumnSteps>{
      field<ColumnSteps>("interval", &ColumnSteps::interval, numbers<std::int64_t>()),
      field<ColumnSteps>("prefix", &ColumnSteps::prefix, numbers<std::int64_t>()),
  });
}

TomlField<JobFile> measure() {
  const TomlCodec<MeasureTable> codec = table_of(
      Fields<MeasureTable>{field<MeasureTable>("pairs", &MeasureTable::pairs, maybe(texts()))});
  return {
      "measure",
      [=](const TomlPlace& place, JobFile& job) { job.measure_pairs = codec.read(place).pairs; },
      [=](const JobFile& job, toml::table& table) {
        if (job.measure_pairs) codec.print({job.measure_pairs}, table, "measure");
      },
      inside("measure", codec.keys)};
}

}  // namespace overt::job_codecs
