#pragma once

// What a verifier expects of a release, said by themselves. A certificate brings its own rules: one
// that calls the column `name` insensitive, or promises next to nothing, keeps them. So whoever
// has been told what to expect, by a contract, a job file or an ethics board, says it here.
//
//   Expectation wanted =
//   parse_expectation("l=4,sensitive=condition,identifying=name,method=local");
//   check_expectation(wanted, certificate, verification);
//
// A release may keep more than was expected, never less:
//
//   l                     no share is allowed above 1/l, of any value of any sensitive column
//   level                 this one, or one that is stronger
//   method, form, strategy, sensitive        exactly these
//   identifying           these columns were left out (others may have been, too)
//   quasi_identifying     these columns were generalized, or left out
//   insensitive           no column but these was passed through as it is; `insensitive=`: none
//
// A job says it all, exactly: every key of it that is public.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overt/verify/certificate.h"
#include "overt/verify/verify.h"

namespace overt {

// The public part of the job that the verifier holds.
struct ExpectedJob {
  std::string method;
  std::string form;
  PropertySpec promise;
  std::uint64_t after = 0;  // releases that came before it
  CertifiedJob job;
  // What columns are that the job does not name, if it says so.
  std::vector<std::string> Roles::*rest = nullptr;
  // Its table may bring ranks of its own, which the job does not name: that of a database.
  bool own_ranks = false;
};

struct Expectation {
  // By key, as above; a list for columns, one text for the others. Keys that are not here were not
  // said, and the certificate is believed.
  std::map<std::string, std::vector<std::string>> said;
  std::optional<ExpectedJob> job;

  // Throws Error{usage} for a key that does not exist or has a value that it cannot have.
  void check() const;
};

// "key=value" with commas between them; an item without "=" is one more column of the key before
// it: identifying=name,born,l=4. Names of columns that hold a comma or "=" need a job. Throws
// Error{usage}.
Expectation parse_expectation(std::string_view text);

// Adds a check for everything that was said, and what was not to `verification.assumed`.
// REQUIRES: wanted.check().
void check_expectation(const Expectation& wanted, const Certificate& certificate,
                       Verification& verification);

}  // namespace overt
