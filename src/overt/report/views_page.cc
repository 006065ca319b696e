#include "overt/report/views_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overt/html/figure.h"
#include "overt/html/interval_chart.h"
#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "overt/html/share_bars.h"

namespace overt {
namespace {

using views::Analysis;
using views::Component;
using views::Method;
using views::Part;
using views::WorstPair;

constexpr std::size_t kMostCells = 30;

// The worst pair of every cell, worst first.
struct CellWorst {
  WorstPair worst;
  std::size_t records = 1;
};

std::vector<CellWorst> worst_cells(const Analysis& found) {
  std::vector<CellWorst> result;
  for (std::size_t i = 0; i < found.parts.size(); ++i) {
    const Component& component = found.components.list[i];
    for (std::size_t c = 0; c < component.cells.size(); ++c) {
      result.push_back({worst_of_cell(component, found.parts[i], c), component.size(c)});
    }
  }
  std::stable_sort(result.begin(), result.end(), [](const CellWorst& a, const CellWorst& b) {
    return b.worst.share < a.worst.share;
  });
  return result;
}

std::string label_of(const views::Problem& problem, const CellWorst& cell) {
  std::string text = problem.records[cell.worst.record];
  if (cell.records == 2) text += " and 1 like it";
  if (cell.records > 2) text += fmt::format(" and {} like it", cell.records - 1);
  return fmt::format("{}: {}", text, problem.values[cell.worst.value]);
}

std::string range_text(const WorstPair& worst) {
  return fmt::format("{:.4f} to {:.4f}", worst.low, worst.high);
}

Section known_section(const views::Problem& problem, const Analysis& found,
                      const views::Options& options) {
  std::vector<CellWorst> cells = worst_cells(found);
  const std::size_t all = cells.size();
  cells.resize(std::min(all, kMostCells));
  std::vector<Bar> exact;
  IntervalChart ranges;
  std::string told, told_ranges;
  for (const CellWorst& cell : cells) {
    const std::string label = label_of(problem, cell);
    const WorstPair& worst = cell.worst;
    if (worst.method == Method::exact) {
      exact.push_back({label, {worst.share.get_d()}, {share_text(worst.share)}});
      told += fmt::format("{}{} {}", told.empty() ? "" : "; ", label, to_string(worst.share));
      continue;
    }
    IntervalBar range{label, worst.low, worst.high, std::nullopt, range_text(worst)};
    if (worst.method == Method::estimated) range.mark = worst.share.get_d();
    told_ranges += fmt::format("{}{} {}", told_ranges.empty() ? "" : "; ", label, range.text);
    ranges.intervals.push_back(std::move(range));
  }
  Html body;
  if (all > kMostCells) {
    body.paragraph({fmt::format("The worst {} of {} kinds of records.", kMostCells, all)});
  }
  if (!exact.empty()) {
    body.append(share_bars({"exact", "Who is known best, exactly.",
                            "Of every record the value that it has in the largest share of the "
                            "tables that agree with all disclosures.",
                            told + "."},
                           "record", std::move(exact), bound_at(options.gamma)));
  }
  if (!ranges.intervals.empty()) {
    ranges.text = {
        "ranges", "Who is known best, within bounds.",
        "Not counted: the share lies in the range. A mark inside is an estimate, with its "
        "interval; without one the range is proven.",
        told_ranges + "."};
    ranges.what = "record";
    ranges.quantity = "share";
    ranges.bound = bound_at(options.gamma);
    ranges.low = 0;
    ranges.high = 1;
    body.append(interval_chart(ranges));
  }
  if (!found.components.free.empty()) {
    body.paragraph({fmt::format("{} in no disclosure: nothing is known of {}.",
                                found.components.free.size() == 1
                                    ? "1 record stands"
                                    : fmt::format("{} records stand", found.components.free.size()),
                                found.components.free.size() == 1 ? "it" : "them")});
  }
  return {"known", "What is known of whom", body};
}

std::string estimate_text(const Part& part) {
  if (part.method != Method::estimated) return "";
  if (!part.estimate) return "no table was found that agrees";
  std::string text = fmt::format("{} samples, worth {:.0f} (needed {})", part.estimate->samples,
                                 part.estimate->effective, part.estimate->needed);
  if (!part.estimate->chains_agree) text += "; the chains do NOT agree";
  if (!part.estimate->connected) text += "; the moves may not reach every table";
  return text;
}

Section components_section(const views::Problem& problem, const Analysis& found) {
  DataTable table{"Disclosures that share records, directly or through others, are a component.",
                  {{"disclosures"},
                   {"records", true},
                   {"kinds of records", true},
                   {"tables", true},
                   {"how"},
                   {"verdict"},
                   {"estimate"}},
                  {}};
  for (std::size_t i = 0; i < found.parts.size(); ++i) {
    const Component& component = found.components.list[i];
    const Part& part = found.parts[i];
    std::vector<std::string> names;
    for (const std::uint32_t d : component.disclosures)
      names.push_back(problem.disclosures[d].name);
    std::string tables = part.count ? part.count->tables.get_str() : "not counted";
    if (tables.size() > 24) tables = fmt::format("about 10^{}", tables.size() - 1);
    table.rows.push_back({fmt::format("{}", fmt::join(names, ", ")),
                          whole_number(component.records()), whole_number(component.cells.size()),
                          tables, std::string(to_string(part.method)),
                          std::string(to_string(part.verdict)), estimate_text(part)});
  }
  return {"components", "The components", data_table(table)};
}

Section disclosures_section(const views::Problem& problem) {
  DataTable table{"What is published: of some records which values they have together.",
                  {{"disclosure"}, {"records", true}, {"values"}},
                  {}};
  for (const views::Disclosure& one : problem.disclosures) {
    std::vector<std::string> values;
    for (Code v = 0; v < one.counts.size(); ++v) {
      if (one.counts[v] > 0)
        values.push_back(fmt::format("{} {}", problem.values[v], one.counts[v]));
    }
    table.rows.push_back({one.name, whole_number(one.records.size()),
                          shortened(fmt::format("{}", fmt::join(values, ", ")), 200)});
  }
  return {"disclosures", "The disclosures", data_table(table)};
}

std::string tables_fact(const Analysis& found) {
  if (!found.tables) return "not counted";
  const std::string digits = found.tables->get_str();
  return digits.size() > 15 ? fmt::format("about 10^{}", digits.size() - 1) : digits;
}

}  // namespace

std::string views_page(const views::Problem& problem, const Analysis& found,
                       const views::Options& options) {
  Page page;
  page.title = "What several disclosures give away together";
  page.kind = "Overt: views of one table";
  page.notice = kCustodianOnly;
  const WorstPair& worst = found.worst;
  std::string words = fmt::format(
      "No record may have a value in more than {} of the tables that agree with all disclosures "
      "(gamma-privacy). {} has {} with {}. This was {}",
      to_string(options.gamma), problem.records[worst.record], problem.values[worst.value],
      worst.method == Method::exact ? share_text(worst.share) : "a share of " + range_text(worst),
      found.method == Method::exact    ? "counted exactly."
      : found.method == Method::proven ? "proven by bounds that hold for every table."
                                       : "estimated from samples, which is no proof");
  if (found.method == Method::estimated) {
    words += fmt::format(" (eps {}, theta {}).", options.eps, options.theta);
  }
  page.summary = joined({verdict_notice(found.verdict, words, found.method == Method::estimated),
                         facts({{"records", whole_number(problem.records.size())},
                                {"disclosures", whole_number(problem.disclosures.size())},
                                {"components", whole_number(found.parts.size())},
                                {"tables that agree", tables_fact(found)}})});
  page.sections.push_back(known_section(problem, found, options));
  page.sections.push_back(components_section(problem, found));
  page.sections.push_back(disclosures_section(problem));
  return print_page(page);
}

}  // namespace overt
