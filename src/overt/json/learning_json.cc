#include "overt/json/learning_json.h"

#include <nlohmann/json.hpp>

namespace overt {
namespace {

using Json = nlohmann::ordered_json;

Json guess_json(const GuessFigures& figures) {
  Json bins = Json::array();
  for (const CalibrationBin& bin : figures.calibration) {
    bins.push_back({{"people", bin.people}, {"said", bin.stated}, {"right", bin.right}});
  }
  return {{"accuracy", figures.accuracy},
          {"posterior", figures.posterior},
          {"certainty", figures.certainty},
          {"bits", figures.bits},
          {"above_half", figures.above_half},
          {"above_promise", figures.above_promise},
          {"calibration", bins}};
}

}  // namespace

std::string learning_json(const ReleaseAttack& result) {
  const LearningAttack& attack = result.attack;
  Json starts = Json::array();
  for (const LearningStart& start : attack.starts) {
    starts.push_back({{"temperature", start.temperature},
                      {"iterations", start.iterations},
                      {"gain", start.gain},
                      {"accuracy", start.accuracy}});
  }
  const GuessFigures& both = attack.both;
  const Json json = {
      {"method", result.certificate.method},
      {"form", result.certificate.form},
      {"promise", Json::parse(print_promise(result.certificate))},
      {"sensitive", result.sensitive},
      {"records", attack.records},
      {"groups", attack.groups},
      {"known_groups", to_string(result.known)},
      {"several", result.several},
      {"shares", guess_json(attack.shares)},
      {"population", guess_json(attack.population)},
      {"learnt", guess_json(attack.learnt)},
      {"both", guess_json(both)},
      {"added", {{"accuracy", attack.added_accuracy()}, {"bits", attack.added_bits()}}},
      {"starts", starts},
      {"odds",
       {{"median", both.median_odds},
        {"within_2", both.odds_within[0]},
        {"within_4", both.odds_within[1]},
        {"within_10", both.odds_within[2]}}},
      {"custodian_only", true}};
  return json.dump(2) + "\n";
}

}  // namespace overt
