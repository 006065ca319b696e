#include "studio/form_reader.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <iterator>
#include <string>

namespace overt::studio {
namespace {

namespace fs = std::filesystem;

class FormReaderTest : public testing::Test {
 protected:
  FormReaderTest() {
    std::string path = (fs::temp_directory_path() / "overt-form-XXXXXX").string();
    folder_ = ::mkdtemp(path.data());
  }
  ~FormReaderTest() override { fs::remove_all(folder_); }

  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(FormReaderTest, FieldsAndFiles) {
  FormReader reader("word", folder_);
  ASSERT_TRUE(reader.part("token", "") && reader.data("wo") && reader.data("rd"));
  ASSERT_TRUE(reader.part("l", "") && reader.data("4") && reader.part("empty", ""));
  ASSERT_TRUE(reader.part("table", "../../people.csv") && reader.data("a,b\n") &&
              reader.data("1,2\n"));
  ASSERT_EQ(reader.finish(), 0);
  const Form form = reader.take();
  EXPECT_EQ(form.get("l"), "4");
  EXPECT_TRUE(form.has("empty"));
  EXPECT_FALSE(form.has("other"));
  const UploadedFile* file = form.file("table");
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(file->name, "../../people.csv");
  EXPECT_EQ(file->bytes, 8U);
  EXPECT_EQ(file->path.parent_path(), folder_);  // whatever it is called
  std::ifstream in(file->path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "a,b\n1,2\n");
  EXPECT_EQ(fs::status(file->path).permissions() & fs::perms::all,
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(FormReaderTest, NothingIsKeptWithoutTheToken) {
  {
    FormReader reader("word", folder_);
    EXPECT_FALSE(reader.part("table", "people.csv"));
    EXPECT_EQ(reader.finish(), 403);
  }
  {
    FormReader reader("word", folder_);
    EXPECT_TRUE(reader.part("token", "") && reader.data("ward"));
    EXPECT_FALSE(reader.part("table", "people.csv"));
    EXPECT_EQ(reader.finish(), 403);
  }
  {
    FormReader reader("word", folder_);
    EXPECT_TRUE(reader.part("l", "") && reader.data("word"));
    EXPECT_FALSE(reader.part("token", ""));
    EXPECT_EQ(reader.finish(), 403);
  }
  {
    FormReader reader("word", folder_);
    EXPECT_EQ(reader.finish(), 403);
  }
  EXPECT_EQ(files(), 0U);
}

TEST_F(FormReaderTest, WhatIsNotTakenIsRemoved) {
  {
    FormReader reader("word", folder_);
    ASSERT_TRUE(reader.part("token", "") && reader.data("word") && reader.part("a", "b"));
    EXPECT_EQ(files(), 1U);
  }
  EXPECT_EQ(files(), 0U);
}

TEST_F(FormReaderTest, MemoryIsLimited) {
  FormReader reader("word", folder_);
  ASSERT_TRUE(reader.part("token", "") && reader.data("word") && reader.part("text", ""));
  const std::string block(1 << 20, 'x');
  int blocks = 0;
  while (reader.data(block)) ++blocks;
  EXPECT_EQ(blocks, 7);
  EXPECT_EQ(reader.finish(), 413);

  FormReader many("word", folder_);
  ASSERT_TRUE(many.part("token", "") && many.data("word"));
  std::size_t parts = 1;
  while (many.part("a", "")) ++parts;
  EXPECT_EQ(parts, kMostParts);
  EXPECT_EQ(many.finish(), 413);
}

}  // namespace
}  // namespace overt::studio
