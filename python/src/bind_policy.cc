// policy: what may be said about a secret, state by state.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>

#include "overt/overt.h"
#include "python/src/memory_storage.h"
#include "python/src/module.h"
#include "python/src/watched.h"

namespace overt::python {
namespace {

PolicyOptions options_of(const std::string& method, bool improve, std::uint64_t limit) {
  PolicyOptions options;
  options.method = parse_policy_method(method, "method");
  options.improve = improve;
  options.limit = limit;
  if (improve && options.method == PolicyMethod::naive) {
    throw Error(ErrorCode::usage, "improve: a safe function can be improved, and naive is not");
  }
  return options;
}

// (why there is no function or None, JSON)
nb::tuple report(const std::optional<std::string>& refusal, const std::string& json) {
  return nb::make_tuple(refusal ? nb::cast(*refusal) : nb::none(), json);
}

nb::tuple policy_of_problem(const std::string& problem_text, const std::string& method,
                            bool improve, std::uint64_t limit, const nb::object& tick) {
  std::optional<std::string> refusal;
  std::string json;
  run_watched(tick, [&](Progress& progress) {
    const PolicyOptions options = options_of(method, improve, limit);
    const PolicyProblem problem = parse_policy_problem(problem_text, "the problem");
    const Policy policy = find_policy(problem, options, progress);
    refusal = policy.refusal;
    if (!refusal) json = policy_json(problem, options, policy, progress);
  });
  return report(refusal, json);
}

// `job`: input, missing, columns (types). `hierarchy`: the name of rows, else prefixes.
nb::tuple policy_of_table(MemoryStorage& files, const std::string& job_text,
                          const std::string& column, const std::optional<std::string>& tag,
                          const std::optional<std::string>& weight,
                          const std::optional<std::string>& hierarchy_name,
                          const std::string& predicate_name, const std::string& bound,
                          const std::string& method, bool improve, std::uint64_t limit,
                          const nb::object& tick) {
  std::optional<std::string> refusal;
  std::string json;
  run_watched(tick, [&](Progress& progress) {
    const PolicyOptions options = options_of(method, improve, limit);
    const TableSpec spec = parse_table_spec(job_text, "the arguments");
    const std::pair<const char*, PredicateName> names[] = {
        {"at_least", PredicateName::at_least},
        {"distinct_tags", PredicateName::distinct_tags},
        {"total_weight", PredicateName::total_weight},
        {"highest_ratio", PredicateName::highest_ratio}};
    PredicateSpec predicate;
    for (const auto& [name, one] : names) {
      if (predicate_name == name) predicate = make_predicate(one, bound, name);
    }
    if (predicate.uses_tags() && !tag) {
      throw Error(ErrorCode::usage, predicate_name + " needs tag, the column of the tags");
    }
    std::optional<Hierarchy> hierarchy;
    if (hierarchy_name) {
      hierarchy = Hierarchy::from_rows(*hierarchy_name, files.read_rows(*hierarchy_name, progress));
    }
    const auto source = files.open(spec.input, spec.reading, progress);
    const PolicyProblem problem = read_policy_table(*source, {column, tag, weight}, spec.rules,
                                                    predicate, hierarchy, progress);
    const Policy policy = find_policy(problem, options, progress);
    refusal = policy.refusal;
    if (!refusal) json = policy_json(problem, options, policy, progress);
  });
  return report(refusal, json);
}

}  // namespace

void bind_policy(nb::module_& m) {
  m.attr("POLICY_WORK_LIMIT") = kPolicyWorkLimit;
  m.def("policy_of_problem", &policy_of_problem, nb::arg("problem"), nb::arg("method"),
        nb::arg("improve"), nb::arg("limit"), nb::arg("tick").none());
  m.def("policy_of_table", &policy_of_table, nb::arg("files"), nb::arg("job"), nb::arg("column"),
        nb::arg("tag").none(), nb::arg("weight").none(), nb::arg("hierarchy").none(),
        nb::arg("predicate"), nb::arg("bound"), nb::arg("method"), nb::arg("improve"),
        nb::arg("limit"), nb::arg("tick").none());
}

}  // namespace overt::python
