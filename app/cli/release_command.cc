#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/commands.h"
#include "cli/method_help.h"
#include "cli/passphrase.h"
#include "cli/promise_flags.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "cli/today.h"
#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/base/visible.h"
#include "overt/job/job.h"
#include "overt/report/run_release.h"
#include "overt/verify/methods.h"

namespace overt::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNotes =
    "The guarantee (level transparent): before the release all arrangements of the sensitive\n"
    "values over the records are equally likely to the adversary; they know the public columns\n"
    "of everybody, the program and the job, everything but who has which sensitive value, and\n"
    "the coins. After it no person's value is known with more than 1/l; by a strategy with\n"
    "--property, what is known of each person keeps that property, and so does every group.\n"
    "This holds against somebody with no view of how public columns go with the value. Whoever\n"
    "has or learns one starts higher and can exceed it: overt attack --learning says how far.\n"
    "\n"
    "Method gda has the level family, which is less: it holds against an adversary who knows the\n"
    "release and the family of partitions that it was picked from. It does NOT hold against one\n"
    "who reruns the program on every possible table; they can learn values up to certainty.\n"
    "\n"
    "The folder gets report.html, a page for whoever uses the data or has to judge it.\n"
    "--custodian-report writes another page, for the custodian alone: errors of queries, columns\n"
    "before and after, what an unprotected release would give away, why a strategy refused.\n"
    "\n"
    "One job, one run, one publication: running several times and choosing, or publishing two "
    "runs,\n"
    "voids the guarantee. To publish a table more than once, keep the groups of each release\n"
    "(--keep-groups) and list the files of all earlier ones (--after): a release that does not "
    "keep\n"
    "the promise together with them is refused. Keep the refusal secret, and do not try others "
    "until\n"
    "one passes. Decide beforehand on --method merge, unions of the groups of an earlier release: "
    "they\n"
    "always pass.\n"
    "\n"
    "Examples:\n"
    "  overt release patients.csv --identifying name --quasi age,zip,sex \\\n"
    "      --sensitive condition --l 3 --out release/\n"
    "  overt release patients.csv ... --form anatomy --format parquet --out release/\n"
    "  overt release patients.csv ... --method gda --weight sex=10000 --out release/\n"
    "  overt release patients.csv ... --method strategy --strategy safe --property "
    "entropy_diversity --l 3 \\\n"
    "      --hierarchy zip=zip.csv --out release/\n"
    "  overt release patients.csv ... --keep-groups first.parquet --out first/\n"
    "  overt release patients.csv ... --after first.parquet --method merge --min-group 10 --out "
    "second/\n"
    "  overt release patients.csv ... --print-job > patients.toml\n"
    "  overt release --job patients.toml\n"
    "  overt release postgresql:///clinic --table patients ... --out postgresql:///clinic \\\n"
    "      --into released_patients";

struct Flags {
  std::optional<std::string> input, job_file, l, method, form, format, out, missing_sensitive,
      key_file, custodian_report, rest, person;
  std::optional<std::string> into, background, tree, leaves, min_group, strategy, jump, order,
      suppress;
  std::optional<std::string> property;
  PromiseFlags promise;
  // One for each of property_fractions().
  std::vector<std::optional<std::string>> fractions =
      std::vector<std::optional<std::string>>(property_fractions().size());
  std::vector<std::string> chain;
  std::vector<std::string> hierarchies, weights, after, allow_determined;
  std::optional<std::string> keep_groups, log, again, sign;
  PassphraseFlags passphrase;
  std::optional<std::string> cells, title, publisher, contact, licence, about;
  std::vector<std::string> prefix;
  Roles roles;
  TableFlags table;
  bool spreadsheet_safe = false, counted = false, force = false, print_job = false, json = false,
       quiet = false;
};

