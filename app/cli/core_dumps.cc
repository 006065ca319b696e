#include "cli/core_dumps.h"

#include <sys/prctl.h>
#include <sys/resource.h>

#include <cstdlib>
#include <string_view>

namespace overt::cli {

void forbid_core_dumps() {
  const char* wanted = std::getenv("OVERT_CORE");
  if (wanted != nullptr && std::string_view(wanted) == "1") return;
  // The limit alone is not enough: a program that the system pipes cores to gets them all the same.
  const rlimit none{0, 0};
  static_cast<void>(::setrlimit(RLIMIT_CORE, &none));
  static_cast<void>(::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0));
}

}  // namespace overt::cli
