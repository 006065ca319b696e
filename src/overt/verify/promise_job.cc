#include "overt/verify/promise_job.h"

#include <fmt/format.h>

#include <algorithm>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"

namespace overt {
namespace {

[[noreturn]] void fail(std::string_view key, std::string_view what) {
  throw KeyedError(ErrorCode::usage, {Key{key}, fmt::format(": {}", what)});
}

// "condition:HIV" is a value of condition if that is a sensitive column; else the text is a value
// of the one sensitive column.
std::pair<std::string, std::string> column_and_value(const std::string& text,
                                                     const std::vector<std::string>& sensitive) {
  for (const std::string& column : sensitive) {
    if (text.size() > column.size() && text.starts_with(column) && text[column.size()] == ':') {
      return {column, text.substr(column.size() + 1)};
    }
  }
  if (sensitive.empty()) fail("max", "there is no sensitive column");
  if (sensitive.size() > 1) {
    fail("max", "there are several sensitive columns: expected COLUMN:VALUE");
  }
  return {sensitive.front(), text};
}

}  // namespace

Promise promise_of(const PromiseJob& job, const std::optional<std::int64_t>& l,
                   const std::vector<std::string>& sensitive) {
  if (l && *l < 2) fail("l", "it is at least 2: a share of 1/1 promises nothing");
  if (l && job.max.every) fail("max", "l is a share for every value as well; give one of them");
  Promise promise;
  promise.k = job.k;
  for (const std::string& column : sensitive) {
    ColumnPromise& own = promise.columns[column];
    own.every = job.max.every;
    if (l) own.every = share(1, static_cast<std::uint64_t>(*l));
    own.beta = job.beta;
    own.beta_enhanced = job.beta_enhanced;
  }
  for (const auto& [text, cap] : job.max.of_value) {
    const auto [column, value] = column_and_value(text, sensitive);
    if (!promise.columns[column].of_value.emplace(value, cap).second) {
      fail("max", "a value is given twice");
    }
  }
  const auto sensitive_column = [&](std::string_view key,
                                    const std::string& column) -> ColumnPromise& {
    const auto found = promise.columns.find(column);
    if (found == promise.columns.end()) {
      fail(key, fmt::format("{} is not a sensitive column", column));
    }
    return found->second;
  };
  for (const auto& [column, width] : job.band) sensitive_column("band", column).band = width;
  for (const auto& [column, levels] : job.category) {
    if (levels.empty()) fail("category", fmt::format("{} has no level", column));
    sensitive_column("category", column).categories = levels;
  }
  if (sensitive.empty() && (l || job.max.every || job.beta || job.beta_enhanced)) {
    fail(l ? "l" : "max", "there is no sensitive column whose values could have a cap");
  }
  check_promise(promise);
  return promise;
}

}  // namespace overt
