#pragma once

// Which cut of a node is worth testing, and how the node is published if it stops there: the heart
// of the steered policy. Every candidate (cut_candidates.h) is weighed by what it gains if it
// passes, and by what a stop costs:
//
//   gain   narrower groups, halvings that are left in the parts, and how equal their sizes are:
//          without that the tree would peel slices
//   cost   the node's widths, times how much more a group of a stopped node shows than one of l
//          records would
//
//   passes * gain - (1 - passes) * cost,   passes = the chance of success, and no veil
//
// Large nodes are tested only where success is all but certain: one failure there costs more than
// hundreds of small ones. Nodes of pairs risk less, too: who stops there stands in a group of
// three. A node of a few groups has little to lose: what is not tested is dealt, and so is what
// stops, into groups that are a little larger. From some thousand records on the surest cuts come
// first, whatever they gain, and the others only where there is none: the model is wrong more often
// than it knows.
//
// Cost: O(candidates * classes).

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "overt/local/caps.h"
#include "overt/local/steering/cut_candidates.h"
#include "overt/local/steering/cut_success.h"
#include "overt/local/stop_probability.h"

namespace overt {

struct CutChoice {
  std::size_t column = 0;
  std::vector<std::uint8_t> in_first;  // place -> whether it goes to the first, smaller part
  std::uint32_t groups = 1;            // into which the node is dealt when it stops
  double passes = 0;                   // how likely it does
  double score = 0;                    // over that of no test
  // What the model expects: the policy learns from how far it is off.
  PartForecast first;
  PartForecast whole;
};

// What a test may risk.
struct CutRisks {
  double most = 0.2;       // of a small node
  double most_veil = 0.2;  // larger ones are not worth it
  // A stopped node of up to this many times l records may be published whole where the veil of
  // small groups costs more; in larger ones that is too much.
  std::uint32_t whole_up_to = 40;
  // In nodes of fewer groups than this the score alone decides: they would be dealt at once.
  std::uint32_t few = 8;
  // Of `most`, in a node as large as the table.
  double of_largest = 0.25;
};

class CutChooser {
 public:
  // No part has fewer than `smallest` records, nor one twentieth of the node. Keeps references.
  CutChooser(const PublicRows& rows, const Caps& caps, std::uint32_t smallest,
             const CutRisks& risks = {});

  // `stops`: numbers of groups, falling, into which the node may be dealt when it stops; 1 is
  // always one of them. Nothing if no cut is worth a test.
  std::optional<CutChoice> choose(const Multiset& values, std::span<const ColumnItems> columns,
                                  const CutSuccess& success, std::uint32_t classes,
                                  std::span<const std::uint32_t> stops) const;

 private:
  struct Candidate;
  void best_of_column(const ColumnItems& column, const CutSuccess& success, std::uint32_t classes,
                      std::vector<Candidate>& best) const;
  void weigh(const Multiset& values, double widths, std::span<const std::uint32_t> stops,
             Candidate& candidate) const;
  CutChoice chosen(const Candidate& candidate) const;
  double most_risk(const Multiset& values) const;

  const PublicRows& rows_;
  const Caps& caps_;
  std::uint32_t smallest_;
  CutRisks risks_;
  std::uint32_t l_;  // of the tightest cap
  StopProbability stop_;
};

}  // namespace overt
