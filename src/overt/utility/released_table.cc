#include "overt/utility/released_table.h"

namespace overt {

CodeSet code_set(std::vector<Code> codes, Code missing) {
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  CodeSet set;
  const bool with_missing = !codes.empty() && codes.back() == missing;
  const std::size_t values = codes.size() - (with_missing ? 1 : 0);
  if (values > 0 && codes[values - 1] - codes[0] + 1 == values) {
    set.low = codes[0];
    set.high = codes[values - 1];
    codes.erase(codes.begin(), codes.begin() + static_cast<std::ptrdiff_t>(values));
  }
  set.codes = std::move(codes);
  return set;
}

}  // namespace overt
