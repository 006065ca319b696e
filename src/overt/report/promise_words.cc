#include "overt/report/promise_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "overt/html/numbers.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

Html whom_transparent(const Certificate& certificate, const std::string& sensitive) {
  Html body;
  const auto bound = allowed_share(certificate.promise);
  if (certificate.by_caps()) {
    body.paragraph(
        {"Take any person in the table, and any value, or set of values that count as one, that "
         "has a cap. To an adversary with no view of how ",
         code(sensitive),
         " goes with the public columns, the probability that this person has it is at most "
         "the cap after reading this release. Of values without a cap nothing is promised."});
  } else if (bound) {
    const bool strict = certificate.promise.below.has_value();
    body.paragraph(
        {"Take any person in the table and any value of ", code(sensitive),
         // Long texts stand on several lines. NOLINTNEXTLINE(bugprone-suspicious-missing-comma)
         ". To an adversary with no view of how it goes with the public columns, the probability "
         "that this person has this value is ",
         strong(fmt::format("{} {}", strict ? "less than" : "at most", to_string(*bound))),
         fmt::format(" ({}) after reading this release.", percent(bound->get_d()))});
  } else {
    body.paragraph({"Take any person in the table. What an adversary with no view of how ",
                    code(sensitive),
                    " goes with the public columns knows of this person's value after reading this "
                    "release keeps the property ",
                    strong(to_string(certificate.promise)),
                    ": it is held to the same rule as the values of a group."});
  }
  body.paragraph(
      {"The level is ", strong("transparent"),
       ", the strongest there is. The promise holds against an adversary who knows the public "
       "columns of everybody in the table, how often each sensitive value occurs, the program that "
       "made this release to the last line, and every parameter it was given: everything except "
       "who has which value, and the secret coins that the program tossed. They may rerun the "
       "program on every table that could be the true one, and will not learn more by it."});
  return body;
}

Html whom_weaker(const Certificate& certificate) {
  const bool family = certificate.level == "family";
  Html body;
  body.paragraph(
      {"Every group keeps the promise. What an adversary can work out about a person "
       "depends on what else they know, and here that matters."});
  Html warning;
  warning.paragraph(
      {"The level is ", strong(certificate.level), ", which is less than it may seem. ",
       family ? "The promise holds against an adversary who knows the release and the family of "
                "partitions that it was picked from. It does "
              : "The promise looks at the released table alone, as most tools do. It does ",
       strong("not"),
       family ? " hold against an adversary who reruns the program on every table that could be "
                "the true one: they can learn values up to certainty."
              : " hold against an adversary who knows the program: they drop every table for which "
                "an earlier step would have been released, and can learn values up to certainty."});
  return body.append(notice(warning, true));
}

Html whom_test() {
  Html warning;
  warning.paragraph({"The level is ", strong(std::string(kTestLevel.name)), ". This release was ",
                     // Long texts stand on several lines.
                     // NOLINTNEXTLINE(bugprone-suspicious-missing-comma)
                     "made for a test, with coins that anybody can guess: whoever knows the seed "
                     "runs the program again and sees which records stand where. It promises ",
                     strong("nothing"), " about anybody, and must not be published."});
  return notice(warning, true);
}

// What no level covers, and what nobody should have to find in a list at the end.
Html who_starts_higher(const std::string& sensitive) {
  return notice(
      Html().paragraph(
          {"The promise is about somebody who has ", strong("no view"), " of how ", code(sensitive),
           " goes with the public columns. Whoever has one, from statistics about other "
           "people, or learns one from the groups of this release, starts higher and "
           "can be surer than the promise says. How far that goes, the custodian can "
           "measure with ",
           code("overt attack --learning"), "."}),
      false);
}

}  // namespace

std::optional<Rational> allowed_share(const PropertySpec& promise) {
  return promise.max ? promise.max : promise.below;
}

