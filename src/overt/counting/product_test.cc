#include "overt/counting/product.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

TEST(Product, OfAnyNumberOfFactors) {
  std::vector<Integer> factors;
  Integer expected = 1;
  for (unsigned long n = 1; n <= 40; ++n) {
    EXPECT_EQ(product(factors), expected);
    factors.emplace_back(n * n + 1);
    expected *= n * n + 1;
  }
  factors[7] = 0;
  EXPECT_EQ(product(factors), 0);
}

}  // namespace
}  // namespace overt
