#pragma once

// The engine against the reference on one small problem: all tables, all strategies, all
// jump vectors, and in each of them every set (count, verdict, who is known best), every
// path, and the posterior of whoever reruns the strategy on all tables, record by
// record. Says how much of that there was, so that a test can insist on it. Tests only.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "overt/strategy/disclosure.h"
#include "overt/strategy/disclosure_reference.h"
#include "overt/strategy/random_problems_for_tests.h"
#include "overt/strategy/walk.h"

namespace overt {

inline std::vector<std::vector<Code>> arrangements_of(std::vector<Code> values) {
  std::sort(values.begin(), values.end());
  std::vector<std::vector<Code>> result;
  do result.push_back(values);
  while (std::next_permutation(values.begin(), values.end()));
  return result;
}

struct Named {
  std::string name;
  Jumps jumps;
};

inline std::vector<Named> all_strategies(std::size_t steps) {
  std::vector<Named> result = {{"naive", {}}, {"safe", {}}, {"exclusive", {}}};
  for (const Jumps& jumps : all_jumps(steps)) result.push_back({"k_jump", jumps});
  return result;
}

struct SmallProblem {
  std::vector<Groups> generalizations;
  std::vector<Code> multiset;
  Code values;
  PropertySpec spec;
};

// What was compared, added up over strategies.
struct Exercised {
  std::size_t problems = 0;
  std::size_t tables = 0;  // of the problems, not of sets
  std::size_t jump_vectors = 0;
  // Disclosure sets of later steps that are smaller than their permutation sets.
  std::size_t hold = 0;
  std::size_t fail = 0;
  std::size_t empty = 0;
  std::size_t later_releases = 0;  // views of later steps that are released, not by naive
  std::size_t naive_releases = 0;  // views that naive releases
  std::size_t naive_breaks = 0;    // of these, left with a set that fails

  Exercised& operator+=(const Exercised& other) {
    problems += other.problems;
    tables += other.tables;
    jump_vectors += other.jump_vectors;
    hold += other.hold;
    fail += other.fail;
    empty += other.empty;
    later_releases += other.later_releases;
    naive_releases += other.naive_releases;
    naive_breaks += other.naive_breaks;
    return *this;
  }
};

class DisclosureCheck {
 public:
  // Of all tables the path is compared; of `walks` of them, taken evenly, also the whole walk
  // as people get to see it, which counts every set anew.
  DisclosureCheck(const SmallProblem& problem, std::size_t walks)
      : problem_(problem),
        walks_(walks),
        property_(property_for(problem.spec, problem.multiset, problem.values)),
        sequence_(problem.generalizations),
        universe_(arrangements_of(problem.multiset), problem.generalizations, *property_,
                  problem.values) {}

  // Ends early after a fatal failure.
  Exercised run() {
    exercised_.problems = 1;
    exercised_.tables = universe_.tables().size();
    for (const Named& named : all_strategies(sequence_.size())) {
      SCOPED_TRACE(named.name + " " + testing::PrintToString(named.jumps));
      check(named);
      if (testing::Test::HasFatalFailure()) break;
    }
    return exercised_;
  }

 private:
  // Answers by verdicts alone, which are remembered, and writes down what was asked.
  class Asker final : public StepOracle {
   public:
    Asker(const DisclosureCheck& check, Disclosure& disclosure, std::size_t t)
        : check_(check), disclosure_(disclosure), t_(t) {}
    bool per_holds(std::size_t step) override {
      return note(step, false, disclosure_.per_verdict(step, check_.view(step, t_)));
    }
    bool ds_holds(std::size_t step) override {
      return note(step, true, disclosure_.ds_verdict(step, check_.view(step, t_)));
    }
    std::vector<reference::Asked> path;

   private:
    bool note(std::size_t step, bool ds, Verdict verdict) {
      EXPECT_NE(verdict, Verdict::not_proven);
      path.push_back({step, ds, verdict == Verdict::holds});
      return path.back().holds;
    }
    const DisclosureCheck& check_;
    Disclosure& disclosure_;
    std::size_t t_;
  };

  View view(std::size_t step, std::size_t t) const {
    return view_of(sequence_[step], universe_.tables()[t], problem_.values);
  }

  void expect_same(const SetSummary& fast, const reference::Tables& slow) const {
    ASSERT_TRUE(fast.tables);
    ASSERT_EQ(*fast.tables, Integer(static_cast<unsigned long>(slow.size())));
    ASSERT_NE(fast.verdict, Verdict::not_proven);
    const auto& findings = universe_.findings(slow);
    ASSERT_EQ(fast.verdict == Verdict::holds, findings.holds);
    ASSERT_EQ(fast.worst.has_value(), !slow.empty());
    if (slow.empty()) return;
    ASSERT_EQ(fast.worst->share, findings.worst.share);
    ASSERT_EQ(fast.worst->record, findings.worst.record);
    ASSERT_EQ(fast.worst->value, findings.worst.value);
  }

