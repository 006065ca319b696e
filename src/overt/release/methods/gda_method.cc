#include "overt/release/methods/family_method.h"
#include "overt/streamline/gda.h"

namespace overt {

std::unique_ptr<BoundMethod> bind_gda(const MethodInput& input, Progress& /*progress*/) {
  return bind_family(input, true, gda);
}

}  // namespace overt
