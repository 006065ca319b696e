#pragma once

// What an optimal, unprotected release gives away: naive over a sequence of
// generalizations, as every tool releases that looks only at the table it prints. The
// adversary knows that each earlier step failed, and rules out all tables for which one
// would have held.
//
//   flu flu cancer asthma ulcer; first 01|234, then all together; 2 different values:
//   naive releases the second step, and the first two records have flu with certainty
//
// Most earlier steps say nothing: those that fail for every table that shows the same,
// and those that fail whenever a coarser one fails. With the ones that are left the answer is
//
// - exact, where the tables that remain can be counted (strategy/disclosure.h), or where no
//   step is left and the release shows all that there is to know;
// - a proven verdict, where bounds decide it (naive leaves the set that exclusive asks
//   about), with estimated shares;
// - estimated by walks in the set (audit_chain.h), with how far to believe it.
//
// Everything here depends on the secret table: custodian only.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "overt/adversary/audit_chain.h"
#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/base/rational.h"
#include "overt/privacy/property.h"
#include "overt/strategy/disclosure.h"
#include "overt/strategy/sequence.h"

namespace overt {

enum class AttackAnswer { exact, proven, estimated };
std::string_view to_string(AttackAnswer answer);

struct NaiveAttackOptions {
  std::uint64_t limit = kWorkLimit;  // operations that exact counting may cost
  ChainOptions chains;
};

// Chains agree if no r_hat is above this.
inline constexpr double kAgreement = 1.1;
// The probability that some pair of a cell and a value is called above or within the bound
// and is not, by chance, if errors are as estimated.
inline constexpr double kFalseAlarm = 0.01;

// What the adversary's best guess of the value of a record is worth.
struct BestGuess {
  double share = 0;
  std::optional<Rational> exact;  // the same, if it was counted
  double error = 0;               // standard error of an estimate
  Rational shown;                 // what the released table alone gives away of the record
  std::optional<bool> above;      // the property fails of the record; nothing: too close to say
};

// How far an estimate is to be believed.
struct ChainReport {
  std::uint32_t chains = 0;
  std::uint64_t sweeps = 0;
  std::uint32_t searched = 0, found = 0;  // as in Chains
  std::uint64_t returns = 0;
  double effective = 0;   // independent samples, of the worst record's best guess
  double r_hat = 1;       // the largest of all pairs
  double difference = 0;  // largest difference of two chains' shares
  bool agree() const { return r_hat <= kAgreement; }
};

struct NaiveAttack {
  std::optional<std::size_t> released;  // the step; all else is there only if there is one
  std::size_t could_hold = 0;  // earlier steps that hold for some tables that show the same
  std::size_t decisive = 0;    // of these, the ones that no other one makes superfluous
  AttackAnswer answer = AttackAnswer::exact;
  Verdict verdict = Verdict::not_proven;  // of the property, of what remains
  std::optional<Integer> tables;          // how many remain, if they were counted
  Groups cells;                           // records with the same posterior
  std::vector<BestGuess> guesses;         // of each cell
  std::optional<ChainReport> chains;      // unless exact

  // Records and the cells that they are in, worst first; ties: the first record.
  struct Entry {
    Record record;
    std::uint32_t cell;
  };
  std::vector<Entry> worst_first() const;
  // How many records are above the bound, and of how many nobody can say.
  std::uint64_t above() const;
  std::uint64_t unclear() const;
  // Over all records.
  double mean_share() const;
  double mean_shown() const;
};

// `table[r]` is the value of record r, below `values`.
NaiveAttack attack_naive(const Sequence& sequence, const Property& property,
                         std::span<const Code> table, Code values,
                         const NaiveAttackOptions& options, RandomSource& coins,
                         Progress& progress);

}  // namespace overt
