// The rate of our coins, against one call of libsodium a draw and against the
// bare stream.

#include <fmt/format.h>
#include <sodium.h>

#include <cmath>
#include <vector>

#include "coins/draws.h"
#include "figures.h"

namespace overt::bench {
namespace {

constexpr std::uint32_t kBelow = 600'000;
constexpr std::uint32_t kCells = 64;

// A falsifier, not a proof: counts the draws in equal cells of 0..n-1. With 63
// degrees of freedom a sum of 180 or more has a probability below 1e-12.
void check_uniform(const std::vector<std::uint32_t>& draws, std::uint64_t n, const char* who) {
  std::vector<std::uint64_t> count(kCells, 0);
  for (const std::uint32_t draw : draws) {
    expect(draw < n, fmt::format("{}: a draw out of range", who));
    ++count[draw * std::uint64_t{kCells} / n];
  }
  const double mean = static_cast<double>(draws.size()) / kCells;
  double sum = 0;
  for (const std::uint64_t c : count) sum += std::pow(static_cast<double>(c) - mean, 2) / mean;
  expect(sum < 180, fmt::format("{}: the draws are not uniform", who));
}

void print_rate(const std::string& name, const Times& times, std::size_t draws) {
  const double per_draw = times.median() / static_cast<double>(draws);
  print_note({name, fmt::format("draws={}", draws)},
             fmt::format("{:.2f} ns a draw (best {:.2f})   {:.0f} million a second   {:.2f} GB/s "
                         "of stream",
                         1e9 * per_draw, 1e9 * times.best() / static_cast<double>(draws),
                         1e-6 / per_draw, 4e-9 / per_draw));
}

void benchmark() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium does not start");
  SecretRandom coins = SecretRandom::from_system();
  std::vector<std::uint32_t> ours(5'000'000);
  std::vector<std::uint32_t> stream(ours.size());
  std::vector<std::uint32_t> single(500'000);  // slow
  const auto times = race({
      {{},
       [&] { draw_from_secret_random(ours, kBelow, coins); },
       [&] { check_uniform(ours, kBelow, "SecretRandom"); }},
      {{},
       [&] { draw_from_randombytes_uniform(single, kBelow); },
       [&] { check_uniform(single, kBelow, "randombytes_uniform"); }},
      {{},
       [&] { fill_from_chacha20(stream); },
       [&] { check_uniform(stream, std::uint64_t{1} << 32, "crypto_stream_chacha20"); }},
  });
  print_rate("coins_ours", times[0], ours.size());
  print_rate("coins_libsodium", times[1], single.size());
  print_rate("coins_stream", times[2], stream.size());
}

}  // namespace
}  // namespace overt::bench

int main() { return overt::bench::run_benchmark(overt::bench::benchmark); }