  void check(const Named& named) {
    const auto strategy = make_strategy(named.name, named.jumps, sequence_.size());
    Disclosure disclosure(sequence_, *strategy, *property_, problem_.values);
    reference::Disclosure reference(universe_, named.name, named.jumps);
    exercised_.jump_vectors += named.name == "k_jump" ? 1 : 0;
    for (std::size_t step = 0; step < sequence_.size(); ++step) {
      for (const reference::Tables& per : universe_.all_per(step)) {
        ASSERT_NO_FATAL_FAILURE(check_sets(named.name, step, per, disclosure, reference));
      }
    }
    ASSERT_NO_FATAL_FAILURE(check_paths(*strategy, disclosure, reference));
    for (std::size_t step = 0; step < sequence_.size(); ++step) {
      for (const reference::Tables& per : universe_.all_per(step)) {
        ASSERT_NO_FATAL_FAILURE(check_posterior(named.name, step, per, disclosure, reference));
      }
    }
  }

  void check_sets(const std::string& name, std::size_t step, const reference::Tables& per,
                  Disclosure& disclosure, reference::Disclosure& reference) {
    const std::size_t t = per.front();
    ASSERT_NO_FATAL_FAILURE(expect_same(disclosure.per(step, view(step, t)), per));
    // ds is for those who ask: naive never, and the others but safe only where per holds.
    if (name == "naive" || (name != "safe" && !universe_.p(per))) return;
    const reference::Tables& ds = reference.ds(step, t);
    ASSERT_NO_FATAL_FAILURE(expect_same(disclosure.ds(step, view(step, t)), ds));
    ASSERT_EQ(disclosure.ds_verdict(step, view(step, t)) == Verdict::holds, universe_.p(ds));
    if (step == 0 || ds.size() == per.size()) return;
    ++(ds.empty() ? exercised_.empty : universe_.p(ds) ? exercised_.hold : exercised_.fail);
  }

  void check_paths(const Strategy& strategy, Disclosure& disclosure,
                   reference::Disclosure& reference) {
    std::vector<Integer> counts(sequence_.size() + 1);
    const std::size_t tables = universe_.tables().size();
    for (std::size_t t = 0; t < tables; ++t) {
      const auto [path, released] = reference.walk(t);
      ++counts[released.value_or(sequence_.size())];
      Asker asker(*this, disclosure, t);
      ASSERT_EQ(strategy.walk(asker, sequence_.size()), released);
      ASSERT_TRUE(asker.path == path);
      // As many as asked for, evenly spread.
      if (t * walks_ / tables == (t + 1) * walks_ / tables) continue;
      const Walk own =
          walk(sequence_, strategy, disclosure, universe_.tables()[t], problem_.values);
      ASSERT_EQ(own.released, released);
      ASSERT_EQ(own.path.size(), path.size());
      for (std::size_t i = 0; i < path.size(); ++i) {
        ASSERT_EQ(own.path[i].step, path[i].step);
        ASSERT_EQ(own.path[i].set == SetName::ds, path[i].ds);
        ASSERT_EQ(own.path[i].verdict, path[i].holds ? Verdict::holds : Verdict::fails);
      }
      for (const StepSummary& step : own.steps) {
        ASSERT_NO_FATAL_FAILURE(expect_same(step.per, universe_.per(step.step, t)));
        if (!step.ds) continue;
        ASSERT_NO_FATAL_FAILURE(expect_same(*step.ds, reference.ds(step.step, t)));
      }
    }
    ASSERT_EQ(release_counts(sequence_, strategy, disclosure, problem_.multiset, problem_.values),
              counts);
  }

  // Of every view: what is left of it for whoever sees it released, nothing included.
  void check_posterior(const std::string& name, std::size_t step, const reference::Tables& per,
                       Disclosure& disclosure, reference::Disclosure& reference) {
    const reference::Tables left = reference.posterior(step, per.front());
    const auto set = disclosure.released(step, view(step, per.front()));
    ASSERT_TRUE(set);
    ASSERT_EQ(set->tables(), Integer(static_cast<unsigned long>(left.size())));
    if (left.empty()) return;
    for (std::size_t c = 0; c < set->cells().size(); ++c) {
      for (const Record record : set->cells()[c]) {
        const std::vector<Integer> slow = universe_.weights(left, record);
        for (Code v = 0; v < problem_.values; ++v) {
          ASSERT_EQ(set->weights(c)[v], slow[v] * static_cast<unsigned>(set->cells()[c].size()));
        }
      }
    }
    if (name == "naive") {
      ++exercised_.naive_releases;
      exercised_.naive_breaks += universe_.p(left) ? 0 : 1;
    } else {
      ASSERT_TRUE(universe_.p(left));
      ASSERT_EQ(set->test(*property_), Verdict::holds);
      exercised_.later_releases += step > 0 ? 1 : 0;
    }
  }

  const SmallProblem& problem_;
  std::size_t walks_;
  std::unique_ptr<Property> property_;
  Sequence sequence_;
  reference::Universe universe_;
  Exercised exercised_;
};

}  // namespace overt
