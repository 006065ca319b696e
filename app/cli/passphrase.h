#pragma once

// Passphrases of keys: typed at the terminal without being shown, or, for scripts, read from a file
// that its owner alone may read (--passphrase-file, or OVERT_PASSPHRASE_FILE). Never a word of the
// command line or a variable: other processes see those.

#include <optional>
#include <string>

#include "cli/verb.h"
#include "overt/sign/keys.h"

namespace overt::cli {

// A text that is wiped when it goes.
class Passphrase {
 public:
  explicit Passphrase(std::string text) : text_(std::move(text)) {}
  Passphrase(const Passphrase&) = delete;
  Passphrase& operator=(const Passphrase&) = delete;
  Passphrase(Passphrase&&) = default;
  Passphrase& operator=(Passphrase&&) = delete;
  ~Passphrase() { wipe(text_); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

struct PassphraseFlags {
  std::optional<std::string> file;

  void declare(Verb& verb);
  // For a new key: asked for twice at a terminal. Throws Error{usage} if there is neither file nor
  // terminal, or if what was given is empty.
  Passphrase choose() const;
  // For a key that there is.
  Passphrase enter(const std::string& key) const;
};

// The secret key in a file that its owner alone may read, with its passphrase if it has one.
SecretKey read_secret_key(const std::string& path, const PassphraseFlags& flags);

}  // namespace overt::cli
