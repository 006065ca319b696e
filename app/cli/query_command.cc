#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "io/storage.h"
#include "overt/base/error.h"
#include "overt/report/query.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "Says what a release says about a count, from its public files alone: an estimate, which takes "
    "the\n"
    "records of a group to be spread evenly over its cells, and the range that is certain: "
    "records\n"
    "that are surely meant, and records that may be.\n"
    "\n"
    "Examples:\n"
    "  overt query release/ --where age=30..39 --where sex=F --value condition=flu\n"
    "  overt query release/ --by sex,age/10 --csv";

struct Flags {
  std::optional<std::string> folder;
  std::vector<std::string> where, values, by;
  bool csv = false, json = false, quiet = false;
};

CountQuery query_of(const Flags& flags) {
  CountQuery query;
  for (const std::string& entry : flags.where) {
    const auto parts = split_entry(entry, "--where", {});
    if (!parts) throw Error(ErrorCode::usage, "--where: expected COLUMN=VALUE or COLUMN=FROM..TO");
    query.where.push_back(*parts);
  }
  query.values = flags.values;
  for (const std::string& entry : flags.by) {
    const std::size_t slash = entry.rfind('/');
    if (slash == entry.npos) {
      query.by.emplace_back(entry, 0);
      continue;
    }
    const std::int64_t width = parse_whole(entry.substr(slash + 1), "--by");
    if (width < 1) throw Error(ErrorCode::usage, "--by: a width is at least 1");
    query.by.emplace_back(entry.substr(0, slash), width);
  }
  return query;
}

int run_query(const Flags& flags) {
  TerminalProgress progress(flags.quiet);
  const auto storage = io::arrow_storage();
  const CountQuery query = query_of(flags);
  const QueryResult result = answer_query(*flags.folder, query, *storage, progress);
  progress.clear();
  if (flags.json) {
    print(query_json(result));
  } else if (flags.csv) {
    print_exactly(query_csv(result));
  } else {
    print(query_text(result));
  }
  return kDone;
}

}  // namespace

void add_query(CLI::App& app, Run& run) {
  Verb verb(app, "query", "Say what a release says about a count");
  const auto flags = std::make_shared<Flags>();
  verb.required_text("release", flags->folder, "Folder of the release");
  verb.group("Question");
  verb.texts(
      "--where COLUMN=VALUE", flags->where,
      "A quasi-identifying column and its value, range (30..39, 30.., ..39), label, or NULL");
  verb.texts("--value COLUMN=VALUE", flags->values,
             "A value of the sensitive column; several times: any of them");
  verb.names("--by COLUMNS", flags->by,
             "A table by these columns; of numbers with the width of bins: sex,age/10");
  verb.group("Output");
  verb.flag("--csv", flags->csv, "Print CSV");
  verb.flag("--json", flags->json, "Print JSON");
  verb.flag("--quiet", flags->quiet, "No progress");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_query(*flags); });
}

}  // namespace overt::cli
