#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>

#include "overt/release/methods/method.h"

namespace overt {

// Each in the file of its name.
Bind bind_local, bind_deal, bind_rda, bind_ria, bind_gda, bind_strategy, bind_merge;

namespace {

struct Binder {
  std::string_view name;
  Bind* bind;
  bool counts = false;  // takes the rows of a table of counts as they are
};

constexpr std::array kBinders = {
    Binder{"local", bind_local, true}, Binder{"deal", bind_deal, true},
    Binder{"rda", bind_rda, true},     Binder{"ria", bind_ria, true},
    Binder{"gda", bind_gda, true},     Binder{"strategy", bind_strategy},
    Binder{"merge", bind_merge},
};

const Binder& binder_of(const ReleaseJob& job) {
  const auto* const found =
      std::find_if(kBinders.begin(), kBinders.end(),
                   [&](const Binder& binder) { return binder.name == job.method; });
  assert(found != kBinders.end());
  return *found;
}

}  // namespace

std::unique_ptr<BoundMethod> bind_method(const MethodInput& input, Progress& progress) {
  return binder_of(input.job).bind(input, progress);
}

bool groups_counts(const ReleaseJob& job) { return binder_of(job).counts; }

}  // namespace overt
