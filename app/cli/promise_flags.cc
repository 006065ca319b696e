#include "cli/promise_flags.h"

#include <fmt/format.h>

#include <utility>

#include "cli/commands.h"
#include "overt/base/error.h"

namespace overt::cli {
namespace {

// "VALUE=SHARE" at the last sign: names may hold one.
std::pair<std::string, std::string> named(const std::string& text, std::string_view flag,
                                          std::string_view expected) {
  const std::size_t equals = text.rfind('=');
  if (equals == text.npos || equals == 0) {
    throw Error(ErrorCode::usage, fmt::format("{}: expected {}", flag, expected));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

void PromiseFlags::declare(Verb& verb) {
  verb.text("--k K", k,
            "Groups of at least k records; alone, it needs no sensitive column, and promises "
            "nothing of what all records of a group share");
  verb.texts(
      "--max [VALUE=]SHARE", max,
      "A cap on this value, several times for several; alone the other values are not "
      "sensitive, with --l they have 1/l. COLUMN:VALUE=SHARE with several sensitive columns; "
      "SHARE alone is a cap on every value, or the max of --property");
  verb.text("--beta B", beta,
            "No value is more than 1 + B times as frequent in a group as among all records");
  verb.text("--beta-enhanced B", beta_enhanced,
            "The same with min(B, -ln p), p the share of the value among all records");
  verb.texts("--band COLUMN=WIDTH", band,
             "Values of this sensitive column that lie in one band [0, w), [w, 2w), .. count as "
             "one value, too");
  verb.texts("--category COLUMN=LEVEL", category,
             "Values of this sensitive column that share a label at this level of its --hierarchy "
             "(1: the first above the values) count as one value, too");
}

bool PromiseFlags::given() const {
  return k || beta || beta_enhanced || !max.empty() || !band.empty() || !category.empty();
}

void PromiseFlags::apply(PromiseJob& job, std::optional<Rational>* max_of_property) const {
  if (k) job.k = parse_whole(*k, "--k");
  if (!max.empty()) {
    MaxJob caps;
    bool shared = false;
    for (const std::string& text : max) {
      if (text.find('=') == text.npos) {
        std::optional<Rational>& every = max_of_property != nullptr ? *max_of_property : caps.every;
        if (std::exchange(shared, true)) {
          throw Error(ErrorCode::usage, "--max: a share for every value is given twice");
        }
        every = parse_rational(text, "--max");
        continue;
      }
      const auto [value, cap] = named(text, "--max", "VALUE=SHARE");
      if (!caps.of_value.emplace(value, parse_rational(cap, "--max")).second) {
        throw Error(ErrorCode::usage, "--max: a value is given twice");
      }
    }
    if (caps != MaxJob()) job.max = std::move(caps);
  }
  if (beta) job.beta = parse_rational(*beta, "--beta");
  if (beta_enhanced) job.beta_enhanced = parse_rational(*beta_enhanced, "--beta-enhanced");
  for (const std::string& text : band) {
    const auto [column, width] = named(text, "--band", "COLUMN=WIDTH");
    job.band[column] = parse_rational(width, "--band");
  }
  std::map<std::string, std::vector<std::int64_t>> levels;
  for (const std::string& text : category) {
    const auto [column, level] = named(text, "--category", "COLUMN=LEVEL");
    levels[column].push_back(parse_whole(level, "--category"));
  }
  for (auto& [column, own] : levels) job.category[column] = std::move(own);
}

}  // namespace overt::cli
