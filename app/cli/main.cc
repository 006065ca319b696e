// The command line: flags to jobs, errors to exit codes (docs/errors.md).

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "overt/base/error.h"

namespace overt::cli {
namespace {

constexpr const char* kAbout =
    "Releases micro-data (one record per person) so that nobody learns a person's sensitive value\n"
    "with more than the allowed certainty, even when the adversary knows the whole algorithm.";

constexpr const char* kExamples =
    "Examples:\n"
    "  overt inspect patients.csv --sensitive condition\n"
    "  overt release patients.csv --identifying name --quasi age,zip,sex \\\n"
    "      --sensitive condition --l 3 --out release/\n"
    "  overt verify release/\n"
    "  overt generate --records 600000 --seed 1 --out census.csv\n"
    "\n"
    "Exit codes: 0 done; 1 cannot be released safely, or a check failed; 2 bad usage or malformed\n"
    "content; 3 cannot read or write; 70 a defect of ours; 130/143 interrupted.";

int report(int code, const std::string& message) {
  fmt::print(stderr, "overt: {}\n", message);
  return code;
}

int exit_code(const Error& error) {
  switch (error.code()) {
    case ErrorCode::io:
      return kNoAccess;
    case ErrorCode::interrupted:
      return 128 + (caught_signal() == 0 ? SIGINT : caught_signal());
    default:
      return kBadUsage;
  }
}

int main_guarded(int argc, char** argv) {
  CLI::App app(kAbout, "overt");
  app.set_version_flag("--version", "overt " OVERT_VERSION);
  app.require_subcommand(1);
  app.footer(kExamples);
  Run run;
  add_release(app, run);
  add_verify(app, run);
  add_inspect(app, run);
  add_generate(app, run);
  add_completion(app, run);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help and --version
    app.exit(success);
    return kDone;
  } catch (const CLI::ParseError& error) {
    return report(kBadUsage, fmt::format("{}\nRun overt --help for usage.", error.what()));
  }
  return run();
}

}  // namespace
}  // namespace overt::cli

int main(int argc, char** argv) {
  using namespace overt::cli;
  catch_signals();
  try {
    return main_guarded(argc, argv);
  } catch (const overt::Error& error) {
    return report(exit_code(error), error.what());
  } catch (const std::bad_alloc&) {
    return report(kNoAccess, "out of memory; nothing was written");
  } catch (const std::exception& error) {
    return report(kDefect, fmt::format("a defect in overt, please report it: {}; nothing was "
                                       "written",
                                       error.what()));
  }
}
