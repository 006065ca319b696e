// A release by the C++ library with coins that can be repeated, so that the Python package can be
// compared with it, byte for byte and in time:
//
//   seeded_release JOB.toml SEED DATE [RUNS]
//
// Prints the seconds of the fastest run. The output is replaced every time.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include "io/storage.h"
#include "overt/overt.h"

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  try {
    const auto storage = overt::io::arrow_storage();
    overt::Progress progress;
    const overt::ReleaseJob job = overt::parse_job(storage->read_text(argv[1], progress), argv[1]);
    double best = 1e9;
    for (int run = 0; run < (argc > 4 ? std::stoi(argv[4]) : 1); ++run) {
      overt::RunOptions options;
      options.test_seed = std::stoull(argv[2]);
      options.force = true;
      options.date = argv[3];
      const auto start = std::chrono::steady_clock::now();
      const auto result = overt::run_release(job, options, *storage, progress);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      if (result.refusal) return 1;
      best = std::min(best, took.count());
    }
    fmt::print("{}\n", best);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 3;
  }
  return 0;
}
