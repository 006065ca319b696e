// The problem files of explain, attack and policy: a strategy's, a family's, a policy's.

#include "overt/strategy/problem.h"
#include "fuzz/target.h"
#include "overt/policy/policy_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace overt::fuzz;
  const std::string_view text = text_of(data, size);
  const auto whole = [](const overt::Problem& problem) {
    expect(problem.table.size() == problem.records.size(), "a record without a value");
    for (const overt::Groups& groups : problem.generalizations) {
      expect(groups.records() == problem.records.size(), "a generalization of other records");
    }
    for (const overt::Code value : problem.table) {
      expect(value < problem.value_count(), "a value without a name");
    }
  };
  succeeds([&] {
    const overt::Problem problem = overt::parse_problem(text, "t");
    expect(!problem.generalizations.empty(), "nothing to release");
    whole(problem);
  });
  succeeds([&] { whole(overt::parse_family(text, "t").problem); });
  succeeds([&] { overt::parse_policy_problem(text, "t"); });
  return 0;
}
