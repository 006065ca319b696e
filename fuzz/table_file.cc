// A table in a file, whatever it calls itself: by its first bytes it is read as CSV, Parquet or
// Arrow IPC, compressed or not.

#include <new>

#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "io/storage.h"
#include "overt/table/encode.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace overt::fuzz;
  static const auto storage = overt::io::arrow_storage();
  std::string_view bytes = text_of(data, size);
  const std::uint8_t choices = take_byte(bytes);
  overt::ReadOptions options;
  options.header = (choices & 1) == 0;
  options.hashed = (choices & 2) != 0;
  if ((choices & 4) != 0) options.delimiter = ",;\t|"[(choices >> 3) % 4];
  const MemoryFile file(bytes);
  const auto read = [&] {
    const auto source = storage->open(file.path(), options, overt::unwatched());
    std::vector<std::size_t> all(source->columns().size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    const overt::Table table = overt::read_table(*source, all, {}, overt::unwatched());
    expect(!options.hashed || source->sha256().size() == 64, "no hash");
    for (const overt::Column& column : table.columns) {
      expect(column.codes.size() == table.records(), "a column of another length");
      for (const overt::Code code : column.codes) {
        expect(code < column.domain(), "a code outside its domain");
      }
    }
  };
  try {
    succeeds(read);
  } catch (const std::bad_alloc&) {
    // An Arrow file may claim a length that no memory has; the command says "not enough memory".
  }
  return 0;
}