// --property begins a new one; without it the other flags go into that of the job file.
void set_promise(const Flags& flags, ReleaseJob& job) {
  if (flags.property) {
    job.l.reset();
    job.property = PropertySpec{};
    job.property->name = *flags.property;
  }
  if (flags.l) (job.property ? job.property->l : job.l) = parse_whole(*flags.l, "--l");
  // A share without a value is that of a property, if there is one.
  flags.promise.apply(job.caps, job.property ? &job.property->max : nullptr);
  for (std::size_t i = 0; i < flags.fractions.size(); ++i) {
    if (!flags.fractions[i]) continue;
    const PropertyFraction& member = property_fractions()[i];
    const std::string flag = fmt::format("--{}", member.name);
    if (!job.property) {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: it is a part of a property (--property)", flag));
    }
    (*job.property).*member.value = parse_rational(*flags.fractions[i], flag);
  }
}

// The job file, if there is one, with the flags on top.
ReleaseJob build_job(const Flags& flags, Storage& storage, Progress& progress) {
  ReleaseJob job;
  if (flags.job_file) {
    job = parse_job(storage.read_text(*flags.job_file, progress), *flags.job_file);
  }
  const auto set = [](std::string& to, const std::optional<std::string>& from) {
    if (from) to = *from;
  };
  set(job.input, flags.input);
  set(job.output, flags.out);
  set(job.into, flags.into);
  set(job.method, flags.method);
  set(job.tree, flags.tree);
  set(job.leaves, flags.leaves);
  set(job.key_file, flags.key_file);
  set(job.custodian_report, flags.custodian_report);
  set_promise(flags, job);
  if (flags.form) job.form = parse_form(*flags.form);
  if (flags.format) job.format = parse_format(*flags.format);
  if (flags.missing_sensitive) {
    job.missing_sensitive = parse_missing_sensitive(*flags.missing_sensitive);
  }
  apply_roles(flags.roles, job.roles);
  if (flags.rest) job.rest = parse_rest(*flags.rest);
  set(job.person, flags.person);
  if (!flags.allow_determined.empty()) job.allow_determined = flags.allow_determined;
  flags.table.apply(job.rules);
  flags.table.apply(job.reading);
  set(job.strategy.name, flags.strategy);
  set(job.strategy.order, flags.order);
  if (flags.jump) parse_jump(*flags.jump, job.strategy);
  if (!flags.chain.empty()) {
    job.strategy.chain = flags.chain;
    job.strategy.steps.clear();
  }
  if (flags.suppress) job.strategy.suppress = parse_whole(*flags.suppress, "--suppress");
  if (flags.background) job.background = parse_whole(*flags.background, "--background");
  if (flags.min_group) job.min_group = parse_whole(*flags.min_group, "--min-group");
  parse_hierarchies(flags.hierarchies, job.hierarchies);
  parse_weights(flags.weights, job.weights);
  if (!flags.after.empty()) job.after = flags.after;
  set(job.keep_groups, flags.keep_groups);
  set(job.log, flags.log);
  if (flags.spreadsheet_safe) job.spreadsheet_safe = true;
  if (flags.counted) job.counted = true;
  if (flags.cells) job.cells = parse_cells(*flags.cells);
  if (!flags.prefix.empty()) job.prefix = flags.prefix;
  set(job.words.title, flags.title);
  set(job.words.publisher, flags.publisher);
  set(job.words.contact, flags.contact);
  set(job.words.licence, flags.licence);
  set(job.words.about, flags.about);
  job.check();
  return job;
}

std::string promise_line(const Certificate& certificate) {
  const PropertySpec& promise = certificate.promise;
  if (certificate.job.roles.sensitive.empty()) return promise_in_words(certificate);
  if (certificate.by_caps()) {
    return fmt::format("{}; the largest share of any value, capped or not, is {}",
                       promise_in_words(certificate), to_string(certificate.largest_share));
  }
  const std::string largest =
      fmt::format("; the largest share is {}", to_string(certificate.largest_share));
  if (promise.max) {
    return fmt::format("no sensitive value has a share above {} in any group{}",
                       to_string(*promise.max), largest);
  }
  return fmt::format("every group keeps {}{}", to_string(promise), largest);
}

// What k alone is worth must not have to be looked up.
std::string level_of_release(const Certificate& certificate) {
  if (!certificate.job.roles.sensitive.empty()) return level_line(certificate.level);
  return fmt::format(
      "{}: groups were formed from the public columns alone; nothing is promised of "
      "what all records of a group share in other columns",
      certificate.level);
}

