#pragma once

// Whether every group of a release keeps every cap of a promise (privacy/promise.h), and has at
// least k records, from the released files alone. Relative caps speak of the share of a value
// among all released records, so groups are kept until the last one is there.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "overt/base/ratio.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/privacy/promise.h"
#include "overt/verify/certificate.h"
#include "overt/verify/released_files.h"

namespace overt {

class CapsCheck {
 public:
  // Keeps a reference.
  explicit CapsCheck(const Certificate& certificate);

  void add(const ReleasedGroup& group);
  // The largest share of a value of a sensitive column in a group; 0 if there is none.
  Rational largest_share() const { return largest_.exact(); }
  bool has_k() const;
  // Whether every group keeps every cap. `hierarchies` by column: for categories. Throws
  // Error{malformed} for a hierarchy that the values do not fit.
  bool kept(const ReleaseIds& ids, const std::map<std::string, Hierarchy>& hierarchies) const;

 private:
  struct Column {
    std::vector<ValueCount> counts;  // of all groups, one after another
    std::vector<std::size_t> ends;   // of each group
  };
  bool column_kept(std::size_t c, const TextIds& ids, const Hierarchy* hierarchy) const;

  const Certificate& certificate_;
  std::vector<Column> columns_;
  std::vector<std::uint64_t> sizes_;
  Ratio largest_{0, 1};
};

}  // namespace overt
