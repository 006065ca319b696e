#include "io/placement.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <string>

namespace overt::io {
namespace {

namespace fs = std::filesystem;

class Placement : public testing::Test {
 protected:
  Placement() {
    std::string pattern = (fs::temp_directory_path() / "placement.XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
    fs::create_directories(root_ / "release" / "inner");
    fs::create_directories(root_ / "beside");
    fs::create_symlink("release", root_ / "link");
    fs::create_symlink("../beside/file", root_ / "release" / "way_out");
    std::ofstream(root_ / "beside" / "file") << "x";
    std::ofstream(root_ / "release" / "certificate.json") << "{}";
    fs::create_symlink("release/certificate.json", root_ / "way_in");
  }
  ~Placement() override {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  bool lies(const std::string& path, const std::string& folder = "release") const {
    return lies_in(root_ / path, root_ / folder);
  }

  fs::path root_;
};

TEST_F(Placement, ByNameAndByLinks) {
  for (const char* path : {"release", "release/", "release/file", "release/inner/file", "link",
                           "link/file", "release/../release/file", "beside/../link/file",
                           "release/not/there", "release/way_out", "way_in"}) {
    EXPECT_TRUE(lies(path)) << path;
    EXPECT_TRUE(lies(path, "link/")) << path;
  }
  for (const char* path :
       {"beside/file", "release.csv", "release/../file", "releases/file", "nowhere/file", "."}) {
    EXPECT_FALSE(lies(path)) << path;
  }
}

TEST_F(Placement, EverythingLiesInTheRoot) {
  EXPECT_TRUE(lies_in(root_ / "beside", "/"));
  EXPECT_TRUE(lies_in("/", "/"));
  EXPECT_FALSE(lies_in("/", root_));
}

TEST_F(Placement, OfAFolderThatIsToCome) {
  EXPECT_TRUE(lies("later/file", "later"));
  EXPECT_TRUE(lies("beside/../later/file", "later/"));
  EXPECT_FALSE(lies("later.csv", "later"));
  EXPECT_TRUE(is_published(root_ / "later" / "file", root_ / "later"));
  EXPECT_FALSE(is_published(root_ / "later" / "file", {}));
}

TEST_F(Placement, AFolderWithACertificateIsPublished) {
  for (const char* path : {"release/file", "release/inner/file", "link/file", "release/way_out"}) {
    EXPECT_TRUE(is_published(root_ / path, {})) << path;
  }
  EXPECT_TRUE(is_published(root_ / "way_in", {}));
  EXPECT_FALSE(is_published(root_ / "beside" / "file", {}));
}

}  // namespace
}  // namespace overt::io
