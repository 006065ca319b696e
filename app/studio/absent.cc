// Where cpp-httplib or libarchive was not there when overt was built: everything else works, and
// `overt studio` says what is missing.

#include "overt/base/error.h"
#include "studio/serve.h"

namespace overt::studio {

void serve(const ServeOptions&) {
  throw Error(ErrorCode::usage,
              "this overt was built without the studio: cpp-httplib (libcpp-httplib-dev) and "
              "libarchive (libarchive-dev) were not there; every other verb works");
}

}  // namespace overt::studio
