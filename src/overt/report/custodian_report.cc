#include "overt/report/custodian_report.h"

#include <fmt/format.h>

#include "overt/assess/measure_words.h"
#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "overt/report/promise_words.h"
#include "overt/report/risk_sections.h"
#include "overt/report/utility_sections.h"

namespace overt {
namespace {

Html rules() {
  Html body;
  Html warning;
  warning.paragraph({strong("Do not publish this page, or any number of it."),
                     " Query errors, true counts, the path of a strategy and the results of an "
                     "attack are functions of the secret table. Added to a safe release they can "
                     "give people away, up to certainty."});
  warning.paragraph(
      {strong("One job, one run, one publication."),
       " Running again and choosing the result that you like better, or changing the method, l, a "
       "hierarchy or a sequence after seeing this page, voids the guarantee of what you "
       "publish: the choice itself then tells an adversary something about the table."});
  body.append(notice(warning, true));
  return body.paragraph(
      {"To choose a method and its parameters, look at tables that are not the secret one: ",
       code("overt compare"),
       " works on a twin, with the same public columns and sensitive values drawn "
       "independently of the true ones, so that choosing by it gives nothing away."});
}

std::string promise_text(const PropertySpec& promise) {
  const auto bound = allowed_share(promise);
  if (!bound) return to_string(promise);
  return (promise.below ? "below " : "at most ") + to_string(*bound);
}

// What somebody guesses who learns, of each sensitive column.
void add_learning(const ReleaseJob& job, const CustodianFindings& findings, Page& page) {
  const std::string title = "What somebody guesses who learns from this release";
  if (findings.learning.empty()) {
    page.sections.push_back(
        {"learning", title, Html().paragraph({"Not computed: " + findings.no_learning + "."})});
  }
  for (std::size_t i = 0; i < findings.learning.size(); ++i) {
    const bool several = findings.learning.size() > 1;
    const std::string number = i == 0 ? "" : std::to_string(i + 1);
    page.sections.push_back({"learning" + number,
                             several ? fmt::format("{}: {}", title, job.roles.sensitive[i]) : title,
                             learning_section(findings.learning[i], number)});
  }
}

}  // namespace

std::string custodian_report(const ReleaseJob& job, const ReleaseResult& result,
                             const CustodianFindings& findings) {
  Page page;
  page.kind = "Overt: custodian report";
  page.notice = kCustodianOnly;
  const std::string& sensitive = job.roles.sensitive[0];
  std::vector<Fact> top = {{"records", whole_number(findings.records)}};
  if (result.refusal) {
    page.title = "Nothing was released, and what would help";
    page.summary = Html().paragraph({"The table cannot be released safely by this job."});
    top.push_back({"largest possible l", whole_number(findings.largest_l)});
  } else {
    page.title = "What the release is worth, and what it prevented";
    page.summary = Html().paragraph({fmt::format(
        "{} records were released in {} group{}.", whole_number(result.certificate.records),
        whole_number(result.certificate.groups), result.certificate.groups == 1 ? "" : "s")});
    if (findings.measures) {
      page.summary.paragraph({strong(verdict_of(*findings.measures))});
    }
    top.push_back({"groups", whole_number(result.certificate.groups)});
    top.push_back({"level", result.certificate.level});
  }
  top.push_back({"promise",
                 job.by_caps() ? promise_in_words(job.asked_caps()) : promise_text(job.promise())});
  top.push_back(
      {fmt::format("most frequent {}", sensitive), percent(findings.most_frequent.get_d())});
  page.summary.append(facts(top));

  page.sections.push_back({"rules", "Read this first", rules()});
  if (result.refusal) {
    page.sections.push_back({"refusal", "Why nothing was released, and what would help",
                             refusal_section(job, result, findings)});
  }
  if (findings.measures) {
    page.sections.push_back({"queries",
                             job.roles.sensitive.size() > 1
                                 ? "Errors of count queries about " + sensitive
                                 : "Errors of count queries",
                             query_section(*findings.measures)});
    page.sections.push_back(
        {"loss", "What was lost, column by column", loss_section(job, *findings.measures)});
    page.sections.push_back(
        {"marginals", "Columns before and after", marginal_section(sensitive, *findings.measures)});
  }
  if (!result.refusal) {
    add_learning(job, findings, page);
  }
  page.sections.push_back(
      {"attack", "What an unprotected release would give away", attack_section(job, findings)});
  if (!result.path.empty()) {
    page.sections.push_back({"path", "How the strategy walked", path_section(job, result)});
  }
  return print_page(page);
}

std::string custodian_report(const ReleaseJob& job, const ReleaseResult& result,
                             const std::filesystem::path& folder, Storage& storage,
                             Progress& progress) {
  const auto released = result.refusal ? std::nullopt : std::optional(folder);
  return custodian_report(job, result, custodian_findings(job, released, {}, storage, progress));
}

}  // namespace overt
