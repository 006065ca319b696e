#include "overt/report/risk_sections.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overt/html/bar_chart.h"
#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "overt/html/share_bars.h"
#include "overt/report/learning_page.h"
#include "overt/report/learning_sections.h"
#include "overt/report/promise_words.h"

namespace overt {
namespace {

constexpr std::size_t kWorst = 10;

std::string levels_text(const std::vector<std::string>& columns, const LatticeNode& levels) {
  std::vector<std::string> parts;
  for (std::size_t c = 0; c < levels.size(); ++c) {
    parts.push_back(fmt::format("{} {}", columns[c], levels[c]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string guess_text(const BestGuess& guess) {
  return guess.exact ? share_text(*guess.exact) : "about " + percent(guess.share);
}

std::string sureness(const NaiveAttack& attack) {
  if (attack.answer == AttackAnswer::exact) {
    return "These numbers are exact: every table that remains possible was counted.";
  }
  std::string text = attack.answer == AttackAnswer::proven
                         ? "That the promise is kept or broken is proven by bounds; the shares are "
                           "estimated from walks through the tables that remain possible."
                         : "These numbers are estimated from walks through the tables that remain "
                           "possible, not proven.";
  if (attack.chains && !attack.chains->agree()) {
    text +=
        " The walks do not agree with each other: do not rely on these shares. overt attack "
        "with more sweeps walks longer.";
  }
  return text;
}

Html found_text(const TableAttack& result, const ReleaseJob& job) {
  const NaiveAttack& attack = result.attack;
  Html body;
  body.paragraph(
      {fmt::format(
           "Such a search would release generalization {} of {} (levels: {}), in {} group{}. "
           "Its groups keep the promise. ",
           *attack.released + 1, result.steps,
           levels_text(job.roles.quasi_identifying, result.node), whole_number(result.groups),
           result.groups == 1 ? "" : "s"),
       attack.could_hold == 0
           ? "No finer one could have been released whatever the table, so knowing the program "
             "rules nothing out: here, the unprotected release would have done no harm. That is "
             "luck, and nobody knows before looking."
           : fmt::format("But {} before it could have been released and {} not, and whoever knows "
                         "the program drops every table for which one would have been.",
                         attack.could_hold, attack.could_hold == 1 ? "was" : "were")});
  body.append(facts({{"above the bound", whole_number(attack.above())},
                     {"too close to say", whole_number(attack.unclear())},
                     {"mean best guess", short_number(attack.mean_share())},
                     {"from the table alone", short_number(attack.mean_shown())}}));
  return body;
}

const char* why(const StepVerdict& verdict) {
  if (verdict.verdict == Verdict::holds) {
    return verdict.disclosure ? "What whoever knows the strategy can work out keeps the promise."
                              : "Every group keeps the promise.";
  }
  if (verdict.verdict == Verdict::not_proven) {
    return "Could not be proven within the limit of work, which counts as failed.";
  }
  return verdict.disclosure
             ? "The groups would do, but whoever knows the strategy rules out tables for which it "
               "would have stopped elsewhere, and what remains breaks the promise."
             : "Some group breaks the promise by itself.";
}

}  // namespace

Html attack_section(const ReleaseJob& job, const CustodianFindings& findings) {
  Html body;
  body.paragraph(
      {"Most tools look for the most detailed generalization whose groups keep the "
       "promise, and check only the table that they print. This is what such an "
       "optimal, unprotected release of the same table would give away to an adversary "
       "who knows the program. It is not the release that was made."});
  if (!findings.attack) {
    Html missing;
    missing.paragraph({strong("Not computed: "), findings.no_attack + "."});
    return body.append(notice(missing));
  }
  const TableAttack& result = *findings.attack;
  const NaiveAttack& attack = result.attack;
  body.append(found_text(result, job));
  const auto bound = allowed_share(result.property);
  BarChart chart;
  chart.what = "record of the input";
  chart.series = {"knowing the program", "from the table alone"};
  chart.full = 1;
  if (bound) chart.bound = Bound{bound->get_d(), "bound " + to_string(*bound)};
  std::vector<NaiveAttack::Entry> worst = attack.worst_first();
  worst.resize(std::min(worst.size(), kWorst));
  for (const auto& [record, cell] : worst) {
    const BestGuess& guess = attack.guesses[cell];
    chart.bars.push_back({fmt::format("record {}", result.records[record] + 1),
                          {guess.share, guess.shown.get_d()},
                          {guess_text(guess), share_text(guess.shown)}});
  }
  chart.text = {
      "worst", "The records that are known best.",
      "How sure the adversary is of their best guess of the record's sensitive value. " +
          std::string(bound ? ""
                            : "First those of whom a cap is broken, whichever value it caps. ") +
          sureness(attack),
      fmt::format("Two bars for each of {} records; {} of {} records are above the bound.",
                  worst.size(), attack.above(), attack.cells.records())};
  return body.append(bar_chart(chart));
}

Html learning_section(const ReleaseAttack& result, const std::string& number) {
  std::string added = added_words(result.attack);
  added[0] = 'O';
  Html body = notice(Html().paragraph({strong("What the release adds: "), added + "."}),
                     result.attack.added_accuracy() >= 0.1);
  body.paragraph({"Who stands in which group: " + known_groups_words(result) + "."});
  for (const Section& section : learning_sections(result.attack, number)) {
    body.heading(section.title).append(section.body);
  }
  return body;
}

Html path_section(const ReleaseJob& job, const ReleaseResult& result) {
  Html body;
  body.paragraph({"The strategy ", code(job.strategy.name),
                  " asked these questions, in this order. A permutation set holds all tables that "
                  "show the same groups and values; a disclosure set leaves out those for which "
                  "the strategy would have ended elsewhere."});
  DataTable table{"The path",
                  {{"step", false},
                   {"levels", false},
                   {"question", false},
                   {"largest share", true},
                   {"answer", false},
                   {"because", false}},
                  {}};
  for (const StepVerdict& verdict : result.path) {
    table.rows.push_back({fmt::format("{}", verdict.step + 1),
                          levels_text(job.roles.quasi_identifying, verdict.levels),
                          verdict.disclosure ? "disclosure set" : "permutation set",
                          to_string(verdict.largest_share), std::string(to_string(verdict.verdict)),
                          why(verdict)});
  }
  body.append(data_table(table));
  return body.paragraph({result.refusal
                             ? "The walk ended without a release."
                             : fmt::format("Step {} was released.", result.path.back().step + 1)});
}

Html refusal_section(const ReleaseJob& job, const ReleaseResult& result,
                     const CustodianFindings& findings) {
  Html body;
  body.paragraph({"The reason: ", strong(result.refusal->reason + ".")});
  if (result.refusal->together) {
    Html warning;
    warning.paragraph(
        {"This refusal is a fact about the secret table, and is to be kept. There is no advice: "
         "whatever is released of this table now ",
         strong("because"),
         " of the refusal is a choice that depends on the secret table, and the promise would not "
         "hold. Groups that are unions of an earlier release's are never refused; that is to be "
         "decided before the first try."});
    return body.append(notice(warning, true));
  }
  const bool strategy = !result.path.empty();
  std::vector<Html> advice;
  if (findings.largest_l >= 2) {
    advice.push_back(joined(
        {strong("A smaller l. "),
         fmt::format("The most frequent sensitive value has {} of all records, so no method can "
                     "promise more than l = {}.",
                     percent(findings.most_frequent.get_d()), findings.largest_l)}));
  } else {
    // A column of two values, yes or no, has no finer ones.
    advice.push_back(
        joined({strong(findings.values > 2 ? "Another sensitive column, or finer values in it. "
                                           : "Another sensitive column. "),
                fmt::format("One value has {} of all records: no l of 2 or more is possible.",
                            percent(findings.most_frequent.get_d()))}));
  }
  if (strategy) {
    advice.push_back(joined({strong("Larger groups. "),
                             "Steps with more general levels at the end of the sequence: the last "
                             "ones should put most records together."}));
    advice.push_back(joined({strong("Another hierarchy, "),
                             "with levels that split the table at other places, or fewer levels: "
                             "each step that could have been released and was not is something an "
                             "adversary can use."}));
    advice.push_back(
        joined({strong("Another method. "), code("local"), " and ", code("rda"),
                fmt::format(" release every table with l up to {}.", findings.largest_l)}));
  } else if (static_cast<std::uint64_t>(job.min_group) > findings.records) {
    advice.push_back(joined({strong("A smaller min_group, "),
                             fmt::format("at most the {} records there are.", findings.records)}));
  }
  body.list(advice);
  Html warning;
  if (strategy) {
    warning.paragraph(
        {"That this strategy refuses is a fact about the secret table, and is to be "
         "kept. Asking again with other parameters ",
         strong("because"),
         " it refused is a choice that depends on the secret table: what is released "
         "then does not have the level transparent in full, and nobody can say how "
         "much of it is left."});
  } else {
    warning.paragraph(
        {"This refusal depends on the job and on how often each sensitive value "
         "occurs, which is taken to be known anyway. Asking again with a smaller l "
         "or min_group gives nothing away."});
  }
  return body.append(notice(warning, strategy));
}

}  // namespace overt
