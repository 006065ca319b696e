#pragma once

// How much the cells of a released column leave open, and how much of a cell a predicate
// takes, as a reader who has only the release can work it out.
//
//   whole numbers, days   [35, 41]        7 of them
//   decimals, times       [0.5, 2]        1.5 long (days, hours); a single one 0
//   texts                 {F, M}          2 values
//                         ["Ada", "Zoe"]  as many values between as cells of the column name
//   with a hierarchy      010*            as many values as the hierarchy has below the label
//   and missing values    {F, NULL}       one more value (not among those that have a length)
//
// The original table may have fewer values than lie in an interval, and a reader cannot know
// which; `overt measure` takes them to measure in the same way (assess/reader_scale.h).

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "overt/hierarchy/hierarchy.h"
#include "overt/report/release_survey.h"
#include "overt/table/schema.h"
#include "overt/table/value_order.h"

namespace overt {

// A question about one column: from .. to (ordered columns), or one value.
struct ValueRange {
  std::string low, high;    // as texts; equal for one value
  std::uint32_t first = 0;  // their places among the values of the column
  std::uint32_t last = 0;
};

class CellExtents {
 public:
  // `exact`: its texts are values, not cells (anatomy).
  // `hierarchy` and `declared` are null where there is none. Throws Error{malformed} for a
  // text that is no cell.
  CellExtents(const SurveyedColumn& column, bool exact, const Hierarchy* hierarchy,
              const DeclaredType* declared);

  // What the column is counted in. Texts, and columns with a hierarchy: text.
  ValueType type() const { return type_; }
  bool intervals() const { return intervals_; }  // some cell is one
  // "whole numbers", "days", "values" or, for what has a length, nothing.
  const char* unit() const;

  // Of a cell, which is a place in the column's texts.
  double extent(std::uint32_t cell) const { return extents_[cell]; }
  bool single(std::uint32_t cell) const { return single_[cell]; }  // one value, or none
  // How much of the cell the predicate takes, in the unit of extent(); for decimals that
  // are single numbers 0 or 1 of 1.
  struct Part {
    double taken = 0;
    double whole = 0;
  };
  Part part(std::uint32_t cell, const ValueRange& predicate) const;

  // What somebody asks of the column: a range (ordered columns; both ends included, either may be
  // open), or some values; or missing values.
  struct Asked {
    bool range = false;
    OrderKey low = 0, high = 0;
    std::vector<std::uint32_t> places;  // sorted; of values that cells name
    std::vector<std::string> others;    // values that no cell names
    bool missing = false;
  };
  // "30..39", "30..", "..39", "30" for ordered columns, else a value, or a label of the hierarchy;
  // NULL for missing values. Throws Error{usage}, which begins with `what`, for a text that is
  // nothing of this, and for a range that ends before it begins.
  Asked asked(const std::string& text, const std::string& what) const;
  // How a cell stands to it: how much of it is taken, and whether all or some of it may be.
  struct Relation {
    double share = 0;  // of records that are spread evenly
    bool surely = false;
    bool possibly = false;
  };
  Relation relation(std::uint32_t cell, const Asked& asked) const;
  // Bins of `width` from the least value to the greatest (ordered columns; of texts one for each
  // value that cells name, and width is 0), with the words for them: "30..39". Throws Error{usage}.
  std::vector<std::string> bins(std::int64_t width, const std::string& what) const;

  // The least and greatest value of an ordered column; nothing for others.
  std::optional<ValueRange> range() const;
  // A question with a good chance to hit some cells wholly and others in part: from the
  // first quarter of an ordered column's values to their middle, or the first value of
  // others. Nothing when the column has no values.
  std::optional<ValueRange> example() const;

 private:
  struct Extent {
    OrderKey low = 0, high = 0;         // ordered; low > high: missing values alone
    std::vector<std::uint32_t> items;   // others: places in values_; a label: all below it
    std::uint32_t first = 1, last = 0;  // an interval of texts: places; first > last: none
    bool missing = false;
  };
  struct Texts;
  std::vector<std::vector<std::uint32_t>> stand_for(const Texts& texts,
                                                    const Hierarchy* hierarchy) const;
  void read(const Texts& texts, const Hierarchy* hierarchy);
  bool ordered() const { return type_ != ValueType::text; }
  bool numbers() const {
    return type_ == ValueType::integer || type_ == ValueType::decimal || type_ == ValueType::number;
  }
  // Its cells are not counted but have a length.
  bool continuous() const {
    return ordered() && type_ != ValueType::integer && type_ != ValueType::date;
  }
  // Whole numbers or days from low to high, or the length between others.
  double length(OrderKey low, OrderKey high) const;
  // Of a text that need not be a value of the column; rounded up or down to what it counts in.
  std::optional<OrderKey> key_of(const std::string& text, bool up) const;
  // Whether the end of a range, both ends of which are said, lies before its beginning.
  bool reversed(const std::string& from, const std::string& to) const;
  ValueRange from_to(std::size_t first, std::size_t last) const;

  ValueType type_ = ValueType::text;
  bool intervals_ = false;
  std::vector<std::string> values_;  // that occur in cells: in their order, else sorted
  std::vector<OrderKey> keys_;       // of values_, if ordered
  OrderKey unit_ = 1;                // of the keys
  bool scaled_ = true;               // false: keys have only their order
  DeclaredType declared_;            // for texts that are asked about
  const Hierarchy* hierarchy_ = nullptr;
  std::vector<Extent> cells_;
  std::vector<double> extents_;
  std::vector<bool> single_;
};

}  // namespace overt
