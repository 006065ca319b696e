#pragma once

// What a reader of a release answers to count queries, whatever its form.

#include <optional>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/utility/anatomy_estimate.h"
#include "overt/utility/generalized_estimate.h"
#include "overt/utility/query_workload.h"
#include "overt/utility/released_table.h"

namespace overt {

class ReleaseEstimate {
 public:
  // As GeneralizedEstimate and AnatomyEstimate; keeps a reference to `release`.
  ReleaseEstimate(const ReleasedTable& release, const std::vector<std::size_t>& columns,
                  std::span<const Code> domains, Progress& progress);

  BatchAnswer answer(const QueryBatch& batch, Progress& progress) const {
    return anatomy_ ? anatomy_->answer(batch, progress) : generalized_->answer(batch, progress);
  }

 private:
  std::optional<AnatomyEstimate> anatomy_;
  std::optional<GeneralizedEstimate> generalized_;
};

}  // namespace overt
