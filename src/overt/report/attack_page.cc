#include "overt/report/attack_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overt/html/figure.h"
#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "overt/html/share_bars.h"
#include "overt/report/promise_words.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

constexpr std::size_t kMostBars = 60;  // more records are in the table alone

using Posterior = std::vector<std::pair<Code, Rational>>;

const std::pair<Code, Rational>& best_guess(const Posterior& posterior) {
  return *std::max_element(posterior.begin(), posterior.end(),
                           [](const auto& a, const auto& b) { return a.second < b.second; });
}

Section model_section() {
  return {"adversary", "Who attacks",
          Html().paragraph(
              {"An adversary who knows the public part of every record, all values without "
               "knowing who has which, what was released, and how it was chosen. They rule out "
               "every table for which something else would have been released. Before, every "
               "arrangement of the values was equally likely to them."})};
}

Html posterior_bars(const std::vector<Posterior>& posteriors, const Problem& problem) {
  std::vector<Bar> bars;
  std::string told;
  for (Record r = 0; r < std::min(posteriors.size(), kMostBars); ++r) {
    const auto& [value, share] = best_guess(posteriors[r]);
    bars.push_back({fmt::format("{}: {}", problem.records[r], problem.values[value]),
                    {share.get_d()},
                    {share_text(share)}});
    told += fmt::format("{}{} has {} with {}", told.empty() ? "" : "; ", problem.records[r],
                        problem.values[value], to_string(share));
  }
  const std::string caption =
      posteriors.size() > kMostBars
          ? fmt::format("The first {} of {} records.", kMostBars, posteriors.size())
          : "Of every record the value that it has most likely.";
  return share_bars({"guesses", "The adversary's best guesses.", caption, told + "."}, "record",
                    std::move(bars), bound_line(problem.property));
}

Html posterior_table(const std::vector<Posterior>& posteriors, const Problem& problem) {
  DataTable table{
      "In what share of the tables that remain each record has each value.", {{"record"}}, {}};
  for (const std::string& value : problem.values) table.columns.push_back({value, true});
  for (Record r = 0; r < posteriors.size(); ++r) {
    std::vector<std::string> row(problem.values.size() + 1, "0");
    row[0] = problem.records[r];
    for (const auto& [value, share] : posteriors[r]) row[value + 1] = to_string(share);
    table.rows.push_back(std::move(row));
  }
  return data_table(table);
}

double worst_share(const NaiveAttack& attack) {
  double worst = 0;
  for (const BestGuess& guess : attack.guesses) worst = std::max(worst, guess.share);
  return worst;
}

// How far above what is allowed the best guess is, in words.
Html distance(double share, const std::optional<Bound>& bound) {
  if (!bound) return {};
  const double points = 100 * (share - bound->value);
  if (points < -0.05) {
    return Html().paragraph({fmt::format(
        "The best guess is right with {}, which is {:.1f} points below the {} that are allowed.",
        percent(share), -points, percent(bound->value))});
  }
  if (points <= 0.05) {
    return Html().paragraph(
        {fmt::format("The best guess is right with {}, as much as is allowed.", percent(share))});
  }
  return Html().paragraph(
      {"The best guess is right with ", strong(percent(share)),
       fmt::format(", {:.1f} points above the {} that are allowed: {:.2g} times as much{}.", points,
                   percent(bound->value), share / bound->value,
                   share == 1 ? ", and certain" : "")});
}

std::string kind_of_problem() { return "Overt: an attack on a small problem"; }

// What an answer is worth.
Html sureness(const NaiveAttack& attack) {
  if (attack.answer == AttackAnswer::exact) {
    return attack.decisive == 0 ? "Exact: no earlier step could have held, so nothing is ruled out."
                                : "Exact: every table that remains was counted.";
  }
  if (attack.answer == AttackAnswer::proven) {
    return "The verdict is proven by bounds; the shares are estimated.";
  }
  return "Estimated, not proven: a sample of the tables that remain.";
}

