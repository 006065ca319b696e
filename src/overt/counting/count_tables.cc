#include "overt/counting/count_tables.h"

#include <algorithm>
#include <numeric>

namespace overt {
namespace {

// Fills cell after cell, and inside a cell value after value.
class Enumeration {
 public:
  Enumeration(const View& shown, std::span<const std::uint32_t> group_of,
              std::span<const std::uint32_t> sizes,
              const std::function<bool(const View&, const Integer&)>& visit)
      : group_of_(group_of),
        sizes_(sizes),
        visit_(visit),
        left_(shown),
        last_of_group_(sizes.size()),
        cells_{shown.values, std::vector<std::uint32_t>(sizes.size() * shown.values, 0)} {
    std::vector<bool> seen(shown.groups(), false);
    for (std::size_t c = sizes.size(); c-- > 0;) {
      last_of_group_[c] = !seen[group_of[c]];
      seen[group_of[c]] = true;
    }
  }

  bool fill_cell(std::size_t cell, const Integer& weight) {
    if (cell == sizes_.size()) return visit_(cells_, weight);
    if (last_of_group_[cell]) return take_the_rest(cell, weight);
    const auto left = left_[group_of_[cell]];
    return fill_value(cell, 0, sizes_[cell], std::accumulate(left.begin(), left.end(), 0U), weight);
  }

 private:
  // What is left of a group's values fills its last cell.
  bool take_the_rest(std::size_t cell, const Integer& weight) {
    const auto left = left_[group_of_[cell]];
    const auto here = cells_[cell];
    std::copy(left.begin(), left.end(), here.begin());
    Integer all = weight;
    std::uint32_t places = sizes_[cell];
    for (const std::uint32_t count : here) {
      all *= choose(places, count);
      places -= count;
    }
    return fill_cell(cell + 1, all);
  }

  // `rest` records of this value and later ones are left: as many must go into the
  // cell now as those later ones cannot fill, so that no way ends nowhere.
  bool fill_value(std::size_t cell, Code value, std::uint32_t places, std::uint32_t rest,
                  const Integer& weight) {
    if (value == cells_.values) return fill_cell(cell + 1, weight);
    std::uint32_t& left = left_[group_of_[cell]][value];
    std::uint32_t& here = cells_[cell][value];
    const std::uint32_t later = rest - left;
    const std::uint32_t most = std::min(left, places);
    bool go_on = true;
    for (std::uint32_t n = places > later ? places - later : 0; n <= most && go_on; ++n) {
      here = n;
      left -= n;
      go_on = fill_value(cell, value + 1, places - n, later,
                         n == 0 ? weight : Integer(weight * choose(places, n)));
      left += n;
    }
    here = 0;
    return go_on;
  }

  static Integer choose(std::uint32_t n, std::uint32_t k) {
    Integer result;
    mpz_bin_uiui(result.get_mpz_t(), n, k);
    return result;
  }

  std::span<const std::uint32_t> group_of_;
  std::span<const std::uint32_t> sizes_;
  const std::function<bool(const View&, const Integer&)>& visit_;
  View left_;                        // of each group
  std::vector<bool> last_of_group_;  // cell -> no later cell is in its group
  View cells_;
};

}  // namespace

void for_each_count_table(const View& shown, std::span<const std::uint32_t> group_of,
                          std::span<const std::uint32_t> sizes,
                          const std::function<bool(const View&, const Integer&)>& visit) {
  Enumeration(shown, group_of, sizes, visit).fill_cell(0, Integer(1));
}

}  // namespace overt
