#include <fmt/format.h>

#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "overt/report/promise_words.h"
#include "overt/verify/methods.h"
#include "studio/command_line.h"
#include "studio/frame.h"
#include "studio/pages.h"

namespace overt::studio {
namespace {

Html in_words(const ReleaseJob& job) {
  const std::string promise = job.by_caps() ? promise_in_words(job.asked_caps())
                              : job.l ? fmt::format("nobody's {} is known with more than 1 in {}",
                                                    job.roles.sensitive[0], *job.l)
                                      : to_string(*job.property);
  const auto names = [](const std::vector<std::string>& columns) {
    return columns.empty() ? std::string("none") : fmt::format("{}", fmt::join(columns, ", "));
  };
  std::vector<Term> rows = {
      {"Promise", promise},
      {"Left out", names(job.roles.identifying)},
      {"Made coarser", names(job.roles.quasi_identifying)},
      {"Passed through", names(job.roles.insensitive)},
      {"Method", std::string(method_row(job.method).words)},
      {"Level", std::string(meaning_of(level_of(job.method, job.strategy.name).value_or("")))}};
  if (job.min_group > 1) {
    rows.push_back(
        {"Smallest group",
         fmt::format("{} records", whole_number(static_cast<std::uint64_t>(job.min_group)))});
  }
  if (!job.after.empty()) {
    rows.push_back({"Together with", fmt::format("{} earlier release(s)", job.after.size())});
  }
  return terms(rows);
}

Html as_files(const ReleaseJob& job) {
  Html body;
  body.open("details").element("summary", "The same as a command and as a job file");
  body.append(copied("command", command_line(job))).append(copied("job", print_job(job)));
  body.paragraph({go("/job.toml", "Save job.toml"),
                  " and run it in the studio's folder. Hierarchies are saved on their own pages."});
  return body.close();
}

// What readers are told beside the figures.
Html words(const PageContext& context) {
  const PublicWords& own = context.session.job.words;
  Html fields;
  fields.append(text_field("Name of the data set", "title", own.title));
  fields.append(text_field("Publisher", "publisher", own.publisher, "Who answers for it."));
  fields.append(text_field("Contact", "contact", own.contact));
  fields.append(text_field("Licence", "licence", own.licence));
  fields.append(text_field("About the data", "about", own.about, "A sentence or two."));
  fields.append(button("Use these words", "quiet"));
  Html body;
  own == PublicWords() ? body.open("details") : body.open("details", {{"open", "open"}});
  body.element("summary", "Words for the report and the certificate");
  return body.append(form("/words", context.token, fields)).close();
}

Html run_form(const PageContext& context, bool again) {
  const Session& session = context.session;
  Html fields;
  fields.append(text_field("Name of the release", "output",
                           session.job.output.empty() ? "release" : session.job.output,
                           "A new folder in the studio's folder."));
  fields.append(check_field("Keep the groups, for a later release of this table", "keep_groups",
                            session.keep_groups,
                            "Who stands in which group, in the folder overt-custodian: for the "
                            "custodian alone. Without it the table can never be published again."));
  if (again) {
    fields.append(text_field("Why it is run again", "again", "",
                             "The reason stays in the log of runs. No earlier run may have been "
                             "published, shown or looked at: it is void from now on."));
  }
  fields.append(check_field(again ? "I run it again, and publish this one only."
                                  : "One job, one run, one publication: I have chosen, and publish "
                                    "what comes out.",
                            "once", false));
  fields.append(button(again ? "Run again" : "Release", again ? "grave" : ""));
  return form("/release", context.token, fields);
}

Html outcome(const PageContext& context) {
  const Released& released = *context.session.released;
  const ReleaseResult& result = released.result;
  Html body;
  body.element("h2", result.refusal ? "Not released" : "Released: " + released.job.output);
  if (result.refusal) {
    body.append(notice(joined({Html().paragraph({result.refusal->reason}),
                               Html().paragraph({"Nothing was written. What would help: another "
                                                 "promise, other roles, another method."})}),
                       true));
    return body;
  }
  body.append(facts({{"records", whole_number(result.certificate.records)},
                     {"groups", whole_number(result.certificate.groups)},
                     {"smallest group", whole_number(result.certificate.smallest_group)},
                     {"largest share", to_string(result.certificate.largest_share)}}));
  body.paragraph({"The release stands in ", code(released.job.output),
                  ", and this is all that may be published:"});
  body.paragraph({go("/release.zip", "Download as a zip file", "button"),
                  go("/report", "Read the public report", "button quiet")});
  body.append(verification_section(result.certificate, released.verification));
  return body;
}

Html custodian(const PageContext& context) {
  const Released& released = *context.session.released;
  Html body;
  body.open("section", {{"class", "custodian"}, {"aria-labelledby", "custodian"}});
  body.element("h2", "Custodian only, not for release", {{"id", "custodian"}});
  body.paragraph(
      {"What the release is good for, what an unprotected one would have given away, and "
       "what somebody guesses who learns from it. All of it depends on the secret table: "
       "published beside the release it can give people away. It is no reason to run "
       "again."});
  for (const std::string& line : released.result.custodian) body.paragraph({line});
  if (released.job.roles.sensitive.empty()) {
    body.paragraph({"Measuring and attacking are about a sensitive column, and are left out."});
  } else if (released.custodian_report.empty()) {
    body.append(
        form("/custodian", context.token, button("Measure and attack this release", "quiet")));
  } else {
    body.paragraph({go("/custodian/report", "Read the custodian's report", "button quiet")});
  }
  return body.close();
}

}  // namespace

Html verification_section(const Certificate& certificate, const Verification& verification) {
  Html body;
  body.element("h2", verification.passed() ? "Verified" : "Not verified");
  body.open("ul", {{"class", "checks"}});
  for (const Check& check : verification.checks) {
    body.open("li", {{"class", check.passed ? "passed" : "failed"}});
    body.element("span", check.passed ? "passed: " : "FAILED: ", {{"class", "skip"}});
    body.text(check.what).close();
  }
  body.close();
  if (!verification.assumed.empty()) {
    body.paragraph({"Taken from the certificate, and checked by nobody:"});
    body.list(std::vector<Html>(verification.assumed.begin(), verification.assumed.end()));
  }
  body.paragraph({"Promise: ",
                  certificate.by_caps() ? Html(promise_in_words(certificate))
                                        : code(to_string(certificate.promise)),
                  ". Level: ", strong(certificate.level), ", ", level_in_words(certificate), "."});
  return body;
}

Html release_page(const PageContext& context) {
  const Session& session = context.session;
  Html body;
  if (session.released) {
    body.append(outcome(context));
    body.append(custodian(context));
  }
  ReleaseJob shown = session.shown_job();
  if (shown.output.empty()) shown.output = "release";
  if (!context.ran_before) {
    body.element("h2", "What will be released").append(in_words(session.job));
    body.append(words(context)).append(as_files(shown));
    body.element("h2", "Once");
    body.paragraph(
        {"The promise is about one run whose result is published whatever it is. Who runs "
         "a job several times and takes the result that they like better, or publishes "
         "two, gives away more than the certificate says."});
    body.append(run_form(context, false));
    return body;
  }
  body.element("h2", "This table has been run");
  if (!session.denied.empty()) body.append(notice(Html().paragraph({session.denied}), true));
  body.append(in_words(session.job)).append(as_files(shown));
  body.open("details").element("summary", "Run it again after all");
  body.append(notice(
      joined(
          {Html().paragraph(
               {strong("What it means. "),
                "Two runs of one job show two groupings of the same people. Whoever sees both "
                "knows more of everybody than the promise says; and a custodian who looks at one "
                "run and then runs again has chosen by the secret table."}),
           Html().paragraph({"It is right only where the first run was lost, or was a trial of "
                             "the program on data that is not secret."})}),
      true));
  body.append(run_form(context, true)).close();
  return body;
}

}  // namespace overt::studio
