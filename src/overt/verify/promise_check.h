#pragma once

// Whether every group of a release keeps the promised property, from the released values
// alone.
//
//   PromiseCheck check(certificate.promise);
//   check.add(group.values);  // each group
//   check.kept();
//
// highest_ratio asks for the largest share of all groups. Other properties are asked of
// each group at the end: t_closeness compares with all released records, which are the
// records that the method saw (those without a sensitive value are dropped before, and
// suppression only joins groups).

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "overt/base/ratio.h"
#include "overt/privacy/property.h"
#include "overt/verify/released_files.h"

namespace overt {

class PromiseCheck {
 public:
  // Keeps a reference. REQUIRES: make_property() takes it.
  explicit PromiseCheck(const PropertySpec& promise);

  void add(std::span<const ValueCount> values, std::uint64_t records);
  // False also when that is not proven.
  bool kept() const;
  // The largest share of a value in a group.
  Rational largest_share() const;
  // "every group keeps the promise: ..".
  std::string text() const;

 private:
  bool every_group_passes() const;

  const PropertySpec& promise_;
  bool by_share_;
  Ratio largest_{0, 1};
  bool empty_group_ = false;
  // Not for highest_ratio: values in the order of their appearance, and the groups one
  // after another.
  std::unordered_map<std::uint32_t, std::uint32_t> place_;  // id -> value
  std::vector<std::uint64_t> overall_;
  std::vector<ValueCount> counts_;
  std::vector<std::size_t> ends_;  // of each group in counts_
};

}  // namespace overt
