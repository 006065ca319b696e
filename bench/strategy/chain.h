#pragma once

// Strategies on nested chains over many records: how long a walk takes, how many of
// the verdicts are proven, what memory it needs, and how that grows.

namespace overt::bench {

// Prints its figures. Throws WrongResult when a run does not come to its end.
void chain();

}  // namespace overt::bench
