#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "io/storage.h"
#include "overt/base/visible.h"
#include "overt/json/verify_json.h"
#include "overt/verify/verify.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "Reads the released files back and checks them against the certificate, with code that shares\n"
    "nothing with the release. With --against (custodian only) also against the original table.\n"
    "Exit code 0 if every check passed, 1 if one failed.\n"
    "\n"
    "Examples:\n"
    "  overt verify release/\n"
    "  overt verify release/ --against patients.csv";

struct Flags {
  std::optional<std::string> folder, original;
  TableFlags table;
  bool allow_test = false, json = false, quiet = false;
};

int run_verify(const Flags& flags) {
  TerminalProgress progress(flags.quiet);
  const auto storage = io::arrow_storage();
  const std::filesystem::path folder = *flags.folder;
  const Certificate certificate = read_certificate(folder, *storage, progress);
  VerifyOptions options;
  options.allow_test = flags.allow_test;
  Verification result;
  if (!flags.original) {
    result = verify_release(folder, certificate, *storage, progress, options);
  } else {
    const Table original =
        read_original(*flags.original, certificate, flags.table.reading(), *storage, progress);
    result = verify_against(folder, certificate, original, *storage, progress, options);
  }
  progress.clear();
  if (flags.json) {
    print(verify_json(result));
  } else {
    for (const Check& check : result.checks) {
      if (!flags.quiet || !check.passed) {
        print(fmt::format("{}  {}\n", check.passed ? "passed" : "FAILED", visible(check.what)));
      }
    }
  }
  return result.passed() ? kDone : kNotSafe;
}

}  // namespace

void add_verify(CLI::App& app, Run& run) {
  Verb verb(app, "verify", "Check a release against its certificate");
  const auto flags = std::make_shared<Flags>();
  verb.required_text("release", flags->folder, "Folder of the release");
  verb.flag("--allow-test", flags->allow_test,
            "Let a release pass that was made for a test, with coins that anybody can guess");
  verb.group("Custodian");
  verb.text("--against TABLE", flags->original, "The original table (custodian only)");
  verb.text("--delimiter CHARACTER", flags->table.delimiter, "Delimiter of the original CSV file");
  verb.flag("--no-header", flags->table.no_header, "The original CSV file has no header");
  verb.group("Output");
  verb.flag("--json", flags->json, "Print the checks as JSON");
  verb.flag("--quiet", flags->quiet, "Print failed checks only");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_verify(*flags); });
}

}  // namespace overt::cli
