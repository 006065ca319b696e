#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/page_flags.h"
#include "cli/terminal.h"
#include "io/storage.h"
#include "overt/report/public_report.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "Prints the public report, which is a function of the released tables, the certificate and "
    "the\n"
    "hierarchies in the folder, and of nothing else: the bytes of report.html that overt release\n"
    "wrote there. Whether the files are what the certificate says is for overt verify to check.\n"
    "\n"
    "Examples:\n"
    "  overt report release/ | cmp - release/report.html\n"
    "  overt report release/ --out report.html";

struct Flags {
  std::optional<std::string> folder, out;
  bool force = false, quiet = false;
};

int run_report(const Flags& flags) {
  TerminalProgress progress(flags.quiet);
  const auto storage = io::arrow_storage();
  std::optional<PendingText> out;
  Place place;
  place.replace = flags.force;
  if (flags.out) out.emplace(*flags.out, place);
  const std::string page = public_report(*flags.folder, *storage, progress);
  progress.clear();
  if (out) {
    out->write(page);
  } else {
    print_exactly(page);
  }
  return kDone;
}

}  // namespace

void add_report(CLI::App& app, Run& run) {
  Verb verb(app, "report", "Print the public report of a release");
  const auto flags = std::make_shared<Flags>();
  verb.required_text("release", flags->folder, "Folder of the release");
  verb.group("Output");
  verb.text("--out FILE", flags->out, "Write the page to this file");
  verb.flag("--force", flags->force, "Replace an existing file");
  verb.flag("--quiet", flags->quiet, "No progress");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_report(*flags); });
}

}  // namespace overt::cli
