#include "overt/counting/product.h"

namespace overt {

Integer product(std::vector<Integer> factors) {
  if (factors.empty()) return 1;
  while (factors.size() > 1) {
    for (std::size_t i = 0; i + 1 < factors.size(); i += 2) {
      factors[i / 2] = factors[i] * factors[i + 1];
    }
    if (factors.size() % 2 == 1) factors[factors.size() / 2] = factors.back();
    factors.resize((factors.size() + 1) / 2);
  }
  return factors.front();
}

}  // namespace overt
