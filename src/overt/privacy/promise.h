#pragma once

// A promise made of caps: for a set S of values of a sensitive column, after the release nobody is
// in S with more than cap(S); and groups of at least k records. One number l is the cap 1/l on
// every value; here a custodian says what *they* must protect.
//
//   every 1/3, HIV 1/20        every value has the cap 1/3, that one 1/20
//   HIV 1/20                   that one alone: the others are no secret
//   beta 1                     nobody becomes more than twice as likely: (1 + beta) p, p the share
//                              of the value among all records
//   every 1/4, band 5000       moreover, what lies in one band of 5,000 counts as one value
//   k 5                        no cap at all: groups of at least 5 records
//
// Where two of these speak of the same set the smaller cap counts; a value that is named has its
// own cap instead of that for every value.
//
// The caps of a column are exact fractions and a function of the promise and of how often each
// value occurs: methods, verify and check all get them here.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "overt/base/rational.h"
#include "overt/table/column.h"

namespace overt {

// Of one sensitive column.
struct ColumnPromise {
  std::optional<Rational> every;             // each value, band and category
  std::map<std::string, Rational> of_value;  // instead of it
  std::optional<Rational> beta;              // min(1, (1 + beta) p)
  std::optional<Rational> beta_enhanced;     // min(1, (1 + min(beta, -ln p)) p)
  std::optional<Rational> band;              // width, from 0: [0, w), [w, 2w), ..; of dates in days
  std::vector<std::int64_t> categories;      // levels of the column's hierarchy, 1 and above

  friend bool operator==(const ColumnPromise&, const ColumnPromise&) = default;
};

struct Promise {
  std::int64_t k = 1;
  std::map<std::string, ColumnPromise> columns;

  friend bool operator==(const Promise&, const Promise&) = default;
};

// Throws Error{usage} for what no table can make right: caps of 0 or above 1, a beta below 0, k
// below 1, bands and categories without a cap, nothing promised at all.
void check_promise(const Promise& promise);

// What has to be known of a column before its caps can be told.
struct PromisedColumn {
  std::string_view name;
  std::span<const std::string> values;    // texts by code
  std::span<const std::uint64_t> counts;  // one more than values: some are missing
  std::optional<DeclaredType> declared;   // for bands
  std::vector<std::vector<std::uint32_t>>
      labels;  // for each category level, one for each of values
};

struct PromisedCap {
  Rational cap;  // below 1
  std::vector<Code> values;
};

// The caps that are below 1: of values, bands and categories. Throws Error{usage} for a value that
// does not occur and for a band on texts. REQUIRES: check_promise().
std::vector<PromisedCap> caps_of(const ColumnPromise& promise, const PromisedColumn& column);

// "no value of condition has a share above 1/3, HIV not above 1/20": what every group keeps.
std::string promise_in_words(const std::string& column, const ColumnPromise& promise);
std::string promise_in_words(const Promise& promise);

}  // namespace overt
