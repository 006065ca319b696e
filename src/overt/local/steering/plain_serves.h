#pragma once

// Where the plain tree is as good as a steered one: no value is near its cap, so that cuts hardly
// ever fail, and rows come so often that nodes of equal rows, which nobody would cut, are reached
// before cuts begin to fail. There is nothing to steer, and a pilot would only cost.
//
//   Adult by age, sex and race, l = 3: the largest share is .13, .4 of the cap, and a row comes
//   43 times on average. The plain tree has an NCP of .012, the steered one .043.
//
// A function of the table's multiset and of public columns: the choice gives nothing away.

#include "overt/local/caps.h"
#include "overt/local/steering/public_rows.h"

namespace overt {

// `values`: of the whole table.
bool plain_serves(const PublicRows& rows, const Multiset& values, const Caps& caps);

}  // namespace overt
