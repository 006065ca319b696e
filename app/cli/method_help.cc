#include "cli/method_help.h"

#include <fmt/format.h>

#include "overt/privacy/property_kind.h"
#include "overt/verify/methods.h"

namespace overt::cli {

std::string methods_help() {
  std::string text = "Methods.";
  for (const MethodRow& row : method_table()) {
    const std::string level =
        row.by_strategy() ? "level of the strategy" : fmt::format("level {}", row.level);
    text += fmt::format(" {}: {} ({}{}).", row.name, row.groups, level,
                        row.name == kDefaultMethod ? "; the default" : "");
  }
  return text + "\n";
}

std::string strategies_help() {
  std::string text;
  for (const StrategyRow& row : strategy_table()) {
    const bool last = &row == &strategy_table().back();
    text += row.name;
    if (last || (&row)[1].level != row.level) text += fmt::format(" (level {})", row.level);
    if (!last) text += ", ";
  }
  return text;
}

std::string properties_help() {
  std::string text;
  for (const PropertyKind* kind : property_kinds()) {
    std::string flags;
    for (const std::string_view key : property_keys()) {
      if (kind->has(key)) flags += fmt::format("{}--{}", flags.empty() ? "" : ", ", key);
    }
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", kind->name, flags);
  }
  return text;
}

std::string fraction_help(const PropertyFraction& member) {
  std::string kinds;
  for (const PropertyKind* kind : property_kinds()) {
    if (kind->has(member.name)) kinds += fmt::format("{}{}", kinds.empty() ? "" : ", ", kind->name);
  }
  return fmt::format("Of {}: {}", kinds, member.words);
}

std::string level_line(std::string_view level) {
  if (level == kTestLevel.name) return fmt::format("{}: {}", level, kTestLevel.line);
  const std::size_t place = place_of_level(level);
  const auto levels = level_table();
  return fmt::format("{}: {}", level, place < levels.size() ? levels[place].line : "unknown");
}

}  // namespace overt::cli
