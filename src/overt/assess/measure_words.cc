#include "overt/assess/measure_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace overt {
namespace {

constexpr double kClose = 0.1;   // counts that can be used as they are
constexpr double kRough = 0.5;   // counts that say which is larger
constexpr double kLittle = 0.5;  // of a column's range is open

}  // namespace

std::string verdict_of(const Measures& measures) {
  std::string words;
  if (!measures.query_errors.empty()) {
    double error = 0;
    for (const QueryFigure& figure : measures.query_errors) error += figure.error.ranges;
    error /= static_cast<double>(measures.query_errors.size());
    words = fmt::format("Counts of ranges are off by {:.0f} % on average: {}.", 100 * error,
                        error < kClose   ? "good for tables of counts"
                        : error < kRough ? "rough, good to see what is large and what is small"
                                         : "not to be relied on");
  }
  std::vector<std::string> little;
  for (const ColumnFigure& figure : measures.ncp_columns) {
    if (figure.ncp < kLittle) continue;
    little.push_back(
        fmt::format("{} ({:.0f} % of its range is open)", figure.column, 100 * figure.ncp));
  }
  if (little.empty()) return words;
  if (!words.empty()) words += " ";
  return words + fmt::format("Little is left of {}.", fmt::join(little, ", "));
}

}  // namespace overt
