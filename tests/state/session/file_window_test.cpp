#include "state/session/file_window.hpp"
#include "tests/support/session_dir.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

using test::must;

class FileWindowTest : public testing::Test {
protected:
  FileWindowTest() {
    while (text_.size() < 20'000)
      text_ += std::to_string(text_.size()) + " ";
    dir_.write("file", text_);
    file_ = must(open_beneath(dir_.session().directory(), "file", O_RDWR));
  }

  test::SessionDir dir_;
  std::string text_;
  UniqueFd file_;
};

TEST_F(FileWindowTest, PartsAreOfTheFileInAnyOrder) {
  FileWindow window(file_.get(), text_.size(), "file");
  for (std::size_t const at : {0U, 10U, 4'000U, 4'090U, 12U, 19'990U, 5'000U, 0U})
    for (std::size_t const most : {0U, 1U, 100U, 6'000U})
      EXPECT_EQ(must(window.part(at, most)), text_.substr(at, most)) << at;
  EXPECT_EQ(must(window.part(text_.size(), 10)), "");
}

TEST_F(FileWindowTest, WhatIsNearTogetherIsReadAtOnce) {
  FileWindow window(file_.get(), text_.size(), "file");
  EXPECT_EQ(must(window.part(100, 5)), text_.substr(100, 5));
  ASSERT_EQ(::pwrite(file_.get(), "#####", 5, 200), 5);
  EXPECT_EQ(must(window.part(200, 5)), text_.substr(200, 5)) << "as it was read";
  EXPECT_EQ(must(window.part(10'000, 5)), text_.substr(10'000, 5));
  EXPECT_EQ(must(window.part(200, 5)), "#####");
}

TEST_F(FileWindowTest, MoreIsReadAtOnceAsLongAsNothingIsPassedOver) {
  FileWindow window(file_.get(), text_.size(), "file");
  EXPECT_EQ(must(window.part(0, 5)), text_.substr(0, 5));
  EXPECT_EQ(must(window.part(4'096, 5)), text_.substr(4'096, 5));
  ASSERT_EQ(::pwrite(file_.get(), "#####", 5, 4'096 + 8'000), 5);
  EXPECT_EQ(must(window.part(4'096 + 8'000, 5)), text_.substr(4'096 + 8'000, 5)) << "as it was read";
}

TEST_F(FileWindowTest, AFileThatBecameShorterEndsEarlier) {
  FileWindow window(file_.get(), text_.size(), "file");
  dir_.write("file", "short");
  EXPECT_EQ(must(window.part(2, 100)), "ort");
  EXPECT_EQ(must(window.part(10'000, 100)), "");
}

} // namespace
} // namespace artifactd
