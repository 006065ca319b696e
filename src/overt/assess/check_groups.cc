#include "overt/assess/check_groups.h"

#include <algorithm>

#include "overt/privacy/highest_ratio.h"
#include "overt/privacy/k_anonymity.h"
#include "overt/privacy/l_diversity.h"
#include "overt/privacy/share_range.h"
#include "overt/privacy/t_closeness.h"

namespace overt {
namespace {

void raise(Ratio& highest, const Ratio& own) {
  if (highest < own) highest = own;
}

}  // namespace

CheckResult check_groups(const GroupDistributions& groups, Code domain, const CheckOptions& options,
                         Progress& progress) {
  const TableDistribution table(groups, domain);
  CheckResult result;
  KAnonymity sizes;
  ShareRange shares(table.values());
  Ratio alpha;
  Ratio t_equal_highest;
  Ratio t_ordered_highest;
  std::optional<Ratio> c = Ratio{};
  result.distinct_l = table.values();
  progress.begin("measuring", groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (g % 4096 == 0) progress.advance(g);
    const Distribution group = groups[g];
    sizes.add(group.records);
    shares.add(group);
    raise(alpha, largest_share(group));
    result.distinct_l = std::min(result.distinct_l, distinct_l(group.counts));
    result.entropy.add(group.counts);
    if (c) {
      const std::optional<Ratio> own = recursive_c(group.counts, options.recursive_l);
      if (own) {
        raise(*c, *own);
      } else {
        c.reset();
      }
    }
    raise(t_equal_highest, t_equal(group, table));
    raise(t_ordered_highest, t_ordered(group, table));
  }
  result.records = sizes.records();
  result.groups = sizes.groups();
  result.k = sizes.k();
  result.uniques = sizes.uniques();
  result.largest_risk = sizes.largest_risk();
  result.mean_risk = sizes.mean_risk();
  result.alpha = alpha.exact();
  result.recursive_l = options.recursive_l;
  if (c) result.recursive_c = c->exact();
  result.t_equal = t_equal_highest.exact();
  result.t_ordered = t_ordered_highest.exact();
  result.delta = delta_disclosure(shares, table);
  result.beta = beta_likeness(shares, table);
  return result;
}

}  // namespace overt
