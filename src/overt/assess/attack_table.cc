#include "overt/assess/attack_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "overt/base/error.h"
#include "overt/job/job_table.h"
#include "overt/privacy/caps_property.h"
#include "overt/release/methods/strategy_method.h"
#include "overt/release/promised_caps.h"
#include "overt/table/joint_column.h"
#include "overt/verify/methods.h"

namespace overt {

namespace {

// The job of a strategy, which knows no caps and one sensitive column: k is its smallest group, and
// what the groups are asked is said by a property of the rows of values.
ReleaseJob without_caps(ReleaseJob job) {
  if (!job.by_caps()) return job;
  for (const auto& [column, levels] : job.caps.category) job.hierarchies.erase(column);
  job.min_group = std::max(job.min_group, job.caps.k);
  job.caps = PromiseJob();
  if (!job.l) job.l = 2;  // stands for what is asked
  std::vector<std::string>& sensitive = job.roles.sensitive;
  job.roles.insensitive.insert(job.roles.insensitive.end(), sensitive.begin() + 1, sensitive.end());
  sensitive.resize(1);
  return job;
}

}  // namespace

ReleaseJob naive_job(ReleaseJob job) {
  const MethodRow* const asked = find_method(job.method);
  if (job.by_caps()) {
    if (job.roles.sensitive.empty()) {
      throw Error(ErrorCode::usage,
                  "an unprotected release is attacked for the values of sensitive columns, and the "
                  "job has none");
    }
    job.asked_caps();
    job.check_categories();
  }
  if (asked == nullptr || asked->min_group != MinGroup::skipped) job.min_group = 1;
  job.method = kByStrategy;
  job.strategy.name = kUnprotectedStrategy;
  job.strategy.jump.clear();
  job.strategy.random_jump = false;
  job.form = ReleaseForm::generalized;
  without_caps(job).check_grouping();
  return job;
}

TableAttack attack_table(const ReleaseJob& given, const NaiveAttackOptions& options,
                         Storage& storage, RandomSource& coins, Progress& progress) {
  const ReleaseJob job = naive_job(given);
  TableAttack result;
  const auto hierarchies = read_hierarchies(job, storage, progress);
  const ReleaseJob plain = without_caps(job);
  const Table table = read_job_table(plain, storage, progress, &result.records);
  const JointColumn rows = joint_column(table, job.roles.sensitive);
  const Column& sensitive = rows.column;
  LatticeSequence lattice = job_sequence(plain, table, hierarchies, progress);
  const Sequence sequence(std::move(lattice.groups));
  result.steps = sequence.size();
  std::unique_ptr<Property> property;
  if (job.by_caps()) {
    result.promise = promise_in_words(job.asked_caps());
    property = std::make_unique<CapsProperty>(caps_on_rows(job, table, hierarchies, rows));
  } else {
    result.property = job.promise();
    result.promise = to_string(result.property);
    property = make_property(result.property, sensitive.counts());
  }
  result.attack = attack_naive(sequence, *property, sensitive.codes, sensitive.domain(), options,
                               coins, progress);
  if (result.attack.released) {
    result.node = lattice.nodes[*result.attack.released];
    result.groups = sequence[*result.attack.released].size();
  }
  return result;
}

}  // namespace overt
