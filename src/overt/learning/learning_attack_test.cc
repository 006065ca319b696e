#include "overt/learning/learning_attack.h"

#include <gtest/gtest.h>

#include "overt/base/impatient_for_tests.h"
#include "overt/learning/correlated_table_for_tests.h"
#include "overt/learning/judge.h"

namespace overt {
namespace {

LearningAttack attack(const CorrelatedTable& table, std::uint32_t l, std::uint64_t seed = 1) {
  LearningOptions options;
  options.seed = seed;
  return attack_by_learning(table.attacked(l), table.groups, options, unwatched());
}

// What somebody guesses who knows the very model by which the table was made.
GuessFigures best_possible(const CorrelatedTable& table, std::uint32_t strength) {
  const LearningTable learning = table.learning();
  CrossFitted known;
  known.models = {true_model(strength)};
  known.fold_of.assign(learning.groups(), 0);
  known.temperature = 1;
  return judge_learnt({learning, table.truth, {}}, known, unwatched());
}

double largest_calibration_error(const GuessFigures& figures, std::uint64_t least_people) {
  double worst = 0;
  for (const CalibrationBin& bin : figures.calibration) {
    if (bin.people >= least_people) worst = std::max(worst, bin.stated - bin.right);
  }
  return worst;
}

// From the groups alone, within two points of what can be known at all; (c) as well.
TEST(LearningAttack, RecoversAKnownCorrelation) {
  for (const std::uint32_t strength : {1U, 3U}) {
    SeededRandom coins(strength);
    const CorrelatedTable table = correlated_table(9000, 3, strength, coins);
    const LearningAttack found = attack(table, 3);
    const GuessFigures best = best_possible(table, strength);
    EXPECT_LT(found.shares.accuracy, 0.5);
    EXPECT_GT(best.accuracy, 0.8);
    EXPECT_NEAR(found.learnt.accuracy, best.accuracy, 0.02);
    EXPECT_NEAR(found.both.accuracy, best.accuracy, 0.02);
    EXPECT_NEAR(found.learnt.posterior, best.posterior, 0.05);
    EXPECT_LT(largest_calibration_error(found.learnt, 300), 0.06);
    EXPECT_DOUBLE_EQ(found.added_accuracy(), found.both.accuracy - found.population.accuracy);
    EXPECT_GT(found.added_accuracy(), 0.05);
    EXPECT_GT(found.added_bits(), 0.1);
    for (const LearningStart& start : found.starts) {
      EXPECT_NEAR(start.accuracy, best.accuracy, 0.03);
      EXPECT_GT(start.gain, 0);
    }
  }
}

// Where there is nothing to be learnt, it says so: five tables, within what chance gives (three
// standard deviations of a share of 0.4 of 4,000 people are 2.3 points). A temperature above 0 may
// still come out, of a model that is nearly flat; what counts is how sure it makes anybody.
TEST(LearningAttack, FindsNothingWhereNothingIs) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SeededRandom coins(100 + seed);
    const LearningAttack found = attack(unrelated_table(4000, 4, coins), 4, seed);
    const double shares = found.shares.accuracy;
    EXPECT_NEAR(found.learnt.accuracy, shares, 0.023) << seed;
    EXPECT_NEAR(found.both.accuracy, shares, 0.023) << seed;
    EXPECT_LT(found.learnt.certainty, found.shares.certainty + 0.02) << seed;
    EXPECT_LT(found.both.certainty, found.shares.certainty + 0.02) << seed;
    EXPECT_LT(found.learnt.bits, found.shares.bits + 0.005) << seed;
    EXPECT_LT(found.added_bits(), 0.005) << seed;
    EXPECT_LT(found.added_accuracy(), 0.023) << seed;
  }
}

// A model that has seen the truth of its own groups "finds" something where nothing is: the folds
// of the population model are what keeps (c) honest.
TEST(LearningAttack, AModelThatHasSeenItsGroupWouldBeNoticed) {
  SeededRandom coins(11);
  const CorrelatedTable table = unrelated_table(400, 4, coins);
  const LearningTable learning = table.learning();
  SoftCounts counts(learning.features, learning.values);
  for (std::size_t slot = 0; slot < learning.slots(); ++slot) {
    counts.add(learning.features_at(slot), table.truth[learning.record_of[slot]], 1);
  }
  CrossFitted seen;
  seen.models = {NaiveBayes(counts, 1)};
  seen.fold_of.assign(learning.groups(), 0);
  seen.temperature = 1;
  const Judged judged{learning, table.truth, {}};
  const double shares = judge_shares(judged, unwatched()).accuracy;
  EXPECT_GT(judge_learnt(judged, seen, unwatched()).accuracy, shares + 0.06);

  const PopulationModel honest = population_model(learning, table.truth, {}, {}, unwatched());
  double temperature = 1;
  EXPECT_LT(judge_both(judged, honest, {}, temperature, unwatched()).accuracy, shares + 0.03);
}

