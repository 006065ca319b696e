#pragma once

// The public part of a job, as far as a reader of the release needs it: what its certificate has.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "overt/privacy/property.h"
#include "overt/table/schema.h"
#include "overt/verify/promise_job.h"
#include "overt/verify/public_words.h"
#include "overt/verify/strategy_job.h"

namespace overt {

struct CertifiedJob {
  std::int64_t l = 0;                    // no share above 1/l ..
  std::optional<PropertySpec> property;  // .. or this property instead
  PromiseJob caps;                       // .. or caps, k
  std::int64_t background = 1;           // with l: against odds up to this
  std::string tree;                      // of a method with trees; empty: plain, or no such method
  std::string leaves;                    // of a tree that has them
  std::int64_t min_group = 1;
  std::map<std::string, std::int64_t> weights;
  std::map<std::string, std::map<std::string, std::int64_t>> ranks;
  StrategyJob strategy;
  std::string format = "csv";
  bool spreadsheet_safe = false;  // texts are quoted (table/formula.h)
  std::string cells = "text";
  bool counted = false;  // one row for each value of a group, with its count
  PublicWords words;
  std::string decimal = ".";  // of the original table
  std::vector<std::string> missing;
  std::string missing_sensitive = "error";
  Roles roles;
  std::map<std::string, DeclaredType> types;
  std::vector<std::string> hierarchies;  // columns; the files are in hierarchies/
};

// The keys of a job in which the two differ, of those that are promised: the order of columns in a
// role says nothing, and neither does the format of the files.
std::vector<std::string> differing_keys(const CertifiedJob& a, const CertifiedJob& b);

}  // namespace overt
