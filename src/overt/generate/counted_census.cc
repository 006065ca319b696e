#include "overt/generate/counted_census.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "overt/base/random.h"
#include "overt/generate/census_model.h"
#include "overt/generate/multinomial.h"

namespace overt {
namespace {

constexpr std::size_t kLinesPiece = std::size_t{1} << 20;

// Hands on whole lines in large pieces.
class Lines {
 public:
  explicit Lines(const std::function<void(std::string_view)>& out) : out_(out) {}

  void add(std::string_view line) {
    text_ += line;
    if (text_.size() >= kLinesPiece) flush();
  }
  void flush() {
    out_(text_);
    text_.clear();
  }

 private:
  const std::function<void(std::string_view)>& out_;
  std::string text_;
};

}  // namespace

void generate_counted_census(const CensusOptions& options,
                             const std::function<void(std::string_view)>& out, Progress& progress) {
  progress.begin("generating", options.records);
  SeededRandom coins(options.seed);
  const CensusModel model = census_model();
  Lines lines(out);
  lines.add("age,gender,education,birthplace,occupation,count\n");
  std::vector<std::uint32_t> weights;
  for (const CensusProfile& own : model.profiles) weights.push_back(own.weight);
  const std::vector<std::uint64_t> of_profile =
      draw_multinomial(options.records, weights, coins, progress);
  std::uint64_t done = 0;
  // The order of the draws is part of the format.
  for (std::size_t p = 0; p < model.profiles.size(); ++p) {
    const CensusProfile& own = model.profiles[p];
    const std::vector<std::uint64_t> of_age =
        draw_multinomial(of_profile[p], own.age, coins, progress);
    for (std::size_t a = 0; a < of_age.size(); ++a) {
      const std::uint64_t women = draw_binomial(of_age[a], own.women, 100, coins, progress);
      for (const char gender : {'F', 'M'}) {
        const std::vector<std::uint64_t> of_education = draw_multinomial(
            gender == 'F' ? women : of_age[a] - women, own.education, coins, progress);
        for (std::size_t e = 0; e < of_education.size(); ++e) {
          if (of_education[e] == 0) continue;
          const std::vector<std::uint64_t> of_place =
              draw_multinomial(of_education[e], own.birthplace, coins, progress);
          for (std::size_t b = 0; b < of_place.size(); ++b) {
            if (of_place[b] == 0) continue;
            lines.add(fmt::format("{},{},{},{},{},{}\n", model.ages[a], gender, model.educations[e],
                                  model.birthplaces[b], own.occupation, of_place[b]));
          }
        }
      }
      done += of_age[a];
      progress.advance(done);
    }
  }
  lines.flush();
}

}  // namespace overt
