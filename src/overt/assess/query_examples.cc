#include "overt/assess/query_examples.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overt/utility/answered_queries.h"

namespace overt {
namespace {

std::string text_of(const Column& column, Code code) {
  return code < column.values.size() ? column.values[code] : "NULL";
}

// "age from 30 to 40", "zip is 1010", "condition is one of flu, gout".
std::string predicate_text(const Column& column, const std::vector<Code>& codes) {
  if (codes.size() == 1) return fmt::format("{} is {}", column.name, text_of(column, codes[0]));
  const bool run = codes.back() - codes.front() + 1 == codes.size();
  const bool missing = codes.back() >= column.values.size();
  if (run && column.ordered()) {
    const Code last = missing ? codes[codes.size() - 2] : codes.back();
    return fmt::format("{} from {} to {}{}", column.name, text_of(column, codes.front()),
                       text_of(column, last), missing ? " or missing" : "");
  }
  std::vector<std::string> names;
  for (const Code code : codes) names.push_back(text_of(column, code));
  return fmt::format("{} is one of {}", column.name, fmt::join(names, ", "));
}

}  // namespace

void add_examples(const QueryType& type, const Table& table, const Roles& roles,
                  const QueriedTable& queried, const ReleasedTable& release,
                  const WorkloadOptions& options, Progress& progress,
                  std::vector<QueryExample>& examples) {
  std::vector<AnsweredQuery> answered =
      answered_queries(queried, release, type.columns, options, progress);
  if (std::any_of(answered.begin(), answered.end(), [](const auto& q) { return q.truth > 0; })) {
    std::erase_if(answered, [](const AnsweredQuery& query) { return query.truth <= 0; });
  }
  if (answered.empty()) return;
  std::stable_sort(answered.begin(), answered.end(),
                   [](const auto& a, const auto& b) { return a.error < b.error; });
  const auto add = [&](const AnsweredQuery& query) {
    std::vector<std::string> parts;
    for (std::size_t c = 0; c < query.takes.size(); ++c) {
      const std::string& name =
          c < type.columns.size() ? roles.quasi_identifying[type.columns[c]] : roles.sensitive[0];
      parts.push_back(predicate_text(table.columns[table.find(name)], query.takes[c]));
    }
    examples.push_back({type.key, fmt::format("{}", fmt::join(parts, ", ")), query.truth,
                        query.estimate, query.error});
  };
  add(answered[(answered.size() - 1) / 2]);
  if (answered.size() > 1) add(answered.back());
}

}  // namespace overt
