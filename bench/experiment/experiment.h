#pragma once

// The parts of the experiment in section 4 of "Privacy streamliner" (Liu and Wang 2012),
// a file each. They print their figures, check what they computed, and add the
// numbers to the results.

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "experiment/results.h"
#include "experiment/tables.h"
#include "overt/base/random.h"
#include "overt/table/groups.h"

namespace overt::bench {

inline constexpr std::array<const char*, 2> kMethods = {"rda", "gda"};
inline constexpr std::uint32_t kFewest = 6;  // l, as in the paper
inline constexpr std::uint32_t kMost = 10;

// Groups these records, by rda() or gda() as `method` says.
Groups group_by(const std::string& method, std::span<const Code> values, Code domain,
                std::span<const std::uint32_t> ranks, std::uint32_t l, RandomSource& coins);

// Section 4.1: time of the grouping against the number of records, l = 8.
void time_grouping(const ExperimentTable& table, Results& results);

// Section 4.2, figure 2: DM against l = 6..10, next to the optimum. Also what DM and
// query errors follow from: how many groups there are, and how many of one gender.
void measure_groups(const ExperimentTable& table, const std::string& method, std::uint32_t l,
                    const Groups& groups, Results& results);

// Section 4.2, figures 3 to 7: query errors by type, in both forms.
void measure_queries(const ExperimentTable& table, const std::string& method, std::uint32_t l,
                     const Groups& groups, Results& results);

}  // namespace overt::bench
