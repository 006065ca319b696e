#pragma once

// What `overt views --json` prints: of every record in what share of the tables that agree
// with all disclosures it has each value, and how that was found. Custodian only. Every key is
// on docs/formats.md.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "overt/base/progress.h"
#include "overt/views/views.h"

namespace overt {

std::string views_json(const views::Problem& problem, const views::Analysis& found,
                       const views::Options& options, Progress& progress = unwatched());

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
