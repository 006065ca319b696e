#pragma once

// What the custodian, and nobody else, is told about a release or a refusal: how well it
// answers queries, what it does to each column, what somebody guesses who learns from it, and what
// an unprotected release of the same table would have given away.
//
//   CustodianFindings found = custodian_findings(job, folder, {}, storage, progress);
//
// All of it depends on the secret table. Cost: the table is read four times; the
// attacks are left out where it would take long (FindingsOptions), and then says so.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "overt/assess/attack_release.h"
#include "overt/assess/attack_table.h"
#include "overt/assess/measure.h"
#include "overt/base/progress.h"
#include "overt/job/job.h"
#include "overt/release/draft.h"
#include "overt/table/storage.h"

namespace overt {

struct FindingsOptions {
  std::uint64_t queries = 1000;                // of each type
  std::uint64_t attack_records = 20'000;       // larger tables are not attacked
  std::uint64_t attack_limit = 20'000'000;     // operations that exact counting may cost
  std::uint64_t sweeps = 500;                  // of each of the walks of an estimate
  std::uint64_t learning_records = 1'000'000;  // nobody learns from releases of larger tables
};

struct CustodianFindings {
  std::uint64_t records = 0;
  // Of the first sensitive column, as the queries of the measures are.
  std::uint64_t values = 0;          // different sensitive ones
  Rational most_frequent;            // share of the most frequent one
  std::uint64_t largest_l = 1;       // that the table allows
  std::optional<Measures> measures;  // if there is a release
  std::optional<TableAttack> attack;
  std::string no_attack;                // why there is none
  std::vector<ReleaseAttack> learning;  // of each sensitive column, if there is a release
  std::string no_learning;              // why there is none of it
};

// `folder` holds the release, under whatever name; nothing for a refusal. Throws Error as
// measure() does, and Error{usage} when the table comes from standard input, which can be
// read once only.
CustodianFindings custodian_findings(const ReleaseJob& job,
                                     const std::optional<std::filesystem::path>& folder,
                                     const FindingsOptions& options, Storage& storage,
                                     Progress& progress);

}  // namespace overt
