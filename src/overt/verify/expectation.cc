#include "overt/verify/expectation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

using Columns = std::vector<std::string>;

constexpr std::array<std::string_view, 9> kKeys = {
    "l",          "level",     "method",      "form",
    kByStrategy,  "sensitive", "identifying", "quasi_identifying",
    "insensitive"};

bool is_list(std::string_view key) {
  return key == "identifying" || key == "quasi_identifying" || key == "insensitive";
}

[[noreturn]] void refuse(const std::string& message) {
  throw KeyedError(ErrorCode::usage, {Key{"expect"}, ": " + message});
}

std::int64_t parse_l(const std::string& text) {
  std::int64_t l = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), l);
  if (error != std::errc() || end != text.data() + text.size() || l < 2) {
    refuse("l is a whole number from 2 on");
  }
  return l;
}

bool has(const Columns& columns, const std::string& column) {
  return std::find(columns.begin(), columns.end(), column) != columns.end();
}

bool all_of(const Columns& wanted, auto&& known) {
  return std::all_of(wanted.begin(), wanted.end(), known);
}

std::string listed(const Columns& columns) {
  return columns.empty() ? "none" : fmt::format("{}", fmt::join(columns, ", "));
}

// Whether the caps allow no share above this of any value. What hangs on how often a value occurs
// is not looked at.
bool at_most(const Promise& caps, const Rational& bound) {
  return !caps.columns.empty() &&
         std::all_of(caps.columns.begin(), caps.columns.end(), [&](const auto& one) {
           const ColumnPromise& own = one.second;
           return own.every && *own.every <= bound &&
                  std::all_of(own.of_value.begin(), own.of_value.end(),
                              [&](const auto& value) { return value.second <= bound; });
         });
}

// Whether no share above 1/l is allowed by the promise.
bool at_most(const Certificate& certificate, std::int64_t l) {
  const Rational bound = share(1, static_cast<std::uint64_t>(l));
  if (certificate.by_caps()) return at_most(certificate.caps, bound);
  const PropertySpec& promise = certificate.promise;
  return (promise.max && *promise.max <= bound) || (promise.below && *promise.below <= bound);
}

std::string promised(const Certificate& certificate) {
  return certificate.by_caps() ? promise_in_words(certificate) : to_string(certificate.promise);
}

// What the certificate has to say to one key, and whether that is as much as was expected.
struct Answer {
  bool kept;
  std::string certified;
};

Answer answer(const std::string& key, const Columns& wanted, const Certificate& certificate) {
  const Roles& roles = certificate.job.roles;
  const std::string first = wanted.empty() ? "" : wanted[0];
  if (key == "l") {
    return {at_most(certificate, parse_l(first)), promised(certificate)};
  }
  if (key == "level") {
    return {certificate.level == first || place_of_level(certificate.level) < place_of_level(first),
            certificate.level};
  }
  if (key == "method") return {certificate.method == first, certificate.method};
  if (key == "form") return {certificate.form == first, certificate.form};
  if (key == kByStrategy) {
    return {certificate.job.strategy.name == first, certificate.job.strategy.name};
  }
  if (key == "sensitive") return {roles.sensitive == wanted, listed(roles.sensitive)};
  if (key == "identifying") {
    return {all_of(wanted, [&](const auto& one) { return has(roles.identifying, one); }),
            listed(roles.identifying)};
  }
  if (key == "quasi_identifying") {
    const auto hidden = [&](const auto& one) {
      return has(roles.quasi_identifying, one) || has(roles.identifying, one);
    };
    return {all_of(wanted, hidden), listed(roles.quasi_identifying)};
  }
  return {all_of(roles.insensitive, [&](const auto& one) { return has(wanted, one); }),
          listed(roles.insensitive)};
}

// The roles of a job that says what the columns are that it does not name.
Roles completed(const ExpectedJob& wanted, const Roles& certified) {
  Roles roles = wanted.job.roles;
  if (wanted.rest == nullptr) return roles;
  for (const std::string& column : certified.*wanted.rest) {
    const bool named = has(roles.identifying, column) || has(roles.quasi_identifying, column) ||
                       has(roles.sensitive, column) || has(roles.insensitive, column);
    if (!named) (roles.*wanted.rest).push_back(column);
  }
  return roles;
}

