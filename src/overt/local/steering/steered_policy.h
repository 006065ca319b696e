#pragma once

// The steered policy: what a release has shown so far steers what comes next. A blind pilot
// teaches a model how values go with public columns (value_model.h); each node is then cut
// where the model expects both parts to keep the caps, and where that is worth something
// (cut_choice.h). A node for which every cut is too risky is not tested: part of it is peeled off
// blindly, as much as lets a good cut of the rest pass (peel_ahead.h), or it is dealt into small
// blind groups at once.
//
//   25.7 % of the women have one occupation, l = 4: a cut by sex always fails. It is not
//   tried; one by education is, and the women of each half may pass where all of them do not.
//
// Where the plain tree serves as well (plain_serves.h) it is the plain tree.
//
// All of this is policy: it decides about utility, never about safety (walk_policy.h).
//
//   PublicRows rows(columns);
//   Groups groups = steered_local(values, domain, rows, caps, {}, coins, progress);
//
// Cost: O(rows * classes * columns) for each level of the tree. A policy is good for one walk,
// since it learns on its way.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/local/caps.h"
#include "overt/local/local.h"
#include "overt/local/steering/cut_candidates.h"
#include "overt/local/steering/cut_choice.h"
#include "overt/local/steering/leaf_groups.h"
#include "overt/local/steering/public_rows.h"
#include "overt/local/steering/value_model.h"
#include "overt/local/walk_policy.h"

namespace overt {

struct SteeredOptions {
  std::uint32_t smallest = 1;    // records of a group, at least
  double largest_pilot = 0.1;    // of the records
  std::uint32_t pilots = 8;      // one after the other, since each lets other values meet
  std::uint32_t peel_from = 8;   // nodes of fewer groups are dealt at once
  std::uint32_t ahead_from = 3;  // l; for pairs there is nothing in looking ahead
  CutRisks risks = {};           // that a cut is tested with
  Leaves leaves = Leaves::even;
};

class SteeredPolicy final : public WalkPolicy {
 public:
  // Keeps references to `rows`, `caps`, `progress` and `units`, which are those of a table of
  // counts; without them nodes are of records.
  SteeredPolicy(const PublicRows& rows, const Caps& caps, const SteeredOptions& options,
                Progress& progress = unwatched(), const WalkUnits* units = nullptr);

  WalkAction next(std::span<OpenNode> open) override;
  void released(std::span<const Record> rows, std::span<const std::uint64_t> counts,
                const Multiset& values) override;

 private:
  void begin(const OpenNode& root);
  std::optional<WalkAction> pilot(const OpenNode& root);
  WalkAction steer(OpenNode& node);
  bool may_be_peeled(const OpenNode& node) const;
  std::optional<Multiset> peeled_first(const OpenNode& node, const Forecast& forecast,
                                       const std::vector<ColumnItems>& columns,
                                       const std::optional<CutChoice>& choice) const;
  std::optional<Multiset> peeled_anyway(const OpenNode& node) const;
  std::optional<CutChoice> choose(const Multiset& values, const std::vector<ColumnItems>& columns,
                                  std::uint32_t classes) const;
  WalkAction draw_to_deal(const Multiset& drawn, std::uint32_t groups, std::uint64_t mark);
  std::vector<std::uint32_t> stops(const Multiset& values) const;
  void refit();
  void learn(const OpenNode& node, const CutChoice& passed);

  const PublicRows& rows_;
  const Caps& caps_;
  SteeredOptions options_;
  Progress& progress_;
  const WalkUnits* units_;
  std::uint32_t l_;      // of the tightest cap
  std::uint32_t group_;  // records of a group, at least
  RowCounter counter_;
  std::optional<PublicTree> plain_;  // if that serves
  std::optional<ValueModel> model_;
  std::optional<CutChooser> chooser_;
  std::optional<LeafGroups> leaf_groups_;  // of the model
  std::size_t fitted_ = 0;                 // released records when the model was fitted last
  SeenPlaces seen_;
  double error_;                 // of the model's shares, systematic
  bool began_ = false;           // the root has been looked at
  std::uint32_t pilots_ = 0;     // that were drawn
  std::uint32_t deal_next_ = 0;  // groups into which the newest node, which was drawn, is dealt
  bool was_cut_ = false;         // what was done last,
  CutChoice tested_;             // which cut,
  std::size_t open_then_ = 0;    // and how many nodes were open
};

// The walk with a fresh policy. REQUIRES: at least one column; else as local().
Groups steered_local(std::span<const Code> values, Code domain, const PublicRows& rows,
                     const Caps& caps, const SteeredOptions& options, RandomSource& coins,
                     Progress& progress, LocalWalk* walk = nullptr);

// Of a table of counts, whose rows `values` and `rows` have.
CountedGroups steered_local(std::span<const Code> values, Code domain,
                            std::span<const std::uint64_t> counts, const PublicRows& rows,
                            const Caps& caps, const SteeredOptions& options, RandomSource& coins,
                            Progress& progress);

}  // namespace overt
