#include "overt/json/views_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "overt/base/impatient_for_tests.h"
#include "overt/views/problems_for_tests.h"

namespace overt {
namespace {

using Json = nlohmann::ordered_json;
using views::Analysis;
using views::Problem;

// 1,000 records in two disclosures, 3,000 in one of them, 1,000 in none.
Problem large() {
  Problem problem{{}, {"a", "b \"quoted\"", "c"}, {{"all", {}, {1000, 2000, 1000}}}};
  for (Record r = 0; r < 5000; ++r) {
    problem.records.push_back("person " + std::to_string(r));
    if (r < 4000) problem.disclosures[0].records.push_back(r);
  }
  problem.disclosures.push_back({"a few", {}, {100, 0, 900}});
  for (Record r = 0; r < 1000; ++r) problem.disclosures[1].records.push_back(r);
  return problem;
}

TEST(ViewsJson, IsIndentedAsTheLibraryDoesAndHasEveryRecordOnce) {
  for (const Problem& problem : {views::example(false), views::example(true), large()}) {
    for (const bool sample : {false, true}) {
      views::Options options;
      options.gamma = Rational(2, 3);
      options.sample = sample;
      const Analysis found = views::analyse(problem, options, "test", unwatched());
      std::string text;
      write_views_json(problem, views_json_parts(problem, found, options),
                       [&](std::string_view piece) { text += piece; });
      const Json json = Json::parse(text);
      EXPECT_EQ(text, json.dump(2) + "\n");
      const auto places = views_places(problem, found);
      std::size_t next = 0;
      for (Record r = 0; r < places.size(); ++r) {
        if (!places[r]) continue;
        const Json& entry = json["posterior"][next++];
        EXPECT_EQ(entry["record"], problem.records[r]);
        const auto& component = found.components.list[places[r]->component];
        const auto& part = found.parts[places[r]->component];
        std::size_t possible = 0;
        for (std::size_t v = 0; v < component.values.size(); ++v) {
          if (!views_possible(component, part, places[r]->cell, v)) continue;
          ++possible;
          const Json& share = entry["distribution"].at(problem.values[component.values[v]]);
          if (part.method == views::Method::exact) {
            EXPECT_EQ(share, to_string(part.count->share(component, places[r]->cell, v)));
          } else {
            EXPECT_LE(share["low"], share["high"]);
          }
        }
        EXPECT_EQ(entry["distribution"].size(), possible);
      }
      EXPECT_EQ(json["posterior"].size(), next);
      EXPECT_EQ(json["uncovered"], problem.records.size() - next);
    }
  }
}

TEST(ViewsJson, IsWrittenInPiecesAndStopsBetweenThem) {
  const Problem problem = large();
  views::Options options;
  options.gamma = Rational(2, 3);
  const Analysis found = views::analyse(problem, options, "test", unwatched());
  const ViewsJson parts = views_json_parts(problem, found, options);
  EXPECT_EQ(parts.entries.size(), 4000U);
  EXPECT_EQ(parts.distributions.size(), 2U);  // those in both disclosures, and the others
  std::size_t pieces = 0;
  write_views_json(problem, parts, [&](std::string_view) { ++pieces; });
  EXPECT_GT(pieces, 3U);
  Impatient impatient(2);
  std::size_t written = 0;
  EXPECT_THROW(write_views_json(
                   problem, parts, [&](std::string_view) { ++written; }, impatient),
               Error);
  EXPECT_EQ(written, 1U);
  EXPECT_THROW(views_json_parts(problem, found, options, impatient), Error);
}

}  // namespace
}  // namespace overt
