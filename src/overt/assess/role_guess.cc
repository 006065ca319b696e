#include "overt/assess/role_guess.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <string>

namespace overt {
namespace {

// Of nearly every record another one; rows are numbered by whoever wrote the file.
constexpr std::array<std::string_view, 14> kNaming = {
    "name",    "id",      "mail", "tel",     "uuid",  "nhs",     "address",
    "subject", "patient", "row",  "rowname", "index", "unnamed", "record"};
// Of people, however many share one; written together or in two words.
constexpr std::array<std::string_view, 11> kOfPeople = {
    "surname",    "firstname", "lastname", "forename", "givenname", "familyname",
    "maidenname", "email",     "phone",    "passport", "iban"};
constexpr std::array<std::string_view, 16> kQuasi = {
    "age",     "sex",     "gender", "zip",   "postcode", "birth",  "race",      "ethnicity",
    "marital", "country", "city",   "state", "region",   "county", "education", "nation"};
constexpr std::array<std::string_view, 26> kSensitive = {
    "condition", "disease", "diagnos",    "illness", "symptom", "treatment", "drug",
    "hiv",       "icd",     "medication", "income",  "salary",  "wage",      "occupation",
    "religion",  "debt",    "sentence",   "offence", "offense", "outcome",   "result",
    "survived",  "denial",  "deceased",   "verdict", "grade"};

// Whether one of the words of the name, in small letters, is one of these, or begins with one of
// the longer ones: "birth_date" has birth, "diagnoses" has diagnos, "width" has no id.
template <typename Words>
bool has_word(const std::string& name, const Words& words) {
  std::size_t from = 0;
  while (from < name.size()) {
    std::size_t end = from;
    while (end < name.size() && std::isalnum(static_cast<unsigned char>(name[end])) != 0) ++end;
    const std::string_view word = std::string_view(name).substr(from, end - from);
    if (std::any_of(words.begin(), words.end(), [&](std::string_view one) {
          return one.size() <= 3 ? word == one : word.starts_with(one);
        })) {
      return true;
    }
    from = end + 1;
  }
  return false;
}

bool names_people(const std::string& name) {
  std::string joined;
  std::copy_if(name.begin(), name.end(), std::back_inserter(joined),
               [](unsigned char c) { return std::isalnum(c) != 0; });
  constexpr std::array<std::string_view, 1> kShort = {"ssn"};
  return has_word(name, kShort) ||
         std::any_of(kOfPeople.begin(), kOfPeople.end(),
                     [&](std::string_view one) { return joined.find(one) != joined.npos; });
}

}  // namespace

std::optional<Role> guess_role(std::string_view name, ValueType type, std::uint64_t distinct,
                               std::uint64_t records) {
  constexpr std::uint64_t kEnough = 20;  // records, to say that texts are their own
  if (distinct == 0) return std::nullopt;
  std::string small(name);
  std::transform(small.begin(), small.end(), small.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (names_people(small)) return Role::identifying;
  if (has_word(small, kNaming) && 2 * distinct >= records) return Role::identifying;
  if (has_word(small, kQuasi)) return Role::quasi_identifying;
  if (has_word(small, kSensitive)) return Role::sensitive;
  const bool mostly_different = 10 * distinct >= 9 * records;
  if (mostly_different && type == ValueType::text && records >= kEnough) return Role::identifying;
  // The index that pandas writes has no name, and gets that of its place.
  if (distinct == records && type == ValueType::integer && name == "column1") {
    return Role::identifying;
  }
  if (distinct == 1 || mostly_different) return std::nullopt;
  return Role::quasi_identifying;
}

}  // namespace overt
