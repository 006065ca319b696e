#include "studio/command_line.h"

#include <gtest/gtest.h>

namespace overt::studio {
namespace {

ReleaseJob job() {
  ReleaseJob result;
  result.input = "people.csv";
  result.roles.identifying = {"name"};
  result.roles.quasi_identifying = {"age", "zip"};
  result.roles.sensitive = {"condition"};
  result.l = 3;
  result.output = "release";
  return result;
}

TEST(CommandLine, AnOrdinaryJob) {
  EXPECT_EQ(command_line(job()),
            "overt release people.csv --identifying name --quasi age,zip --sensitive condition "
            "--l 3 --out release");
}

TEST(CommandLine, Caps) {
  ReleaseJob capped = job();
  capped.caps.k = 5;
  capped.caps.max.of_value["a b"] = Rational(1, 20);
  capped.caps.beta = Rational(1, 2);
  EXPECT_EQ(command_line(capped),
            "overt release people.csv --identifying name --quasi age,zip --sensitive condition "
            "--l 3 --k 5 --max 'a b=1/20' --beta 1/2 --out release");
}

TEST(CommandLine, WordsAreQuotedForTheShell) {
  EXPECT_EQ(shell_word("a-b.csv"), "a-b.csv");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("$(rm x)"), "'$(rm x)'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  ReleaseJob odd = job();
  odd.input = "my people.csv";
  odd.rules.types["born on"] = {ValueType::date, "%d.%m.%Y"};
  odd.output = "-x";
  EXPECT_EQ(
      command_line(odd),
      "overt release 'my people.csv' --identifying name --quasi age,zip --sensitive condition "
      "--l 3 --type 'born on=date:%d.%m.%Y' --out=-x");
}

TEST(CommandLine, HowTheTableIsReadIsSaid) {
  ReleaseJob german = job();
  german.rules.decimal = ',';
  german.reading.encoding = Encoding::latin1;
  EXPECT_EQ(command_line(german),
            "overt release people.csv --identifying name --quasi age,zip --sensitive condition "
            "--l 3 --decimal , --encoding latin1 --out release");
}

TEST(CommandLine, ATableOfADatabase) {
  ReleaseJob stored = job();
  stored.input = "postgresql:///clinic";
  stored.reading.query = "select * from patients where age > 3";
  stored.person = "name";
  EXPECT_EQ(command_line(stored),
            "overt release postgresql:///clinic --query 'select * from patients where age > 3' "
            "--identifying name --quasi age,zip --sensitive condition --person name --l 3 "
            "--out release");
}

TEST(CommandLine, WhatIsWritten) {
  ReleaseJob written = job();
  written.counted = true;
  written.cells = CellForm::columns;
  written.spreadsheet_safe = true;
  written.tree = "plain";
  written.reading.header = false;
  written.reading.delimiter = '\t';
  written.words.title = "Patients of 2026";
  EXPECT_EQ(command_line(written),
            "overt release people.csv --identifying name --quasi age,zip --sensitive condition "
            "--l 3 --tree plain --delimiter tab --no-header --counted --cells columns "
            "--spreadsheet-safe --title 'Patients of 2026' --out release");
}

TEST(CommandLine, WhatHasNoFlagIsLeftToTheFile) {
  ReleaseJob ranked = job();
  ranked.ranks["zip"] = {{"1010", 0}};
  EXPECT_EQ(command_line(ranked), "overt release --job job.toml");
  ReleaseJob comma = job();
  comma.roles.quasi_identifying = {"age, years"};
  EXPECT_EQ(command_line(comma), "overt release --job job.toml");
}

}  // namespace
}  // namespace overt::studio
