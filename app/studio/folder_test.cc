#include "studio/folder.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

#include "overt/base/error.h"

namespace overt::studio {
namespace {

namespace fs = std::filesystem;

class FolderTest : public testing::Test {
 protected:
  FolderTest() {
    std::string path = (fs::temp_directory_path() / "overt-folder-XXXXXX").string();
    outside_ = ::mkdtemp(path.data());
    folder_ = outside_ / "studio";
    fs::create_directories(folder_ / "sub");
    fs::create_directories(outside_ / "studio2");
    for (const fs::path& file : {outside_ / "secret.csv", outside_ / "studio2" / "secret.csv",
                                 folder_ / "people.csv", folder_ / "sub" / "more.csv"}) {
      std::ofstream(file) << "a\n";
    }
    fs::create_symlink(outside_ / "secret.csv", folder_ / "link.csv");
    fs::create_symlink(outside_, folder_ / "up");
  }
  ~FolderTest() override { fs::remove_all(outside_); }

  bool refused(std::string_view name) const {
    try {
      path_below(folder_, name);
    } catch (const Error& error) {
      return error.code() == ErrorCode::usage;
    }
    return false;
  }

  fs::path outside_, folder_;
};

TEST_F(FolderTest, WhatLiesBelow) {
  EXPECT_EQ(path_below(folder_, "people.csv"), "people.csv");
  EXPECT_EQ(path_below(folder_, "sub/more.csv"), "sub/more.csv");
  EXPECT_EQ(path_below(folder_, "sub/../people.csv"), "people.csv");
  EXPECT_EQ(path_below(folder_, (fs::canonical(folder_) / "people.csv").string()), "people.csv");
}

TEST_F(FolderTest, NothingElseCanBeReached) {
  for (const std::string name :
       {"", ".", "..", "../secret.csv", "../studio2/secret.csv", "sub/../../secret.csv", "link.csv",
        "up/secret.csv", "/etc/passwd", "nothing.csv", "people.csv/../../secret.csv"}) {
    EXPECT_TRUE(refused(name)) << name;
  }
  EXPECT_TRUE(refused(std::string("people.csv\0.txt", 15)));
}

TEST_F(FolderTest, NewNamesAreNoPaths) {
  EXPECT_EQ(new_name("release 1", "x"), "release 1");
  for (const char* name : {"", ".", "..", ".hidden", "a/b", "../a", "-x", "a\\b", "a\nb"}) {
    EXPECT_THROW(new_name(name, "x"), Error) << name;
  }
}

TEST_F(FolderTest, Lists) {
  EXPECT_EQ(tables_in(folder_), (std::vector<std::string>{"link.csv", "people.csv"}));
  EXPECT_TRUE(releases_in(folder_).empty());
  std::ofstream(folder_ / "sub" / "certificate.json") << "{}";
  EXPECT_EQ(releases_in(folder_), (std::vector<std::string>{"sub"}));
  EXPECT_TRUE(kept_groups_in(folder_).empty());
}

}  // namespace
}  // namespace overt::studio
