// Which delimiter a file has, from its beginning or from all of it.

#include "io/csv_dialect.h"

#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace overt::fuzz;
  std::string_view bytes = text_of(data, size);
  const bool whole = take_byte(bytes) % 2 == 0;
  succeeds([&] {
    const char found = overt::io::find_delimiter(bytes, whole, "t");
    expect(std::string_view(",;\t|").find(found) != std::string_view::npos, "no delimiter");
  });
  return 0;
}
