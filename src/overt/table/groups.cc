#include "overt/table/groups.h"

namespace overt {

bool Groups::is_partition_of(std::size_t records) const {
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != members.size()) return false;
  for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
    if (offsets[g] >= offsets[g + 1]) return false;
  }
  if (members.size() != records) return false;
  std::vector<bool> seen(records);
  for (const Record record : members) {
    if (record >= records || seen[record]) return false;
    seen[record] = true;
  }
  return true;
}

}  // namespace overt
