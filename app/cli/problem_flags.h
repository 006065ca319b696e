#pragma once

// What `overt explain` and `overt attack` share: the problem file, the flags that say
// which strategy, and what is made of them.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/verb.h"
#include "overt/counting/table_set.h"
#include "overt/strategy/disclosure.h"
#include "overt/strategy/loaded_problem.h"
#include "overt/strategy/problem.h"
#include "overt/strategy/strategy.h"

namespace overt::cli {

struct ProblemFlags {
  std::optional<std::string> input, strategy, jump, limit;
  bool json = false;

  void declare(Verb& verb);
  // Throws Error{usage} for what is no whole number.
  std::uint64_t work_limit() const;
  // --jump as numbers, none if it is not given. REQUIRES: it is not `all`.
  Jumps jumps() const;
  // The name given; without one safe, or k_jump if there are jumps.
  std::string strategy_name() const;
};

// Reads the file, or standard input if it is -.
LoadedProblem read_problem(const std::string& path);
FamilyProblem read_family(const std::string& path);

// "12 tables", "1 table".
std::string counted(const Integer& tables);
// "2 records", "1 record".
std::string number_of(std::size_t count, const char* what);
// "{A B} {C D}", with whatever name(record) is.
std::string groups_text(const Groups& groups, const char* separator,
                        const std::function<std::string(Record)>& name);
// "C has cancer with share 1".
std::string worst_text(const Worst& worst, const Problem& problem);
}  // namespace overt::cli
