#include "overt/report/sign_folder.h"

#include <fmt/format.h>

#include "overt/base/version.h"
#include "overt/report/verify_folder.h"
#include "overt/sign/signature.h"

namespace overt {

SignedFolder sign_folder(const std::filesystem::path& folder, const SecretKey& key,
                         std::string_view comment, Storage& storage, Progress& progress) {
  SignedFolder result;
  VerifiedFolder found = verify_folder(folder, {}, storage, progress);
  if (found.passed()) result.signature = sign_text(found.certificate, key, comment);
  result.verification = std::move(found);
  return result;
}

std::string signature_comment(std::string_view date) {
  return fmt::format("certificate.json of a release, signed by overt {} on {}", kVersion, date);
}

}  // namespace overt
