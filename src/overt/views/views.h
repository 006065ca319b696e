#pragma once

// Several disclosures of one table: is it still gamma-private, that is, does no record have
// a value in more than a share gamma of the tables that agree with all disclosures?
//
//   Analysis found = analyse(problem, {share(1, 2)}, "file.json", progress);
//   found.verdict, found.method, found.worst
//
// Every component is counted exactly if the work allows it; or else bounds that hold for
// every table may prove the verdict; or else the posterior is estimated from samples. The
// answer says which: `exact`, `proven` or `estimated`, for each component, and for the whole
// the least certain of them. docs/algorithms/views.md has the steps.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/rational.h"
#include "overt/privacy/verdict.h"
#include "overt/views/bounds.h"
#include "overt/views/component.h"
#include "overt/views/estimate.h"
#include "overt/views/exact.h"

namespace overt::views {

enum class Method { exact, proven, estimated };
std::string_view to_string(Method method);

struct Options {
  Rational gamma;
  std::uint64_t limit = kWorkLimit;  // operations of counting, for each component
  bool sample = false;               // estimate everything, also what could be counted
  // Estimates: with confidence theta for all pairs at once, what is above gamma by more than
  // eps is found out; what is within eps of gamma may pass.
  double eps = 0.05, theta = 0.95;
  // A table that agrees, if the caller knows one: the value of each record. Only for where
  // to start; it changes no exact or proven answer.
  const std::vector<Code>* known = nullptr;
};

// What is known of one component. REQUIRES of the reader: look at `method` first.
struct Part {
  Method method = Method::exact;
  Verdict verdict = Verdict::not_proven;
  std::optional<ExactCount> count;    // exact
  std::optional<CountBounds> bounds;  // proven; and estimated, if that was tried in vain
  std::optional<Estimate> estimate;   // estimated
};

// The largest share that some record has of some value; ties: the first record, then the
// first value. `share` is exact, or what lies between `low` and `high`.
struct WorstPair {
  Record record = 0;
  Code value = 0;
  Method method = Method::exact;
  Rational share;
  double low = 0, high = 0;  // proven, estimated
};

struct Analysis {
  Components components;
  std::vector<Part> parts;  // one for each component
  Method method = Method::exact;
  Verdict verdict = Verdict::not_proven;
  std::optional<Integer> tables;  // nothing unless all components are counted
  WorstPair worst;
};

// The largest share of the cell's records.
WorstPair worst_of_cell(const Component& component, const Part& part, std::size_t cell);

// Throws Error{malformed}, beginning with `name`, when no table agrees with all disclosures;
// it names a smallest set of disclosures that clash.
// REQUIRES: at least one disclosure; 0 < gamma <= 1.
Analysis analyse(const Problem& problem, const Options& options, std::string_view name,
                 Progress& progress);

}  // namespace overt::views
