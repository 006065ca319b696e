#include "cli/attack_release.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/problem_flags.h"
#include "cli/terminal.h"
#include "io/storage.h"
#include "overt/assess/attack_release.h"
#include "overt/base/error.h"
#include "overt/base/visible.h"
#include "overt/json/learning_json.h"
#include "overt/report/learning_page.h"
#include "overt/report/learning_sections.h"

namespace overt::cli {
namespace {

std::string share(double value) { return fmt::format("{:.1f} %", 100 * value); }

std::string calibration_text(const GuessFigures& figures) {
  std::string text = fmt::format("{:<14}{:>9}{:>9}{:>9}\n", "sure to", "people", "said", "right");
  for (std::size_t bin = 0; bin < figures.calibration.size(); ++bin) {
    const CalibrationBin& own = figures.calibration[bin];
    if (own.people == 0) continue;
    text += fmt::format("{:<14}{:>9}{:>9}{:>9}\n", bin_words(bin), own.people, share(own.stated),
                        share(own.right));
  }
  return text;
}

std::string starts_text(const LearningAttack& attack) {
  const LearningStart& first = attack.starts.front();
  if (first.temperature == 0) return "temperature 0: the release taught nothing";
  const auto [least, most] =
      std::minmax_element(attack.starts.begin(), attack.starts.end(),
                          [](const auto& a, const auto& b) { return a.accuracy < b.accuracy; });
  return fmt::format("temperature {} after {}; {} guess {} to {} right", first.temperature,
                     number_of(first.iterations, "iteration"),
                     number_of(attack.starts.size(), "start"), share(least->accuracy),
                     share(most->accuracy));
}

std::string as_text(const ReleaseAttack& result) {
  const LearningAttack& attack = result.attack;
  std::string text =
      "custodian only: these figures depend on the secret table; do not publish them\n\n";
  const bool several = result.certificate.job.roles.sensitive.size() > 1;
  text +=
      fmt::format("{}, {}{}: {} in {}; promised: {}\n\n", result.certificate.method,
                  result.certificate.form, several ? ", guessed: " + visible(result.sensitive) : "",
                  number_of(attack.records, "record"), number_of(attack.groups, "group"),
                  result.certificate.by_caps() ? promise_in_words(result.certificate)
                                               : to_string(result.certificate.promise));
  if (attack.records == 0) return text;
  text += fmt::format("{:<28}{:>9}{:>9}{:>7}{:>9}{:>9}\n", "adversary", "right", "truth", "bits",
                      "> 1/2", "> bound");
  for (const NamedGuesses& guesses : four_adversaries(attack)) {
    const GuessFigures& f = *guesses.figures;
    text += fmt::format("{:<28}{:>9}{:>9}{:>7.2f}{:>9}{:>9}\n", guesses.name, share(f.accuracy),
                        share(f.posterior), f.bits, share(f.above_half), share(f.above_promise));
  }
  text += fmt::format("\nadds    {}\n", added_words(attack));
  text += fmt::format("learnt  {}\n", starts_text(attack));
  text += fmt::format("groups  {}\n", known_groups_words(result));
  return text + "\nhow far to believe (c)\n" + calibration_text(attack.both);
}

}  // namespace

void ReleaseAttackFlags::declare(Verb& verb) {
  verb.group("A release");
  verb.flag("--learning", learning,
            "Attack a release: what somebody guesses who learns from its groups; needs --against, "
            "and --sensitive where it has several sensitive columns");
  verb.text("--against TABLE", against,
            "With --learning: the original table; - for standard input");
  verb.text("--groups FILE", groups,
            "With --learning: the file of kept groups of the release, which says who stands where");
}

int run_attack_release(const ReleaseAttackFlags& flags, const SharedAttackFlags& shared,
                       const PageFlags& page) {
  if (!flags.learning) {
    throw Error(ErrorCode::usage, "--against and --groups go with --learning");
  }
  if (!shared.input)
    throw Error(ErrorCode::usage, "--learning: the folder of the release is missing");
  if (!flags.against) {
    throw Error(ErrorCode::usage, "--learning: the original table is missing (--against)");
  }
  AttackReleaseOptions options;
  options.reading = shared.table.reading();
  if (flags.groups) options.kept_groups = *flags.groups;
  if (shared.roles.sensitive.size() > 1) {
    throw Error(ErrorCode::usage, "--sensitive: one column is attacked at a time");
  }
  if (!shared.roles.sensitive.empty()) options.sensitive = shared.roles.sensitive[0];
  if (shared.seed) options.learning.seed = parse_count(*shared.seed, "--seed");
  auto file = page.open(Readers::custodian);
  TerminalProgress progress(shared.quiet);
  const auto storage = io::arrow_storage();
  const ReleaseAttack result =
      attack_release(*shared.input, *flags.against, options, *storage, progress);
  progress.clear();
  if (file) file->write(learning_page(result));
  print(shared.json ? learning_json(result) : as_text(result));
  return kDone;
}

}  // namespace overt::cli
