#include "overt/report/utility_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "overt/html/bar_chart.h"
#include "overt/html/numbers.h"
#include "overt/html/page.h"

namespace overt {
namespace {

constexpr std::size_t kBarsOfColumns = 12;

// Values of a column put together, so that a chart has at most kBarsOfColumns of them.
struct Bin {
  std::string label;
  double before = 0;
  double after = 0;
};

// Neighbours together: as many values in each.
std::vector<Bin> ordered_bins(const Marginal& marginal) {
  const std::size_t values = marginal.values.size();
  const std::size_t width = (values + kBarsOfColumns - 1) / kBarsOfColumns;
  std::vector<Bin> bins;
  for (std::size_t from = 0; from < values; from += width) {
    const std::size_t to = std::min(from + width, values);
    Bin& bin = bins.emplace_back();
    bin.label = to - from == 1
                    ? marginal.values[from]
                    : fmt::format("{} to {}", marginal.values[from], marginal.values[to - 1]);
    for (std::size_t v = from; v < to; ++v) {
      bin.before += marginal.before[v];
      bin.after += marginal.after[v];
    }
  }
  return bins;
}

// The most frequent ones, and the others together.
std::vector<Bin> frequent_bins(const Marginal& marginal) {
  std::vector<std::size_t> order(marginal.values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return marginal.before[a] > marginal.before[b];
  });
  const std::size_t shown = order.size() <= kBarsOfColumns ? order.size() : kBarsOfColumns - 1;
  std::vector<Bin> bins;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i < shown) {
      bins.push_back({marginal.values[order[i]], 0, 0});
    } else if (i == shown) {
      bins.push_back({fmt::format("{} other values", order.size() - shown), 0, 0});
    }
    bins.back().before += marginal.before[order[i]];
    bins.back().after += marginal.after[order[i]];
  }
  return bins;
}

// The share of the records that would have to change their value to turn one into the other.
double distance(const Marginal& marginal) {
  double difference = 0;
  double all = 0;
  for (std::size_t v = 0; v < marginal.values.size(); ++v) {
    difference += std::abs(marginal.before[v] - marginal.after[v]);
    all += marginal.before[v];
  }
  return difference / 2 / all;
}

}  // namespace

Html query_section(const Measures& measures) {
  Html body;
  if (measures.query_errors.empty()) return body.paragraph({"No queries were asked."});
  body.paragraph(
      {"A count query asks how many records lie in a range or set of some public columns and have "
       "one of some sensitive values. Whoever has only the release can estimate the answer. The "
       "error of a query is |true \u2212 estimate| / max(true, 0.5 % of the records); shown are "
       "means over 1,000 queries of each type, each on about 5 % of the table."});
  BarChart chart;
  chart.text = {
      "errors", "Mean relative error by type of query.",
      "Ranges take neighbouring values of ordered columns, sets any values.",
      fmt::format("Two bars for each of {} types of query.", measures.query_errors.size())};
  chart.what = "type of query";
  chart.series = {"ranges", "sets"};
  for (const QueryFigure& figure : measures.query_errors) {
    chart.bars.push_back({figure.type,
                          {figure.error.ranges, figure.error.sets},
                          {percent(figure.error.ranges), percent(figure.error.sets)}});
  }
  body.append(bar_chart(chart));
  std::uint64_t small = 0;
  for (const QueryFigure& figure : measures.query_errors) small += figure.error.small_ranges;
  if (small > 0) {
    DataTable large{"Ranges with a true count of at least 0.5 % of the records",
                    {{"type", false}, {"mean error", true}, {"queries with a smaller count", true}},
                    {}};
    for (const QueryFigure& figure : measures.query_errors) {
      const std::optional<double>& mean = figure.error.large_ranges;
      large.rows.push_back(
          {figure.type, mean ? percent(*mean) : "none", whole_number(figure.error.small_ranges)});
    }
    body.append(data_table(large));
  }
  if (measures.examples.empty()) return body;
  body.heading("Examples");
  body.paragraph(
      {"Of the first 64 range queries of each type, those with the middle and with the "
       "largest error."});
  DataTable table{"Queries with the true count and the estimate",
                  {{"type", false},
                   {"records where", false},
                   {"true", true},
                   {"estimate", true},
                   {"error", true}},
                  {}};
  for (const QueryExample& example : measures.examples) {
    table.rows.push_back({example.type, shortened(example.where, 120), short_number(example.truth),
                          short_number(example.estimate), percent(example.error)});
  }
  return body.append(data_table(table));
}

Html loss_section(const ReleaseJob& job, const Measures& measures) {
  Html body;
  body.append(facts({{"NCP, mean of the columns", short_number(measures.ncp)},
                     {"average group", short_number(measures.average_group)},
                     {"DM", whole_number(measures.dm)}}));
  body.paragraph(
      {"NCP, the normalized certainty penalty, says how much of a column's domain a "
       "cell leaves open: 0 is exact, 1 is nothing known. DM is the sum of the squared "
       "group sizes."});
  if (measures.ncp_columns.empty()) return body;
  if (job.form == ReleaseForm::anatomy) {
    return body.paragraph({"In the anatomy form public columns are exact, and NCP is 0."});
  }
  BarChart chart;
  chart.text = {
      "ncp", "Certainty penalty by column.",
      "How much of the column's values a cell leaves open, the mean over all records.",
      fmt::format("A bar for each of {} columns, from 0 to 100 %.", measures.ncp_columns.size())};
  chart.what = "column";
  chart.series = {"NCP"};
  chart.full = 1;
  for (const ColumnFigure& figure : measures.ncp_columns) {
    chart.bars.push_back({figure.column, {figure.ncp}, {percent(figure.ncp)}});
  }
  return body.append(bar_chart(chart));
}

Html marginal_section(const std::string& sensitive, const Measures& measures) {
  Html body;
  body.paragraph(
      {"How often values occur in the table, and what a reader of the release takes "
       "that to be, if they spread the records of a group evenly over its cell. The "
       "sensitive column ",
       code(sensitive), " as a whole is exact: only who has which value is hidden."});
  std::size_t number = 0;
  for (const Marginal& marginal : measures.marginals) {
    BarChart chart;
    const double moved = distance(marginal);
    chart.text = {fmt::format("marginal-{}", ++number), marginal.column + ".",
                  moved < 5e-4 ? std::string("Before and after are the same.")
                               : fmt::format("{} of the records would have to change their value "
                                             "to turn one into the other.",
                                             percent(moved)),
                  "Two bars for each value or range of values: records before, and as the release "
                  "shows them."};
    chart.what = marginal.column;
    chart.series = {"before", "after"};
    const bool few = marginal.values.size() <= kBarsOfColumns;
    for (const Bin& bin :
         marginal.ordered || few ? ordered_bins(marginal) : frequent_bins(marginal)) {
      chart.bars.push_back({bin.label,
                            {bin.before, bin.after},
                            {short_number(bin.before), short_number(bin.after)}});
    }
    body.append(bar_chart(chart));
  }
  return body;
}

}  // namespace overt
