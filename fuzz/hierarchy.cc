// A hierarchy in ARX's format, bound to a column that has its leaves.

#include "overt/hierarchy/hierarchy.h"

#include <algorithm>
#include <optional>

#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "io/storage.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace overt::fuzz;
  static const auto storage = overt::io::arrow_storage();
  const MemoryFile file(text_of(data, size));
  std::optional<overt::Hierarchy> hierarchy;
  succeeds([&] {
    hierarchy =
        overt::Hierarchy::from_rows("t", storage->read_rows(file.path(), overt::unwatched()));
  });
  if (!hierarchy) return 0;
  overt::Column column;
  column.name = "c";
  for (const auto& row : hierarchy->rows()) column.values.push_back(row.front());
  std::sort(column.values.begin(), column.values.end());
  for (overt::Code code = 0; code < column.values.size(); ++code) column.codes.push_back(code);
  succeeds([&] {
    const overt::BoundHierarchy bound(*hierarchy, column);
    expect(bound.levels() == hierarchy->levels(), "other levels");
    expect(bound.node_count() >= column.values.size(), "a value without a node");
  });
  return 0;
}
