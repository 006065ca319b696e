#include "overt/table/database_name.h"

#include <gtest/gtest.h>

#include <string>

#include "overt/base/error.h"

namespace overt {
namespace {

std::string refusal(std::string_view input, const ReadOptions& options) {
  try {
    check_database_name(input, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return {};
}

ReadOptions of_table(const char* table, const char* query = "") {
  ReadOptions options;
  options.table = table;
  options.query = query;
  return options;
}

TEST(DatabaseName, IsKnownByItsScheme) {
  EXPECT_TRUE(is_database("postgresql:///clinic"));
  EXPECT_TRUE(is_database("postgres://ana@host:5432/clinic"));
  EXPECT_FALSE(is_database("patients.csv"));
  EXPECT_FALSE(is_database("/data/postgresql:/x"));
  EXPECT_FALSE(is_database(""));
}

TEST(DatabaseName, HasNoPassword) {
  for (const char* name :
       {"postgresql://ana:hunter2@host/clinic", "postgresql://ana:hunter2@/clinic",
        "postgresql://:hunter2@host/clinic", "postgresql://host/clinic?password=hunter2",
        "postgresql:///clinic?user=ana&sslpassword=hunter2", "postgres:///clinic?PassWord=hunter2",
        "postgresql:///clinic?user=ana&%70assword=hunter2",
        "postgresql:///clinic?p%61ssword=hunter2"}) {
    const std::string message = refusal(name, of_table("patients"));
    EXPECT_NE(message.find("password"), message.npos) << name;
    EXPECT_EQ(message.find("hunter2"), message.npos) << name;
  }
  for (const char* name : {"postgresql:///clinic", "postgresql://ana@host:5432/clinic",
                           "postgresql://[::1]:5432/clinic", "postgresql://ana@[::1]:5432/clinic",
                           "postgresql:///clinic?host=/run/a:b@c",
                           "postgresql:///clinic?host=%2Frun%2Fpostgresql&port=5433"}) {
    EXPECT_EQ(refusal(name, of_table("patients")), "") << name;
  }
}

TEST(DatabaseName, GoesWithATableOrAQuery) {
  EXPECT_EQ(refusal("postgresql:///clinic", of_table("", "select 1")), "");
  EXPECT_EQ(refusal("postgresql:///clinic", of_table("")),
            "of a database expected a table (table) or a query (query), one of the two");
  EXPECT_EQ(refusal("postgresql:///clinic", of_table("a", "b")),
            "of a database expected a table (table) or a query (query), one of the two");
  EXPECT_EQ(refusal("patients.csv", of_table("")), "");
  EXPECT_EQ(refusal("patients.csv", of_table("a")),
            "table: it is about a database (postgresql://..), and the input is a file");
}

TEST(DatabaseName, ATableForAReleaseLeavesRoomForTheOthers) {
  const auto refused = [](const std::string& into) {
    try {
      check_database_output("postgresql:///clinic", into);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string longest(51, 'a');
  EXPECT_EQ(refused(longest), "");
  EXPECT_EQ(refused("clinic." + longest), "");
  EXPECT_EQ(refused(longest + "a"),
            "into: a name of at most 51 bytes, since others are made of it");
  EXPECT_NE(refused("clinic." + longest + "a"), "");
  EXPECT_NE(refused(""), "");
}

}  // namespace
}  // namespace overt
