#include <algorithm>
#include <numeric>
#include <optional>

#include "overt/local/stages/deal.h"
#include "overt/release/methods/method.h"
#include "overt/table/counted_table.h"

namespace overt {
namespace {

// A deal of the whole table (local/stages/deal.h); docs/algorithms/deal.md has the proof.
class DealMethod final : public BoundMethod {
 public:
  explicit DealMethod(const MethodInput& input)
      : caps_(input.caps != nullptr
                  ? *input.caps
                  : Caps::one_in(static_cast<std::uint32_t>(input.job.l_of_groups()))),
        smallest_(static_cast<std::uint32_t>(std::max(input.job.min_group, input.job.caps.k))),
        counts_(input.counts),
        records_(std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0})) {}

  // Of a table of counts the rows stand in for their records, each as often as it has some.
  GroupedTable run(const Column& sensitive, RandomSource& coins, Progress& progress) override {
    // Records, plan and groups, and what sorts them.
    constexpr std::uint64_t kBytesARecord = 32;
    check_single_records(records_, kBytesARecord);
    std::vector<Record> records = all_records(sensitive.codes.size());
    progress.begin("grouping", records.size());
    MultisetCounter counter(sensitive.codes, sensitive.domain());
    const Multiset values = counter.count(records);

    const std::uint32_t groups = most_groups(values, caps_, smallest_);
    std::optional<BlindPlan> plan;
    if (groups > 1) plan = plan_kept_deal(values, caps_, groups, coins);

    GroupedTable result;
    std::vector<std::uint32_t> ends = {static_cast<std::uint32_t>(records.size())};
    if (plan) {
      BlindStage stage(sensitive.codes, sensitive.domain());
      ends = stage.carry_out(*plan, values, records, coins);
    }
    CountedGroups dealt;
    std::uint32_t begin = 0;
    for (const std::uint32_t end : ends) {
      const std::span<const Record> group =
          std::span<const Record>(records).subspan(begin, end - begin);
      if (counts_.empty()) {
        dealt.groups.add(group);
      } else {
        dealt.add_records(group);
      }
      begin = end;
    }
    result.take(std::move(dealt));
    progress.advance(records.size());
    return result;
  }

 private:
  std::vector<Record> all_records(std::size_t rows) const {
    std::vector<Record> records;
    if (counts_.empty()) {
      records.resize(rows);
      std::iota(records.begin(), records.end(), Record{0});
      return records;
    }
    records.reserve(records_);
    for (Record row = 0; row < rows; ++row) records.insert(records.end(), counts_[row], row);
    return records;
  }

  Caps caps_;
  std::uint32_t smallest_;
  std::span<const std::uint64_t> counts_;
  std::uint64_t records_;  // that they are of; 0 without counts
};

}  // namespace

std::unique_ptr<BoundMethod> bind_deal(const MethodInput& input, Progress& /*progress*/) {
  return std::make_unique<DealMethod>(input);
}

}  // namespace overt
