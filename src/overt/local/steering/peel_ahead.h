#pragma once

// How much of a node is peeled off before one of its cuts is tested: a look ahead, at what the best
// cut of the rest would be worth after peels of several sizes.
//
//   the best cut of 900 records passes with .9. After a peel of 54 one passes with .97, after 198
//   one with .99 that is worth hardly more: 54 are drawn and dealt, and 846 go on
//
// What is peeled is published as wide as the node is and gains nothing more. So a peel of a share f
// leaves (1 - f) of the score of the cut (cut_choice.h), and the best of these is taken, if it is
// better than the best cut of the node as it is.
//
// It asks for nothing that is not in the state: the multiset of the rest is that of the node
// without the drawn one, and where the rest will stand the model says.
//
// Cost: four choices of a cut.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "overt/local/caps.h"
#include "overt/local/steering/cut_candidates.h"
#include "overt/local/steering/forecast.h"

namespace overt {

// The columns of a node of which only `rest` is left, drawn without a look at public columns:
// of each class everywhere the same part.
std::vector<ColumnItems> columns_of_rest(const std::vector<ColumnItems>& columns,
                                         const Forecast& forecast, const ValueModel& model,
                                         const Multiset& rest);

// What is drawn so that the cut of the rest is worth most. `now`: the score of the best cut of the
// node, 0 if none would be tested; `score`: the same of a rest. Nothing where no peel is better.
// `group`: peels have a multiple of it.
std::optional<Multiset> peel_ahead(const Multiset& values, const Caps& caps, std::uint32_t group,
                                   double now,
                                   const std::function<double(const Multiset& rest)>& score);

}  // namespace overt
