// explain, attack, views: what an adversary learns.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "overt/overt.h"
#include "overt/release/secret_coins.h"
#include "python/src/memory_storage.h"
#include "python/src/module.h"
#include "python/src/watched.h"

namespace overt::python {
namespace {

constexpr const char* kProblem = "the problem";

std::string explain_problem(const std::string& problem, const std::optional<std::string>& strategy,
                            const Jumps& jumps, bool every_jump, bool all_tables,
                            std::uint64_t limit, const nb::object& tick) {
  std::string json;
  run_watched(tick, [&](Progress& progress) {
    const LoadedProblem loaded(parse_problem(problem, kProblem));
    ExplainOptions options;
    options.strategy = strategy;
    options.jumps = jumps;
    options.every_jump = every_jump;
    options.all_tables = all_tables;
    options.limit = limit;
    json = explain_json(explain(loaded, options, progress));
  });
  return json;
}

std::string explain_family(const std::string& problem, const nb::object& tick) {
  std::string json;
  run_watched(tick, [&](Progress& progress) {
    json = family_json(ExplainedFamily(parse_family(problem, kProblem), progress));
  });
  return json;
}

// `released` counts from 1, and is 0 when it is not asked for.
std::string attack_strategy(const std::string& problem, const std::optional<std::string>& strategy,
                            const Jumps& jumps, std::uint64_t released, std::uint64_t limit,
                            const nb::object& tick) {
  std::string json;
  run_watched(tick, [&](Progress& progress) {
    const LoadedProblem loaded(parse_problem(problem, kProblem));
    const std::string name = strategy.value_or(std::string(default_strategy(!jumps.empty())));
    const auto made = make_strategy(name, jumps, loaded.steps());
    std::optional<std::size_t> asked;
    if (released > loaded.steps()) {
      throw Error(ErrorCode::usage,
                  "released: expected a step from 1 to " + std::to_string(loaded.steps()));
    }
    if (released > 0) asked = released - 1;
    const auto attack = attack_problem(loaded, *made, asked, limit, progress);
    json = attack ? attack_json(*attack, loaded.problem) : nothing_released_json();
  });
  return json;
}

std::string attack_our_method(MemoryStorage& files, const std::string& job_text,
                              const nb::object& tick) {
  std::string json;
  run_watched(tick, [&](Progress& progress) {
    const ReleaseJob job = parse_job(job_text, "the arguments");
    json = method_attack_json(attack_own_method(job, files, progress), job);
  });
  return json;
}

std::string attack_naive_table(MemoryStorage& files, const std::string& job_text,
                               std::uint64_t limit, std::uint32_t chains, std::uint64_t sweeps,
                               const std::optional<std::uint64_t>& seed, std::uint64_t worst,
                               const nb::object& tick) {
  std::string json;
  run_watched(tick, [&](Progress& progress) {
    const ReleaseJob job = naive_job(parse_job(job_text, "the arguments"));
    NaiveAttackOptions options;
    options.limit = limit;
    options.chains.chains = chains;
    options.chains.sweeps = sweeps;
    const TableAttack found = with_coins(seed, [&](RandomSource& coins) {
      return attack_table(job, options, files, coins, progress);
    });
    json = table_attack_json(found, job, worst);
  });
  return json;
}

std::string attack_by_learner(MemoryStorage& files, const std::string& folder,
                              const std::string& original, const std::optional<std::string>& groups,
                              const std::optional<std::string>& sensitive, std::uint64_t seed,
                              const nb::object& tick) {
  std::string json;
  run_watched(tick, [&](Progress& progress) {
    AttackReleaseOptions options;
    options.sensitive = sensitive.value_or("");
    options.kept_groups = groups.value_or("");
    options.learning.seed = seed;
    json = learning_json(attack_release(folder, original, options, files, progress));
  });
  return json;
}

// One of three: a problem (JSON), a job (TOML) or the folder of a release. The text in parts:
// head, tail, distributions, records, and of each record its distribution.
nb::tuple analyse_views(MemoryStorage& files, const std::string& kind, const std::string& input,
                        const std::string& gamma, bool sample, double eps, double theta,
                        std::uint64_t limit, const nb::object& tick) {
  ViewsJson parts;
  std::vector<std::string> records;
  std::vector<std::size_t> distributions;
  run_watched(tick, [&](Progress& progress) {
    views::Options options;
    options.gamma = parse_rational(gamma, "gamma");
    if (sgn(options.gamma) <= 0 || cmp(options.gamma, 1) > 0) {
      throw Error(ErrorCode::usage, "gamma: expected a share above 0, at most 1");
    }
    if (!(eps > 0 && eps < 1) || !(theta > 0 && theta < 1)) {
      throw Error(ErrorCode::usage, "eps, theta: expected numbers between 0 and 1");
    }
    options.sample = sample;
    options.eps = eps;
    options.theta = theta;
    options.limit = limit;
    ViewsInput given;
    std::string name = "the disclosures";
    if (kind == "problem") {
      given.problem = views::parse_problem(input, name);
    } else if (kind == "job") {
      given =
          views_of_job(parse_views_job(input, "the arguments"), "the arguments", files, progress);
    } else {
      name = input;
      given = views_of_release(input, files, progress);
    }
    if (!given.known.empty()) options.known = &given.known;
    const views::Analysis found = views::analyse(given.problem, options, name, progress);
    parts = views_json_parts(given.problem, found, options, progress);
    for (const auto& [record, distribution] : parts.entries) {
      records.push_back(std::move(given.problem.records[record]));
      distributions.push_back(distribution);
    }
  });
  return nb::make_tuple(parts.head, parts.tail, parts.distributions, records, distributions);
}

}  // namespace

void bind_problems(nb::module_& m) {
  m.attr("WORK_LIMIT") = kWorkLimit;
  m.attr("UNPROTECTED_STRATEGY") = std::string(kUnprotectedStrategy);
  m.attr("VIEWS_WORK_LIMIT") = views::kWorkLimit;
  m.def("explain", &explain_problem, nb::arg("problem"), nb::arg("strategy").none(),
        nb::arg("jumps"), nb::arg("every_jump"), nb::arg("all_tables"), nb::arg("limit"),
        nb::arg("tick").none());
  m.def("explain_family", &explain_family, nb::arg("problem"), nb::arg("tick").none());
  m.def("attack_problem", &attack_strategy, nb::arg("problem"), nb::arg("strategy").none(),
        nb::arg("jumps"), nb::arg("released"), nb::arg("limit"), nb::arg("tick").none());
  m.def("attack_method", &attack_our_method, nb::arg("files"), nb::arg("job"),
        nb::arg("tick").none());
  m.def("attack_learning", &attack_by_learner, nb::arg("files"), nb::arg("folder"),
        nb::arg("original"), nb::arg("groups").none(), nb::arg("sensitive").none(), nb::arg("seed"),
        nb::arg("tick").none());
  m.def("attack_table", &attack_naive_table, nb::arg("files"), nb::arg("job"), nb::arg("limit"),
        nb::arg("chains"), nb::arg("sweeps"), nb::arg("seed").none(), nb::arg("worst"),
        nb::arg("tick").none());
  m.def("views", &analyse_views, nb::arg("files"), nb::arg("kind"), nb::arg("input"),
        nb::arg("gamma"), nb::arg("sample"), nb::arg("eps"), nb::arg("theta"), nb::arg("limit"),
        nb::arg("tick").none());
}

}  // namespace overt::python
