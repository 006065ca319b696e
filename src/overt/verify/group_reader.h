#pragma once

// Reads a released file group by group, as it streams in. A release is written
// with its groups in the order 1, 2, .., so one group is all that is ever held.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "overt/base/progress.h"
#include "overt/table/schema.h"
#include "overt/table/source.h"

namespace overt {

// Texts as small numbers: those of a column's dictionary keep their codes,
// others get the next free number.
class TextIds {
 public:
  TextIds() = default;
  TextIds(TextIds&&) = default;
  TextIds& operator=(TextIds&&) = default;
  explicit TextIds(const std::vector<std::string>& texts);

  std::uint32_t id(std::string_view text);
  // The text of an id. REQUIRES: id < size().
  const std::string& text(std::uint32_t id) const { return *texts_[id]; }
  std::size_t size() const { return ids_.size(); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> ids_;
  std::vector<const std::string*> texts_;  // keys of ids_, which stay where they are
};

// The id of a missing value in GroupRows::exact.
inline constexpr std::uint32_t kMissingId = ~std::uint32_t{0};

struct GroupRows {
  std::uint64_t first_row = 0;  // records before it
  std::size_t size = 0;         // records
  // Cell columns: the text that all rows share (nothing: missing), or that of
  // the first row and cells_agree = false.
  std::vector<std::optional<std::string_view>> cells;
  bool cells_agree = true;
  // Of each cell its code among those of the block that the group, or its last row, stands in, and
  // the number of that block: groups of one block with the same code have the same cell.
  std::vector<std::int32_t> cell_codes;
  std::size_t block = 0;
  // Exact columns: one id a row, for each column.
  std::vector<std::vector<std::uint32_t>> exact;
  // Of a source with counts: records of each row. Empty: every row is one.
  std::vector<std::uint64_t> counts;
};

// Which columns of a file are read how. Names must exist in the file.
struct GroupLayout {
  std::vector<std::string> cells;
  std::vector<std::string> exact;
  std::vector<TextIds*> ids;  // one an exact column
};

struct GroupCount {
  std::uint64_t records = 0;
  std::uint64_t groups = 0;
  bool in_order = true;  // numbered 1, 2, .. without gaps, each group in one run
};

// The text of a row; nothing where it is missing.
std::optional<std::string_view> text_in(const TextChunk& chunk, std::size_t row,
                                        const ReadingRules& rules);

// Calls visit for every group; `rules` tell what is missing. The first column
// must be called `group`. Throws Error{malformed} when a column is missing or
// there is one too many, and whatever the source throws.
GroupCount read_groups(TableSource& source, const GroupLayout& layout, const ReadingRules& rules,
                       Progress& progress, const std::function<void(const GroupRows&)>& visit);

}  // namespace overt