std::string property_in_words(const PropertySpec& property) {
  const auto bound = allowed_share(property);
  if (!bound) return to_string(property);
  const std::string share = to_string(*bound);
  const std::string above = property.max ? "above " + share : "of " + share + " or more";
  return fmt::format("no value has a share {} ({})", above, to_string(property));
}

std::string method_in_words(const Certificate& certificate) {
  const MethodRow* const row = find_method(certificate.method);
  if (row == nullptr) return certificate.method;
  if (!row->by_strategy()) return fmt::format("{} ({})", row->words, row->name);
  return fmt::format("the strategy {} over a sequence of generalizations",
                     certificate.job.strategy.name);
}

namespace {

// Whether sets of values have caps, and not only values.
bool caps_on_sets(const Certificate& certificate) {
  const auto& columns = certificate.caps.columns;
  return columns.size() > 1 || std::any_of(columns.begin(), columns.end(), [](const auto& one) {
           return one.second.band || !one.second.categories.empty();
         });
}

// How a tree was grown: which cuts, and what became of parts that were not cut.
Html tree_explained(const Certificate& certificate) {
  const TreeRow* const tree =
      find_tree(certificate.job.tree.empty() ? kPlainTree : certificate.job.tree);
  const LeavesRow* const leaves = find_leaves(certificate.job.leaves);
  Html body;
  if (tree == nullptr) return body;
  if (tree->name == kSteeredTree && caps_on_sets(certificate)) {
    return body.paragraph(
        {"Cuts were tried where they could hardly fail, at the middle of the public column that is "
         "widest; parts that could not be cut any more were published as small groups that were "
         "dealt out blindly, or whole."});
  }
  body.paragraph({std::string(tree->explained)});
  if (leaves != nullptr) body.paragraph({std::string(leaves->explained)});
  return body;
}

}  // namespace

Html method_explained(const Certificate& certificate) {
  Html body;
  const MethodRow* const row = find_method(certificate.method);
  const bool sensitive = !certificate.job.roles.sensitive.empty();
  if (row != nullptr && row->trees && !sensitive) {
    body.paragraph(
        {"The table was cut in two at the middle of the public column that is widest, and each "
         "part again, as long as both parts had enough records. Nothing but the public columns was "
         "looked at."});
  } else if (row != nullptr && row->by_strategy()) {
    body.paragraph(
        {std::string(row->explained), certificate.level == "release" ? " (naive does not)." : "."});
  } else if (row != nullptr) {
    body.paragraph({std::string(row->explained)});
  }
  if (row != nullptr && row->trees && sensitive) body.append(tree_explained(certificate));
  if (certificate.after > 0) {
    body.paragraph(
        {fmt::format("{} earlier release{} of the table {} taken into account: the "
                     "promise holds for whoever has read all of them.",
                     certificate.after, certificate.after == 1 ? "" : "s",
                     certificate.after == 1 ? "was" : "were")});
  }
  body.paragraph(
      {sensitive
           ? "Inside a group the sensitive values stand in an order of their own. Groups, and "
             "records inside them, stand in secret random order, so numbers and positions say "
             "nothing."
           : "Groups, and records inside them, stand in secret random order, so numbers and "
             "positions say nothing."});
  if (certificate.form == "anatomy") {
    body.paragraph({"The form is ", strong("anatomy"),
                    ": the public columns are exact, in one table, and the sensitive values are "
                    "given as counts for each group, in another."});
  } else {
    body.paragraph({"The form is ", strong("generalized"),
                    ": all records of a group show the same cell in each public column, wide "
                    "enough to hold all of them."});
  }
  return body;
}

