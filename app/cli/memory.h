#pragma once

namespace overt::cli {

// What a stage has let go is the system's at once, and the next one's. Left alone, glibc keeps
// blocks of up to 32 MB for itself after the first of them was freed, so that much of what a
// release has at its worst moment is nobody's.
void give_memory_back();

}  // namespace overt::cli
