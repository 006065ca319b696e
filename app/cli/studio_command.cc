#include <fmt/format.h>

#include <unistd.h>
#include <memory>

#include "cli/commands.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "cli/today.h"
#include "overt/base/error.h"
#include "studio/serve.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "Opens a page in the browser that leads from a file to a release: table, roles, promise, a\n"
    "comparison on a twin, and the one run. It is for this machine and whoever opens the address\n"
    "with its token; the table stays in the process and in a private folder that is removed at "
    "the\n"
    "end. Tables are chosen from the folder or uploaded, and releases are written to the folder.\n"
    "Ctrl-C ends it. docs/studio.md says more.\n"
    "\n"
    "Examples:\n"
    "  overt studio\n"
    "  overt studio --folder survey --port 8000 --no-browser";

struct Flags {
  std::optional<std::string> port, folder;
  bool no_browser = false;
};

int run_studio(const Flags& flags) {
  studio::ServeOptions options;
  if (flags.port) {
    const std::int64_t port = parse_whole(*flags.port, "--port");
    if (port < 1 || port > 65535) {
      throw Error(ErrorCode::usage, "--port: expected a number from 1 to 65535");
    }
    options.port = static_cast<int>(port);
  }
  options.folder = flags.folder.value_or(".");
  options.browser = !flags.no_browser;
  options.now = now;
  options.ready = [](const std::string& address) {
    print(fmt::format("Overt Studio: {}\nCtrl-C ends it.\n", address));
  };
  options.wait = wait_for_end;
  options.ended = ask_for_end;
  end_by_ourselves();  // the studio knows what to remove
  studio::serve(options);
  // A thread that did not stop in time ends here.
  ::_exit(kDone);
}

}  // namespace

void add_studio(CLI::App& app, Run& run) {
  Verb verb(app, "studio", "The whole way in a browser page, on this machine only");
  const auto flags = std::make_shared<Flags>();
  verb.group("Studio");
  verb.text("--port N", flags->port, "Port on 127.0.0.1 (default: any that is free)");
  verb.text("--folder DIR", flags->folder,
            "Where tables are and releases go (default: the current folder)");
  verb.flag("--no-browser", flags->no_browser, "Only print the address");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_studio(*flags); });
}

}  // namespace overt::cli
