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
};

constexpr std::array kBinders = {
    Binder{"local", bind_local}, Binder{"deal", bind_deal}, Binder{"rda", bind_rda},
    Binder{"ria", bind_ria},     Binder{"gda", bind_gda},   Binder{"strategy", bind_strategy},
    Binder{"merge", bind_merge},
};

}  // namespace

std::unique_ptr<BoundMethod> bind_method(const MethodInput& input, Progress& progress) {
  const auto* const found =
      std::find_if(kBinders.begin(), kBinders.end(),
                   [&](const Binder& binder) { return binder.name == input.job.method; });
  assert(found != kBinders.end());
  return found->bind(input, progress);
}

}  // namespace overt
