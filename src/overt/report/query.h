#pragma once

// What a release says about a count: how many records are surely meant, how many possibly, and an
// estimate that takes the records of a group to be spread evenly over its cells. From the released
// files alone, so anybody may ask.
//
//   {[29, 41] | asthma flu ulcer}    "age 30..39"              surely 0, possibly 3, estimate 2.31
//                                    "age ..50, flu"           surely 1, possibly 1, estimate 1
//
// Of the anatomy form, where the public part is exact and values are counted by group: with m of n
// records that match and a value c times, surely max(0, c + m - n), possibly min(c, m), estimate
// c m / n.
//
// Cost: O(groups * columns * cells of the answer); anatomy: records in place of groups.

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "overt/base/progress.h"
#include "overt/report/release_survey.h"
#include "overt/table/storage.h"

namespace overt {

struct CountQuery {
  // Quasi-identifying columns and what is asked of them: 30..39, F, NULL.
  std::vector<std::pair<std::string, std::string>> where;
  // Of the sensitive column, any of them: clerk, or occupation=clerk; empty: all.
  std::vector<std::string> values;
  // Columns of the answer, with the width of bins (0: value by value); the sensitive one, too.
  std::vector<std::pair<std::string, std::int64_t>> by;
};

struct CountAnswer {
  std::vector<std::string> key;  // a text for each column of `by`
  std::uint64_t surely = 0;
  std::uint64_t possibly = 0;
  double estimate = 0;
  // Of the same records whatever their sensitive value, so that there is a share.
  double all_estimate = 0;
  // Of these the records with other values.
  std::uint64_t others_surely = 0;
  std::uint64_t others_possibly = 0;

  double share() const { return all_estimate > 0 ? estimate / all_estimate : 0; }
  double least_share() const;
  double greatest_share() const;
};

struct QueryResult {
  CountQuery query;
  std::string sensitive;
  std::uint64_t records = 0;
  std::vector<CountAnswer> answers;  // one without `by`, else one for each combination
};

// Throws Error{usage} for columns and values that the release does not have.
QueryResult answer_query(const ReleaseSurvey& survey, const CountQuery& query, Progress& progress);
QueryResult answer_query(const std::filesystem::path& folder, const CountQuery& query,
                         Storage& storage, Progress& progress);

std::string query_text(const QueryResult& result);
std::string query_csv(const QueryResult& result);
std::string query_json(const QueryResult& result);

}  // namespace overt
