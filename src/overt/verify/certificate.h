#pragma once

// What a release says of itself: method, guarantee level, promise, sizes and the
// SHA-256 of its files. Everything in it is a function of the job, the released
// table and the day; there is no hash of the input (it would confirm a guessed
// table), no path, no key.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "overt/base/rational.h"
#include "overt/privacy/promise.h"
#include "overt/privacy/property.h"
#include "overt/verify/certified_keys.h"

namespace overt {

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