Section chains_section(const ChainReport& chains) {
  Html body;
  if (!chains.agree()) {
    body.append(notice(
        Html().paragraph({strong("The walks do not agree. "),
                          "The tables that remain fall into parts, or the walks are too short: do "
                          "not rely on these shares."}),
        true));
  }
  body.append(facts({{"walks", whole_number(chains.chains)},
                     {"sweeps of each", whole_number(chains.sweeps)},
                     {"independent samples", short_number(chains.effective)},
                     {"r_hat", short_number(chains.r_hat)},
                     {"largest difference", short_number(chains.difference)}}));
  body.paragraph({fmt::format(
      "Markov chains walked through the tables that remain. A start away from the truth was found "
      "for {} of {}; they left the set and came back {} times. Walks that agree have an r_hat near "
      "1; an estimate is no proof.",
      chains.found, chains.searched, chains.returns)});
  return {"walks", "How far to believe it", body};
}

Html table_bars(const TableAttack& result, std::uint64_t most) {
  const NaiveAttack& attack = result.attack;
  std::vector<NaiveAttack::Entry> worst = attack.worst_first();
  worst.resize(std::min<std::uint64_t>({worst.size(), most, kMostBars}));
  std::vector<Bar> bars;
  std::string told;
  for (const auto& [record, cell] : worst) {
    const BestGuess& guess = attack.guesses[cell];
    const std::string label = fmt::format("record {}", result.records[record] + 1);
    std::string text = guess.exact ? share_text(*guess.exact)
                                   : fmt::format("{:.1f} \u00B1 {:.1f}\u00A0%", 100 * guess.share,
                                                 100 * guess.error);
    if (!guess.above) text += ", unclear";
    told += fmt::format("{}{}: {}", told.empty() ? "" : "; ", label, text);
    bars.push_back({label, {guess.share, guess.shown.get_d()}, {text, share_text(guess.shown)}});
  }
  if (bars.empty()) return Html().paragraph({"No record is to be listed."});
  return share_bars({"guesses", "The records that are known best.",
                     "What the adversary's best guess of the value is worth, beside what the "
                     "released table alone "
                     "shows. Records are named by their number in the input; no value is shown.",
                     told + "."},
                    "record", std::move(bars), bound_line(result.property),
                    {"knowing how it was chosen", "the table alone"});
}

}  // namespace

std::string nothing_released_page(const Problem& problem, std::string_view strategy) {
  Page page;
  page.title = fmt::format("{} releases nothing", strategy);
  page.kind = kind_of_problem();
  page.summary = facts({{"records", whole_number(problem.records.size())}});
  page.summary.paragraph(
      {"What is asked of every record: " + property_in_words(problem.property) + "."});
  page.sections.push_back(
      {"nothing", "Nothing to attack",
       Html().paragraph(
           {"No step of this table is released, so there is no release to attack. That "
            "nothing is released is information as well."})});
  return print_page(page);
}

std::string attack_page(const ProblemAttack& attack, const Problem& problem,
                        std::string_view strategy) {
  Page page;
  page.title = fmt::format("What {} gives away at step {}", strategy, attack.step + 1);
  page.kind = kind_of_problem();
  Html words = "What is asked of every record: " + property_in_words(problem.property) + ".";
  page.summary = joined(
      {verdict_notice(attack.verdict, words),
       facts({{"tables that remain", attack.set ? attack.set->tables().get_str() : "not counted"},
              {"records", whole_number(problem.records.size())},
              {"largest share", attack.set ? to_string(attack.set->worst().share) : "unknown"}})});
  if (attack.set) {
    page.summary.append(distance(attack.set->worst().share.get_d(), bound_line(problem.property)));
  }
  Html body;
  if (attack.step != attack.own) {
    body.paragraph(
        {fmt::format("This is asked of tables that show the same as this one: of this "
                     "one {} {}.",
                     strategy, releases_text(attack.own))});
  }
  if (attack.set) {
    const std::vector<Posterior> posteriors = attack.posteriors();
    body.append(posterior_bars(posteriors, problem)).append(posterior_table(posteriors, problem));
  } else {
    body.paragraph({"The tables that remain were too many to be counted."});
  }
  page.sections.push_back({"known", "What is known of whom", body});
  page.sections.push_back(model_section());
  return print_page(page);
}

