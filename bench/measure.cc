#include "measure.h"

#include <algorithm>

namespace overt::bench {

void expect(bool fine, const std::string& what) {
  if (!fine) throw WrongResult(what);
}

double Times::median() const {
  std::vector<double> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

double Times::best() const { return *std::min_element(seconds.begin(), seconds.end()); }

std::vector<Times> race(const std::vector<Competitor>& competitors, int rounds) {
  std::vector<Times> times(competitors.size());
  for (int round = -1; round < rounds; ++round) {
    for (std::size_t i = 0; i < competitors.size(); ++i) {
      const Competitor& competitor = competitors[i];
      if (competitor.prepare) competitor.prepare();
      const Stopwatch watch;
      competitor.run();
      const double seconds = watch.seconds();
      competitor.check();
      if (round >= 0) times[i].seconds.push_back(seconds);
    }
  }
  return times;
}

}  // namespace overt::bench
