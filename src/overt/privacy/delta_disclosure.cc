#include "overt/privacy/delta_disclosure.h"

#include <cmath>

#include "overt/base/logarithm.h"

namespace overt {

double DeltaDisclosure::delta() const { return std::log(ratio.exact().get_d()); }

bool DeltaDisclosure::at_most(const Rational& bound) const {
  return log_at_most(ratio.exact(), bound);
}

DeltaDisclosure delta_disclosure(const ShareRange& shares, const TableDistribution& table) {
  DeltaDisclosure result = {{1, 1}, true};
  for (Code value = 0; value < table.values(); ++value) {
    const ShareRange::Share& least = shares.smallest(value);
    const ShareRange::Share& most = shares.largest(value);
    const Ratio rise = {Wide{most.count} * table.records, Wide{most.records} * table.counts[value]};
    const Ratio fall = {Wide{least.records} * table.counts[value],
                        Wide{least.count} * table.records};
    if (result.ratio < rise) result.ratio = rise;
    if (result.ratio < fall) result.ratio = fall;
    result.every_value = result.every_value && shares.in_every_group(value);
  }
  return result;
}

}  // namespace overt