// Why the released table is so much larger than the input; nothing if it is not.
std::string size_line(const ReleaseJob& job, const PublicFigures& figures) {
  constexpr std::uintmax_t kTimes = 5;
  std::error_code error;
  const std::uintmax_t before = fs::file_size(job.input, error);
  if (error || job.form != ReleaseForm::generalized || job.format != FileFormat::csv) return {};
  const std::uintmax_t after = fs::file_size(fs::path(job.output) / "released.csv", error);
  if (error || before == 0 || after <= kTimes * before || after < (1U << 20)) return {};
  return fmt::format(
      "size      released.csv is {:.1f} times as large as the input, because every row has the "
      "cells of its group, those of {} above all; --format parquet writes each once, and a "
      "hierarchy or --prefix makes them short\n",
      static_cast<double>(after) / static_cast<double>(before), figures.widest_column);
}

std::string place_of(const ReleaseJob& job) {
  return job.into.empty() ? job.output : fmt::format("{}, table {}", job.output, job.into);
}

std::string summary(const ReleaseJob& job, const RunResult& result, const SecretKey* signer) {
  const Certificate& certificate = result.certificate;
  std::string files = "certificate.json";
  for (const auto& [name, hash] : certificate.files) files += ", " + name;
  std::string after;
  if (certificate.after > 0) {
    after = fmt::format("together  with {} earlier release{} the promise is kept\n",
                        certificate.after, certificate.after == 1 ? "" : "s");
  }
  std::string text = fmt::format(
      "released  {} records in {} group{} (smallest {}) to {}\n"
      "promise   {}\n"
      "level     {}\n"
      "verified  every record, every group, every file\n"
      "groups    {}\n"
      "{}{}files     {}\n"
      "report    {}\n",
      certificate.records, certificate.groups, certificate.groups == 1 ? "" : "s",
      certificate.smallest_group, place_of(job), visible(promise_line(certificate)),
      level_of_release(certificate), in_words(result.figures), size_line(job, result.figures),
      after, files,
      job.into.empty() ? (fs::path(job.output) / "report.html").string()
                       : fmt::format("report.html in {}_files", job.into));
  if (signer != nullptr) text += fmt::format("signed    by key {}\n", key_id(signer->public_key()));
  if (!job.custodian_report.empty()) {
    text += fmt::format("custodian {} (not for release)\n", job.custodian_report);
  }
  return text;
}

int refused(const ReleaseResult& result, const ReleaseJob& job, const Flags& flags) {
  complain(fmt::format("overt: cannot be released safely: {}\n", result.refusal->reason));
  if (flags.json) {
    print(nlohmann::ordered_json{{"refused", result.refusal->reason}}.dump(2) + "\n");
  }
  if (!job.custodian_report.empty() && !flags.quiet) {
    complain(fmt::format("custodian only: {} says what would help\n", job.custodian_report));
  }
  return kNotSafe;
}

int release(const Flags& flags) {
  TerminalProgress progress(flags.quiet);
  const auto storage = watched_storage();
  const ReleaseJob job = build_job(flags, *storage, progress);
  if (flags.print_job) {
    print_exactly(print_job(job));
    return kDone;
  }
  RunOptions options;
  options.force = flags.force;
  options.date = today();
  options.logging.time = now();
  options.logging.again = flags.again.value_or("");
  if (flags.again && job.log.empty()) {
    throw Error(ErrorCode::usage, "--again: it is about a log (--log)");
  }
  std::optional<SecretKey> key;
  if (flags.sign) {  // before the work: it may ask for a passphrase
    key.emplace(read_secret_key(*flags.sign, flags.passphrase));
    options.signer = &*key;
    options.signer_file = *flags.sign;
  }
  const RunResult result = run_release(job, options, *storage, progress);
  progress.clear();
  if (!flags.quiet) {
    for (const std::string& line : result.custodian) {
      complain(fmt::format("custodian only: {}\n", line));
    }
  }
  if (result.refusal) return refused(result, job, flags);
  try {
    if (flags.json) {
      print(print_certificate(result.certificate));
    } else if (!flags.quiet) {
      print(summary(job, result, options.signer));
    }
  } catch (const Error& error) {
    const bool interrupted = error.code() == ErrorCode::interrupted;
    complain(fmt::format("overt: {}; the release is verified and stands in {}\n",
                         interrupted ? "interrupted" : message_of(error, flag_of), place_of(job)));
    return interrupted ? 128 + caught_signal() : kNoAccess;
  }
  return kDone;
}

