#include "overt/streamline/colour_supply.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace overt {

ColourSupply::ColourSupply(Colours& colours, std::uint32_t l)
    : colours_(colours), picks_(l - 1), unused_(colours.counts), place_(colours.counts.size(), 0) {
  for (Code c = 0; c < unused_.size(); ++c) {
    if (unused_[c] == 0) continue;  // a value that no record has
    place_[c] = static_cast<std::uint32_t>(order_.size());
    order_.push_back(c);
  }
  const std::uint32_t most = *std::max_element(unused_.begin(), unused_.end());
  with_.assign(most + 2, 0);
  for (const std::uint32_t count : unused_) ++with_[count];
  at_least_.assign(most + 2, 0);
  below_sum_.assign(most + 2, 0);
  for (std::uint32_t n = most + 1; n-- > 0;) at_least_[n] = at_least_[n + 1] + with_[n];
  for (std::uint32_t n = 0; n <= most; ++n) {
    below_sum_[n + 1] = below_sum_[n] + std::uint64_t{n} * with_[n];
  }
}

void ColourSupply::move(std::uint32_t from, std::uint32_t to) {
  std::swap(order_[from], order_[to]);
  place_[order_[from]] = from;
  place_[order_[to]] = to;
}

void ColourSupply::begin(Code colour) {
  for (const Code c : touched_) {
    --with_[unused_[c]];
    unused_[c] = colours_.counts[c];
    ++with_[unused_[c]];
  }
  touched_.clear();
  const auto all = static_cast<std::uint32_t>(order_.size());
  move(place_[colour], all - 1);
  open_ = all - 1;
  to_serve_ = colours_.counts[colour];
  const std::uint64_t m = to_serve_;
  full_ = at_least_[m] - 1;  // without the colour itself
  const std::uint64_t sum = below_sum_[m] + full_ * m;
  assert(sum >= picks_ * m);  // l-eligibility
  slack_ = sum - picks_ * m;
}

// The full colours to the front; returns how many there are.
std::uint32_t ColourSupply::gather_full() {
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < open_; ++i) {
    if (unused_[order_[i]] >= to_serve_) move(i, found++);
  }
  return found;
}

// Chooses `picks` of order_[from .. from+among) uniformly, and moves them to order_[from..].
void ColourSupply::choose(std::uint32_t from, std::uint32_t picks, std::uint32_t among,
                          RandomSource& coins) {
  for (std::uint32_t i = 0; i < picks; ++i) move(from + i, from + i + coins.below(among - i));
}

void ColourSupply::draw(std::span<Record> partners, RandomSource& coins) {
  assert(partners.size() == picks_ && to_serve_ > 0);
  const std::uint64_t needed = full_ > slack_ ? full_ - slack_ : 0;
  std::uint32_t chosen = 0;
  if (needed > 0 && full_ < open_) {  // some of the full ones must be in
    chosen = static_cast<std::uint32_t>(needed);
    choose(0, chosen, gather_full(), coins);
  }
  choose(chosen, picks_ - chosen, open_ - chosen, coins);

  std::uint64_t were_full = 0;
  std::uint64_t no_longer_full = 0;
  for (std::uint32_t i = 0; i < picks_; ++i) {
    const Code c = order_[i];
    if (unused_[c] == colours_.counts[c]) touched_.push_back(c);
    if (unused_[c] >= to_serve_) ++were_full;
    if (unused_[c] == to_serve_) ++no_longer_full;
    const std::uint32_t first = colours_.next[c];
    const std::uint32_t pick = first + coins.below(unused_[c]);
    --with_[unused_[c]];
    --unused_[c];
    ++with_[unused_[c]];
    const std::uint32_t last = first + unused_[c];
    std::swap(colours_.records[pick], colours_.records[last]);
    partners[i] = colours_.records[last];
  }
  slack_ -= full_ - were_full;
  full_ -= no_longer_full;
  --to_serve_;
  // From now on one less is enough to be full. The colour that is served stands in
  // with_ at its whole count, which is more, and so is not counted here.
  full_ += with_[to_serve_];
  for (std::uint32_t i = picks_; i-- > 0;) {
    if (unused_[order_[i]] == 0) move(i, --open_);
  }
}

}  // namespace overt
