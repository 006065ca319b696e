#include "overt/json/worst_json.h"

namespace overt {

nlohmann::ordered_json worst_json(const Worst& worst, const Problem& problem) {
  return {{"record", problem.records[worst.record]},
          {"value", problem.values[worst.value]},
          {"share", to_string(worst.share)}};
}

}  // namespace overt
