#include "overt/assess/query_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "overt/base/error.h"

namespace overt {
namespace {

constexpr std::size_t kMostForEveryPair = 4;  // columns; 5 have 10 pairs already

}  // namespace

std::pair<std::size_t, std::size_t> parse_pair(std::string_view text,
                                               const std::vector<std::string>& columns) {
  std::vector<std::pair<std::size_t, std::size_t>> readings;
  const auto find = [&](std::string_view name) {
    return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) -
                                    columns.begin());
  };
  for (std::size_t cut = text.find('+'); cut != text.npos; cut = text.find('+', cut + 1)) {
    const std::size_t first = find(text.substr(0, cut));
    const std::size_t second = find(text.substr(cut + 1));
    if (first == columns.size() || second == columns.size() || first == second) continue;
    readings.push_back(std::minmax(first, second));
  }
  if (readings.empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("pair {}: expected two different quasi-identifying columns with a + "
                            "between them",
                            text));
  }
  if (readings.size() > 1) {
    throw Error(ErrorCode::usage,
                fmt::format("pair {}: there is more than one way to read it", text));
  }
  return readings[0];
}

std::vector<QueryType> query_types(const std::vector<std::string>& columns,
                                   const std::optional<std::vector<std::string>>& pairs) {
  std::vector<QueryType> types;
  const auto pair_type = [&](std::string key, std::size_t first, std::size_t second) {
    types.push_back({std::move(key), {first, second}});
  };
  if (pairs) {
    std::set<std::pair<std::size_t, std::size_t>> known;
    for (const std::string& text : *pairs) {
      const auto pair = parse_pair(text, columns);
      if (!known.insert(pair).second) {
        throw Error(ErrorCode::usage, fmt::format("pair {}: given twice", text));
      }
      pair_type(text, pair.first, pair.second);
    }
  } else if (columns.size() <= kMostForEveryPair) {
    for (std::size_t first = 0; first < columns.size(); ++first) {
      for (std::size_t second = first + 1; second < columns.size(); ++second) {
        pair_type(columns[first] + "+" + columns[second], first, second);
      }
    }
  }
  std::vector<std::size_t> all(columns.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  types.push_back({"all", all});

  // Columns come first, but are named last: a pair and `all` keep their keys.
  std::set<std::string> taken;
  for (const QueryType& type : types) taken.insert(type.key);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::string key = columns[c];
    while (!taken.insert(key).second) key = fmt::format("\"{}\"", key);
    types.insert(types.begin() + static_cast<std::ptrdiff_t>(c), {key, {c}});
  }
  return types;
}

}  // namespace overt
