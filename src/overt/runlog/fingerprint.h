#pragma once

// A fingerprint by which a run log knows a table again, and nobody without its key does.
//
// Two hashes, since people sort files and change their minds about columns:
//
//   records   of all records as a multiset: the same whatever the order of the records
//   values    of the sensitive column as a sequence: the same whatever is done with the others
//
// A table is taken for an earlier one if either agrees. Small tables may agree in the second by
// chance; then whoever runs says why it is another one.
//
// The multiset is hashed as the sum of the keyed hashes of its records modulo 2^256 (AdHash of
// Bellare and Micciancio 1997): without the key nobody can look for two that have the same sum.
//
// Rows of a table of counts stand in no order of anybody's: then the first is what it is for the
// records, and the second is of how many records each sensitive value has.
//
// Cost: one keyed hash a row and column value.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "overt/runlog/log_key.h"
#include "overt/table/column.h"

namespace overt {

struct Fingerprint {
  std::string records, values;
  bool same_table(const Fingerprint& other) const {
    return records == other.records || values == other.values;
  }
};

// `counts`: for how many records each row stands; empty: each is one. REQUIRES: the table has a
// column `sensitive`.
Fingerprint fingerprint(const Table& table, std::string_view sensitive, const LogKey& key,
                        std::span<const std::uint64_t> counts = {});

}  // namespace overt
