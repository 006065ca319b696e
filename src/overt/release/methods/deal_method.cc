#include <algorithm>
#include <numeric>
#include <optional>

#include "overt/local/stages/deal.h"
#include "overt/release/methods/method.h"

namespace overt {
namespace {

// A deal of the whole table (local/stages/deal.h); docs/algorithms/deal.md has the proof.
class DealMethod final : public BoundMethod {
 public:
  explicit DealMethod(const MethodInput& input)
      : caps_(input.caps != nullptr
                  ? *input.caps
                  : Caps::one_in(static_cast<std::uint32_t>(input.job.l_of_groups()))),
        smallest_(static_cast<std::uint32_t>(std::max(input.job.min_group, input.job.caps.k))) {}

  GroupedTable run(const Column& sensitive, RandomSource& coins, Progress& progress) override {
    progress.begin("grouping", sensitive.codes.size());
    std::vector<Record> records(sensitive.codes.size());
    std::iota(records.begin(), records.end(), Record{0});
    MultisetCounter counter(sensitive.codes, sensitive.domain());
    const Multiset values = counter.count(records);

    const std::uint32_t groups = most_groups(values, caps_, smallest_);
    std::optional<BlindPlan> plan;
    if (groups > 1) plan = plan_kept_deal(values, caps_, groups, coins);

    GroupedTable result;
    if (!plan) {
      result.groups.add(records);
      return result;
    }
    BlindStage stage(sensitive.codes, sensitive.domain());
    std::uint32_t begin = 0;
    for (const std::uint32_t end : stage.carry_out(*plan, values, records, coins)) {
      result.groups.add(std::span<const Record>(records).subspan(begin, end - begin));
      begin = end;
    }
    progress.advance(records.size());
    return result;
  }

 private:
  Caps caps_;
  std::uint32_t smallest_;
};

}  // namespace

std::unique_ptr<BoundMethod> bind_deal(const MethodInput& input, Progress& /*progress*/) {
  return std::make_unique<DealMethod>(input);
}

}  // namespace overt
