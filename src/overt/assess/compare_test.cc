// Which points are on the frontier. Comparisons of tables: tests/endtoend/compare_test.cc.

#include "overt/assess/compare.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

ComparedPoint point(const char* level, std::int64_t l, double ncp, double query_error) {
  ComparedPoint result;
  result.level = level;
  result.l = l;
  result.measures.ncp = ncp;
  result.query_error = query_error;
  return result;
}

std::vector<bool> frontier(std::vector<ComparedPoint> points) {
  mark_frontier(points);
  std::vector<bool> result;
  for (const ComparedPoint& one : points) result.push_back(one.frontier);
  return result;
}

using Bools = std::vector<bool>;

TEST(Frontier, OfOnePointIsThatPoint) {
  EXPECT_EQ(frontier({point("transparent", 2, 1, 1)}), Bools{true});
}

TEST(Frontier, LossesAreComparedOneByOne) {
  EXPECT_EQ(frontier({point("transparent", 2, 0.1, 0.3), point("transparent", 2, 0.2, 0.2),
                      point("transparent", 2, 0.2, 0.3)}),
            (Bools{true, true, false}));
  // Equal ones do not beat each other.
  EXPECT_EQ(frontier({point("family", 2, 0.1, 0.3), point("family", 2, 0.1, 0.3)}),
            (Bools{true, true}));
}

TEST(Frontier, AStrongerPromiseAtTheSameLossBeats) {
  EXPECT_EQ(frontier({point("transparent", 2, 0.1, 0.1), point("transparent", 4, 0.1, 0.1)}),
            (Bools{false, true}));
  EXPECT_EQ(frontier({point("family", 4, 0.1, 0.1), point("transparent", 4, 0.1, 0.1),
                      point("release", 4, 0.1, 0.1)}),
            (Bools{false, true, false}));
}

TEST(Frontier, AWeakerPromiseNeverBeats) {
  // The others lose less, but promise less: a lower level, or a smaller l.
  EXPECT_EQ(frontier({point("transparent", 4, 0.5, 0.5), point("family", 4, 0.1, 0.1),
                      point("release", 10, 0.05, 0.05), point("transparent", 3, 0.1, 0.1)}),
            (Bools{true, true, true, true}));
}

TEST(Frontier, RefusalsAreNotOnItAndBeatNobody) {
  ComparedPoint refused = point("transparent", 10, 0, 0);
  refused.refusal = Refusal{"no"};
  EXPECT_EQ(frontier({refused, point("transparent", 2, 1, 1)}), (Bools{false, true}));
}

TEST(Frontier, LooksAtBothTwins) {
  const auto with = [](ComparedPoint one, double ncp, double query_error) {
    one.stress.emplace();
    one.stress->measures.ncp = ncp;
    one.stress->query_error = query_error;
    return one;
  };
  const ComparedPoint good = point("transparent", 2, 0.1, 0.1);
  const ComparedPoint poor = point("transparent", 2, 0.2, 0.2);
  EXPECT_EQ(frontier({with(good, 0.3, 0.3), with(poor, 0.3, 0.3)}), (Bools{true, false}));
  EXPECT_EQ(frontier({with(good, 0.3, 0.3), with(poor, 0.25, 0.3)}), (Bools{true, true}));
  ComparedPoint refused = with(good, 0, 0);
  refused.stress->refusal = Refusal{"no"};
  EXPECT_EQ(frontier({refused, with(poor, 0.3, 0.3)}), (Bools{true, true}));
  EXPECT_EQ(frontier({refused, with(good, 0.3, 0.3)}), (Bools{false, true}));
}

ComparedFigures figures(std::uint64_t groups, double ncp) {
  ComparedFigures result;
  result.measures.groups = groups;
  result.measures.ncp = ncp;
  return result;
}

TEST(Collapse, IsATwentiethOfTheGroupsOrAnNcpAboveNineTenths) {
  EXPECT_FALSE(collapses_on_stress(figures(100, 0.1), figures(5, 0.8)));
  EXPECT_TRUE(collapses_on_stress(figures(101, 0.1), figures(5, 0.8)));
  EXPECT_FALSE(collapses_on_stress(figures(10, 0.1), figures(10, 0.9)));
  EXPECT_TRUE(collapses_on_stress(figures(10, 0.1), figures(10, 0.91)));
  EXPECT_FALSE(collapses_on_stress(figures(1, 1), figures(1, 1))) << "it was no better before";
  ComparedFigures refused;
  refused.refusal = Refusal{"no"};
  EXPECT_TRUE(collapses_on_stress(figures(10, 0.1), refused));
}

}  // namespace
}  // namespace overt
