#pragma once

// How much the studio takes.

#include <cstdint>

namespace overt::studio {

// Of one form with its files. Larger tables are read in place, from the studio's folder.
inline constexpr std::uint64_t kMostUpload = std::uint64_t{2} << 30;
// Of a release in a zip file, unpacked: what is small may have been made to be large.
inline constexpr std::uint64_t kMostUnpacked = std::uint64_t{8} << 30;
inline constexpr std::size_t kMostUnpackedFiles = 1000;
// Of a hierarchy made by hand: more values than that nobody names one by one.
inline constexpr std::size_t kMostByHand = 200;

}  // namespace overt::studio
