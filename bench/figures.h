#pragma once

// What a benchmark prints: one line a figure, the same shape everywhere.
//
//   rda_kernel  N=600000 values=50 l=8   ours 12.1 ms (best 11.9)   baseline 4.9 ms (best 4.8)
//               ratio 2.5 (target 3.0) reached                                   [one line]
//
// Lines with a target are repeated by run.cmake as the summary.

#include <functional>
#include <string>

#include "measure.h"

namespace overt::bench {

// What a figure is of: a name, and the sizes that it holds for.
struct Subject {
  std::string name;
  std::string sizes;
};

// One side of a comparison, under the name that the line gives it.
struct Side {
  std::string name;
  Times times;
};

// The ratio of the medians, first to second, against a target or (0) none.
void print_ratio(const Subject& subject, const Side& first, const Side& second, double target);
// A measured quantity that should stay at or below `target`, or (0) has none.
void print_quantity(const Subject& subject, double quantity, const std::string& unit,
                    double target);
// Anything else worth a line; not part of the summary.
void print_note(const Subject& subject, const std::string& text);

// Runs a benchmark as a program's main function: 0, or 1 and a message when a
// result was wrong or nothing could be measured.
int run_benchmark(const std::function<void()>& benchmark);

}  // namespace overt::bench
