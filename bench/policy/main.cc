// Disclosure functions over many states: random codes of twelve digits, prefix schemas, at least
// ten states in every disclosure set. Against sorting the codes, and its growth.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "figures.h"
#include "overt/base/random.h"
#include "policy/kernels.h"

namespace overt::bench {
namespace {

constexpr std::size_t kDigits = 12;
constexpr std::uint64_t kLeast = 10;

std::vector<std::string> random_codes(std::size_t count) {
  SeededRandom coins(5);
  std::unordered_set<std::string> seen;
  std::vector<std::string> codes;
  while (codes.size() < count) {
    std::string code = fmt::format("{:06}{:06}", coins.below(1'000'000), coins.below(1'000'000));
    if (seen.insert(code).second) codes.push_back(std::move(code));
  }
  return codes;
}

// Safe, by counting texts: every prefix that is published stands for at least ten codes.
void check_published(const std::vector<std::string>& codes, const DisclosureFunction& function) {
  std::unordered_map<std::string, std::uint64_t> codes_of;
  const auto published = [&](std::size_t x) { return codes[x].substr(0, kDigits - function[x]); };
  expect(function.size() == codes.size(), "policy: a state without a schema");
  for (std::size_t x = 0; x < codes.size(); ++x) ++codes_of[published(x)];
  for (const auto& [prefix, count] : codes_of) {
    expect(count >= kLeast, "policy: a prefix stands for too few codes");
  }
  // And not by saying nothing.
  const auto telling = std::count_if(function.begin(), function.end(),
                                     [](std::uint32_t schema) { return schema + 2 < kDigits; });
  expect(static_cast<std::size_t>(telling) > codes.size() / 2, "policy: says too little");
}

double race_methods(std::size_t count, int rounds) {
  const std::vector<std::string> codes = random_codes(count);
  DisclosureFunction forward, backward;
  std::vector<std::string> sorted;
  const auto times = race(
      {
          {[&] { forward = {}; },
           [&] { forward = find_function(codes, PolicyMethod::forward, kLeast); },
           [&] { check_published(codes, forward); }},
          {[&] { backward = {}; },
           [&] { backward = find_function(codes, PolicyMethod::backward, kLeast); },
           [&] { check_published(codes, backward); }},
          {[&] { sorted = {}; }, [&] { sorted = sort_codes(codes); },
           [&] { expect(std::is_sorted(sorted.begin(), sorted.end()), "sort_codes: not sorted"); }},
      },
      rounds);
  const std::string sizes = fmt::format("states={} digits={} least={}", count, kDigits, kLeast);
  print_ratio({"policy_forward", sizes}, {"ours", times[0]}, {"sorting", times[2]}, 3);
  print_ratio({"policy_backward", sizes}, {"ours", times[1]}, {"sorting", times[2]}, 3);
  return times[0].median();
}

// The search for something better, after each method, to its end.
void check_optimality(std::size_t count) {
  PolicyProblem problem;
  problem.states = random_codes(count);
  problem.predicate.count = kLeast;
  problem.schemas = prefix_schemas(problem.states);
  const Predicate predicate(problem.predicate, problem.traits);
  for (const PolicyMethod method : {PolicyMethod::forward, PolicyMethod::backward}) {
    const DisclosureFunction function = find_function(problem.states, method, kLeast);
    Progress silent;
    const Stopwatch watch;
    const Search search =
        find_better(problem.schemas, predicate, function, kPolicyWorkLimit, silent);
    const double seconds = watch.seconds();
    expect(search.optimal == Optimal::yes, "policy: not shown to be optimal");
    print_note(
        {"policy_optimal", fmt::format("states={} {}", count, to_string(method))},
        fmt::format("optimal by search in {:.2f} s, {} operations", seconds, search.operations));
  }
}

void benchmark() {
  const double smaller = race_methods(100'000, kRounds);
  const double target = race_methods(1'000'000, kRounds);
  const double larger = race_methods(10'000'000, 3);
  print_note({"policy_growth", "forward"},
             fmt::format("1 million states cost {:.1f} times 100 thousand, 10 million {:.1f} times "
                         "1 million",
                         target / smaller, larger / target));
  check_optimality(1'000'000);
}

}  // namespace
}  // namespace overt::bench

int main() { return overt::bench::run_benchmark(overt::bench::benchmark); }
