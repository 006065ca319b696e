#pragma once

// Columns of codes (postal codes, diagnoses): what codes that begin alike have in common is their
// beginning, so the cell of a group is the longest one that fits: 2203*, 22*, *. That is a
// hierarchy like any other, made from the values instead of read from a file; it is published
// beside the table, and everybody who reads a release uses it as one.
//
//   22030  2203*  22*  *        a level for each length at which some values part
//   22031  2203*  22*  *
//   22140  2214*  22*  *
//   33000  3300*  33*  *

#include "overt/hierarchy/hierarchy.h"
#include "overt/table/column.h"

namespace overt {

// The one rule: texts, more than 20 different ones, all of one length, each of ASCII letters and
// digits with at least one digit among them. State abbreviations (AK, AL, ..) are none: their
// first letters say nothing.
bool is_code_column(const Column& column);

// Throws Error{usage} when a value holds a *, which would be taken for a prefix.
Hierarchy prefix_hierarchy(const Column& column);

}  // namespace overt
