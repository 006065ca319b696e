#pragma once

// Everything that can be checked of a release that somebody hands over, in one call: the command
// line and Python ask for the same.
//
//   1. the folder holds files alone, no link, pipe or device; else nothing is read
//   2. files, groups, promise and certificate fit together (verify/verify.h), and with the original
//      table, if there is one
//   3. the folder holds nothing that the certificate does not list
//   4. report.html, if it is there, is what the files give, to the last byte
//   5. what the verifier expects is what was certified (verify/expectation.h); hierarchies that a
//      job does not name are those that the program makes by itself
//   6. the certificate bears the signature of the publisher that the verifier trusts
//
// What passes says: the table keeps the promise that its certificate states, and the folder is
// what the signer signed. That the method was run as the certificate says, once, with secret coins,
// no check of files can show: that is what the signer vouches for. `assumed` of the result lists
// what was believed.

#include <filesystem>
#include <optional>
#include <string>

#include "overt/base/progress.h"
#include "overt/sign/keys.h"
#include "overt/table/storage.h"
#include "overt/verify/expectation.h"
#include "overt/verify/verify.h"

namespace overt {

struct VerifyRequest {
  std::optional<std::string> original;  // the original table: custodian only
  ReadOptions reading;                  // how it is read
  bool allow_test = false;
  Expectation expected;
  std::optional<PublicKey> signer;
};

struct VerifiedFolder : Verification {
  std::string certificate;  // its text, as it was checked; empty if it was not read
};

// Throws Error for what cannot be read, and for a damaged certificate.
VerifiedFolder verify_folder(const std::filesystem::path& folder, const VerifyRequest& request,
                             Storage& storage, Progress& progress);

}  // namespace overt
