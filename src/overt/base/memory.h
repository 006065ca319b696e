#pragma once

// Whether something is too large for this machine, asked before it is begun: a system that hands
// out more memory than it has would end the process instead of saying no.
//
// A function of sizes that are public, and of the machine.

#include <cstdint>
#include <string>

namespace overt {

// Throws Error{usage} if so many bytes are more than the machine has: `what` does not fit.
void check_fits(std::uint64_t bytes, const std::string& what);

}  // namespace overt
