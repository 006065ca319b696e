// Growth: time and peak memory of whole releases, each in a process of its own.
// OVERT_BENCH_LARGE=1 adds 50 million records, which takes some minutes and
// about 12 GB of disk.

#include <arrow/util/byte_size.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>

#include "arrow_csv.h"
#include "figures.h"
#include "inputs.h"
#include "release/competitors.h"
#include "scale/child.h"

namespace overt::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMillion = 1'000'000;
constexpr double kBytesPerRecord = 120;  // beside the input's own Arrow size
constexpr double kDiskPerRecord = 240;   // input, release, and room
constexpr double kMachineGiB = 24;

std::string sizes_of(std::uint64_t records) { return fmt::format("N={} columns=5 l=8", records); }

Certificate certificate_in(const fs::path& folder) {
  std::ifstream in(folder / "certificate.json");
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return parse_certificate(text, "certificate.json");
}

// One release; the first of a size is checked from its file, the later ones by
// the certificate, whose figures come from reading the files back.
ChildRun release_once(const fs::path& input, const fs::path& folder, std::uint64_t records,
                      bool thoroughly) {
  fs::remove_all(folder);
  const ChildRun run = run_in_child([&] {
    PhaseClock clock;
    const Certificate certificate = release_by_overt(census_task(input), folder, clock);
    expect(certificate.records == records, "release: records are missing");
    return 0.0;
  });
  if (thoroughly) {
    run_in_child([&] {
      const Certificate certificate = certificate_in(folder);
      check_released(census_task(input), folder, certificate);
      return 0.0;
    });
  }
  fs::remove_all(folder);
  return run;
}

// Size of the input as an Arrow table with dictionaries of text.
double arrow_bytes(const fs::path& input) {
  return run_in_child([&] {
           const auto table = read_csv(input, ',', {});
           return static_cast<double>(arrow::util::TotalBufferSize(*table));
         })
      .answer;
}

void print_memory(const fs::path& input, std::uint64_t records, double peak, double target) {
  const auto n = static_cast<double>(records);
  const double own = arrow_bytes(input);
  print_note({"memory", sizes_of(records)},
             fmt::format("peak {:.1f} bytes a record   input in Arrow {:.1f} bytes a record",
                         peak / n, own / n));
  print_quantity({"memory_beside", sizes_of(records)}, (peak - own) / n,
                 "bytes a record beside the input", target);
}

void compare_sizes(const fs::path& scratch) {
  const fs::path small = scratch / "small.csv";
  const fs::path large = scratch / "large.csv";
  const fs::path folder = scratch / "release";
  write_census(small, kMillion);
  write_census(large, 10 * kMillion);
  Times small_times;
  Times large_times;
  double small_peak = 0;
  double large_peak = 0;
  for (int round = 0; round < kRounds; ++round) {
    const ChildRun one = release_once(small, folder, kMillion, round == 0);
    const ChildRun ten = release_once(large, folder, 10 * kMillion, round == 0);
    small_times.seconds.push_back(one.seconds);
    large_times.seconds.push_back(ten.seconds);
    small_peak = std::max(small_peak, one.peak_bytes);
    large_peak = std::max(large_peak, ten.peak_bytes);
  }
  print_ratio({"growth", "columns=5 l=8"}, {"N=10000000", large_times}, {"N=1000000", small_times},
              12);
  print_memory(small, kMillion, small_peak, 0);
  print_memory(large, 10 * kMillion, large_peak, kBytesPerRecord);
}

void release_large(const fs::path& scratch) {
  const std::uint64_t records = 50 * kMillion;
  const double needed = kDiskPerRecord * static_cast<double>(records);
  if (static_cast<double>(fs::space(scratch).available) < needed) {
    print_note({"large", sizes_of(records)},
               fmt::format("left out: needs {:.0f} GB of disk", 1e-9 * needed));
    return;
  }
  const fs::path input = scratch / "huge.csv";
  write_census(input, records);
  const ChildRun run = release_once(input, scratch / "release", records, false);
  print_note({"large", sizes_of(records)}, fmt::format("{:.1f} s", run.seconds));
  print_quantity({"large_memory", sizes_of(records)}, run.peak_bytes / (1 << 30), "GiB",
                 kMachineGiB);
}

void benchmark() {
  const Scratch scratch;
  compare_sizes(scratch.path());
  const char* large = std::getenv("OVERT_BENCH_LARGE");
  if (large != nullptr && std::string_view(large) == "1") release_large(scratch.path());
}

}  // namespace
}  // namespace overt::bench

int main() { return overt::bench::run_benchmark(overt::bench::benchmark); }
