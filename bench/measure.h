#pragma once

// Races: competitors take turns, so that whatever else the machine does falls
// on all of them alike, and the median of the rounds counts. What a run needs
// and what it leaves behind is not timed; what it computed is checked after
// every run, so that a fast wrong answer fails.

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace overt::bench {

// A competitor computed something wrong. The only way for a benchmark to fail:
// being slow is a figure, not a failure.
class WrongResult : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws WrongResult unless `fine`.
void expect(bool fine, const std::string& what);

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

struct Competitor {
  std::function<void()> prepare;  // not timed; may be empty
  std::function<void()> run;      // timed
  std::function<void()> check;    // not timed; throws WrongResult
};

struct Times {
  std::vector<double> seconds;  // one a round

  double median() const;
  double best() const;
};

inline constexpr int kRounds = 5;

// Runs all competitors `rounds` times in turn, after one round that does not
// count. Returns their times in the order of the competitors.
std::vector<Times> race(const std::vector<Competitor>& competitors, int rounds = kRounds);

}  // namespace overt::bench
