#include "overt/assess/attack_table.h"

#include <utility>

#include "overt/base/error.h"
#include "overt/job/job_table.h"
#include "overt/release/methods/strategy_method.h"
#include "overt/verify/methods.h"

namespace overt {

ReleaseJob naive_job(ReleaseJob job) {
  const MethodRow* const asked = find_method(job.method);
  if (job.by_caps() && (job.caps.given() || job.roles.sensitive.size() > 1)) {
    throw Error(ErrorCode::usage,
                "an unprotected release is attacked for a share of 1/l, or a property, of one "
                "sensitive column; the job asks for caps");
  }
  if (asked == nullptr || asked->min_group != MinGroup::skipped) job.min_group = 1;
  job.method = kByStrategy;
  job.strategy.name = kUnprotectedStrategy;
  job.strategy.jump.clear();
  job.strategy.random_jump = false;
  job.form = ReleaseForm::generalized;
  job.check_grouping();
  return job;
}

TableAttack attack_table(const ReleaseJob& given, const NaiveAttackOptions& options,
                         Storage& storage, RandomSource& coins, Progress& progress) {
  const ReleaseJob job = naive_job(given);
  TableAttack result;
  const auto hierarchies = read_hierarchies(job, storage, progress);
  const Table table = read_job_table(job, storage, progress, &result.records);
  const Column& sensitive = table.columns[table.find(job.roles.sensitive[0])];
  LatticeSequence lattice = job_sequence(job, table, hierarchies, progress);
  const Sequence sequence(std::move(lattice.groups));
  result.steps = sequence.size();
  result.property = job.promise();
  const auto property = make_property(result.property, sensitive.counts());
  result.attack = attack_naive(sequence, *property, sensitive.codes, sensitive.domain(), options,
                               coins, progress);
  if (result.attack.released) {
    result.node = lattice.nodes[*result.attack.released];
    result.groups = sequence[*result.attack.released].size();
  }
  return result;
}

}  // namespace overt
