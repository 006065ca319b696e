#pragma once

// What `overt views --json` prints: of every record in what share of the tables that agree
// with all disclosures it has each value, and how that was found. Custodian only. Every key is
// on docs/verbs.md.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overt/base/progress.h"
#include "overt/views/views.h"

namespace overt {

// The text in parts. Records that the disclosures do not tell apart (a cell) have one
// distribution, which is printed once; written out for everybody it may be hundreds of megabytes.
struct ViewsJson {
  struct Entry {
    Record record;
    std::size_t distribution;
  };
  std::string head, tail;  // what comes before and after the entries of "posterior"
  std::vector<std::string> distributions;
  std::vector<Entry> entries;  // in the order of the records; those in no disclosure have none
};

ViewsJson views_json_parts(const views::Problem& problem, const views::Analysis& found,
                           const views::Options& options, Progress& progress = unwatched());

// Calls `out` with one piece of the text after another.
void write_views_json(const views::Problem& problem, const ViewsJson& parts,
                      const std::function<void(std::string_view)>& out,
                      Progress& progress = unwatched());

// Where a record stands among the components.
struct ViewsPlace {
  std::size_t component, cell;
};

// Where each record stands; nothing for those that are in no disclosure.
std::vector<std::optional<ViewsPlace>> views_places(const views::Problem& problem,
                                                    const views::Analysis& found);

// Whether a record of the cell may have the value at all, as far as was found.
bool views_possible(const views::Component& component, const views::Part& part, std::size_t cell,
                    std::size_t value);

}  // namespace overt
