#include "overt/policy/borrow.h"

#include <algorithm>

namespace overt {

Borrower::Borrower(const Predicate& predicate)
    : predicate_(predicate), need_(predicate.tally()), lend_(predicate.tally()) {}

void Borrower::take(std::span<const State> lender, bool freely, std::vector<State>& taken) {
  std::vector<State> out;  // of this lender, earlier or now
  lend_->add(lender);
  for (const State x : lender) {
    if (x < is_taken_.size() && is_taken_[x]) {
      lend_->remove(x);
      out.push_back(x);
    }
  }
  for (const State x : lender) {
    if (need_->holds()) break;
    if (x < is_taken_.size() && is_taken_[x]) continue;
    const std::uint64_t need = need_->measure(), lend = lend_->measure();
    need_->add(x);
    lend_->remove(x);
    const bool spared = lend_->holds() && (!freely || lend_->measure() == lend);
    if (need_->measure() > need && spared) {
      if (x >= is_taken_.size()) is_taken_.resize(x + 1, false);
      is_taken_[x] = true;
      taken.push_back(x);
      out.push_back(x);
    } else {
      need_->remove(x);
      lend_->add(x);
    }
  }
  lend_->add(out);
  lend_->remove(lender);
}

std::optional<std::vector<State>> Borrower::borrow(
    std::span<const State> needy, std::span<const std::span<const State>> lenders) {
  if (!predicate_.set_monotonic()) return std::nullopt;
  std::vector<State> taken;
  need_->add(needy);
  for (const bool freely : {true, false}) {
    for (const std::span<const State> lender : lenders) {
      if (need_->holds()) break;
      take(lender, freely, taken);
    }
  }
  const bool found = need_->holds();
  std::vector<State> kept;
  for (const State x : taken) {  // what later ones made superfluous goes back
    is_taken_[x] = false;
    need_->remove(x);
    if (found && need_->holds()) continue;
    need_->add(x);
    kept.push_back(x);
  }
  need_->remove(kept);
  need_->remove(needy);
  if (!found) return std::nullopt;
  return kept;
}

}  // namespace overt
