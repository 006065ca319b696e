#include "overt/report/family_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overt/html/figure.h"
#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "overt/html/share_bars.h"

namespace overt {
namespace {

constexpr std::size_t kMostBarsOfAFamily = 60;

std::string partition_text(const Groups& groups, const Problem& problem) {
  std::vector<std::string> parts;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::vector<std::string> names;
    for (const Record record : groups[g]) names.push_back(problem.records[record]);
    parts.push_back(fmt::format("{}", fmt::join(names, " ")));
  }
  return fmt::format("{}", fmt::join(parts, " | "));
}

std::string yes(bool answer) { return answer ? "yes" : "no"; }

Section image_section(const ExplainedFamily& family) {
  const Problem& problem = family.problem;
  const FamilySafety& safety = family.safety;
  Html body;
  body.paragraph(
      {"Whoever knows that all partitions of the set are locally safe knows that the table "
       "is one of ",
       strong(safety.image.tables->get_str()), ": the image of the set."});
  if (safety.tables.empty()) return {"image", "The image", body};
  DataTable table{"Every table of the image; the true one has a star.", {{"record"}}, {}};
  for (std::size_t t = 0; t < safety.tables.size(); ++t) {
    const bool own = safety.tables[t] == problem.table;
    table.columns.push_back({fmt::format("{}{}", t + 1, own ? "*" : "")});
  }
  for (Record r = 0; r < problem.records.size(); ++r) {
    table.rows.push_back({problem.records[r]});
    for (const auto& one : safety.tables) table.rows.back().push_back(problem.values[one[r]]);
  }
  return {"image", "The image", body.append(data_table(table))};
}

Section partitions_section(const ExplainedFamily& family) {
  const Problem& problem = family.problem;
  std::vector<Bar> bars;
  std::string told;
  DataTable table{"Once a partition is released.",
                  {{"partition"}, {"locally safe"}, {"tables", true}, {"verdict"}, {"known best"}},
                  {}};
  if (family.candidates) table.columns.push_back({"self-contained"});
  for (std::size_t p = 0; p < family.set.size(); ++p) {
    const PartitionSafety& one = family.safety.partitions[p];
    const std::string name = partition_text(family.set[p], problem);
    const std::string best =
        one.left.worst
            ? fmt::format("{} has {} with {}", problem.records[one.left.worst->record],
                          problem.values[one.left.worst->value], to_string(one.left.worst->share))
            : "";
    table.rows.push_back({name, yes(one.locally_safe), one.left.tables->get_str(),
                          std::string(to_string(one.left.verdict)), best});
    if (family.candidates) table.rows.back().push_back(yes(family.candidates->self_contained[p]));
    if (!one.left.worst || bars.size() == kMostBarsOfAFamily) continue;
    bars.push_back({name, {one.left.worst->share.get_d()}, {share_text(one.left.worst->share)}});
    told +=
        fmt::format("{}{}: {}", told.empty() ? "" : "; ", name, to_string(one.left.worst->share));
  }
  Html body;
  if (table.rows.empty())
    return {"partitions", "The partitions", body.paragraph({"There are none."})};
  if (!bars.empty()) {
    const std::string caption =
        bars.size() < family.set.size()
            ? fmt::format("The first {} of {} partitions.", bars.size(), family.set.size())
            : "The largest share of a value that some record has then.";
    body.append(
        share_bars({"left", "What remains once a partition is released.", caption, told + "."},
                   "partition", std::move(bars), bound_line(problem.property)));
  }
  return {"partitions", "The partitions", body.append(data_table(table))};
}

}  // namespace

std::string family_page(const ExplainedFamily& family) {
  const FamilySafety& safety = family.safety;
  const bool strong_safety = safety.strongly_globally_safe();
  Page page;
  page.title = "A set of partitions to choose from";
  page.kind = "Overt: a family set, explained";
  std::vector<Fact> known = {
      {"records", whole_number(family.problem.records.size())},
      {"partitions", whole_number(family.set.size())},
      {"locally safe", fmt::format("{} of {}", family.locally_safe.size(), family.considered)},
      {"globally safe", yes(safety.globally_safe())},
      {"strongly globally safe", yes(strong_safety)}};
  if (const auto& found = family.candidates) {
    known.push_back(
        {"candidates", fmt::format("{}, l {}", found->valid ? "valid" : "not valid", found->l)});
    known.push_back({"l-cover", yes(found->l_cover)});
  }
  page.summary = joined(
      {notice(Html().paragraph(
                  {strong(strong_safety ? "It is safe to choose from this set. "
                                        : "It is not safe to choose from this set. "),
                   strong_safety
                       ? "Whichever partition is released, what remains keeps "
                       : "There is a partition whose release leaves tables that do not keep ",
                   to_string(family.problem.property) + "."}),
              !strong_safety),
       facts(known)});
  page.sections.push_back(partitions_section(family));
  page.sections.push_back(image_section(family));
  return print_page(page);
}

}  // namespace overt