void check_job(const ExpectedJob& wanted, const Certificate& certificate,
               Verification& verification) {
  CertifiedJob job = wanted.job;
  job.roles = completed(wanted, certificate.job.roles);
  if (wanted.own_ranks) {
    job.ranks.insert(certificate.job.ranks.begin(), certificate.job.ranks.end());
  }
  Columns other = differing_keys(job, certificate.job);
  if (wanted.form != certificate.form) other.insert(other.begin(), "form");
  if (wanted.method != certificate.method) other.insert(other.begin(), "method");
  if (wanted.after != certificate.after) other.emplace_back("after");
  if (other.empty() && !(wanted.promise == certificate.promise)) other.emplace_back("promise");
  for (const std::string& key : other) {
    verification.checks.push_back({fmt::format("as your job says: {}", key), false});
  }
  if (other.empty()) {
    verification.checks.push_back(
        {"promise, method, form, roles and all other public keys are those of your job", true});
  }
}

}  // namespace

void Expectation::check() const {
  for (const auto& [key, values] : said) {
    if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
      refuse(fmt::format("there is no {}; the keys are {}", key, fmt::join(kKeys, ", ")));
    }
    if (!is_list(key) && values.size() != 1) refuse(fmt::format("{}: expected one value", key));
    if (is_list(key) && key != "insensitive" && values.empty()) {
      refuse(fmt::format("{}: expected columns", key));
    }
  }
  const auto value = [&](const char* key) {
    const auto found = said.find(key);
    return found == said.end() ? std::string() : found->second[0];
  };
  if (said.contains("l")) parse_l(value("l"));
  if (said.contains("level") && meaning_of(value("level")).empty()) {
    refuse("level is transparent, family, release or test");
  }
  if (said.contains("method") && find_method(value("method")) == nullptr) {
    refuse(fmt::format("method is {}", list_methods([](const MethodRow&) { return true; })));
  }
}

Expectation parse_expectation(std::string_view text) {
  Expectation result;
  Columns* list = nullptr;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view item = text.substr(0, comma);
    const std::size_t equals = item.find('=');
    if (equals == item.npos) {
      if (list == nullptr || item.empty()) {
        refuse("expected KEY=VALUE with commas between them, for instance l=4,sensitive=condition");
      }
      list->emplace_back(item);
    } else {
      const std::string key(item.substr(0, equals));
      const auto [at, added] =
          result.said.emplace(key == "quasi" ? "quasi_identifying" : key, Columns());
      if (!added) refuse(fmt::format("{} stands twice", key));
      if (equals + 1 < item.size()) at->second.emplace_back(item.substr(equals + 1));
      list = is_list(at->first) ? &at->second : nullptr;
    }
    if (comma == text.npos) break;
    text.remove_prefix(comma + 1);
  }
  result.check();
  return result;
}

void check_expectation(const Expectation& wanted, const Certificate& certificate,
                       Verification& verification) {
  for (const auto& [key, values] : wanted.said) {
    const Answer found = answer(key, values, certificate);
    const std::string what = fmt::format("as you expect: {} {}", key, listed(values));
    verification.checks.push_back(
        {found.kept ? what : fmt::format("{} (the certificate says {})", what, found.certified),
         found.kept});
  }
  if (wanted.job) return check_job(*wanted.job, certificate, verification);
  const auto said = [&](const char* key) { return wanted.said.contains(key); };
  const Roles& roles = certificate.job.roles;
  const auto assume = [&](const char* key, const std::string& what) {
    if (!said(key)) verification.assumed.push_back(what);
  };
  assume("l", fmt::format("the promise: {}", promised(certificate)));
  assume("method", fmt::format("the method: {}", certificate.method));
  assume("sensitive", fmt::format("sensitive: {}", listed(roles.sensitive)));
  assume("identifying", fmt::format("identifying, left out: {}", listed(roles.identifying)));
  assume("quasi_identifying",
         fmt::format("quasi-identifying: {}", listed(roles.quasi_identifying)));
  assume("insensitive",
         fmt::format("insensitive, passed through as they are: {}", listed(roles.insensitive)));
}

}  // namespace overt
