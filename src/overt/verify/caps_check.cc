#include "overt/verify/caps_check.h"

#include <algorithm>

#include "overt/base/error.h"

namespace overt {
namespace {

// The released values as a column, so that hierarchies can be bound to them: ids are its codes,
// and the missing value comes behind.
struct ReleasedValues {
  std::vector<std::string> values;
  std::vector<std::uint64_t> counts;

  std::size_t place(std::uint32_t id) const { return id == kMissingId ? values.size() : id; }
};

std::vector<std::vector<std::uint32_t>> labels_of(const ReleasedValues& released,
                                                  const std::vector<std::int64_t>& levels,
                                                  const Hierarchy* hierarchy) {
  std::vector<std::vector<std::uint32_t>> result;
  if (levels.empty()) return result;
  if (hierarchy == nullptr) {
    throw Error(ErrorCode::malformed, "category: the hierarchy is missing");
  }
  Column column;
  column.values = released.values;
  const BoundHierarchy bound(*hierarchy, column);
  for (const std::int64_t level : levels) {
    if (static_cast<std::uint64_t>(level) >= bound.levels()) {
      throw Error(ErrorCode::malformed, "category: the hierarchy has no such level");
    }
    std::vector<std::uint32_t>& labels = result.emplace_back();
    for (Code code = 0; code < column.values.size(); ++code) {
      labels.push_back(bound.ancestor(static_cast<std::size_t>(level), code));
    }
  }
  return result;
}

}  // namespace

CapsCheck::CapsCheck(const Certificate& certificate)
    : certificate_(certificate), columns_(certificate.job.roles.sensitive.size()) {}

void CapsCheck::add(const ReleasedGroup& group) {
  sizes_.push_back(group.size);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    for (const ValueCount& value : group.values_of(c)) {
      columns_[c].counts.push_back(value);
      if (largest_ < Ratio{value.count, group.size}) largest_ = {value.count, group.size};
    }
    columns_[c].ends.push_back(columns_[c].counts.size());
  }
}

bool CapsCheck::has_k() const {
  const auto k = static_cast<std::uint64_t>(certificate_.caps.k);
  return std::all_of(sizes_.begin(), sizes_.end(), [&](std::uint64_t size) { return size >= k; });
}

bool CapsCheck::column_kept(std::size_t c, const TextIds& ids, const Hierarchy* hierarchy) const {
  const std::string& name = certificate_.job.roles.sensitive[c];
  const ColumnPromise& promise = certificate_.caps.columns.at(name);
  ReleasedValues released;
  for (std::uint32_t id = 0; id < ids.size(); ++id) released.values.push_back(ids.text(id));
  released.counts.assign(ids.size() + 1, 0);
  for (const ValueCount& value : columns_[c].counts) {
    released.counts[released.place(value.id)] += value.count;
  }
  PromisedColumn column{name, released.values, released.counts, std::nullopt, {}};
  const auto declared = certificate_.job.types.find(name);
  if (declared != certificate_.job.types.end()) column.declared = declared->second;
  column.labels = labels_of(released, promise.categories, hierarchy);
  const std::vector<PromisedCap> caps = caps_of(promise, column);

  std::vector<std::vector<std::uint32_t>> caps_of_value(released.counts.size());
  for (std::uint32_t i = 0; i < caps.size(); ++i) {
    for (const Code code : caps[i].values) caps_of_value[code].push_back(i);
  }
  std::vector<std::uint64_t> held(caps.size(), 0);
  std::size_t from = 0;
  for (std::size_t g = 0; g < sizes_.size(); ++g) {
    std::vector<std::uint32_t> touched;
    for (; from < columns_[c].ends[g]; ++from) {
      const ValueCount& value = columns_[c].counts[from];
      for (const std::uint32_t cap : caps_of_value[released.place(value.id)]) {
        held[cap] += value.count;
        touched.push_back(cap);
      }
    }
    for (const std::uint32_t cap : touched) {
      if (share(held[cap], sizes_[g]) > caps[cap].cap) return false;
    }
    for (const std::uint32_t cap : touched) held[cap] = 0;
  }
  return true;
}

bool CapsCheck::kept(const ReleaseIds& ids,
                     const std::map<std::string, Hierarchy>& hierarchies) const {
  const std::vector<std::string>& names = certificate_.job.roles.sensitive;
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (certificate_.caps.columns.count(names[c]) == 0) return false;
    const auto hierarchy = hierarchies.find(names[c]);
    if (!column_kept(c, c == 0 ? ids.sensitive : ids.others[c - 1],
                     hierarchy == hierarchies.end() ? nullptr : &hierarchy->second)) {
      return false;
    }
  }
  return true;
}

}  // namespace overt
