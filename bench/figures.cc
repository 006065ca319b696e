#include "figures.h"

#include <fmt/format.h>

#include <cstdio>
#include <exception>

namespace overt::bench {
namespace {

void print_line(const Subject& subject, const std::string& text) {
  fmt::print("{:<18} {:<28} {}\n", subject.name, subject.sizes, text);
  std::fflush(stdout);
}

std::string verdict(double value, double target, int digits) {
  if (target == 0) return {};
  return fmt::format(" (target {:.{}f}) {}", target, digits,
                     value <= target ? "reached" : "MISSED");
}

std::string milliseconds(const Side& side) {
  return fmt::format("{} {:.1f} ms (best {:.1f})", side.name, 1e3 * side.times.median(),
                     1e3 * side.times.best());
}

}  // namespace

void print_ratio(const Subject& subject, const Side& first, const Side& second, double target) {
  const double ratio = first.times.median() / second.times.median();
  print_line(subject, fmt::format("{}   {}   ratio {:.2f}{}", milliseconds(first),
                                  milliseconds(second), ratio, verdict(ratio, target, 2)));
}

void print_quantity(const Subject& subject, double quantity, const std::string& unit,
                    double target) {
  print_line(subject, fmt::format("{:.4g} {}{}", quantity, unit, verdict(quantity, target, 1)));
}

void print_note(const Subject& subject, const std::string& text) { print_line(subject, text); }

int run_benchmark(const std::function<void()>& benchmark) {
  try {
    benchmark();
    return 0;
  } catch (const WrongResult& wrong) {
    fmt::print(stderr, "WRONG RESULT: {}\n", wrong.what());
  } catch (const std::exception& error) {
    fmt::print(stderr, "failed: {}\n", error.what());
  }
  return 1;
}

}  // namespace overt::bench
