#pragma once

// A twin of a table: the same public columns, and a sensitive column with the same values
// as often, dealt out anew. It is made of the public columns, the multiset of sensitive
// values, a model if there is one, and coins; of nothing else. Who has which value in the
// secret table has no part in it, so that whatever is tried out on a twin, and whatever is
// chosen after looking at the results, says nothing about anybody
// (docs/concepts/comparing.md has the proof).
//
//   secret   34 F flu   41 M cold   29 M flu     twin   34 F cold   41 M flu   29 M flu
//
// Without a model every arrangement is equally likely: the values are sorted, which
// forgets who had them, and then shuffled. So even somebody who knows the coins learns
// nothing: the twin is a function of the multiset and of the coins. (To shuffle
// the secret column itself would be as uniform, but undone by whoever knows the coins.)
//
// With a model the records are served in random order, and each takes a value of those
// left with a probability proportional to
//
//   weight(its public value, the value) * how many are left of the value,
//
// or, if that is 0 for all that are left, to how many are left alone. So the multiset stays
// as it is, and with equal weights every arrangement is equally likely again.
//
// Cost: O(N), with a model O(N * sensitive values).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/table/column.h"

namespace overt {

inline constexpr std::uint64_t kMostWeight = 1'000'000;

// How values of one public column and sensitive values go together, by common
// knowledge. Never made from the secret table: then the twin would depend on it.
struct TwinModel {
  std::string column;                              // public
  std::vector<std::vector<std::uint64_t>> weight;  // [code of the column][sensitive code]
};

// The table with its sensitive column replaced. REQUIRES: `sensitive` is the position of
// that column; a model's column is another one of the table, and its weights are as many as
// the domains of the two columns, none above kMostWeight.
Table twin_of(Table table, std::size_t sensitive, const std::optional<TwinModel>& model,
              RandomSource& coins, Progress& progress);

}  // namespace overt
