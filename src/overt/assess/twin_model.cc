#include "overt/assess/twin_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>
#include <utility>

#include "overt/base/error.h"
#include "overt/table/encode.h"

namespace overt {
namespace {

// The code that the table has for code `code` of the model's column; its domain() for a
// value that it does not have.
Code translated(const Column& from, Code code, const Column& to) {
  if (code == from.missing_code()) return to.has_missing ? to.missing_code() : to.domain();
  const auto found = std::find(to.values.begin(), to.values.end(), from.values[code]);
  return found == to.values.end() ? to.domain() : static_cast<Code>(found - to.values.begin());
}

std::optional<std::uint64_t> weight_of(const Column& column, Code code) {
  if (code == column.missing_code()) return std::nullopt;
  const std::string& text = column.values[code];
  std::uint64_t weight = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), weight);
  if (error != std::errc() || end != text.data() + text.size() || weight > kMostWeight) {
    return std::nullopt;
  }
  return weight;
}

}  // namespace

TwinModel read_twin_model(const std::string& file, const ReleaseJob& job, const Table& table,
                          Storage& storage, Progress& progress) {
  const auto source = storage.open(file, {}, progress);
  const std::string name = source->name();
  const std::vector<std::string> header = source->columns();
  const std::string& secret = job.roles.sensitive[0];
  const auto refuse = [&](std::string_view what) {
    throw Error(ErrorCode::malformed, fmt::format("{}: {}", name, what));
  };
  if (header.size() != 3 || header[1] != secret || header[2] != "weight") {
    refuse(fmt::format("expected three columns: a public one of the table, {}, weight", secret));
  }
  const std::size_t position = table.find(header[0]);
  if (position == table.columns.size() || header[0] == secret) {
    refuse("the first column is not called as a public column of the table");
  }
  const Column& known = table.columns[position];
  const Column& sensitive = table.columns[table.find(secret)];

  ReadingRules rules;  // types of the table's columns are no business of these texts
  rules.missing = job.rules.missing;
  const Table model = read_table(*source, {0, 1, 2}, rules, progress);
  TwinModel result;
  result.column = header[0];
  result.weight.assign(known.domain(), std::vector<std::uint64_t>(sensitive.domain(), 1));
  std::set<std::pair<Code, Code>> seen;
  for (std::size_t row = 0; row < model.records(); ++row) {
    const auto bad = [&](std::string_view what) {
      refuse(fmt::format("{}: {}", source->where(row), what));
    };
    const Code value = translated(model.columns[0], model.columns[0].codes[row], known);
    const Code hidden = translated(model.columns[1], model.columns[1].codes[row], sensitive);
    if (value == known.domain()) {
      bad(fmt::format("column {}: the table does not have this value", known.name));
    }
    if (hidden == sensitive.domain()) {
      bad(fmt::format("column {}: the table does not have this value", secret));
    }
    if (!seen.emplace(value, hidden).second) bad("the pair stands twice");
    const auto weight = weight_of(model.columns[2], model.columns[2].codes[row]);
    if (!weight) {
      bad(fmt::format("column weight: expected a whole number from 0 to {}", kMostWeight));
    }
    result.weight[value][hidden] = *weight;
  }
  return result;
}

}  // namespace overt
