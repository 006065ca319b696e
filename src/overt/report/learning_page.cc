#include "overt/report/learning_page.h"

#include <fmt/format.h>

#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "overt/report/learning_sections.h"

namespace overt {

std::string known_groups_words(const ReleaseAttack& result) {
  switch (result.known) {
    case KnownGroups::drawn:
      return fmt::format(
          "{} of {} people fit several groups; they were put at random where release and table "
          "agree. A file of kept groups would say where they stand",
          whole_number(result.several), whole_number(result.attack.records));
    case KnownGroups::twins:
      return fmt::format(
          "{} of {} people have a twin in another group, and the adversary cannot tell whose is "
          "whose. Somebody who can guesses better: a file of kept groups would say how much",
          whole_number(result.several), whole_number(result.attack.records));
    default:
      return "everybody's group is known";
  }
}

std::string learning_page(const ReleaseAttack& result) {
  const LearningAttack& attack = result.attack;
  const Certificate& certificate = result.certificate;
  Page page;
  page.title = "What somebody guesses who learns from the release";
  page.kind = "Overt: the adversary who learns";
  page.notice = kCustodianOnly;
  std::string words = added_words(attack);
  words[0] = 'O';
  page.summary = joined({notice(Html().paragraph({strong("What the release adds: "), words + "."}),
                                attack.added_accuracy() >= 0.1),
                         facts({{"records", whole_number(attack.records)},
                                {"groups", whole_number(attack.groups)},
                                {"method", certificate.method},
                                {"guessed", result.sensitive},
                                {"(a) shares", percent(attack.shares.accuracy)},
                                {"(b) population", percent(attack.population.accuracy)},
                                {"learnt", percent(attack.learnt.accuracy)},
                                {"(c) both", percent(attack.both.accuracy)}})});
  page.summary.paragraph(
      {"Promised of every group: ",
       code(certificate.by_caps() ? promise_in_words(certificate) : to_string(certificate.promise)),
       ". ", "Who stands in which group: " + known_groups_words(result) + "."});
  page.sections = learning_sections(attack);
  return print_page(page);
}

}  // namespace overt
