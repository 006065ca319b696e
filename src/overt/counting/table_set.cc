#include "overt/counting/table_set.h"

namespace overt {

TableSet::TableSet(const Groups& cells, Code values)
    : cells_(&cells), values_(values), sums_(cells.size() * values) {}

void TableSet::add(const View& counts, const Integer& weight) {
  tables_ += weight;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    if (counts.counts[i] > 0) {
      mpz_addmul_ui(sums_[i].get_mpz_t(), weight.get_mpz_t(), counts.counts[i]);
    }
  }
}

Verdict TableSet::test(const Property& property) const {
  if (tables_ == 0) return Verdict::fails;
  Verdict result = Verdict::holds;
  for (std::size_t c = 0; c < cells_->size(); ++c) {
    const Verdict own = property.test(weights(c));
    if (own == Verdict::fails) return own;
    if (own == Verdict::not_proven) result = own;
  }
  return result;
}

Worst TableSet::worst() const {
  Worst result;
  for (std::size_t c = 0; c < cells_->size(); ++c) {
    const Integer total = tables_ * static_cast<unsigned long>((*cells_)[c].size());
    for (Code v = 0; v < values_; ++v) {
      Rational share(weights(c)[v], total);
      share.canonicalize();
      // Cells stand in the order of their first records.
      if (share > result.share) result = {(*cells_)[c].front(), v, share};
    }
  }
  return result;
}

}  // namespace overt
