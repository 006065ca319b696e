// The answers of query.h as a table for people, as CSV and as JSON.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "overt/report/query.h"

#include "overt/report/csv_field.h"

namespace overt {
namespace {

std::string estimate_text(double value) { return fmt::format("{:.2f}", value); }

// Whether a share says something: some sensitive values are asked about, or each.
bool shared(const QueryResult& result) {
  return !result.query.values.empty() ||
         std::any_of(result.query.by.begin(), result.query.by.end(),
                     [&](const auto& one) { return one.first == result.sensitive; });
}

// Names of the columns of the answer, and its rows as texts.
std::vector<std::vector<std::string>> rows_of(const QueryResult& result) {
  std::vector<std::vector<std::string>> rows(1);
  for (const auto& [column, width] : result.query.by) rows[0].push_back(column);
  rows[0].insert(rows[0].end(), {"estimate", "surely", "possibly"});
  if (shared(result)) rows[0].insert(rows[0].end(), {"share", "least_share", "greatest_share"});
  for (const CountAnswer& answer : result.answers) {
    std::vector<std::string>& row = rows.emplace_back(answer.key);
    row.insert(row.end(), {estimate_text(answer.estimate), std::to_string(answer.surely),
                           std::to_string(answer.possibly)});
    if (shared(result)) {
      for (const double share : {answer.share(), answer.least_share(), answer.greatest_share()}) {
        row.push_back(fmt::format("{:.4f}", share));
      }
    }
  }
  return rows;
}

}  // namespace

std::string query_text(const QueryResult& result) {
  const auto rows = rows_of(result);
  std::vector<std::size_t> widths(rows[0].size());
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const bool key = c < result.query.by.size();
      line += c == 0 ? "" : "  ";
      line +=
          key ? fmt::format("{:<{}}", row[c], widths[c]) : fmt::format("{:>{}}", row[c], widths[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string query_csv(const QueryResult& result) {
  std::string text;
  for (const auto& row : rows_of(result)) {
    for (std::size_t c = 0; c < row.size(); ++c) text += (c == 0 ? "" : ",") + csv_field(row[c]);
    text += "\n";
  }
  return text;
}

std::string query_json(const QueryResult& result) {
  using Json = nlohmann::ordered_json;
  Json where = Json::object();
  for (const auto& [column, text] : result.query.where) where[column] = text;
  Json json = {{"records", result.records}, {"where", where}, {"value", result.query.values}};
  Json by = Json::array();
  for (const auto& [column, width] : result.query.by) by.push_back(column);
  json["by"] = by;
  json["answers"] = Json::array();
  for (const CountAnswer& answer : result.answers) {
    Json row = Json::object();
    for (std::size_t c = 0; c < answer.key.size(); ++c) {
      row[result.query.by[c].first] = answer.key[c];
    }
    row["estimate"] = answer.estimate;
    row["surely"] = answer.surely;
    row["possibly"] = answer.possibly;
    if (shared(result)) {
      row["share"] = answer.share();
      row["least_share"] = answer.least_share();
      row["greatest_share"] = answer.greatest_share();
    }
    json["answers"].push_back(row);
  }
  return json.dump(2) + "\n";
}

}  // namespace overt
