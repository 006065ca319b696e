#include "cli/attack_method.h"

#include <fmt/format.h>

#include "cli/terminal.h"
#include "io/storage.h"
#include "overt/assess/attack_own_method.h"
#include "overt/json/attack_json.h"
#include "overt/report/attack_page.h"
#include "overt/verify/methods.h"

namespace overt::cli {
namespace {

std::string text_of(const MethodAttack& attack, const ReleaseJob& job) {
  const std::string cap =
      job.by_caps() ? fmt::format("; its cap is {}", to_string(attack.cap)) : std::string();
  const std::string bound = job.by_caps() ? "a cap" : fmt::format("1/{}", *job.l);
  return fmt::format(
      "{} on all {} arrangements of the sensitive values, {} outcomes of the coins: {} releases\n"
      "worst   record {} has a value with probability {}{}\n"
      "{}  {} of the releases give more than {} away, {} with certainty\n",
      job.method, attack.tables, attack.outcomes, attack.releases, attack.record + 1,
      to_string(attack.worst), cap, attack.breaking > 0 ? "BROKEN" : "holds ", attack.breaking,
      bound, attack.certain);
}

}  // namespace

void MethodFlags::declare(Verb& verb) {
  verb.group("Method");
  verb.text("--method NAME", method,
            fmt::format("Attack a method of ours instead, {}, on a small table (a CSV or Parquet "
                        "file in place of PROBLEM)",
                        list_methods([](const MethodRow& row) { return row.reruns; })));
  const std::string with_trees = list_methods([](const MethodRow& row) { return row.trees; });
  verb.text("--tree NAME", tree, fmt::format("With --method {}: as for release", with_trees));
  verb.text("--leaves NAME", leaves, fmt::format("With --method {}: as for release", with_trees));
  verb.text("--l L", l, "With --method, or a table: the promise, 1/l");
  promise.declare(verb);
  verb.texts("--weight COLUMN=N", weights,
             fmt::format("With --method {}: as for release", list_methods([](const MethodRow& row) {
                           return row.reruns && row.weights;
                         })));
  declare_roles(verb, roles);
  table.declare(verb);
}

int run_attack_method(const MethodFlags& flags, const std::string& input,
                      const std::map<std::string, std::string>& hierarchies, bool json,
                      const PageFlags& page) {
  auto file = page.open(Readers::custodian);
  ReleaseJob job;
  job.input = input;
  job.method = *flags.method;
  job.tree = flags.tree.value_or("");
  job.leaves = flags.leaves.value_or("");
  job.roles = flags.roles;
  if (flags.l) job.l = parse_whole(*flags.l, "--l");
  flags.promise.apply(job.caps);
  job.hierarchies = hierarchies;
  flags.table.apply(job.rules);
  flags.table.apply(job.reading);
  parse_weights(flags.weights, job.weights);
  TerminalProgress progress(false);
  const auto storage = io::arrow_storage();
  const MethodAttack attack = attack_own_method(job, *storage, progress);
  progress.clear();
  if (file) file->write(method_attack_page(attack, job));
  print(json ? method_attack_json(attack, job) : text_of(attack, job));
  return attack.breaking > 0 ? kNotSafe : kDone;
}

}  // namespace overt::cli
