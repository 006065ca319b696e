// What a project that links overt::overt writes: group a table of its own, and
// check the shares exactly.

#include <iostream>
#include <vector>

#include "overt/overt.h"
#include "overt/streamline/rda.h"

int main() {
  const std::vector<overt::Code> conditions = {0, 0, 1, 1, 2, 3, 3};
  overt::SecretRandom coins = overt::SecretRandom::from_system();
  overt::Progress progress;
  const overt::Groups groups = overt::rda(conditions, 4, 3, coins, progress);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (overt::share(1, groups[g].size()) > overt::parse_rational("1/3", "max")) return 1;
  }
  std::cout << groups.size() << " groups\n";
  return groups.is_partition_of(conditions.size()) ? 0 : 1;
}
