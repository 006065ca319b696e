#include "measure.h"
#include "overt/policy/backward.h"
#include "overt/policy/forward.h"
#include "policy/kernels.h"

namespace overt::bench {

DisclosureFunction find_function(std::span<const std::string> codes, PolicyMethod method,
                                 std::uint64_t least) {
  PredicateSpec spec;
  spec.count = least;
  const StateTraits traits;
  const Predicate predicate(spec, traits);
  const Schemas schemas = prefix_schemas(codes);
  std::optional<DisclosureFunction> function = method == PolicyMethod::forward
                                                   ? forward_function(schemas, predicate)
                                                   : backward_function(schemas, predicate);
  expect(function && check_safety(schemas, *function, spec, traits).safe(), "policy: not safe");
  return *function;
}

}  // namespace overt::bench