template <MinGroup kind>
std::string of_min_group() {
  return list_methods([](const MethodRow& row) { return row.min_group == kind; }, ", ");
}

void declare_promise(Verb& verb, Flags& flags) {
  verb.group("Promise");
  verb.text("--l L", flags.l,
            "No value has a share above 1/l in any group (at least 2); with --property its l");
  flags.promise.declare(verb);
  verb.text("--background R", flags.background,
            fmt::format("For {}: 1/l holds against whoever finds a table up to R times as likely "
                        "as one in which two people have each other's values (default 1)",
                        list_methods([](const MethodRow& row) { return row.blind(); })));
  verb.text("--property NAME", flags.property,
            fmt::format("For --method {}, another promise: {}",
                        list_methods([](const MethodRow& row) { return row.properties; }),
                        properties_help()));
  for (std::size_t i = 0; i < flags.fractions.size(); ++i) {
    const PropertyFraction& member = property_fractions()[i];
    if (member.name == kMaxFlag) continue;  // declared with the caps
    verb.text(fmt::format("--{} {}", member.name, member.value_name), flags.fractions[i],
              fraction_help(member));
  }
}

void declare_method(Verb& verb, Flags& flags) {
  verb.group("Method");
  verb.text("--method NAME", flags.method,
            fmt::format("How groups are formed: {} (default {}; see below)",
                        list_methods([](const MethodRow&) { return true; }), kDefaultMethod));
  const std::string with_trees = list_methods([](const MethodRow& row) { return row.trees; });
  verb.text("--tree NAME", flags.tree,
            fmt::format("For {}, which cuts are tried: {} (by what was released before), {} (the "
                        "same whatever the values are); default {}",
                        with_trees, kSteeredTree, kPlainTree, default_tree()));
  verb.text("--leaves NAME", flags.leaves,
            fmt::format("For the {} tree, into how many groups a part goes that is not cut any "
                        "further: {} (as many as leave somebody with the same model uncertain), {} "
                        "(as many as the promise allows), {} (one); default {}",
                        kSteeredTree, kEvenLeaves, kDealtLeaves, kWholeLeaves, default_leaves()));
  verb.text("--strategy NAME", flags.strategy,
            fmt::format("For --method {}: {}", kByStrategy, strategies_help()));
  verb.text("--jump JUMP", flags.jump, "For k_jump: 2, one for each step (1,2,1), or random");
  verb.text("--order NAME", flags.order,
            "For --method strategy: order of the lattice by dm (default), loss, average_group");
  verb.names("--chain COLUMNS", flags.chain,
             "For --method strategy, instead of the lattice: columns, each raised by one "
             "level in turn, from all values as they are");
  verb.text("--suppress K", flags.suppress,
            "For --method strategy: groups of fewer records are put together in one (default 1)");
  verb.text(
      "--min-group N", flags.min_group,
      fmt::format("Groups have at least this many records ({}: no smaller ones are made; {}: "
                  "generalizations with smaller ones are left out; {}: neighbouring groups are "
                  "merged; default 1)",
                  of_min_group<MinGroup::respected>(), of_min_group<MinGroup::skipped>(),
                  of_min_group<MinGroup::merged>()));
  verb.texts("--weight COLUMN=N", flags.weights,
             fmt::format("What a step in this quasi-identifying column costs, for {} and "
                         "--min-group (default 1)",
                         list_methods([](const MethodRow& row) { return row.weights; }, ", ")));
  verb.texts("--hierarchy COLUMN=FILE", flags.hierarchies,
             fmt::format("A value hierarchy in ARX's CSV format; {} cuts along it",
                         list_methods([](const MethodRow& row) { return row.hierarchies; })));
}

