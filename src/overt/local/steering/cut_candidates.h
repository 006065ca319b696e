#pragma once

// The cuts that the steered policy considers in a node: of every column, its places in order, and
// where a group shows sets of values or labels, also other orders. A cut puts the first items of an
// order into the first part.
//
//   ages 20 31 47          20 | 31 47   and   20 31 | 47
//   cities A B C           the same, and in the order of how frequent they are, and of how much of
//                          them the model expects of the node's largest value, and each alone
//
// Items are places, children of the lowest hierarchy label that covers the node, or, where there
// are more than 128, runs of places with about as many records each.
//
// Cost: O(rows * classes) a column for what the model expects of each item.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/local/steering/forecast.h"
#include "overt/local/steering/public_rows.h"

namespace overt {

// A column of a node.
struct ColumnItems {
  std::size_t column = 0;
  std::vector<std::uint32_t> begins;  // item -> its first place in the node, rising
  std::vector<std::uint32_t> ends;    // item -> the place behind its last one
  std::vector<double> records;        // of each item
  std::vector<double> expected;       // item, class: records that the model expects
  std::vector<double> variance;       // the same: sums of p (1 - p)
  std::vector<double> seen;           // of each item: how much was released of it (by weight)
  bool any_order = false;             // whether other orders than that of the places are cuts
  double width = 0;                   // of the node, 0..weight

  std::size_t size() const { return ends.size(); }
};

// Column, place -> released records with that place, each by one over the size of its group.
using SeenPlaces = std::vector<std::vector<double>>;

// Columns with at least two items.
std::vector<ColumnItems> items_of(const PublicRows& rows, std::span<const RowCount> node,
                                  const SeenPlaces& seen, const Forecast& forecast);

// Items in an order; a cut takes the first of them.
struct ItemOrder {
  std::vector<std::uint32_t> items;
  std::size_t cuts = 0;  // the first 1, 2, .. `cuts` items
};

// The orders in which the items may be cut. `largest` is the class of the node's largest value.
std::vector<ItemOrder> orders_of(const ColumnItems& items, std::uint32_t classes,
                                 std::uint32_t largest);

// How wide the first i + 1 items of an order are, in what a group would show: result[i].
// `backwards`: the last i + 1 items.
std::vector<double> widths(const PublicRows& rows, const ColumnItems& items,
                           std::span<const std::uint32_t> order, bool backwards);

}  // namespace overt
