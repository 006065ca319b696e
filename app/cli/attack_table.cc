#include "cli/attack_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "cli/terminal.h"
#include "io/storage.h"
#include "overt/assess/attack_table.h"
#include "overt/base/error.h"
#include "overt/base/visible.h"
#include "overt/json/attack_json.h"
#include "overt/release/secret_coins.h"
#include "overt/report/attack_page.h"

namespace overt::cli {
namespace {

constexpr std::uint64_t kMostChains = 64;
constexpr std::uint64_t kFewestSweeps = 100;  // some for each batch
constexpr std::uint64_t kMostSweeps = 100'000'000;

ReleaseJob build_job(const TableAttackFlags& flags, const MethodFlags& shared,
                     const ProblemFlags& problem, Storage& storage, Progress& progress) {
  ReleaseJob job;
  if (flags.job_file) {
    job = parse_job(storage.read_text(*flags.job_file, progress), *flags.job_file);
  }
  if (problem.input) job.input = *problem.input;
  if (shared.l) job.l = parse_whole(*shared.l, "--l");
  if (flags.order) job.strategy.order = *flags.order;
  if (flags.suppress) job.strategy.suppress = parse_whole(*flags.suppress, "--suppress");
  if (flags.rest) job.rest = parse_rest(*flags.rest);
  if (flags.missing_sensitive) {
    job.missing_sensitive = parse_missing_sensitive(*flags.missing_sensitive);
  }
  shared.promise.apply(job.caps);
  apply_roles(shared.roles, job.roles);
  parse_hierarchies(flags.hierarchies, job.hierarchies);
  shared.table.apply(job.rules);
  shared.table.apply(job.reading);
  return naive_job(std::move(job));
}

std::uint64_t in_range(const std::string& text, const char* flag, std::uint64_t least,
                       std::uint64_t most) {
  const std::uint64_t number = parse_count(text, flag);
  if (number < least || number > most) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: expected a number from {} to {}", flag, least, most));
  }
  return number;
}

NaiveAttackOptions build_options(const TableAttackFlags& flags, const ProblemFlags& problem) {
  NaiveAttackOptions options;
  options.limit = problem.work_limit();
  if (flags.chains) {
    options.chains.chains =
        static_cast<std::uint32_t>(in_range(*flags.chains, "--chains", 2, kMostChains));
  }
  if (flags.sweeps) {
    options.chains.sweeps = in_range(*flags.sweeps, "--sweeps", kFewestSweeps, kMostSweeps);
  }
  return options;
}

TableAttack run(const TableAttackFlags& flags, const ReleaseJob& job,
                const NaiveAttackOptions& options, Storage& storage, Progress& progress) {
  std::optional<std::uint64_t> seed;
  if (flags.seed) seed = parse_count(*flags.seed, "--seed");
  return with_coins(seed, [&](RandomSource& coins) {
    return attack_table(job, options, storage, coins, progress);
  });
}

const char* above_text(const std::optional<bool>& above) {
  if (!above) return "  unclear";
  return *above ? "  above" : "";
}

std::string list_text(const TableAttack& result, std::uint64_t most) {
  const bool exact = result.attack.answer == AttackAnswer::exact;
  std::vector<std::array<std::string, 5>> lines = {
      {"record", "share", exact ? "" : "error", "shown", ""}};
  for (const auto& [record, cell] : worst_records(result.attack, most)) {
    const BestGuess& guess = result.attack.guesses[cell];
    lines.push_back({std::to_string(result.records[record] + 1),
                     exact ? to_string(*guess.exact) : fmt::format("{:.3f}", guess.share),
                     exact ? "" : fmt::format("{:.3f}", guess.error), to_string(guess.shown),
                     above_text(guess.above)});
  }
  std::array<std::size_t, 4> width{};
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < width.size(); ++i) width[i] = std::max(width[i], line[i].size());
  }
  std::string text;
  for (const auto& [record, share, error, shown, above] : lines) {
    text += fmt::format("{:>{}}  {:>{}}", record, width[0], share, width[1]);
    if (!exact) text += fmt::format("  {:>{}}", error, width[2]);
    text += fmt::format("  {:>{}}{}\n", shown, width[3], above);
  }
  return text;
}

std::string chains_text(const ChainReport& chains) {
  std::string text = fmt::format(
      "walks   {} of {} sweeps; a start away from the truth was found for {} of {}; they left "
      "the tables that remain and came back {} times\n"
      "worth   {:.0f} independent samples for the worst record\n",
      chains.chains, chains.sweeps, chains.found, chains.searched, chains.returns,
      chains.effective);
  const std::string r_hat =
      std::isfinite(chains.r_hat) ? fmt::format("{:.3f}", chains.r_hat) : "infinite";
  if (chains.agree()) {
    return text +
           fmt::format("agree   yes: r_hat {}, shares of two walks differ by at most {:.3f}\n",
                       r_hat, chains.difference);
  }
  return text + fmt::format(
                    "agree   NO: r_hat {}, shares of two walks differ by up to {:.3f}; the tables "
                    "that remain fall into parts, or the walks are too short (--sweeps): do not "
                    "rely on these shares\n",
                    r_hat, chains.difference);
}

