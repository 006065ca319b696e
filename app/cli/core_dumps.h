#pragma once

// A core dump is the memory of a run, and with it the secret table, in a file that
// nobody asked for. So there is none, and no other process of the same user may look
// into the memory, unless OVERT_CORE=1 says that a defect is being looked for.

namespace overt::cli {

void forbid_core_dumps();

}  // namespace overt::cli
