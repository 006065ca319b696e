#pragma once

// `overt attack TABLE --method rda`: the adversary against one of our own methods, on a
// small table.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/page_flags.h"
#include "cli/promise_flags.h"

namespace overt::cli {

struct MethodFlags {
  std::optional<std::string> method, tree, leaves, l;
  std::vector<std::string> weights;
  PromiseFlags promise;
  Roles roles;
  TableFlags table;

  void declare(Verb& verb);
};

// Returns the exit code: kNotSafe if the method breaks its promise on some arrangement.
// `hierarchies`: files of sensitive columns, for categories.
int run_attack_method(const MethodFlags& flags, const std::string& input,
                      const std::map<std::string, std::string>& hierarchies, bool json,
                      const PageFlags& page);

}  // namespace overt::cli
