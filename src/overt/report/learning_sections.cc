#include "overt/report/learning_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overt/html/bar_chart.h"
#include "overt/html/calibration_chart.h"
#include "overt/html/numbers.h"

namespace overt {
namespace {

constexpr std::uint64_t kLeastPeople = 20;  // fewer are no share to draw

std::string bits(double value) {
  return fmt::format("{:+.2f}", std::abs(value) < 0.005 ? 0 : value);  // no -0.00
}

Html who_paragraph(const LearningAttack& attack) {
  Html words;
  words.paragraph(
      {"The promise holds against somebody with no view of how public columns go with the value. "
       "Whoever has or learns one starts higher, and can exceed it. Four of them:"});
  words.list({joined({strong("(a) shares of the group"),
                      ": what the promise speaks of, the counts of the person's group alone."}),
              joined({strong("(b) population statistics"),
                      ": a model of other people's true values, without this release."}),
              joined({strong("learnt from the release"),
                      ": a model that is learnt from the released groups alone."}),
              joined({strong("(c) both"),
                      ": the model of (b), and the release. The strongest of the four."})});
  if (attack.twins == 0) {
    words.paragraph({"All of them know who stands in which group."});
  } else {
    words.paragraph(
        {fmt::format("{} people have the public columns of somebody in another group: "
                     "which of these groups is theirs, none of the four knows.",
                     whole_number(attack.twins))});
  }
  return words;
}

Html accuracy_chart(const LearningAttack& attack, const std::string& number) {
  BarChart chart;
  chart.text = {"learning-guesses" + number, "Best guesses that are right.",
                "Of everybody in the table; where several values are equally likely a guess counts "
                "its part.",
                ""};
  chart.what = "adversary";
  chart.series = {"right"};
  chart.full = 1;
  for (const NamedGuesses& guesses : four_adversaries(attack)) {
    const double right = guesses.figures->accuracy;
    chart.bars.push_back({guesses.name, {right}, {percent(right)}});
    chart.text.description += fmt::format("{}{}: {}", chart.text.description.empty() ? "" : "; ",
                                          guesses.name, percent(right));
  }
  chart.text.description += ".";
  return bar_chart(chart);
}

Html figures_table(const LearningAttack& attack) {
  DataTable table{"What each of them is worth.",
                  {{"adversary"},
                   {"right", true},
                   {"given to the truth", true},
                   {"bits", true},
                   {"above 1/2", true},
                   {"above the promise", true}},
                  {}};
  for (const NamedGuesses& guesses : four_adversaries(attack)) {
    const GuessFigures& f = *guesses.figures;
    table.rows.push_back({guesses.name, percent(f.accuracy), percent(f.posterior), bits(f.bits),
                          percent(f.above_half), percent(f.above_promise)});
  }
  Html result = data_table(table);
  result.paragraph(
      {"Bits: the mean logarithm of what the truth is given, over its share of the table. Above: "
       "people whose true value is given more than this. Posteriors that are not quite flat put "
       "half of the people above the promise, even if they are worth nothing: read that column "
       "with the others."});
  return result;
}

CalibrationSeries calibration_of(const std::string& name, const GuessFigures& figures) {
  CalibrationSeries series{name, {}};
  for (std::size_t bin = 0; bin < figures.calibration.size(); ++bin) {
    const CalibrationBin& own = figures.calibration[bin];
    if (own.people < kLeastPeople) continue;
    series.points.push_back({bin_words(bin), own.people, own.stated, own.right});
  }
  return series;
}

Html calibration(const LearningAttack& attack, const std::string& number) {
  CalibrationChart chart;
  for (const auto& series : {calibration_of("learnt from the release", attack.learnt),
                             calibration_of("(c) both", attack.both)}) {
    if (!series.points.empty()) chart.series.push_back(series);
  }
  if (chart.series.empty()) {
    return Html().paragraph(
        {"There are too few people to say how sure guesses are right how often."});
  }
  chart.text = {"calibration" + number, "Whether they know how much they know.",
                fmt::format("Guesses that are said to be equally sure, and how many of them are "
                            "right; on the dashed line that is the same. Below it an adversary "
                            "believes more than they know. Points of fewer than {} people are "
                            "left out.",
                            kLeastPeople),
                fmt::format("On average the learnt model is sure to {} and right in {}; both "
                            "together are sure to {} and right in {}.",
                            percent(attack.learnt.certainty), percent(attack.learnt.accuracy),
                            percent(attack.both.certainty), percent(attack.both.accuracy))};
  return calibration_chart(chart);
}

Html starts_words(const LearningAttack& attack) {
  DataTable table{"What each start of learning came to.",
                  {{"start"},
                   {"temperature", true},
                   {"iterations", true},
                   {"nats gained per group", true},
                   {"right", true}},
                  {}};
  for (std::size_t s = 0; s < attack.starts.size(); ++s) {
    const LearningStart& start = attack.starts[s];
    table.rows.push_back(
        {s == 0 ? std::string("shares of the groups") : fmt::format("random {}", s),
         short_number(start.temperature), whole_number(start.iterations), short_number(start.gain),
         percent(start.accuracy)});
  }
  Html words;
  words.paragraph(
      {"Naive Bayes, learnt from the groups by spreading every record over the values of its "
       "group; "
       "each group is judged by a model that has not seen it. The temperature says how far that "
       "model is taken at its word: the one under which groups that it has not seen are the "
       "likeliest. At 0 the release has taught nothing. The first start is the one shown above."});
  words.append(data_table(table));
  return words;
}

Html odds_words(const LearningAttack& attack) {
  return Html().paragraph({fmt::format(
      "The odds that (c) gives to some value of a person are in the median {} times those of its "
      "share of the group; they are at most 2 times for {} of the people, at most 4 times for {}, "
      "at most 10 times for {}.",
      short_number(attack.both.median_odds), percent(attack.both.odds_within[0]),
      percent(attack.both.odds_within[1]), percent(attack.both.odds_within[2]))});
}

}  // namespace

std::vector<NamedGuesses> four_adversaries(const LearningAttack& attack) {
  return {{"(a) shares of the group", &attack.shares},
          {"(b) population statistics", &attack.population},
          {"learnt from the release", &attack.learnt},
          {"(c) both", &attack.both}};
}

std::string bin_words(std::size_t bin) {
  const double width = 1.0 / static_cast<double>(kCalibrationBins);
  return fmt::format("{:.1f} to {:.1f}", static_cast<double>(bin) * width,
                     static_cast<double>(bin + 1) * width);
}

std::string added_words(const LearningAttack& attack) {
  const auto more = static_cast<long>(std::lround(100 * attack.added_accuracy()));
  return fmt::format(
      "of 100 people {} more {} guessed right than without this release ({} bits a "
      "person)",
      more <= 0 ? std::string("no") : std::to_string(more), more == 1 ? "is" : "are",
      bits(attack.added_bits()));
}

std::vector<Section> learning_sections(const LearningAttack& attack, const std::string& number) {
  std::vector<Section> result;
  result.push_back(
      {"learning", "What somebody guesses who learns",
       joined({who_paragraph(attack), accuracy_chart(attack, number), figures_table(attack)})});
  result.push_back({"believing", "How far to believe it",
                    joined({calibration(attack, number), odds_words(attack)})});
  result.push_back({"learnt", "How it was learnt", starts_words(attack)});
  return result;
}

}  // namespace overt
