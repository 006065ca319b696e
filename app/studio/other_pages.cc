#include <fmt/format.h>

#include <algorithm>

#include "overt/html/page.h"
#include "overt/verify/methods.h"
#include "studio/command_line.h"
#include "studio/frame.h"
#include "studio/pages.h"

namespace overt::studio {
namespace {

// Of the papers on k_jump, and good to begin with: naive stops early and gives somebody away, safe
// goes on, exclusive releases nothing.
constexpr const char* kProblem =
    R"({"records": ["Ada", "Bob", "Coy", "Dan", "Eve", "Fay"],
 "values": ["flu", "cold", "cancer", "cancer", "headache", "toothache"],
 "generalizations": [[[0, 1], [2, 3], [4, 5]],
                     [[0, 1, 2], [3, 4, 5]],
                     [[0, 1, 2, 3], [4, 5]]],
 "property": {"name": "highest_ratio", "max": "1/2"}})";

bool merges(const ReleaseJob& job) {
  const MethodRow* const row = find_method(job.method);
  return row != nullptr && row->needs_earlier;
}

Html datalist(const char* id, const std::vector<std::string>& values) {
  Html result;
  result.open("datalist", {{"id", id}});
  for (const std::string& value : values) result.leaf("option", {{"value", value}});
  return result.close();
}

}  // namespace

Html after_page(const PageContext& context) {
  const Session& session = context.session;
  Html body;
  body.paragraph(
      {"A table that has been released before is released again only if all its releases "
       "together keep the promise. For that the custodian keeps the groups of each (the "
       "box on the page Release), and names the files of all earlier ones here."});
  if (session.steps_open() < 5) {
    body.append(notice(Html().paragraph({"First the table, its roles and a promise."})));
    return body.paragraph({go("/", "Begin with the table", "button")});
  }
  Html fields;
  if (context.kept.empty() && session.job.after.empty()) {
    fields.paragraph({"No groups have been kept in this folder yet."});
  }
  std::vector<std::string> files = context.kept;
  for (const std::string& file : session.job.after) {
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    const bool chosen = std::find(session.job.after.begin(), session.job.after.end(), files[i]) !=
                        session.job.after.end();
    fields.append(hidden(fmt::format("file.{}", i), files[i]));
    fields.append(check_field(files[i], fmt::format("use.{}", i), chosen));
  }
  fields.append(text_field("Another file in the studio's folder", "path", "",
                           "A Parquet file that an earlier release has kept."));
  fields.append(check_field("Unions of the groups of the first of them (the method merge)", "merge",
                            merges(session.job),
                            "They always pass. Other methods may be refused, and a refusal is a "
                            "secret of the custodian: decide beforehand."));
  fields.append(button("Use these earlier releases"));
  return body.append(form("/after", context.token, fields));
}

Html verify_page(const PageContext& context) {
  Html body;
  body.paragraph(
      {"Whether a release keeps its promise can be checked from its files alone, by "
       "anybody, with code that shares nothing with what made it."});
  Html fields = datalist("releases", context.releases);
  const VerifiedRelease* const verified = context.session.verified.get();
  const bool in_folder = verified != nullptr && !verified->uploaded;
  fields.append(text_field("Or a folder in the studio's folder", "folder",
                           in_folder ? verified->folder : "", "With its certificate.json.",
                           "releases"));
  fields.append(button("Verify this folder", "quiet"));
  Html upload;
  upload.append(file_field("A zip file of the release", "release",
                           "As it was downloaded or sent. It is unpacked in a private folder, "
                           "verified, and forgotten."));
  upload.append(button("Verify this file"));
  body.open("div", {{"class", "two"}});
  body.append(form("/verify", context.token, upload))
      .append(form("/verify", context.token, fields));
  body.close();
  if (verified != nullptr) {
    body.append(facts({{"release", verified->folder}}));
    body.append(verification_section(verified->certificate, verified->verification));
    if (in_folder) body.append(copied("command", "overt verify " + shell_word(verified->folder)));
  }
  return body;
}

Html explain_page(const PageContext& context) {
  Html body;
  body.paragraph(
      {"On a small problem: how a strategy walks over its generalizations, and what "
       "somebody who knows it can work out. Change the values below and see what happens; "
       "nothing of your table is in it."});
  Html fields;
  fields.open("div", {{"class", "field"}}).element("label", "Problem (JSON)", {{"for", "problem"}});
  fields.open("textarea", {{"id", "problem"}, {"name", "problem"}, {"spellcheck", "false"}});
  fields.text(kProblem).close().close();
  fields.append(button("Draw the walk"));
  body.append(form("/explain", context.token, fields));
  if (!context.session.explained.empty()) {
    body.paragraph({go("/explain/walk", "Show the walk", "button quiet")});
  }
  return body;
}

Html job_page(const PageContext& context) {
  const Session& session = context.session;
  Html body;
  body.paragraph(
      {"What is chosen here is a job: it can be kept in a file, run by the command line, "
       "and opened again."});
  if (session.look) {
    ReleaseJob shown = session.shown_job();
    if (shown.output.empty()) shown.output = "release";
    body.element("h2", "This job").append(copied("command", command_line(shown)));
    body.append(copied("job", print_job(shown)));
    body.paragraph({go("/job.toml", "Save job.toml", "button quiet")});
  }
  body.element("h2", "Open a job file");
  body.append(form("/job", context.token,
                   joined({file_field("A job file", "job",
                                      "Its table and hierarchies are looked for in the studio's "
                                      "folder."),
                           button("Open", "quiet")})));
  return body;
}

}  // namespace overt::studio
