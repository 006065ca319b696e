#include "overt/table/column_names.h"

#include <fmt/format.h>

#include <map>
#include <set>

namespace overt {

ColumnNames distinct_names(const std::vector<std::string>& given) {
  ColumnNames result;
  const std::set<std::string> taken(given.begin(), given.end());
  std::map<std::string, std::size_t> first;  // name -> position, from 1
  const auto fresh = [&](const std::string& name) {
    return taken.count(name) == 0 && first.count(name) == 0;
  };
  for (std::size_t i = 0; i < given.size(); ++i) {
    std::string name = given[i];
    if (name.empty()) {
      name = fmt::format("column{}", i + 1);
      for (std::size_t n = 2; !fresh(name); ++n) name = fmt::format("column{}_{}", i + 1, n);
      result.remarks.push_back(fmt::format("column {} has no name: it is called {}", i + 1, name));
    } else if (const auto same = first.find(name); same != first.end()) {
      std::size_t n = 2;
      while (!fresh(fmt::format("{}_{}", name, n))) ++n;
      result.remarks.push_back(
          fmt::format("columns {} and {} have the same name: the later one "
                      "has _{} at its end",
                      same->second, i + 1, n));
      name = fmt::format("{}_{}", name, n);
    }
    first.emplace(name, i + 1);
    result.names.push_back(std::move(name));
  }
  return result;
}

}  // namespace overt
