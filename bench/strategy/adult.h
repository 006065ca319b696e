#pragma once

// The lattice of a real table: Adult's 30,162 records by age, sex, race and marital status
// with the hierarchies that ARX ships, and 14 occupations, promised shares of at most 1/l.

namespace overt::bench {

// How many of the verdicts on the disclosure sets of the true table are proven at every
// step that can hold, what each strategy releases, and what a smallest group changes.
// Says so when the data are not there.
void adult();

}  // namespace overt::bench
