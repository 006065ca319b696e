#include "overt/release/methods/family_method.h"

#include <numeric>
#include <utility>
#include <vector>

#include "overt/release/weighted_ranks.h"
#include "overt/streamline/merge_by_rank.h"
#include "overt/table/counted_groups.h"
#include "overt/table/counted_table.h"

namespace overt {
namespace {

class FamilyMethod final : public BoundMethod {
 public:
  FamilyMethod(const MethodInput& input, bool ranked, MakeFamily* make)
      : make_(make),
        l_(static_cast<std::uint32_t>(input.job.l_of_groups())),
        least_(static_cast<std::uint64_t>(input.job.min_group)) {
    if (ranked || least_ > 1) ranks_ = weighted_ranks(input.table, input.job);
    // Records with their rows and values, groups, and what makes them.
    constexpr std::uint64_t kBytesARecord = 32;
    check_single_records(
        std::accumulate(input.counts.begin(), input.counts.end(), std::uint64_t{0}), kBytesARecord);
    for (Record row = 0; row < input.counts.size(); ++row) {
      row_of_.insert(row_of_.end(), input.counts[row], row);
    }
    if (!row_of_.empty() && !ranks_.empty()) ranks_ = of_records(ranks_);
  }

  GroupedTable run(const Column& sensitive, RandomSource& coins, Progress& progress) override {
    std::vector<Code> expanded;
    if (!row_of_.empty()) expanded = of_records(sensitive.codes);
    const std::span<const Code> values = row_of_.empty() ? sensitive.codes : expanded;
    progress.begin("grouping", values.size());
    FamilySet family = make_(values, sensitive.domain(), ranks_, l_, coins, progress);
    GroupedTable result;
    result.groups =
        least_ <= 1 ? Groups(std::move(family)) : merge_by_rank(family, ranks_, least_, coins);
    if (!row_of_.empty()) result.take(counted_groups(std::move(result.groups), row_of_));
    return result;
  }

 private:
  // What rows have, of each of their records.
  std::vector<std::uint32_t> of_records(std::span<const std::uint32_t> of_rows) const {
    std::vector<std::uint32_t> result;
    result.reserve(row_of_.size());
    for (const Record row : row_of_) result.push_back(of_rows[row]);
    return result;
  }

  MakeFamily* make_;
  std::uint32_t l_;
  std::uint64_t least_;
  std::vector<std::uint32_t> ranks_;
  std::vector<Record> row_of_;  // of a table of counts: of each record
};

}  // namespace

std::unique_ptr<BoundMethod> bind_family(const MethodInput& input, bool ranked, MakeFamily* make) {
  return std::make_unique<FamilyMethod>(input, ranked, make);
}

}  // namespace overt