namespace {

// Without a sensitive column.
Html promise_of_k(const Certificate& certificate) {
  Html body;
  body.paragraph({"No column was declared sensitive. In this release ",
                  strong(promise_in_words(certificate)),
                  ", and all records of a group show the same in every public column: nobody can "
                  "be told from the others of their group by these columns."});
  body.paragraph(
      {"This holds against everybody, also against an adversary who knows the program and every "
       "parameter it was given: the groups were formed from the public columns alone."});
  Html warning;
  warning.paragraph(
      {strong("What it does not promise"),
       ": anything about what else the records of a group say. If all of them agree in another "
       "column, whoever knows that a person is in the group knows it of this person. A column "
       "that must stay a secret has to be declared sensitive."});
  body.append(notice(warning, true));
  body.heading("What it does not cover");
  std::vector<Html> uncovered = {"Other publications about the same people, by anybody.",
                                 "That somebody is in the table: this is taken to be known.",
                                 "People with several records: one record is one person."};
  if (!certificate.job.roles.insensitive.empty()) {
    uncovered.emplace_back("Columns declared insensitive. They are passed through as they are.");
  }
  return body.list(uncovered);
}

}  // namespace

Html promise_section(const Certificate& certificate) {
  const std::vector<std::string>& names = certificate.job.roles.sensitive;
  if (names.empty()) return promise_of_k(certificate);
  std::string sensitive = names[0];
  for (std::size_t i = 1; i < names.size(); ++i) sensitive += ", " + names[i];
  Html body;
  body.paragraph({names.size() == 1 ? "The sensitive column is " : "The sensitive columns are ",
                  code(sensitive), ". In this release ", strong(promise_in_words(certificate)),
                  "."});
  if (certificate.level == kTestLevel.name) return body.append(whom_test());
  body.append(certificate.level == "transparent" ? whom_transparent(certificate, sensitive)
                                                 : whom_weaker(certificate));
  body.append(who_starts_higher(sensitive));
  body.heading("What the promise assumes");
  body.list(
      {"One record is one person.",
       "Before the release, every arrangement of the sensitive values over the records is equally "
       "likely to the adversary: they have no view of which public facts go with which value.",
       "The coins stay secret. They come from a cryptographic generator and are written nowhere.",
       "One job, one run, one publication: the custodian did not run several times and choose, and "
       "did not change a parameter after seeing a result."});
  body.heading("What it does not cover");
  std::vector<Html> uncovered = {
      joined({"A view of how ", code(sensitive),
              " goes with the public columns, brought along or learned from the release; or "
              "knowledge of a person's own value."}),
      "Other publications about the same people, by anybody.",
      "That somebody is in the table: this is taken to be known."};
  if (!certificate.job.roles.insensitive.empty()) {
    uncovered.emplace_back(
        "Columns declared insensitive. They are passed through as they are, and are taken to say "
        "nothing about the sensitive value.");
  }
  if (certificate.job.missing_sensitive == "drop") {
    uncovered.emplace_back(
        "Records without a sensitive value, which were left out: whoever is known to be in the "
        "table and is not in the release is known to have had none.");
  }
  return body.list(uncovered);
}

std::vector<Term> definitions(const Certificate& certificate) {
  std::vector<Term> result = {
      {"Record", "One line of the original table: one person."},
      {"Group",
       "Records that the release does not tell apart: it does not say which sensitive value of a "
       "group belongs to which of its records."},
      {"Share",
       "How many of a group's records have a value, divided by the group's size. Shares are exact "
       "fractions: 1/3 is allowed where 1/3 is promised, one record more is not."},
      {"Quasi-identifying columns",
       "Public facts that may single a person out when they are put together, such as age and "
       "place."},
      {"Level",
       "How much the adversary may know of how the release came about. Transparent: everything but "
       "the sensitive column and the "
       "coins. Family: the release and the family of partitions it was picked from. Release: the "
       "released table alone."}};
  if (certificate.form == "generalized") {
    result.push_back({"Cell",
                      "What a group shows of a public column: a value, an interval [low, high] "
                      "with both ends included, a set {a, b}, or a label of a hierarchy. NULL in "
                      "a cell stands for missing values."});
  }
  result.push_back({"Certificate",
                    "The file certificate.json beside this page: what was promised, by which "
                    "method, and the SHA-256 of every released file."});
  return result;
}

}  // namespace overt
