#include "overt/table/source.h"

#include <array>

namespace overt {

std::string_view to_string(Encoding encoding) {
  static constexpr std::array<std::string_view, 4> kNames = {"utf-8", "latin1", "windows-1252",
                                                             "utf-16"};
  return kNames[static_cast<std::size_t>(encoding)];
}

}  // namespace overt
