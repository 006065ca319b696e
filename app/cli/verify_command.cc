#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "io/hidden_folder.h"
#include "io/postgres_release.h"
#include "io/storage.h"
#include "overt/base/visible.h"
#include "overt/job/certified_job.h"
#include "overt/json/verify_json.h"
#include "overt/report/verify_folder.h"
#include "overt/table/database_name.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "Reads the released files back and checks them against the certificate, with code that shares\n"
    "nothing with the release; fails also on files that the certificate does not list, on links, "
    "and\n"
    "on a report.html that is not what the files give. With --against (custodian only) also "
    "against\n"
    "the original table. Exit code 0 if every check passed, 1 if one failed.\n"
    "\n"
    "A certificate brings its own rules. Say what you expect (--job, --expect): the promise, the "
    "roles\n"
    "of the columns, the method. What you do not say is taken from the certificate, and the "
    "output\n"
    "lists it. That the method was run as the certificate says, once, is what its publisher "
    "vouches\n"
    "for.\n"
    "\n"
    "Examples:\n"
    "  overt verify release/\n"
    "  overt verify release/ --job patients.toml\n"
    "  overt verify release/ --expect l=4,sensitive=condition,identifying=name,method=local\n"
    "  overt verify release/ --against patients.csv\n"
    "  overt verify postgresql:///clinic --from released_patients";

struct Flags {
  std::optional<std::string> folder, from, original, job, expect, signer;
  TableFlags table;
  bool allow_test = false, json = false, quiet = false;
};

// What stands in a database is verified as the files that it gives, in a folder that is gone then.
Verification verify_somewhere(const Flags& flags, const VerifyRequest& request, Storage& storage,
                              Progress& progress) {
  check_database_output(*flags.folder, flags.from.value_or(""));
  if (!flags.from) return verify_folder(*flags.folder, request, storage, progress);
  const auto hidden = io::HiddenFolder::for_a_while("database");
  std::filesystem::create_directory(hidden.content());
  io::fetch_release(*flags.folder, *flags.from, hidden.content(), progress);
  return verify_folder(hidden.content(), request, storage, progress);
}

int run_verify(const Flags& flags) {
  TerminalProgress progress(flags.quiet);
  const auto storage = io::arrow_storage();
  VerifyRequest request;
  request.original = flags.original;
  request.reading = flags.table.reading();
  request.allow_test = flags.allow_test;
  if (flags.expect) request.expected = parse_expectation(*flags.expect);
  if (flags.job) {
    request.expected.job =
        expected_job(parse_job(storage->read_text(*flags.job, progress), *flags.job));
  }
  if (flags.signer) {
    request.signer = parse_public_key(storage->read_text(*flags.signer, progress), *flags.signer);
  }
  const Verification result = verify_somewhere(flags, request, *storage, progress);
  progress.clear();
  if (flags.json) {
    print(verify_json(result));
  } else {
    for (const Check& check : result.checks) {
      if (!flags.quiet || !check.passed) {
        print(fmt::format("{}  {}\n", check.passed ? "passed" : "FAILED", visible(check.what)));
      }
    }
    if (!flags.quiet) {
      for (const std::string& what : result.assumed) {
        print(fmt::format("assumed {}\n", visible(what)));
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
  verb.group("Database");
  verb.text("--from NAME", flags->from,
            "The release stands in a database, which is given instead of a folder: its table");
  verb.group("What you expect");
  verb.text("--job FILE", flags->job,
            "The job that the release is to be one of: its promise, method, roles and every other "
            "public key");
  verb.text(
      "--expect LIST", flags->expect,
      "KEY=VALUE with commas between them (l=4,method=local); keys are l, level, method, form, "
      "strategy, sensitive, identifying, quasi, insensitive");
  verb.text("--signer FILE", flags->signer,
            "Public key of the publisher: the certificate must bear a signature by it");
  verb.flag("--allow-test", flags->allow_test,
            "Let a release pass that was made for a test, with coins that anybody can guess");
  verb.group("Custodian");
  verb.text("--against TABLE", flags->original, "The original table (custodian only)");
  flags->table.declare_original(verb);
  verb.group("Output");
  verb.flag("--json", flags->json, "Print the checks as JSON");
  verb.flag("--quiet", flags->quiet, "Print failed checks only");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_verify(*flags); });
}

}  // namespace overt::cli
