#include "overt/release/run_notes.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

ReleaseJob job() {
  ReleaseJob result;
  result.input = "people.csv";
  result.roles.quasi_identifying = {"age"};
  result.roles.sensitive = {"condition"};
  result.l = 3;
  result.output = "my release";
  return result;
}

TEST(RunNotes, ARunIsFoundAgain) {
  EXPECT_FALSE(last_run("", job()));
  const std::string notes = with_run(with_run("", job(), "2024-05-06"), job(), "2024-05-07");
  const auto found = last_run(notes, job());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->date, "2024-05-07");
  EXPECT_EQ(found->output, "my release");
}

TEST(RunNotes, WhatDecidesOnTheReleaseMakesAnotherJob) {
  const std::string notes = with_run("", job(), "2024-05-06");
  ReleaseJob other = job();
  other.output = "elsewhere";
  other.keep_groups = "kept.parquet";
  other.custodian_report = "mine.html";
  EXPECT_TRUE(last_run(notes, other));
  other.l = 4;
  EXPECT_FALSE(last_run(notes, other));
  other = job();
  other.method = "rda";
  EXPECT_FALSE(last_run(notes, other));
  other = job();
  other.input = "others.csv";
  EXPECT_FALSE(last_run(notes, other));
}

TEST(RunNotes, WhateverStandsInTheFileIsReadWithoutHarm) {
  for (const char* notes : {"\n", " ", "x", "a b", "2024-05-06 release nothing\n", "  \n \n"}) {
    EXPECT_FALSE(last_run(notes, job())) << notes;
  }
  ReleaseJob odd = job();
  odd.output = "a\n2024-01-01 b c";
  const std::string notes = with_run("", odd, "2024-05-06");
  EXPECT_EQ(notes.find('\n'), notes.size() - 1);
  EXPECT_TRUE(last_run(notes, odd));
}

}  // namespace
}  // namespace overt