std::string method_attack_page(const MethodAttack& attack, const ReleaseJob& job) {
  Page page;
  page.title = fmt::format("{} attacked on a small table", job.method);
  page.kind = "Overt: an attack on a method";
  page.notice = kCustodianOnly;
  page.summary = joined(
      {verdict_notice(
           attack.breaking > 0 ? Verdict::fails : Verdict::holds,
           fmt::format("{} of {} releases give somebody's value away with more than "
                       "{}, {} of them with certainty.",
                       attack.breaking, attack.releases,
                       job.by_caps() ? "its cap" : fmt::format("1/{}", *job.l), attack.certain)),
       facts({{"arrangements", whole_number(attack.tables)},
              {"outcomes of the coins", whole_number(attack.outcomes)},
              {"releases", whole_number(attack.releases)},
              {"largest posterior", to_string(attack.worst)}})});
  page.summary.append(distance(attack.worst.get_d(), bound_at(attack.cap)));
  Html body;
  body.append(share_bars({"posterior", "The largest posterior of any release.",
                          "Over all releases that can come of any arrangement of the values, any "
                          "record and any value.",
                          fmt::format("Record {}: {}; allowed {}.", attack.record + 1,
                                      to_string(attack.worst), to_string(attack.cap))},
                         "record",
                         {{fmt::format("record {}", attack.record + 1),
                           {attack.worst.get_d()},
                           {share_text(attack.worst)}}},
                         bound_at(attack.cap)));
  const std::uint64_t within = attack.releases - attack.breaking;
  BarChart releases;
  releases.text = {"releases", "Releases by what they give away.",
                   "Every release that can come of some arrangement and some coins counts once.",
                   fmt::format("{} within the promise, {} above it, {} of those certain.", within,
                               attack.breaking, attack.certain)};
  releases.what = "releases";
  releases.series = {"releases"};
  const auto add = [&](const char* what, std::uint64_t count) {
    releases.bars.push_back({what, {static_cast<double>(count)}, {whole_number(count)}});
  };
  add("within the promise", within);
  add("above it, not certain", attack.breaking - attack.certain);
  add("certain", attack.certain);
  body.append(bar_chart(releases));
  page.sections.push_back({"known", "What is given away", body});
  const std::string_view level = *level_of(job.method);
  page.sections.push_back(
      {"level", "What the method promises",
       Html().paragraph({strong(level), ": " + std::string(meaning_of(level)) + "."})});
  page.sections.push_back(model_section());
  return print_page(page);
}

std::string table_attack_page(const TableAttack& result, const ReleaseJob& job,
                              std::uint64_t most) {
  const NaiveAttack& attack = result.attack;
  Page page;
  page.kind = "Overt: an attack on an unprotected release of a table";
  page.notice = kCustodianOnly;
  if (!attack.released) {
    page.title = "An unprotected release would release nothing";
    page.sections.push_back(
        {"nothing", "Nothing to attack",
         Html().paragraph({fmt::format("None of the {} generalizations keeps {}.", result.steps,
                                       result.promise)})});
    return print_page(page);
  }
  page.title = "What an unprotected release would give away";
  page.summary =
      joined({verdict_notice(attack.verdict, joined({result.promise + ". ", sureness(attack)}),
                             attack.answer == AttackAnswer::estimated),
              facts({{"records", whole_number(attack.cells.records())},
                     {"groups", whole_number(result.groups)},
                     {"above the bound", whole_number(attack.above())},
                     {"too close to say", whole_number(attack.unclear())},
                     {"mean best guess", short_number(attack.mean_share())},
                     {"the table alone", short_number(attack.mean_shown())}})});
  page.summary.append(distance(worst_share(attack), bound_line(result.property)));
  page.sections.push_back({"known", "What is known of whom", table_bars(result, most)});
  std::vector<std::string> levels;
  for (std::size_t c = 0; c < result.node.size(); ++c) {
    levels.push_back(fmt::format("{} {}", job.roles.quasi_identifying[c], result.node[c]));
  }
  Html released;
  released.paragraph({fmt::format(
      "The first generalization in the order {} that keeps the promise is step {} of {} (levels: "
      "{}), as tools release it that look at the table alone.",
      job.strategy.order, *attack.released + 1, result.steps, fmt::join(levels, ", "))});
  released.paragraph({fmt::format(
      "{} earlier step{} could have been released instead, {} of them decisive; {}.",
      attack.could_hold, attack.could_hold == 1 ? "" : "s", attack.decisive,
      attack.tables ? fmt::format("what that rules out leaves {} tables", attack.tables->get_str())
                    : std::string("what that rules out was not counted"))});
  page.sections.push_back({"released", "What would be released", released});
  if (attack.chains) page.sections.push_back(chains_section(*attack.chains));
  page.sections.push_back(model_section());
  return print_page(page);
}

}  // namespace overt
