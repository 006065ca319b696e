// The strategies: the paper's 15 records, and nested chains over many records, with how
// many of the verdicts are proven.

#include "figures.h"
#include "overt/strategy/walk.h"
#include "strategy/adult.h"
#include "strategy/chain.h"

namespace overt::bench {
namespace {

Groups runs(const std::vector<std::uint32_t>& sizes) {
  Groups groups;
  Record next = 0;
  for (const std::uint32_t size : sizes) {
    std::vector<Record> group;
    for (std::uint32_t i = 0; i < size; ++i) group.push_back(next++);
    groups.add(group);
  }
  return groups;
}

std::unique_ptr<Property> at_most(int a, int b) {
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.max = Rational(a, b);
  return make_property(spec, {});
}

// Liu et al. 2010, table 8.
void table_8(const char* name, const Strategy& strategy, std::uint64_t tables, double target_ms) {
  const std::vector<Code> table = {0, 1, 2, 3, 4, 5, 6, 6, 6, 7, 7, 8, 8, 9, 9};
  const auto property = at_most(1, 2);
  std::optional<Integer> found;
  const auto times = race(
      {{[&] { found.reset(); },
        [&] {
          const Sequence sequence({runs({2, 2, 5, 4, 2}), runs({3, 4, 6, 2}), runs({2, 2, 4, 7})});
          Disclosure disclosure(sequence, strategy, *property, 10);
          found = disclosure.ds(2, view_of(sequence[2], table, 10)).tables;
        },
        [&] {
          expect(found == Integer(static_cast<unsigned long>(tables)), "table 8: wrong count");
        }}});
  print_quantity({name, "15 records, ds_3"}, 1e3 * times[0].median(), "ms", target_ms);
}

void benchmark() {
  table_8("table_8_exclusive", *exclusive(), 4320, 1);
  table_8("table_8_safe", *safe(), 7776, 1000);
  chain();
  adult();
}

}  // namespace
}  // namespace overt::bench

int main() { return overt::bench::run_benchmark(overt::bench::benchmark); }
