#pragma once

namespace overt::cli {

// What a stage has let go is the system's at once, and the next one's. Left alone, glibc keeps
// blocks of up to 32 MB for itself after the first of them was freed: half of what a release of
// 600,000 records had at its worst moment was nobody's.
void give_memory_back();

}  // namespace overt::cli
