#pragma once

// The product of many whole numbers: pairs first, then pairs of those, since numbers of equal
// length are multiplied fastest. One after the other would cost the square of the result's length.

#include <vector>

#include "overt/base/rational.h"

namespace overt {

// 1 for no factors.
Integer product(std::vector<Integer> factors);

}  // namespace overt
