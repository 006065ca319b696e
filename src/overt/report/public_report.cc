#include "overt/report/public_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "overt/base/parallel.h"
#include "overt/html/figure.h"
#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "overt/html/share_bars.h"
#include "overt/privacy/bounded_odds.h"
#include "overt/report/cell_extent.h"
#include "overt/report/group_charts.h"
#include "overt/report/promise_words.h"
#include "overt/report/public_figures.h"
#include "overt/report/worked_query.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

std::vector<CellExtents> column_extents(const ReleaseSurvey& survey) {
  std::vector<std::optional<CellExtents>> extents(survey.columns.size());
  parallel_for(extents.size(), [&](std::size_t c) {
    const SurveyedColumn& column = survey.columns[c];
    const auto hierarchy = survey.hierarchies.find(column.name);
    const auto& types = survey.certificate.job.types;
    const auto declared = types.find(column.name);
    const bool labels = hierarchy != survey.hierarchies.end() && !survey.anatomy();
    extents[c].emplace(column, survey.anatomy(), labels ? &hierarchy->second : nullptr,
                       declared == types.end() ? nullptr : &declared->second);
  });
  std::vector<CellExtents> result;
  for (auto& extent : extents) result.push_back(std::move(*extent));
  return result;
}

std::string listed(const std::vector<std::string>& names) {
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::string jumps(const StrategyJob& strategy) {
  return strategy.random_jump ? "drawn by secret coins"
                              : fmt::format("{}", fmt::join(strategy.jump, ", "));
}

DataTable parameters(const Certificate& certificate) {
  const CertifiedJob& job = certificate.job;
  DataTable table{"What the job asked for", {{"parameter", false}, {"value", false}}, {}};
  const auto add = [&](const char* name, std::string value) {
    table.rows.push_back({name, std::move(value)});
  };
  add("method", method_in_words(certificate));
  add("promise",
      certificate.by_caps() ? promise_in_words(certificate) : to_string(certificate.promise));
  add("level", certificate.level);
  add("form", certificate.form);
  const MethodRow* const row = find_method(certificate.method);
  if (row != nullptr && row->by_strategy()) {
    const StrategyJob& strategy = job.strategy;
    if (strategy.random_jump || !strategy.jump.empty()) add("jump", jumps(strategy));
    if (!strategy.steps.empty()) {
      add("sequence", fmt::format("{} steps that the job lists", strategy.steps.size()));
    } else if (!strategy.chain.empty()) {
      add("sequence", "a chain: " + listed(strategy.chain));
    } else {
      add("sequence", "the lattice of generalizations, ordered by " + strategy.order);
    }
    if (strategy.suppress != 1) {
      add("suppressed", fmt::format("groups of fewer than {} records are put together in one",
                                    strategy.suppress));
    }
  }
  if (job.min_group > 1)
    add("smallest group", whole_number(static_cast<std::uint64_t>(job.min_group)));
  for (const auto& [column, weight] : job.weights) {
    table.rows.push_back({"weight of " + column, fmt::format("{}", weight)});
  }
  for (const auto& [column, ranks] : job.ranks) {
    table.rows.push_back({"order of " + column, fmt::format("given, for {} values", ranks.size())});
  }
  if (!job.hierarchies.empty()) add("hierarchies", listed(job.hierarchies));
  add("records without a sensitive value", job.missing_sensitive == "drop" ? "left out"
                                           : job.missing_sensitive == "value"
                                               ? "the missing value counts as a value"
                                               : "there were none");
  add("day", certificate.date);
  return table;
}

// The value below which half of the records lie; pairs of extent and records.
double median(std::vector<std::pair<double, std::uint64_t>>& extents, std::uint64_t records) {
  std::sort(extents.begin(), extents.end());
  std::uint64_t seen = 0;
  for (const auto& [extent, count] : extents) {
    seen += count;
    if (2 * seen >= records) return extent;
  }
  return 0;
}

// "7 whole numbers", "1 value", "1.5".
std::string with_unit(double extent, const char* unit) {
  if (*unit == '\0') return short_number(extent);
  std::string text = fmt::format("{} {}", short_number(extent), unit);
  if (extent == 1) text.pop_back();
  return text;
}

DataTable cell_widths(const ReleaseSurvey& survey, const std::vector<CellExtents>& extents) {
  DataTable table{"How wide the cells are, over all records",
                  {{"column", false},
                   {"different cells", true},
                   {"records with one value", true},
                   {"median width", true},
                   {"widest", true}},
                  {}};
  for (std::size_t c = 0; c < extents.size(); ++c) {
    const SurveyedColumn& column = survey.columns[c];
    std::vector<std::pair<double, std::uint64_t>> widths;
    std::uint64_t single = 0;
    double widest = 0;
    std::vector<std::uint64_t> records(column.texts.size());
    for (std::size_t g = 0; g < survey.groups(); ++g) records[column.of[g]] += survey.size(g);
    for (std::uint32_t cell = 0; cell < records.size(); ++cell) {
      if (extents[c].single(cell)) single += records[cell];
      widths.emplace_back(extents[c].extent(cell), records[cell]);
      widest = std::max(widest, extents[c].extent(cell));
    }
    const std::uint64_t all = survey.certificate.records;
    table.rows.push_back({column.name, whole_number(column.texts.size()),
                          percent(static_cast<double>(single) / static_cast<double>(all)),
                          with_unit(median(widths, all), extents[c].unit()),
                          with_unit(widest, extents[c].unit())});
  }
  return table;
}

Html done_section(const ReleaseSurvey& survey) {
  const Certificate& certificate = survey.certificate;
  const Roles& roles = certificate.job.roles;
  Html body = method_explained(certificate);
  body.append(data_table(parameters(certificate)));
  body.heading("What became of the columns");
  DataTable table{"Columns of the original table",
                  {{"columns", false}, {"role", false}, {"in the release", false}},
                  {}};
  if (!roles.identifying.empty()) {
    table.rows.push_back({listed(roles.identifying), "identifying", "left out"});
  }
  if (!roles.quasi_identifying.empty()) {
    table.rows.push_back({listed(roles.quasi_identifying), "quasi-identifying",
                          survey.anatomy() ? "exact" : "one cell for each group"});
  }
  if (!roles.sensitive.empty()) {
    table.rows.push_back({listed(roles.sensitive), "sensitive",
                          survey.anatomy() ? "as counts for each group"
                                           : "exact, in random order inside each group"});
  }
  if (!roles.insensitive.empty()) {
    table.rows.push_back({listed(roles.insensitive), "insensitive", "as they are"});
  }
  return body.append(data_table(table));
}

Html how_to_check(const ReleaseSurvey& survey) {
  Html body;
  body.heading("Check it yourself");
  body.paragraph({"Nobody has to believe this page. Run, on the folder that it came in:"});
  body.append(command("overt verify FOLDER"));
  body.paragraph(
      {"It reads the files back with code that shares nothing with the program's search "
       "for groups, and checks that"});
  std::vector<Html> checks = {
      "every file has the SHA-256 that the certificate says;",
      // One text on two lines. NOLINTNEXTLINE(bugprone-suspicious-missing-comma)
      "groups are numbered 1, 2, .. and stand in that order, and the values of each add up to its "
      "records;",
      "every group keeps the promise, in exact arithmetic;",
      "records, groups, smallest group and largest share are as certified;",
      "the promise is the one that the job asked for, and the level is that of the method."};
  if (!survey.anatomy()) {
    checks.insert(checks.begin() + 2,
                  "the records of a group share one well-formed cell in each "
                  "column;");
  }
  body.list(checks);
  body.paragraph(
      {"This page is a function of the other files of the folder. It is what this "
       "command prints, to the last byte:"});
  body.append(command("overt report FOLDER"));
  body.paragraph(
      {"What no check of files can show is how the groups were chosen. That the choice "
       "gives nothing away is a property of the method, proven for it and tested by "
       "rerunning it on every small table; the level above says how far this goes."});
  return body;
}

Html evidence_section(const ReleaseSurvey& survey) {
  const Certificate& certificate = survey.certificate;
  const Roles& roles = certificate.job.roles;
  Html body;
  const auto bound = allowed_share(certificate.promise);
  if (roles.sensitive.empty()) {
    body.paragraph({"The smallest group has ", strong(whole_number(certificate.smallest_group)),
                    fmt::format(" records; the promise asks for {}.",
                                whole_number(static_cast<std::uint64_t>(certificate.caps.k)))});
    return body.append(how_to_check(survey));
  }
  body.paragraph(
      {"The largest share that any value has in any group is ",
       strong(to_string(certificate.largest_share)),
       fmt::format(" ({})", percent(certificate.largest_share.get_d())),
       bound ? fmt::format("; the promise allows {}{}.",
                           certificate.promise.below ? "less than " : "", to_string(*bound))
       : certificate.by_caps()
           ? std::string(". Values have caps of their own; verify checks every cap in every group.")
           : std::string(". The promise is not about single shares; verify checks it group by "
                         "group.")});
  body.append(share_chart(survey));
  return body.append(how_to_check(survey));
}
// What somebody learns who does not find all arrangements equally likely, where that can be said:
// of groups that were formed by coins and counts alone, and released once.
std::optional<Html> odds_section(const Certificate& certificate) {
  const auto promised = allowed_share(certificate.promise);
  const MethodRow* const row = find_method(certificate.method);
  if (row == nullptr || !row->blind() || certificate.after > 0 || !promised ||
      certificate.level == kTestLevel.name) {
    return std::nullopt;
  }
  // Merged groups show smaller shares than those that they were merged from.
  const Rational share = certificate.job.min_group > 1 ? *promised : certificate.largest_share;
  if (share <= 0 || share >= 1) return std::nullopt;
  Html body;
  body.paragraph(
      {"Somebody may have a view of who has which value, from elsewhere. If to them no table is "
       "more than R times as likely as one in which two people have each other's values, then the "
       "groups, which were formed without a look at anything but the counts of the values, give "
       "them at most R s / (R s + 1 - s) of certainty, where s is the share of the value in the "
       "group: at most ",
       strong(to_string(share)), " here."});
  if (certificate.job.background > 1) {
    body.paragraph({fmt::format(
        "The job asked for 1/{} against odds of up to R = {}: that is why no share is above {}.",
        certificate.job.l, certificate.job.background, to_string(*promised))});
  }
  FigureText text = {"odds-chart", "The most that is known, by odds.",
                     "Real odds are often larger than small R: strong connections between public "
                     "columns and values give odds of 10 and more.",
                     ""};
  std::vector<Bar> bars;
  for (const int odds : {1, 2, 3, 5, 10}) {
    const Rational certainty = certainty_with_odds(share, odds);
    bars.push_back({fmt::format("R = {}", odds), {certainty.get_d()}, {share_text(certainty)}});
    text.description +=
        fmt::format("{}{} at odds of {}", odds == 1 ? "" : ", ", to_string(certainty), odds);
  }
  text.description += ".";
  body.append(share_bars(text, "odds", std::move(bars), Bound{0.5, "as good as even"}));
  return body.paragraph(
      {fmt::format("Somebody may be known better than even from odds above {} on.",
                   to_string(even_odds(share)))});
}

// What the publisher says of the data set, in their own words.
Html publisher_words(const PublicWords& words) {
  Html body;
  if (!words.about.empty()) body.paragraph({words.about});
  std::vector<std::string> parts;
  if (!words.publisher.empty()) parts.push_back("Publisher: " + words.publisher);
  if (!words.contact.empty()) parts.push_back("Contact: " + words.contact);
  if (!words.licence.empty()) parts.push_back("Licence: " + words.licence);
  if (!parts.empty()) body.paragraph({fmt::format("{}", fmt::join(parts, ". "))});
  return body;
}

// A text that stays in its place in a table: the beginning of a long one.
std::string beginning_of(const std::string& text) {
  constexpr std::size_t kLongest = 60;
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + " ..";
}

// The first groups as they were released.
DataTable first_groups(const ReleaseSurvey& survey) {
  constexpr std::size_t kShown = 3;
  const std::vector<std::string>& sensitive = survey.certificate.job.roles.sensitive;
  DataTable table{"The first groups of the release", {{"group", true}, {"records", true}}, {}};
  for (const SurveyedColumn& column : survey.columns) table.columns.push_back({column.name, false});
  if (!sensitive.empty()) table.columns.push_back({sensitive[0] + " (records)", false});
  for (std::size_t g = 0; g < std::min(kShown, survey.groups()); ++g) {
    std::vector<std::string> row = {whole_number(g + 1), whole_number(survey.size(g))};
    for (const SurveyedColumn& column : survey.columns) {
      row.push_back(beginning_of(column.texts[column.of[g]].value_or("NULL")));
    }
    std::vector<std::string> values;
    for (const SurveyedValue& value : survey.values_of(g)) {
      values.push_back(fmt::format("{} ({})", survey.names[value.id], value.count));
    }
    if (!sensitive.empty()) {
      row.push_back(beginning_of(fmt::format("{}", fmt::join(values, ", "))));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Html use_section(const ReleaseSurvey& survey, const std::vector<CellExtents>& extents) {
  Html body;
  body.heading("Groups");
  body.append(size_chart(survey));
  const bool sensitive = !survey.certificate.job.roles.sensitive.empty();
  if (sensitive) {
    body.heading("The sensitive values");
    body.append(value_chart(survey));
  }
  body.heading("The public columns");
  if (survey.columns.empty()) {
    body.paragraph({"There are none."});
  } else if (survey.anatomy()) {
    body.paragraph(
        {"They are exact: count and tabulate them as in the original. Only their "
         "connection with the sensitive column is hidden, inside each group."});
  } else {
    body.paragraph(
        {"A cell holds all values of its group and may be wider than one would like. "
         "Width is counted in whole numbers, days or values that a cell leaves open; "
         "for other numbers and times it is high minus low."});
    body.append(data_table(cell_widths(survey, extents)));
    body.append(data_table(first_groups(survey)));
  }
  if (!sensitive) return body;
  body.heading("How to answer a count query");
  return body.append(worked_query(survey, extents));
}

Html certificate_section(const Certificate& certificate) {
  Html body;
  body.paragraph({"The certificate, ", code("certificate.json"),
                  ", is what a program reads. These are the files that it vouches for:"});
  DataTable table{"Released files", {{"file", false}, {"SHA-256", false}}, {}};
  for (const auto& [name, hash] : certificate.files) {
    table.rows.push_back({name, hash.empty() ? "not a file yet" : hash});  // a release in memory
  }
  body.append(data_table(table));
  body.open("details").element("summary", "The whole certificate");
  return body.append(command(print_certificate(certificate))).close();
}

}  // namespace

std::string public_report(const ReleaseSurvey& survey) {
  const Certificate& certificate = survey.certificate;
  const std::vector<CellExtents> extents = column_extents(survey);
  const auto bound = allowed_share(certificate.promise);
  const PublicWords& words = certificate.job.words;
  const PublicFigures figures = public_figures(survey);
  Page page;
  page.title = words.title.empty() ? "What was released, and what is promised" : words.title;
  page.kind = "Overt: public report of a release";
  page.summary = Html().paragraph(
      {fmt::format("{} records about people were released in {} group{}, so that {}.",
                   whole_number(certificate.records), whole_number(certificate.groups),
                   certificate.groups == 1 ? "" : "s", promise_in_words(certificate))});
  page.summary.append(publisher_words(words));
  std::vector<Fact> top = {
      {"records", whole_number(certificate.records)},
      {"groups", whole_number(certificate.groups)},
      {"smallest group", whole_number(certificate.smallest_group)},
      {"half of the records in groups of at most", whole_number(figures.median_group)}};
  if (!certificate.job.roles.sensitive.empty()) {
    top.push_back({"largest share", to_string(certificate.largest_share)});
  }
  top.push_back(
      {"promise", certificate.by_caps() ? certificate.caps.columns.empty()
                                              ? fmt::format("k = {}", certificate.caps.k)
                                              : std::string("caps, see below")
                  : bound ? (certificate.promise.below ? "below " : "at most ") + to_string(*bound)
                          : to_string(certificate.promise)});
  top.push_back({"level", certificate.level});
  page.summary.append(facts(top));
  if (!figures.open_columns.empty()) {
    page.summary.append(
        facts({{"the same in every group, not to be used", listed(figures.open_columns)}}));
  }
  page.sections = {{"promise", "What is promised", promise_section(certificate)},
                   {"done", "What was done", done_section(survey)},
                   {"evidence", "Evidence", evidence_section(survey)},
                   {"use", "How to use the data", use_section(survey, extents)},
                   {"certificate", "Certificate", certificate_section(certificate)},
                   {"definitions", "Definitions", terms(definitions(certificate))}};
  if (const auto odds = odds_section(certificate)) {
    page.sections.insert(page.sections.begin() + 3, {"odds", "Whoever has a view already", *odds});
  }
  return print_page(page);
}

std::string public_report(const std::filesystem::path& folder, Storage& storage,
                          Progress& progress) {
  return public_report(survey_release(folder, storage, progress));
}

}  // namespace overt