const char* verdict_text(Verdict verdict) {
  if (verdict == Verdict::holds) return "holds";
  return verdict == Verdict::fails ? "BROKEN" : "unsure";
}

std::string sureness(const NaiveAttack& attack) {
  if (attack.answer == AttackAnswer::exact) {
    return attack.decisive == 0 ? "exact: no earlier step could have held, so nothing is ruled out"
                                : "exact: every table that remains was counted";
  }
  if (attack.answer == AttackAnswer::proven) {
    return "proven by bounds; the shares are estimated";
  }
  return "estimated, not proven: a sample of the tables that remain";
}

std::string earlier_text(const NaiveAttack& attack) {
  if (attack.could_hold == 0) {
    return "no earlier step could have been released: there is nothing to rule out";
  }
  return fmt::format("{} could have been released and {} not; what that rules out {}",
                     number_of(attack.could_hold, "earlier step"),
                     attack.could_hold == 1 ? "was" : "were",
                     attack.tables ? "leaves " + counted(*attack.tables) : "was not counted");
}

std::string attack_text(const TableAttack& result, const ReleaseJob& job, std::uint64_t most) {
  const NaiveAttack& attack = result.attack;
  std::string text = "custodian only: this depends on the secret table\n\n";
  if (!attack.released) {
    return text + fmt::format("naive releases nothing: none of the {} generalizations keeps {}\n",
                              result.steps, result.promise);
  }
  std::vector<std::string> levels;
  for (std::size_t c = 0; c < result.node.size(); ++c) {
    levels.push_back(fmt::format("{} {}", visible(job.roles.quasi_identifying[c]), result.node[c]));
  }
  text +=
      fmt::format("naive releases step {} of {} (levels: {}): {} in {}\n", *attack.released + 1,
                  result.steps, fmt::join(levels, ", "),
                  number_of(attack.cells.records(), "record"), number_of(result.groups, "group"));
  text += earlier_text(attack) + "\n\n";
  text += list_text(result, most);
  text += fmt::format("\nmean    best guess {:.3f}; the released table alone shows {:.3f}\n",
                      attack.mean_share(), attack.mean_shown());
  text += fmt::format("above   {} of {} records are above the bound", attack.above(),
                      attack.cells.records());
  text +=
      attack.unclear() > 0 ? fmt::format("; {} are too close to say\n", attack.unclear()) : "\n";
  if (attack.chains) text += chains_text(*attack.chains);
  text += fmt::format("sure    {}\n", sureness(attack));
  return text + fmt::format("{:<6}  {}\n", verdict_text(attack.verdict), result.promise);
}

}  // namespace

void TableAttackFlags::declare(Verb& verb) {
  verb.group("A real table");
  verb.text("--job FILE", job_file,
            "Attack a table: job file in TOML, as for release; flags come on top of it");
  verb.text("--order NAME", order,
            "With a table: order of the lattice by dm (default), loss, average_group");
  verb.text("--suppress K", suppress,
            "With a table: groups of fewer records are put together in one (default 1)");
  verb.texts("--hierarchy COLUMN=FILE", hierarchies,
             "With a table: a value hierarchy in ARX's CSV format");
  verb.text("--rest ROLE", rest, "As for release");
  verb.text("--missing-sensitive NAME", missing_sensitive,
            "With a table: records without a sensitive value: error (default), value, drop");
  verb.text("--chains N", chains, "With a table: walks of an estimate (default 4)");
  verb.text("--sweeps N", sweeps,
            "With a table: length of a walk, in proposals for every record (default 2000)");
  verb.text("--seed N", seed,
            "With a table: the same seed gives the same estimate (default: the system's coins)");
  verb.text("--worst N", worst, "With a table: records that are listed (default 10)");
  verb.group("Output");
  verb.flag("--quiet", quiet, "With a table: no progress");
}

bool TableAttackFlags::given() const {
  return job_file || order || suppress || rest || missing_sensitive || seed || chains || sweeps ||
         worst || !hierarchies.empty() || quiet;
}

int run_attack_table(const TableAttackFlags& flags, const MethodFlags& shared,
                     const ProblemFlags& problem, const PageFlags& page) {
  auto file = page.open(Readers::custodian);
  TerminalProgress progress(flags.quiet);
  const auto storage = io::arrow_storage();
  const std::uint64_t most = flags.worst ? parse_count(*flags.worst, "--worst") : 10;
  const NaiveAttackOptions options = build_options(flags, problem);
  const ReleaseJob job = build_job(flags, shared, problem, *storage, progress);
  const TableAttack result = run(flags, job, options, *storage, progress);
  progress.clear();
  if (file) file->write(table_attack_page(result, job, most));
  print(problem.json ? table_attack_json(result, job, most) : attack_text(result, job, most));
  if (!result.attack.released) return kDone;
  return result.attack.verdict == Verdict::holds ? kDone : kNotSafe;
}

}  // namespace overt::cli
