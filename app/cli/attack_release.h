#pragma once

// `overt attack RELEASE --against TABLE --learning`: what somebody guesses who learns from a
// release how public columns and values go together.

#include <optional>
#include <string>

#include "cli/commands.h"
#include "cli/page_flags.h"

namespace overt::cli {

struct ReleaseAttackFlags {
  std::optional<std::string> against, groups;
  bool learning = false;

  void declare(Verb& verb);
  // Whether some flag is given.
  bool given() const { return against || groups || learning; }
};

// What it shares with the attack on a table.
struct SharedAttackFlags {
  const std::optional<std::string>& input;
  const std::optional<std::string>& seed;
  const TableFlags& table;
  const Roles& roles;  // of these, the sensitive column
  bool json = false;
  bool quiet = false;
};

int run_attack_release(const ReleaseAttackFlags& flags, const SharedAttackFlags& shared,
                       const PageFlags& page);

}  // namespace overt::cli
