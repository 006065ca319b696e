#pragma once

// What the adversary tests of every method share: all multisets of a small
// universe, and a release as text, so that equal texts are equal releases.

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "overt/adversary/audit.h"
#include "overt/base/rational.h"
#include "overt/table/groups.h"

namespace overt::oracle {

// Calls use() with every multiset of `records` values below `domain`, sorted.
inline void for_each_multiset(std::size_t records, Code domain,
                              const std::function<void(const Values&)>& use) {
  Values values;
  const std::function<void(Code)> extend = [&](Code least) {
    if (values.size() == records) {
      use(values);
      return;
    }
    for (Code v = least; v < domain; ++v) {
      values.push_back(v);
      extend(v);
      values.pop_back();
    }
  };
  extend(0);
}

inline std::size_t most_frequent(const Values& sorted) {
  std::size_t most = 0;
  for (const Code v : sorted) {
    most = std::max<std::size_t>(
        most, static_cast<std::size_t>(std::count(sorted.begin(), sorted.end(), v)));
  }
  return most;
}

// The groups and the multiset of each, in a form that hides all order:
// "0,3:1,2 1,2,4:0,1,2 ".
inline std::string release_text(const Groups& groups, const Values& table) {
  std::vector<std::string> texts;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::vector<Record> records(groups[g].begin(), groups[g].end());
    std::sort(records.begin(), records.end());
    std::vector<Code> values;
    for (const Record r : records) values.push_back(table[r]);
    std::sort(values.begin(), values.end());
    std::string text;
    for (const Record r : records) text += std::to_string(r) + ",";
    text.back() = ':';
    for (const Code v : values) text += std::to_string(v) + ",";
    text.back() = ' ';
    texts.push_back(text);
  }
  std::sort(texts.begin(), texts.end());
  std::string all;
  for (const std::string& text : texts) all += text;
  return all;
}

// Number of tables with the same groups and group multisets: the size of the
// release's permutation set.
inline Integer permutation_set_size(const std::string& release) {
  Integer size = 1;
  const auto factorial = [](std::size_t n) {
    Integer result = 1;
    for (std::size_t i = 2; i <= n; ++i) result *= static_cast<unsigned long>(i);
    return result;
  };
  for (std::size_t at = 0; at < release.size();) {
    const std::size_t colon = release.find(':', at);
    const std::size_t end = release.find(' ', colon);
    const std::string values = release.substr(colon + 1, end - colon - 1) + ",";
    size *= factorial(static_cast<std::size_t>(std::count(values.begin(), values.end(), ',')));
    std::size_t run = 0;
    std::string last;
    for (std::size_t from = 0; from < values.size();) {
      const std::size_t comma = values.find(',', from);
      const std::string value = values.substr(from, comma - from);
      run = value == last ? run + 1 : 1;
      size /= static_cast<unsigned long>(run);
      last = value;
      from = comma + 1;
    }
    at = end + 1;
  }
  return size;
}

}  // namespace overt::oracle
