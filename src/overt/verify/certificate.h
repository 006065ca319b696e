#pragma once

// What a release says of itself: method, guarantee level, promise, sizes and the
// SHA-256 of its files. Everything in it is a function of the job, the released
// table and the day; there is no hash of the input (it would confirm a guessed
// table), no path, no key.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overt/base/rational.h"
#include "overt/privacy/promise.h"
#include "overt/privacy/property.h"
#include "overt/table/schema.h"
#include "overt/verify/promise_job.h"
#include "overt/verify/public_words.h"
#include "overt/verify/strategy_job.h"

namespace overt {

// The public part of a job, as far as a reader of the release needs it.
struct CertifiedJob {
  std::int64_t l = 0;                    // no share above 1/l ..
  std::optional<PropertySpec> property;  // .. or this property instead
  PromiseJob caps;                       // .. or caps, k
  std::int64_t background = 1;           // with l: against odds up to this
  std::string tree;                      // of a method with trees; empty: plain, or no such method
  std::string leaves;                    // of a tree that has them
  std::int64_t min_group = 1;
  std::map<std::string, std::int64_t> weights;
  std::map<std::string, std::map<std::string, std::int64_t>> ranks;
  StrategyJob strategy;
  std::string format = "csv";
  bool spreadsheet_safe = false;  // texts are quoted (table/formula.h)
  std::string cells = "text";
  bool counted = false;  // one row for each value of a group, with its count
  PublicWords words;
  std::string decimal = ".";  // of the original table
  std::vector<std::string> missing;
  std::string missing_sensitive = "error";
  Roles roles;
  std::map<std::string, DeclaredType> types;
  std::vector<std::string> hierarchies;  // columns; the files are in hierarchies/
};

struct Certificate {
  // 2 where what is promised are caps (privacy/promise.h), else 1: whoever reads only that
  // can still read a release with a share of 1/l.
  int version = 1;
  std::string program;  // the version of overt that made it, "0.1.0"; older ones do not say it
  std::string method;
  std::string level;
  std::string level_means;  // as it was read; what is printed are this program's words
  std::string form;
  PropertySpec promise;  // what every group keeps; version 2: nothing
  Promise caps;          // version 2: that
  std::uint64_t records = 0;
  std::uint64_t groups = 0;
  std::uint64_t smallest_group = 0;
  Rational largest_share;
  std::map<std::string, std::string> files;  // name in the folder -> SHA-256
  CertifiedJob job;
  std::uint64_t after = 0;  // so many earlier releases of the table were taken into account
  std::string date;         // YYYY-MM-DD

  bool by_caps() const { return version == 2; }
};

// What every group keeps, in plain words: "no value of condition has a share above 1/3 in any
// group".
std::string promise_in_words(const Certificate& certificate);
// What the level is worth, and what is not promised.
std::string level_in_words(const Certificate& certificate);

std::string print_certificate(const Certificate& certificate);

// Throws Error{malformed} naming the key that is missing, wrong, there twice or of no certificate:
// whatever stands in the file is read, so that nothing in it says more than was checked.
Certificate parse_certificate(std::string_view json, std::string_view name);

// What the level of a certificate means and assumes, in this program's words.
std::string level_in_words(std::string_view level);

// The keys of a job in which the two differ, of those that are promised: the order of columns in a
// role says nothing, and neither does the format of the files.
std::vector<std::string> differing_keys(const CertifiedJob& a, const CertifiedJob& b);

// A promise as the certificate writes it, in one line of JSON, and back. The second throws
// Error{malformed} that begins with `name`.
std::string print_promise(const PropertySpec& promise);
std::string print_promise(const Promise& caps);
// Of either version.
std::string print_promise(const Certificate& certificate);
PropertySpec parse_promise(std::string_view json, std::string_view name);

// The signature of a certificate, beside it: where minisign looks for it.
inline constexpr const char* kSignatureFile = "certificate.json.minisig";

// Name of a hierarchy's file inside a release folder. Column names may hold
// anything, so bytes that file names should not hold are written as %XX.
std::string hierarchy_file(std::string_view column);

}  // namespace overt
