#pragma once

// Compares a release with its original table: is every record where it may be?
// Values are compared by code: texts that the original lacks get ids beyond its
// codes and so never agree.

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "overt/hierarchy/hierarchy.h"
#include "overt/verify/cell_matcher.h"
#include "overt/verify/released_files.h"
#include "overt/verify/verify.h"

namespace overt {

class Containment {
 public:
  // Reads the hierarchies of the release. Keeps a reference to `original`, whose rows have these
  // counts; without them each is one record.
  Containment(const std::filesystem::path& folder, const Certificate& certificate,
              const Table& original, std::span<const std::uint64_t> counts, Storage& storage,
              Progress& progress);

  // Ids under which the original's values keep their codes.
  ReleaseIds ids() const;

  // The grouping is known: whether the group holds exactly these records, row
  // by row in its public part and as a multiset in the sensitive one.
  // Of a table of counts they are rows, each with so many records, and there is no exact column.
  bool holds_exactly(const ReleasedGroup& group, std::span<const Record> records,
                     std::span<const std::uint64_t> counts = {});

  // These records will be asked about: groups stand in random order, so that each is somewhere else
  // in memory.
  void expect(std::span<const Record> records) const;

  // The grouping is not known: keeps what is needed of the group ..
  void collect(const ReleasedGroup& group);
  // .. and compares all of it with the original at the end.
  void finish_unknown_grouping(Verification& result, Progress& progress) const;

 private:
  struct PublicColumn {
    const Column* column;
    std::optional<BoundHierarchy> hierarchy;
    std::optional<CellMatcher> matcher;  // generalized form only, as the next
    BlockCells compiled;                 // of the block that was asked for last
    std::vector<CodeCell> cells;         // of each group, for an unknown grouping
  };

  Code code_of(const Column& column, std::uint32_t id) const;
  std::vector<std::uint32_t> largest_first() const;
  bool covers(std::uint32_t group, Record record) const;
  Code value_of(Record record) const;
  bool holds_value(std::uint32_t group, Record record) const;
  bool all_in_rectangles(Progress& progress) const;
  bool all_in_tuples(Progress& progress) const;

  const Certificate& certificate_;
  const Table& original_;
  std::uint64_t records_;  // that its rows stand for
  std::vector<std::unique_ptr<PublicColumn>> quasi_;
  std::vector<const Column*> insensitive_;
  // A sensitive column, and what is left of it: original minus released.
  struct SensitiveColumn {
    const Column* column;
    std::vector<std::int64_t> balance;  // scratch: of each code
    std::vector<std::int64_t> left;     // for an unknown grouping
    bool known = true;                  // no value that the original lacks
  };
  bool same_values(std::span<const ValueCount> values, std::span<const Record> records,
                   std::span<const std::uint64_t> counts, SensitiveColumn& own) const;

  std::vector<SensitiveColumn> sensitive_;

  // Collected, for an unknown grouping.
  std::vector<bool> insensitive_known_;                      // of each column
  std::vector<std::vector<std::int64_t>> insensitive_left_;  // of each column
  // Of each group, the codes of the first sensitive column, sorted; 0 where there is none.
  std::vector<CodeCell> group_values_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> tuples_;  // anatomy: public row, group
};

}  // namespace overt
