#include "cli/passphrase.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "cli/signals.h"
#include "io/private_file.h"
#include "overt/base/error.h"
#include "overt/sign/key_file.h"

namespace overt::cli {
namespace {

constexpr std::size_t kLongest = 1024;

// The terminal itself, whatever standard input is; silent while it lives.
class SilentTerminal {
 public:
  SilentTerminal() : file_(::open("/dev/tty", O_RDWR | O_CLOEXEC)) {
    if (file_ < 0 || ::tcgetattr(file_, &before_) != 0) {
      close();
      throw Error(ErrorCode::usage,
                  "there is no terminal to ask for the passphrase; give it in a file "
                  "(--passphrase-file)");
    }
    termios silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    ::tcsetattr(file_, TCSAFLUSH, &silent);
  }
  SilentTerminal(const SilentTerminal&) = delete;
  SilentTerminal& operator=(const SilentTerminal&) = delete;
  ~SilentTerminal() {
    ::tcsetattr(file_, TCSAFLUSH, &before_);
    close();
  }

  std::string ask(const std::string& question) {
    say(question);
    std::string text;
    text.reserve(kLongest);  // it must not move, and leave a copy behind
    char one = '\0';
    while (text.size() < kLongest) {
      const ssize_t got = ::read(file_, &one, 1);
      if (got < 0 && errno == EINTR && caught_signal() == 0) continue;
      if (caught_signal() != 0) throw Error(ErrorCode::interrupted, kInterrupted);
      if (got <= 0 || one == '\n') break;
      text += one;
    }
    say("\n");
    return text;
  }

 private:
  void say(std::string_view text) const {
    // If the question cannot be shown, the answer will not come either.
    static_cast<void>(!::write(file_, text.data(), text.size()));
  }
  void close() const {
    if (file_ >= 0) ::close(file_);
  }

  int file_;
  termios before_{};
};

Passphrase from_file(const std::string& path) {
  std::string text = io::read_private_file(path, kLongest);
  text.resize(std::min(text.find('\n'), text.size()));
  if (text.ends_with('\r')) text.pop_back();
  if (text.empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: its first line, the passphrase, is empty", path));
  }
  return Passphrase(std::move(text));
}

}  // namespace

void PassphraseFlags::declare(Verb& verb) {
  verb.text("--passphrase-file FILE", file,
            "Its first line is the passphrase of the key (default: OVERT_PASSPHRASE_FILE, or asked "
            "for at the terminal); its owner alone may read it");
}

Passphrase PassphraseFlags::choose() const {
  const char* const named = std::getenv("OVERT_PASSPHRASE_FILE");
  if (file) return from_file(*file);
  if (named != nullptr && *named != '\0') return from_file(named);
  SilentTerminal terminal;
  Passphrase first(terminal.ask("Passphrase for the new key: "));
  if (first.text().empty()) {
    throw Error(ErrorCode::usage,
                "the passphrase is empty; a key without one is made with --no-passphrase");
  }
  const Passphrase again(terminal.ask("The same once more: "));
  if (again.text() != first.text()) {
    throw Error(ErrorCode::usage, "the two passphrases differ; no key was made");
  }
  return first;
}

Passphrase PassphraseFlags::enter(const std::string& key) const {
  const char* const named = std::getenv("OVERT_PASSPHRASE_FILE");
  if (file) return from_file(*file);
  if (named != nullptr && *named != '\0') return from_file(named);
  SilentTerminal terminal;
  return Passphrase(terminal.ask(fmt::format("Passphrase of {}: ", key)));
}

SecretKey read_secret_key(const std::string& path, const PassphraseFlags& flags) {
  const Passphrase text(io::read_private_file(path, kLongestFile));
  if (!needs_passphrase(text.text(), path)) return parse_secret_key(text.text(), {}, path);
  return parse_secret_key(text.text(), flags.enter(path).text(), path);
}

}  // namespace overt::cli
