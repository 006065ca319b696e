#include "overt/privacy/beta_likeness.h"

#include "overt/base/logarithm.h"

namespace overt {
BetaLikeness beta_likeness(const ShareRange& shares, const TableDistribution& table) {
  Ratio highest = {1, 1};  // q / p, one more than the gain
  bool enhanced = true;
  for (Code value = 0; value < table.values(); ++value) {
    const ShareRange::Share& most = shares.largest(value);
    const Ratio ratio = {Wide{most.count} * table.records,
                         Wide{most.records} * table.counts[value]};
    if (!(Ratio{1, 1} < ratio)) continue;
    if (highest < ratio) highest = ratio;
    // gain <= -ln p = ln(1/p). They are never equal: p < 1, since q > p.
    enhanced = enhanced &&
               !log_at_most(share(table.records, table.counts[value]), Rational(ratio.exact() - 1));
  }
  BetaLikeness result;
  result.basic = highest.exact() - 1;
  if (enhanced) result.enhanced = result.basic;
  return result;
}

}  // namespace overt
