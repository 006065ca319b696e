#include "cli/family_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/draw_tables.h"
#include "cli/problem_flags.h"

namespace overt::cli {
namespace {

std::string yes(bool answer) { return answer ? "yes" : "no"; }

std::string set_text(const SetSummary& set, const Problem& problem, std::size_t width) {
  std::string text = padded(counted(*set.tables), width) + "  ";
  text += to_string(set.verdict);
  if (set.worst) text += ": " + worst_text(*set.worst, problem);
  return text;
}

}  // namespace

std::string family_text(const ExplainedFamily& family) {
  const Problem& problem = family.problem;
  const FamilySafety& safety = family.safety;
  std::string text =
      fmt::format("{}, {}, {}; {}\n\n", number_of(problem.records.size(), "record"),
                  number_of(problem.values.size(), "value"),
                  number_of(family.considered, "partition"), to_string(problem.property));
  const auto line = [&](const char* name, const std::string& what) {
    text += fmt::format("{:<22}  {}\n", name, what);
  };
  line("locally safe", fmt::format("{} of {}", family.locally_safe.size(),
                                   number_of(family.considered, "partition")));
  line("image", set_text(safety.image, problem, 0));
  line("globally safe", yes(safety.globally_safe()));
  line("strongly globally safe", yes(safety.strongly_globally_safe()));
  if (const auto& found = family.candidates) {
    line("candidates", fmt::format("{}, l {}", found->valid ? "valid" : "not valid", found->l));
    line("l-cover", yes(found->l_cover));
  }

  const std::vector<std::string> lines = draw_tables(safety.tables, problem);
  if (!lines.empty()) text += "\nimage\n";
  for (const std::string& drawn : lines) text += "  " + drawn + "\n";

  std::vector<std::string> names;
  std::size_t name_width = 0;
  std::size_t count_width = 0;
  for (std::size_t p = 0; p < family.set.size(); ++p) {
    names.push_back(groups_text(family.set[p], " ", [&](Record r) { return problem.records[r]; }));
    name_width = std::max(name_width, width_of(names.back()));
    count_width = std::max(count_width, counted(*safety.partitions[p].left.tables).size());
  }
  if (!names.empty()) text += "\nonce a partition is released\n";
  for (std::size_t p = 0; p < family.set.size(); ++p) {
    const PartitionSafety& one = safety.partitions[p];
    text += fmt::format("  {}  {}", padded(names[p], name_width),
                        set_text(one.left, problem, count_width));
    if (!one.locally_safe) text += "; not locally safe";
    if (family.candidates) {
      text += family.candidates->self_contained[p] ? "; self-contained" : "; not self-contained";
    }
    text += "\n";
  }
  return text;
}

}  // namespace overt::cli
