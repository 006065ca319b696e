#pragma once

// `overt attack TABLE --job JOB`: what an optimal, unprotected full-domain release of a
// real table would give away.

#include <optional>
#include <string>
#include <vector>

#include "cli/attack_method.h"
#include "cli/page_flags.h"
#include "cli/problem_flags.h"

namespace overt::cli {

struct TableAttackFlags {
  std::optional<std::string> job_file, order, suppress, rest, missing_sensitive, seed, chains,
      sweeps, worst;
  std::vector<std::string> hierarchies;
  bool quiet = false;

  void declare(Verb& verb);
  // Whether some flag is given.
  bool given() const;
};

// `shared` has the roles, --l and how the table is read; `problem` the table, --limit and
// --json. Returns the exit code: kNotSafe if the promise is broken, or nobody can say.
int run_attack_table(const TableAttackFlags& flags, const MethodFlags& shared,
                     const ProblemFlags& problem, const PageFlags& page);

}  // namespace overt::cli