void declare_output(Verb& verb, Flags& flags) {
  verb.group("Output");
  verb.text("--form NAME", flags.form,
            "generalized (default): one table, groups share a rectangle; anatomy: exact "
            "quasi-identifiers and sensitive counts in two tables");
  verb.text("--format NAME", flags.format, "Format of the released files: csv (default), parquet");
  verb.flag(
      "--spreadsheet-safe", flags.spreadsheet_safe,
      "Put an apostrophe before texts that a spreadsheet would run (=SUM(A1)); reversible, and "
      "in the certificate");
  verb.flag("--counted", flags.counted,
            "One row for each value of a group, with its count, instead of one for each record");
  verb.text("--cells NAME", flags.cells,
            "Cells of ordered columns: text (default), [35, 41] in one column; columns, with their "
            "own type in COLUMN_low and COLUMN_high");
  verb.names("--prefix COLUMNS", flags.prefix,
             "Columns of codes whose cells are the beginning that all have in common, 22*");
  verb.text("--out FOLDER", flags.out,
            "Folder for the release, which must not exist; or a database, postgresql:///NAME");
  verb.text("--into NAME", flags.into,
            "Of a database: the table that is made for the release, NAME or SCHEMA.NAME");
  verb.flag("--force", flags.force, "Replace an existing folder, once the new release is verified");
  verb.flag("--print-job", flags.print_job, "Print the complete job and do nothing else");
  verb.flag("--json", flags.json, "Print the certificate instead of a summary");
  verb.flag("--quiet", flags.quiet, "No summary and no progress");
  verb.group("Public words");
  verb.text("--title WORDS", flags.title, "Name of the data set, for the report and certificate");
  verb.text("--publisher WORDS", flags.publisher, "Who answers for it");
  verb.text("--contact WORDS", flags.contact, "How they can be reached");
  verb.text("--licence WORDS", flags.licence, "What may be done with it");
  verb.text("--about WORDS", flags.about, "A sentence or two about the data");
  verb.group("Custodian");
  verb.texts("--after FILE", flags.after,
             "File of --keep-groups of an earlier release of this table, several times for "
             "several: released only if all of them together keep the promise");
  verb.text("--keep-groups FILE", flags.keep_groups,
            "Write who stands in which group to this Parquet file, for --after of a later release: "
            "custodian only");
  verb.text(
      "--log FILE", flags.log,
      "Keep this log of runs, and its key in FILE.key: a table that is in it is not run again "
      "without --again");
  verb.text("--again REASON", flags.again,
            "Why a table that is in the log is run again; the reason stays in the log");
  verb.text("--custodian-report FILE", flags.custodian_report,
            "Also write this page, for the custodian alone and not for release; a file outside the "
            "release folder");
  verb.text("--key-file FILE", flags.key_file,
            "File with at least 32 secret bytes (default: the system's generator)");
  verb.text("--sign KEY", flags.sign,
            "Sign the certificate with this secret key (overt keygen), as part of the release");
  flags.passphrase.declare(verb);
}

}  // namespace

void add_release(CLI::App& app, Run& run) {
  Verb verb(app, "release", "Release a table: grouped, verified, certified");
  const auto flags = std::make_shared<Flags>();
  verb.text("input", flags->input,
            "CSV, TSV or Parquet file; - for standard input; postgresql:///DATABASE");
  declare_roles(verb, flags->roles);
  verb.text("--rest ROLE", flags->rest,
            "What columns without a role become: error (default), drop, insensitive");
  verb.text("--person COLUMN", flags->person,
            "The identifying column that names people: refuse if one has several records");
  verb.names("--allow-determined COLUMNS", flags->allow_determined,
             "Insensitive columns that may say the sensitive value for certain");
  declare_promise(verb, *flags);
  declare_method(verb, *flags);
  declare_output(verb, *flags);
  flags->table.declare(verb);
  verb.text("--missing-sensitive NAME", flags->missing_sensitive,
            "Records without a sensitive value: error (default), value, drop");
  verb.text("--job FILE", flags->job_file, "Job file in TOML; flags come on top of it");
  verb.notes(methods_help() + "\n" + kNotes);
  verb.chosen(run, [flags] { return release(*flags); });
}

}  // namespace overt::cli
