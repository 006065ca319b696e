#pragma once

// Where memory ends. Mostly that is an exception, which unwinds the run. But GMP ends the process
// when it gets none, and in a destructor, or in a function of a library that may throw nothing, an
// exception does the same. Then the run ends here at once, with the message and the code that it
// always has, as if it had been killed: what it has written is hidden still, and the next run to
// the place removes it.

namespace overt::cli {

// From now on. Call it first.
void end_well_without_memory();

// Ends the process with that message and that code.
[[noreturn]] void end_for_want_of_memory() noexcept;

}  // namespace overt::cli
