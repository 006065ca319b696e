#include <algorithm>
#include <utility>
#include <vector>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/release/methods/method.h"
#include "overt/release/weighted_ranks.h"
#include "overt/streamline/merge_by_rank.h"

namespace overt {
namespace {

// Groups of an earlier release, put together until they are large enough. Looks at no value.
class MergeMethod final : public BoundMethod {
 public:
  explicit MergeMethod(const MethodInput& input)
      : earlier_(*input.earlier),
        ranks_(weighted_ranks(input.table, input.job)),
        least_(static_cast<std::uint64_t>(std::max(input.job.min_group, input.job.caps.k))) {}

  GroupedTable run(const Column& /*sensitive*/, RandomSource& coins,
                   Progress& /*progress*/) override {
    GroupedTable result;
    result.groups = merge_by_rank(earlier_, ranks_, least_, coins);
    return result;
  }

 private:
  FamilySet earlier_;
  std::vector<std::uint32_t> ranks_;
  std::uint64_t least_;
};

}  // namespace

std::unique_ptr<BoundMethod> bind_merge(const MethodInput& input, Progress& /*progress*/) {
  if (input.earlier == nullptr) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"method"},
         ": merge needs the groups of an earlier release, which only a release reads"});
  }
  return std::make_unique<MergeMethod>(input);
}

}  // namespace overt
