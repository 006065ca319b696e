#pragma once

// A signature under a release that stands in its folder: only under one that passes.
//
// Whoever signs vouches for what files cannot show (report/verify_folder.h). So nothing is signed
// that does not pass, or that was made for a test.

#include <filesystem>
#include <string>
#include <string_view>

#include "overt/base/progress.h"
#include "overt/sign/keys.h"
#include "overt/table/storage.h"
#include "overt/verify/verify.h"

namespace overt {

struct SignedFolder {
  Verification verification;
  std::string signature;  // the text of kSignatureFile; empty if the release does not pass
};

// Throws as verify_folder() does.
SignedFolder sign_folder(const std::filesystem::path& folder, const SecretKey& key,
                         std::string_view comment, Storage& storage, Progress& progress);

// What a signature of this day says of itself, and vouches for.
std::string signature_comment(std::string_view date);

}  // namespace overt
