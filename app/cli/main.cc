// The command line: flags to jobs, errors to exit codes (docs/errors.md).

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <csignal>
#include <exception>
#include <new>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/core_dumps.h"
#include "cli/help.h"
#include "cli/memory.h"
#include "cli/no_memory.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "cli/usage.h"
#include "cli/version.h"
#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/base/visible.h"

namespace overt::cli {
namespace {

constexpr const char* kAbout =
    "Releases micro-data (one record per person) in groups that show nobody's sensitive value "
    "with\n"
    "more than the certainty that you allow, and knowing the whole algorithm does not help an\n"
    "adversary past it.";

constexpr const char* kExamples =
    "Examples:\n"
    "  overt inspect patients.csv --sensitive condition\n"
    "  overt release patients.csv --identifying name --quasi age,zip,sex \\\n"
    "      --sensitive condition --l 3 --out release/\n"
    "  overt verify release/\n"
    "  overt check table.csv --quasi age,zip --sensitive condition --min-k 5\n"
    "  overt measure release/ patients.csv\n"
    "  overt report release/ --out report.html\n"
    "  overt compare --job patients.toml --html frontier.html\n"
    "  overt explain problem.json --strategy safe\n"
    "  overt attack problem.json --strategy naive\n"
    "  overt policy --states zip.csv --column zip --prefix --at-least 10\n"
    "  overt views disclosures.json --gamma 1/2\n"
    "  overt generate --records 600000 --seed 1 --out census.csv\n"
    "  overt studio\n"
    "\n"
    "Exit codes: 0 done; 1 cannot be released safely, or a check failed; 2 bad usage or malformed\n"
    "content; 3 cannot read or write; 70 a defect of ours; 130/143 interrupted.";

int report(int code, const std::string& message) {
  end_by_ourselves();
  complain(fmt::format("overt: {}\n", visible(message)));
  return code;
}

int report(const Error& error) {
  const std::string message = message_of(error, flag_of);
  switch (error.code()) {
    case ErrorCode::io:
      // A signal also ends a wait that is not ours, such as opening a FIFO.
      if (caught_signal() != 0) return report(128 + caught_signal(), kInterrupted);
      return report(kNoAccess, message);
    case ErrorCode::interrupted:
      return report(128 + (caught_signal() == 0 ? SIGINT : caught_signal()), message);
    default:
      return report(kBadUsage, message);
  }
}

int report(const UsageError& error) {
  const int code = report(kBadUsage, error.message);
  complain(fmt::format("Run {} --help for usage.\n", error.command));
  return code;
}

int main_guarded(int argc, char** argv) {
  CLI::App app(kAbout, "overt");
  use_our_help(app);
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag(
      "--version", version_text(),
      "Print the version, and the commit it was built from; --version --json as JSON");
  app.require_subcommand(1);
  app.footer(kExamples);
  Run run;
  add_release(app, run);
  add_verify(app, run);
  add_sign(app, run);
  add_keygen(app, run);
  add_log(app, run);
  add_check(app, run);
  add_measure(app, run);
  add_compare(app, run);
  add_report(app, run);
  add_query(app, run);
  add_explain(app, run);
  add_attack(app, run);
  add_policy(app, run);
  add_views(app, run);
  add_inspect(app, run);
  add_generate(app, run);
  add_studio(app, run);
  add_completion(app, run);
  try {
    const std::vector<std::string> given(argv + std::min(argc, 1), argv + argc);
    if (given == std::vector<std::string>{"--version", "--json"}) {
      print(version_json());
      return kDone;
    }
    std::vector<std::string> words = checked_words(app, given);
    std::reverse(words.begin(), words.end());  // CLI11 takes them from the end
    app.parse(std::move(words));
  } catch (const CLI::Success& success) {  // --help and --version
    std::ostringstream text;
    app.exit(success, text, text);
    print(text.str());
    return kDone;
  } catch (const UsageError& error) {
    return report(error);
  } catch (const CLI::ParseError& error) {
    return report(UsageError{error.what(), "overt"});
  }
  const int code = run();
  end_by_ourselves();
  return code;
}

}  // namespace
}  // namespace overt::cli

int main(int argc, char** argv) {
  using namespace overt::cli;
  give_memory_back();
  end_well_without_memory();
  forbid_core_dumps();
  catch_signals();
  occupy_closed_streams();
  try {
    return main_guarded(argc, argv);
  } catch (const overt::Error& error) {
    return report(error);
  } catch (const std::bad_alloc&) {
    // All of ours is unwound. What libraries do at the end of a process may need memory that there
    // is not, so it is left out.
    end_by_ourselves();
    end_for_want_of_memory();
  } catch (const std::system_error& error) {  // no thread to be had, a folder that vanished
    return report(kNoAccess, fmt::format("the operating system refuses: {}; nothing was written",
                                         error.code().message()));
  } catch (const std::exception& error) {
    return report(kDefect, fmt::format("a defect in overt, please report it: {}; nothing was "
                                       "written",
                                       error.what()));
  }
}
