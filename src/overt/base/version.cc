#include "overt/base/version.h"

namespace overt {

const std::string_view kVersion = OVERT_VERSION;

}  // namespace overt
