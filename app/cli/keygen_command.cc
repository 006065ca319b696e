#include <fmt/format.h>

#include <memory>

#include "cli/commands.h"
#include "cli/passphrase.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "overt/base/error.h"
#include "overt/base/random.h"
#include "overt/sign/keys.h"
#include "overt/table/storage.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "Makes a key that signs releases (Ed25519), in the files of minisign: NAME.key is secret and\n"
    "stays with you, NAME.pub goes to whoever verifies. Tell them its id some other way, too.\n"
    "\n"
    "Examples:\n"
    "  overt keygen --out publisher\n"
    "  overt release patients.csv ... --out release/ --sign publisher.key\n"
    "  overt verify release/ --signer publisher.pub\n"
    "  minisign -V -m release/certificate.json -p publisher.pub";

struct Flags {
  std::optional<std::string> out;
  PassphraseFlags passphrase;
  bool no_passphrase = false, quiet = false;
};

int run_keygen(const Flags& flags) {
  if (flags.no_passphrase && flags.passphrase.file) {
    throw Error(ErrorCode::usage, "--no-passphrase and --passphrase-file contradict each other");
  }
  const auto storage = watched_storage();
  const auto pending = storage->pending();
  Place place;
  place.forcible = false;  // a key that is gone takes all that it signed with it
  const std::string open = *flags.out + ".pub", secret = *flags.out + ".key";
  const std::filesystem::path public_file = pending->file(open, place);
  place.readers = Readers::custodian;
  const std::filesystem::path secret_file = pending->file(secret, place);
  const Passphrase passphrase = flags.no_passphrase ? Passphrase("") : flags.passphrase.choose();
  SecretRandom coins = SecretRandom::from_system();
  const SecretKey key = make_key(coins);
  const Passphrase text(print_secret_key(key, passphrase.text(), strong_stretch(), coins));
  storage->write_text(secret_file, text.text());
  storage->write_text(public_file, print_public_key(key.public_key()));
  pending->commit();
  if (!flags.quiet) {
    print(
        fmt::format("secret  {} (yours alone{})\n"
                    "public  {} (for whoever verifies)\n"
                    "id      {}\n",
                    secret, flags.no_passphrase ? "; whoever has it can sign in your name" : "",
                    open, key_id(key.public_key())));
  }
  return kDone;
}

}  // namespace

void add_keygen(CLI::App& app, Run& run) {
  Verb verb(app, "keygen", "Make a key that signs releases");
  const auto flags = std::make_shared<Flags>();
  verb.group("Output");
  verb.required_text("--out NAME", flags->out, "Write NAME.key and NAME.pub, which must not exist");
  verb.flag("--quiet", flags->quiet, "No summary");
  verb.group("Custodian");
  flags->passphrase.declare(verb);
  verb.flag("--no-passphrase", flags->no_passphrase,
            "The secret key is not sealed: whoever reads the file can sign");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_keygen(*flags); });
}

}  // namespace overt::cli
