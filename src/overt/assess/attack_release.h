#pragma once

// The adversary who learns (learning/learning_attack.h) against a release and its original table.
//
//   ReleaseAttack result = attack_release("release", "patients.csv", {}, storage, progress);
//   result.attack.added_accuracy()
//
// The strongest adversary knows who stands in which group, and that is who is played where the
// custodian can say it: from the file of --keep-groups, or because everybody fits one group alone.
// Otherwise
//
//   generalized   a grouping is drawn that agrees with release and table (record_placement.h)
//   anatomy       twins are not told apart (learning/twin_guesses.h): a weaker adversary
//
// Of several sensitive columns one is attacked, by somebody who does not look at the others.
//
// Custodian only. Nothing is written.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "overt/base/progress.h"
#include "overt/learning/learning_attack.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"
#include "overt/table/storage.h"
#include "overt/verify/certificate.h"

namespace overt {

enum class KnownGroups {
  told,   // by --keep-groups, or by the release itself
  drawn,  // some records fit several groups
  twins,  // equal rows stand in several groups
};
std::string_view to_string(KnownGroups known);

struct AttackReleaseOptions {
  ReadOptions reading;      // of the original
  std::string kept_groups;  // file of --keep-groups; empty: none
  std::string sensitive;    // whose values are guessed; may be empty if there is one column
  LearningOptions learning;
};

struct ReleaseAttack {
  Certificate certificate;
  std::string sensitive;  // the column whose values are guessed
  KnownGroups known = KnownGroups::told;
  std::uint64_t several = 0;  // people whose group is not known for certain
  LearningAttack attack;
};

// Errors are those of measure(): Error{usage} for options that do not fit, Error{malformed} when
// the files are not those of the certificate or the release is not one of this table.
ReleaseAttack attack_release(const std::filesystem::path& folder, const std::string& original,
                             const AttackReleaseOptions& options, Storage& storage,
                             Progress& progress);

// The attack on groups that are known, as release() and compare() have them in memory. Nothing is
// said of what was promised.
LearningAttack attack_groups(const Table& table, const Roles& roles, const Groups& groups,
                             const LearningOptions& options, Progress& progress);

}  // namespace overt
