// A zip file that is said to hold a release, as the studio takes it apart.

#include <algorithm>
#include <filesystem>

#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "overt/base/progress.h"
#include "studio/unzip.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace overt::fuzz;
  constexpr overt::studio::ZipLimits kLimits = {8, 1 << 20};
  const MemoryFile file(text_of(data, size));
  std::uint64_t bytes = 0;
  succeeds([&] {
    overt::studio::read_zip(
        file.path(), kLimits, overt::unwatched(),
        [&](const std::string& name, std::string_view piece) {
          bytes += piece.size();
          const std::filesystem::path path(name);
          expect(path.is_relative() && path == path.lexically_normal(), "a path that is not plain");
          expect(std::none_of(path.begin(), path.end(), [](const auto& p) { return p == ".."; }),
                 "a path that leads out");
        });
  });
  expect(bytes <= kLimits.bytes, "more bytes than the limit");
  return 0;
}
