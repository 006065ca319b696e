#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/commands.h"
#include "cli/page_flags.h"
#include "cli/passphrase.h"
#include "cli/terminal.h"
#include "cli/today.h"
#include "io/storage.h"
#include "overt/base/visible.h"
#include "overt/report/sign_folder.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "Verifies the release, and signs its certificate, which has the SHA-256 of every file. "
    "Whoever\n"
    "signs vouches for what no check of files can show: that the release was made by this method "
    "and\n"
    "this job, in one run, with secret coins. overt release --sign signs what it has just made.\n"
    "Exit code 1, and no signature, if the release does not pass.\n"
    "\n"
    "Examples:\n"
    "  overt sign release/ --key publisher.key\n"
    "  overt verify release/ --signer publisher.pub";

struct Flags {
  std::optional<std::string> folder, key;
  PassphraseFlags passphrase;
  bool force = false, quiet = false;
};

int run_sign(const Flags& flags) {
  const SecretKey key = read_secret_key(*flags.key, flags.passphrase);
  TerminalProgress progress(flags.quiet);
  const auto storage = io::arrow_storage();
  const SignedFolder result =
      sign_folder(*flags.folder, key, signature_comment(today()), *storage, progress);
  progress.clear();
  if (!result.verification.passed()) {
    for (const Check& check : result.verification.checks) {
      if (!check.passed) complain(fmt::format("overt: not signed: FAILED  {}\n", check.what));
    }
    return kNotSafe;
  }
  Place place;
  place.replace = flags.force;
  const std::string file = (std::filesystem::path(*flags.folder) / kSignatureFile).string();
  PendingText(file, place).write(result.signature);
  if (!flags.quiet) {
    print(fmt::format("signed  {} by key {}\n", file, key_id(key.public_key())));
  }
  return kDone;
}

}  // namespace

void add_sign(CLI::App& app, Run& run) {
  Verb verb(app, "sign", "Sign the certificate of a release");
  const auto flags = std::make_shared<Flags>();
  verb.required_text("release", flags->folder, "Folder of the release");
  verb.group("Custodian");
  verb.required_text("--key FILE", flags->key,
                     "Secret key (overt keygen, or minisign); its owner alone may read it");
  flags->passphrase.declare(verb);
  verb.group("Output");
  verb.flag("--force", flags->force, "Replace a signature");
  verb.flag("--quiet", flags->quiet, "No summary and no progress");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_sign(*flags); });
}

}  // namespace overt::cli