// With the sign of its scores turned the best guess becomes the worst.
TEST(LearningAttack, TheSignOfTheExpectationMatters) {
  SeededRandom coins(12);
  const CorrelatedTable table = correlated_table(3000, 3, 3, coins);
  const LearningTable learning = table.learning();
  CrossFitted turned = learn_from_groups(learning, {}, 0, unwatched());
  const Judged judged{learning, table.truth, {}};
  EXPECT_GT(judge_learnt(judged, turned, unwatched()).accuracy, 0.8);
  turned.temperature = -turned.temperature;
  EXPECT_LT(judge_learnt(judged, turned, unwatched()).accuracy, 0.25);
}

TEST(LearningAttack, OneGroupTeachesNothingButThePopulationDoes) {
  SeededRandom coins(13);
  CorrelatedTable table = correlated_table(3000, 3, 3, coins);
  table.groups = Groups::by_label(std::vector<std::uint32_t>(3000, 0), 1);
  const LearningAttack found = attack(table, 3);
  EXPECT_EQ(found.starts[0].temperature, 0);
  EXPECT_NEAR(found.learnt.accuracy, 1.0 / kTestValues, 1e-9);
  EXPECT_GT(found.population.accuracy, 0.7);
  EXPECT_NEAR(found.added_accuracy(), 0, 0.02);
}

TEST(LearningAttack, OfNobodyOrOnePersonIsNoError) {
  CorrelatedTable table;
  table.codes.resize(1);
  EXPECT_EQ(attack(table, 2).records, 0U);
  table.codes[0] = {0};
  table.truth = {0};
  table.groups = Groups::by_label(std::vector<std::uint32_t>{0}, 1);
  const LearningAttack found = attack(table, 2);
  EXPECT_EQ(found.records, 1U);
  EXPECT_EQ(found.shares.accuracy, 1);
}

// Renaming records and turning their order round changes folds, and so figures, by chance alone;
// the same call again changes nothing.
TEST(LearningAttack, IsTheSameEveryTime) {
  SeededRandom coins(14);
  const CorrelatedTable table = correlated_table(1200, 3, 1, coins);
  const LearningAttack first = attack(table, 3);
  const LearningAttack second = attack(table, 3);
  EXPECT_EQ(first.learnt.posterior, second.learnt.posterior);
  EXPECT_EQ(first.both.bits, second.both.bits);
  EXPECT_EQ(first.starts[2].gain, second.starts[2].gain);
}

// Somebody who cannot tell twins apart: with a column that is different for everybody they are no
// twins, and it is the same attack; with few rows nothing is left of the groups.
TEST(LearningAttack, TwinsAreGivenTheMeanOfTheirSlots) {
  SeededRandom coins(16);
  CorrelatedTable table = correlated_table(1200, 3, 1, coins);
  const auto blind = [&] {
    return attack_by_learning(table.attacked(3), table.groups,
                              multisets_of(table.truth, kTestValues, table.groups), {},
                              unwatched());
  };
  const LearningAttack among_twins = blind();
  EXPECT_GT(among_twins.twins, 1100U);
  EXPECT_LT(among_twins.both.accuracy, attack(table, 3).both.accuracy - 0.1);
  EXPECT_GT(among_twins.both.accuracy, 0.6);

  std::vector<Code> names(1200);
  for (Code r = 0; r < 1200; ++r) names[r] = r;
  AttackedRelease known = table.attacked(3);
  known.columns.push_back({names, 1200, true});
  const LearningAttack alone = attack_by_learning(
      known, table.groups, multisets_of(table.truth, kTestValues, table.groups), {}, unwatched());
  const LearningAttack told = attack_by_learning(known, table.groups, {}, unwatched());
  EXPECT_EQ(alone.twins, 0U);
  EXPECT_NEAR(alone.learnt.accuracy, told.learnt.accuracy, 1e-9);
  EXPECT_NEAR(alone.learnt.posterior, told.learnt.posterior, 1e-6);  // floats on the way
  EXPECT_NEAR(alone.shares.bits, told.shares.bits, 1e-6);
}

// Among twins as well nothing is found where nothing is: neither the person, nor a twin, nor the
// others of the group have taught the model that judges them. A column with many codes makes few
// twins, of whom a model that has seen them would know a lot.
TEST(LearningAttack, FindsNothingAmongTwinsWhereNothingIs) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SeededRandom coins(200 + seed);
    const CorrelatedTable table = unrelated_table(2000, 4, coins);
    std::vector<Code> place(2000);
    for (Code& code : place) code = coins.below(60);
    AttackedRelease release = table.attacked(4);
    release.columns.push_back({place, 60, false});
    const LearningAttack found =
        attack_by_learning(release, table.groups,
                           multisets_of(table.truth, kTestValues, table.groups), {}, unwatched());
    EXPECT_GT(found.twins, 50U);
    EXPECT_LT(found.twins, 1000U);
    EXPECT_LT(found.added_accuracy(), 0.033) << seed;
    EXPECT_LT(found.added_bits(), 0.01) << seed;
    EXPECT_LT(found.learnt.bits, found.shares.bits + 0.01) << seed;
  }
}

TEST(LearningAttack, CanBeStopped) {
  SeededRandom coins(15);
  const CorrelatedTable table = correlated_table(6000, 3, 1, coins);
  Impatient impatient(20);
  EXPECT_THROW(attack_by_learning(table.attacked(3), table.groups, {}, impatient), Error);
}

}  // namespace
}  // namespace overt
