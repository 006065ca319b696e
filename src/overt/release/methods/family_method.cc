#include "overt/release/methods/family_method.h"

#include <utility>
#include <vector>

#include "overt/release/weighted_ranks.h"
#include "overt/streamline/merge_by_rank.h"

namespace overt {
namespace {

class FamilyMethod final : public BoundMethod {
 public:
  FamilyMethod(const MethodInput& input, bool ranked, MakeFamily* make)
      : make_(make),
        l_(static_cast<std::uint32_t>(input.job.l_of_groups())),
        least_(static_cast<std::uint64_t>(input.job.min_group)) {
    if (ranked || least_ > 1) ranks_ = weighted_ranks(input.table, input.job);
  }

  GroupedTable run(const Column& sensitive, RandomSource& coins, Progress& progress) override {
    progress.begin("grouping", sensitive.codes.size());
    FamilySet family = make_(sensitive.codes, sensitive.domain(), ranks_, l_, coins, progress);
    GroupedTable result;
    result.groups =
        least_ <= 1 ? Groups(std::move(family)) : merge_by_rank(family, ranks_, least_, coins);
    return result;
  }

 private:
  MakeFamily* make_;
  std::uint32_t l_;
  std::uint64_t least_;
  std::vector<std::uint32_t> ranks_;
};

}  // namespace

std::unique_ptr<BoundMethod> bind_family(const MethodInput& input, bool ranked, MakeFamily* make) {
  return std::make_unique<FamilyMethod>(input, ranked, make);
}

}  // namespace overt
