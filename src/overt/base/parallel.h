#pragma once

// Threads: fixed pieces of work, any number of threads, the same result. Piece
// i does the same thing whichever thread takes it, so nothing that is computed
// depends on the machine's size or on timing.

#include <cstddef>
#include <functional>

namespace overt {

// How many threads are worth using here: the machine's cores, at least 1.
std::size_t thread_count();

// Calls work(0) .. work(pieces-1), each once, on up to `threads` threads (0:
// thread_count()), and returns when all are done. If pieces throw, the
// exception of the lowest one is rethrown; pieces after it may not have run.
void parallel_for(std::size_t pieces, const std::function<void(std::size_t)>& work,
                  std::size_t threads = 0);

}  // namespace overt
