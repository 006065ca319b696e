#include "overt/generate/census_model.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace overt {
namespace {

constexpr int kYoungest = 17;
constexpr int kOldest = 95;
constexpr int kEducations = 17;

enum Region { northeast, midwest, south, west, outside };

struct Birthplace {
  std::string_view code;
  std::uint32_t weight;
  Region region;
};

constexpr auto kBirthplaces = std::to_array<Birthplace>({
    {"AL", 16, south},     {"AK", 2, west},       {"AZ", 14, west},      {"AR", 10, south},
    {"CA", 92, west},      {"CO", 14, west},      {"CT", 11, northeast}, {"DE", 3, south},
    {"DC", 4, south},      {"FL", 36, south},     {"GA", 27, south},     {"HI", 5, west},
    {"ID", 5, west},       {"IL", 43, midwest},   {"IN", 21, midwest},   {"IA", 12, midwest},
    {"KS", 10, midwest},   {"KY", 14, south},     {"LA", 17, south},     {"ME", 4, northeast},
    {"MD", 15, south},     {"MA", 21, northeast}, {"MI", 35, midwest},   {"MN", 17, midwest},
    {"MS", 12, south},     {"MO", 19, midwest},   {"MT", 3, west},       {"NE", 7, midwest},
    {"NV", 4, west},       {"NH", 3, northeast},  {"NJ", 26, northeast}, {"NM", 6, west},
    {"NY", 68, northeast}, {"NC", 26, south},     {"ND", 3, midwest},    {"OH", 41, midwest},
    {"OK", 12, south},     {"OR", 9, west},       {"PA", 45, northeast}, {"RI", 3, northeast},
    {"SC", 13, south},     {"SD", 3, midwest},    {"TN", 18, south},     {"TX", 70, south},
    {"UT", 9, west},       {"VT", 2, northeast},  {"VA", 20, south},     {"WA", 16, west},
    {"WV", 7, south},      {"WI", 18, midwest},   {"WY", 2, west},       {"PR", 6, outside},
    {"GU", 1, outside},    {"VI", 1, outside},    {"AS", 1, outside},    {"MP", 1, outside},
    {"ZZ", 140, outside},
});

// What an occupation says about those who have it: the share of women in per
// cent, the commonest education, an age and a region that are met more often.
struct Occupation {
  std::string_view name;
  std::uint32_t weight;
  std::uint32_t women;
  int education;
  int age;
  Region region;
};

constexpr auto kOccupations = std::to_array<Occupation>({
    {"retail salesperson", 800, 54, 9, 27, south},
    {"office clerk", 510, 80, 10, 44, midwest},
    {"truck driver", 470, 7, 8, 48, south},
    {"cashier", 420, 73, 8, 22, south},
    {"elementary teacher", 410, 81, 14, 42, northeast},
    {"registered nurse", 390, 89, 13, 45, northeast},
    {"general manager", 370, 33, 12, 52, midwest},
    {"janitor", 345, 34, 6, 50, outside},
    {"cook", 340, 40, 6, 25, outside},
    {"secretary", 324, 95, 10, 50, northeast},
    {"waiter", 300, 69, 9, 21, west},
    {"accountant", 290, 60, 13, 42, northeast},
    {"construction laborer", 280, 4, 5, 33, outside},
    {"nursing aide", 270, 88, 8, 36, outside},
    {"customer service clerk", 260, 65, 10, 30, south},
    {"stock handler", 250, 36, 8, 26, midwest},
    {"software developer", 240, 20, 14, 35, west},
    {"carpenter", 230, 3, 7, 40, northeast},
    {"bookkeeper", 220, 88, 10, 53, midwest},
    {"receptionist", 210, 91, 9, 33, south},
    {"assembler", 200, 38, 7, 43, midwest},
    {"farm worker", 190, 22, 3, 32, outside},
    {"grounds keeper", 180, 6, 5, 34, south},
    {"maid", 170, 88, 4, 43, outside},
    {"child care worker", 160, 94, 9, 28, south},
    {"auto mechanic", 150, 2, 8, 39, west},
    {"sales manager", 140, 30, 13, 44, northeast},
    {"security guard", 135, 22, 9, 46, south},
    {"police officer", 130, 15, 11, 38, northeast},
    {"electrician", 125, 3, 9, 41, midwest},
    {"secondary teacher", 120, 58, 14, 43, midwest},
    {"welder", 115, 5, 7, 37, south},
    {"physician", 110, 36, 16, 49, northeast},
    {"lawyer", 105, 37, 16, 50, northeast},
    {"civil engineer", 100, 14, 13, 43, west},
    {"hairdresser", 95, 92, 9, 38, south},
    {"financial analyst", 90, 39, 14, 34, northeast},
    {"plumber", 85, 2, 8, 42, northeast},
    {"machinist", 80, 5, 8, 51, midwest},
    {"social worker", 75, 82, 13, 40, northeast},
    {"professor", 70, 49, 17, 56, northeast},
    {"real estate agent", 65, 57, 12, 55, west},
    {"pharmacist", 60, 57, 15, 41, south},
    {"graphic designer", 55, 53, 12, 31, west},
    {"firefighter", 50, 4, 11, 37, midwest},
    {"librarian", 48, 83, 14, 57, midwest},
    {"dentist", 46, 29, 16, 53, west},
    {"clergy", 44, 20, 14, 58, south},
    {"fisher", 40, 5, 5, 40, west},
    {"airline pilot", 38, 6, 13, 47, west},
});

constexpr std::uint32_t total_weight() {
  std::uint32_t total = 0;
  for (const Occupation& occupation : kOccupations) total += occupation.weight;
  return total;
}
static_assert(kBirthplaces.size() == 57 && kOccupations.size() == 50);
static_assert(kOccupations[0].weight * 100 == total_weight() * 8, "the largest share is 8 %");

// A rising start, a plateau, and a falling end that never reaches zero; up to
// 2.5 times as likely near the occupation's own age as far from it.
std::vector<std::uint32_t> age_weights(const Occupation& occupation) {
  std::vector<std::uint32_t> weights;
  for (int age = kYoungest; age <= kOldest; ++age) {
    const int rest = 96 - age;
    const int people = age < 24   ? 30 + 10 * (age - kYoungest)
                       : age < 55 ? 100
                                  : std::max(3, 100 * rest * rest / (42 * 42));
    const int distance = age - occupation.age;
    weights.push_back(
        static_cast<std::uint32_t>(people * (40 + 6000 / (100 + distance * distance))));
  }
  return weights;
}

std::vector<std::uint32_t> education_weights(const Occupation& occupation) {
  std::vector<std::uint32_t> weights;
  for (int level = 1; level <= kEducations; ++level) {
    const int distance = level - occupation.education;
    weights.push_back(static_cast<std::uint32_t>(1 + 400 / (1 + distance * distance)));
  }
  return weights;
}

std::vector<std::uint32_t> birthplace_weights(const Occupation& occupation) {
  std::vector<std::uint32_t> weights;
  weights.reserve(kBirthplaces.size());
  for (const Birthplace& place : kBirthplaces) {
    weights.push_back(place.weight * (place.region == occupation.region ? 3 : 2));
  }
  return weights;
}

}  // namespace

CensusModel census_model() {
  CensusModel model;
  for (int age = kYoungest; age <= kOldest; ++age) model.ages.push_back(std::to_string(age));
  for (int level = 1; level <= kEducations; ++level) {
    model.educations.push_back(std::to_string(level));
  }
  for (const Birthplace& place : kBirthplaces) model.birthplaces.emplace_back(place.code);
  for (const Occupation& occupation : kOccupations) {
    model.profiles.push_back({std::string(occupation.name), occupation.weight, occupation.women,
                              age_weights(occupation), education_weights(occupation),
                              birthplace_weights(occupation)});
  }
  return model;
}

}  // namespace overt
