#include "overt/job/certified_job.h"

namespace overt {

CertifiedJob certified_job(const Job& job) {
  CertifiedJob result;
  result.l = job.l.value_or(0);
  result.property = job.property;
  result.min_group = job.min_group;
  result.weights = job.weights;
  result.ranks = job.ranks;
  result.strategy = job.strategy;
  result.format = to_string(job.format);
  result.missing = job.rules.missing;
  result.missing_sensitive = to_string(job.missing_sensitive);
  result.roles = job.roles;
  result.types = job.rules.types;
  for (const auto& [column, file] : job.hierarchies) result.hierarchies.push_back(column);
  return result;
}

}  // namespace overt
