#include "overt/views/clash.h"

#include <algorithm>
#include <numeric>

#include "overt/views/bounds.h"
#include "overt/views/exact.h"

namespace overt::views {
namespace {

constexpr std::uint64_t kMostChecks = 20'000;

class Search {
 public:
  Search(const Problem& problem, const Component& component, std::uint64_t limit,
         Progress& progress)
      : limit_(limit), progress_(progress) {
    // Records of the component, with numbers of their own, so that a check costs no more
    // than the component is large.
    std::vector<Record> records = component.cells.members;
    std::sort(records.begin(), records.end());
    part_.records.resize(records.size());
    part_.values = problem.values;
    for (const std::uint32_t d : component.disclosures) {
      Disclosure one = problem.disclosures[d];
      for (Record& record : one.records) {
        record = static_cast<Record>(std::lower_bound(records.begin(), records.end(), record) -
                                     records.begin());
      }
      all_.push_back(std::move(one));
    }
  }

  // Positions in the component's list of disclosures.
  std::vector<std::uint32_t> run(bool& smallest) {
    const auto count = static_cast<std::uint32_t>(all_.size());
    for (std::uint32_t size = 2; size < count; ++size) {
      chosen_.clear();
      if (choose(0, size)) {
        smallest = !undecided_;
        return chosen_;
      }
      if (checks_ > kMostChecks) break;
    }
    chosen_.resize(count);
    std::iota(chosen_.begin(), chosen_.end(), 0U);
    if (checks_ <= kMostChecks) {
      smallest = !undecided_;
      return chosen_;
    }
    for (std::size_t i = chosen_.size(); i-- > 0;) {
      const std::uint32_t left_out = chosen_[i];
      chosen_.erase(chosen_.begin() + static_cast<std::ptrdiff_t>(i));
      if (!clashes()) chosen_.insert(chosen_.begin() + static_cast<std::ptrdiff_t>(i), left_out);
    }
    smallest = false;
    return chosen_;
  }

 private:
  // Extends `chosen_` by `more` disclosures from `from` on, until a choice clashes.
  bool choose(std::uint32_t from, std::uint32_t more) {
    if (more == 0) return ++checks_ <= kMostChecks && clashes();
    for (std::uint32_t d = from; d + more <= all_.size() && checks_ <= kMostChecks; ++d) {
      chosen_.push_back(d);
      if (choose(d + 1, more - 1)) return true;
      chosen_.pop_back();
    }
    return false;
  }

  bool clashes() {
    progress_.check();
    part_.disclosures.clear();
    for (const std::uint32_t d : chosen_) part_.disclosures.push_back(all_[d]);
    for (const Component& component : components_of(part_, progress_).list) {
      if (component.disclosures.size() == 1) continue;
      if (!count_bounds(component, progress_).possible) return true;
      const auto count = count_exactly(component, limit_, progress_);
      if (!count) undecided_ = true;
      if (count && count->tables == 0) return true;
    }
    return false;
  }

  std::uint64_t limit_;
  Progress& progress_;
  std::vector<Disclosure> all_;
  Problem part_;
  std::vector<std::uint32_t> chosen_;
  std::uint64_t checks_ = 0;
  bool undecided_ = false;
};

}  // namespace

Clash find_clash(const Problem& problem, const Component& component, std::uint64_t limit,
                 Progress& progress) {
  Clash clash;
  clash.disclosures = Search(problem, component, limit, progress).run(clash.smallest);
  for (std::uint32_t& d : clash.disclosures) d = component.disclosures[d];
  return clash;
}

}  // namespace overt::views
