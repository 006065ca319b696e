#include "overt/privacy/promise.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/base/logarithm.h"
#include "overt/table/value_order.h"

namespace overt {
namespace {

constexpr unsigned kDigits = 40;  // of a logarithm, rounded down

[[noreturn]] void fail(std::string_view key, std::string_view what) {
  throw KeyedError(ErrorCode::usage, {Key{key}, fmt::format(": {}", what)});
}

void check_cap(std::string_view key, const Rational& cap) {
  if (cap <= 0) fail(key, "a cap of 0 asks for a value that nobody has; it must be above 0");
  if (cap > 1) fail(key, fmt::format("a cap of {} is above 1", to_string(cap)));
}

// Of a set whose share among all records is p, by the rules for all sets.
Rational cap_of_share(const ColumnPromise& promise, const std::optional<Rational>& own,
                      const Rational& p) {
  Rational cap = own ? *own : Rational(1);
  if (promise.beta) cap = std::min(cap, Rational((1 + *promise.beta) * p));
  if (promise.beta_enhanced) {
    const LogBounds bounds = log_bounds(1 / p, kDigits);
    Rational gain(bounds.low, Integer(1) << kDigits);
    gain.canonicalize();
    cap = std::min(cap, Rational((1 + std::min(*promise.beta_enhanced, gain)) * p));
  }
  return cap;
}

Integer integer(OrderKey key) {
  const bool negative = key < 0;
  __extension__ using Wide = unsigned __int128;
  const Wide size = negative ? -static_cast<Wide>(key) : static_cast<Wide>(key);
  Integer result(static_cast<unsigned long>(size >> 64));
  result = (result << 64) + Integer(static_cast<unsigned long>(size));
  return negative ? Integer(-result) : result;
}

// The band of each value: [0, w) is 0, [w, 2w) is 1, [-w, 0) is -1.
std::vector<Integer> bands_of(const PromisedColumn& column, const Rational& width) {
  const std::vector<std::string_view> texts(column.values.begin(), column.values.end());
  std::optional<std::size_t> bad;
  const ValueOrder order =
      column.declared ? declared_order(texts, *column.declared, bad) : find_order(texts);
  if (order.type == ValueType::text || bad) {
    fail("band",
         fmt::format("{} holds texts; bands are for numbers, dates and times", column.name));
  }
  if (order.unit == 0) {
    fail("band", fmt::format("the numbers of {} lie too far apart for bands", column.name));
  }
  const Rational scaled = width * Rational(integer(order.unit));
  std::vector<Integer> bands;
  for (const OrderKey key : order.keys) {
    const Rational place = Rational(integer(key)) / scaled;
    Integer band;
    mpz_fdiv_q(band.get_mpz_t(), place.get_num_mpz_t(), place.get_den_mpz_t());
    bands.push_back(std::move(band));
  }
  return bands;
}

template <typename Label>
void add_sets(const ColumnPromise& promise, const PromisedColumn& column,
              const std::vector<Label>& labels, std::uint64_t records,
              std::vector<PromisedCap>& caps) {
  std::map<Label, std::vector<Code>> sets;
  for (Code code = 0; code < labels.size(); ++code) sets[labels[code]].push_back(code);
  for (auto& [label, values] : sets) {
    if (values.size() == 1) continue;  // as its one value
    std::uint64_t count = 0;
    for (const Code code : values) count += column.counts[code];
    if (count == 0) continue;
    Rational cap = cap_of_share(promise, promise.every, share(count, records));
    if (cap < 1) caps.push_back({std::move(cap), std::move(values)});
  }
}

}  // namespace

void check_promise(const Promise& promise) {
  if (promise.k < 1) fail("k", "it is at least 1");
  bool anything = promise.k > 1;
  for (const auto& [name, column] : promise.columns) {
    if (column.every) check_cap("max", *column.every);
    for (const auto& [value, cap] : column.of_value) check_cap("max", cap);
    for (const auto& [key, beta] :
         {std::pair{"beta", column.beta}, {"beta_enhanced", column.beta_enhanced}}) {
      if (beta && *beta < 0) fail(key, "it must not be below 0");
    }
    if (column.band && *column.band <= 0) fail("band", "a width is above 0");
    for (const std::int64_t level : column.categories) {
      if (level < 1) fail("category", "levels are counted from 1, the first above the values");
    }
    const bool all = column.every || column.beta || column.beta_enhanced;
    if (!all && (column.band || !column.categories.empty())) {
      fail(column.band ? "band" : "category",
           fmt::format("{} has no cap that they could have: give l, max or beta", name));
    }
    const bool capped = (column.every && *column.every < 1) || column.beta ||
                        column.beta_enhanced ||
                        std::any_of(column.of_value.begin(), column.of_value.end(),
                                    [](const auto& own) { return own.second < 1; });
    anything = anything || capped;
    if (!capped && promise.k == 1) {
      fail("max", fmt::format("nothing is promised of the sensitive column {}", name));
    }
  }
  if (!anything) fail("k", "nothing is promised: groups of 1 record hide nobody");
}

std::vector<PromisedCap> caps_of(const ColumnPromise& promise, const PromisedColumn& column) {
  const std::uint64_t records =
      std::accumulate(column.counts.begin(), column.counts.end(), std::uint64_t{0});
  for (const auto& [value, cap] : promise.of_value) {
    if (std::find(column.values.begin(), column.values.end(), value) == column.values.end()) {
      fail("max", fmt::format("the column {} has no value {}", column.name, value));
    }
  }
  std::vector<PromisedCap> caps;
  for (Code code = 0; code < column.counts.size(); ++code) {
    if (column.counts[code] == 0) continue;
    std::optional<Rational> own = promise.every;
    if (code < column.values.size()) {
      const auto named = promise.of_value.find(column.values[code]);
      if (named != promise.of_value.end()) own = named->second;
    }
    Rational cap = cap_of_share(promise, own, share(column.counts[code], records));
    if (cap < 1) caps.push_back({std::move(cap), {code}});
  }
  if (promise.band) add_sets(promise, column, bands_of(column, *promise.band), records, caps);
  for (const auto& labels : column.labels) add_sets(promise, column, labels, records, caps);
  return caps;
}

std::string promise_in_words(const std::string& column, const ColumnPromise& promise) {
  std::vector<std::string> parts;
  if (promise.every) {
    parts.push_back(
        fmt::format("no value of {} has a share above {}", column, to_string(*promise.every)));
  }
  for (const auto& [value, cap] : promise.of_value) {
    parts.push_back(fmt::format("{} has at most {} of {}", value, to_string(cap), column));
  }
  if (promise.beta) {
    parts.push_back(
        fmt::format("no share of a value of {} is more than {} times that among "
                    "all records",
                    column, to_string(Rational(1 + *promise.beta))));
  }
  if (promise.beta_enhanced) {
    parts.push_back(
        fmt::format("no share of a value of {} is more than 1 + min({}, -ln p) times "
                    "its share p among all records",
                    column, to_string(*promise.beta_enhanced)));
  }
  if (promise.band) {
    parts.push_back(fmt::format("values of {} in one band of {} count as one", column,
                                to_string(*promise.band)));
  }
  if (!promise.categories.empty()) {
    parts.push_back(
        fmt::format("values of {} in one category (level {} of its hierarchy) count "
                    "as one",
                    column, fmt::join(promise.categories, ", ")));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string promise_in_words(const Promise& promise) {
  std::vector<std::string> parts;
  if (promise.k > 1) parts.push_back(fmt::format("every group has at least {} records", promise.k));
  for (const auto& [name, column] : promise.columns) {
    const std::string words = promise_in_words(name, column);
    if (!words.empty()) parts.push_back(words);
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace overt
