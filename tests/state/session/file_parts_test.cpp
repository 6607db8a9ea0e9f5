#include "state/session/file_parts.hpp"
#include "tests/support/session_dir.hpp"

#include <algorithm>
#include <fcntl.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

using test::must;

constexpr std::size_t piece = 64 * 1024;

class FilePartsTest : public testing::Test {
protected:
  UniqueFd open_with(std::string const& text) {
    dir_.write("file", text);
    return must(open_beneath(dir_.session().directory(), "file", O_RDONLY));
  }

  test::SessionDir dir_;
};

TEST_F(FilePartsTest, APartEndsWithTheFile) {
  auto const file = open_with("0123456789");
  EXPECT_EQ(must(read_part(file.get(), "file", 3, 4)), "3456");
  EXPECT_EQ(must(read_part(file.get(), "file", 8, 4)), "89");
  EXPECT_EQ(must(read_part(file.get(), "file", 10, 4)), "");
  EXPECT_EQ(must(read_part(file.get(), "file", 99, 4)), "");
}

TEST_F(FilePartsTest, APartHasNoMoreThanWasAskedFor) {
  std::string const text(300, 'x');
  auto const file = open_with(text);
  for (std::size_t most = 0; most < 200; ++most)
    EXPECT_EQ(must(read_part(file.get(), "file", 0, most)).size(), most);
}

TEST_F(FilePartsTest, PiecesAreThePartAndNoneIsLarge) {
  std::string text;
  for (int i = 0; text.size() < 5 * piece / 2; ++i)
    text += std::to_string(i) + " ";
  auto const file = open_with(text);
  std::string together;
  std::size_t largest = 0;
  must(each_piece(file.get(), "file", 7, text.size() - 11, [&](std::string_view each) -> Result<void> {
    together += each;
    largest = std::max(largest, each.size());
    return {};
  }));
  EXPECT_EQ(together, text.substr(7, text.size() - 11));
  EXPECT_LE(largest, piece);
}

TEST_F(FilePartsTest, AFileThatIsShorterThanItWasIsAnError) {
  auto const file = open_with("0123456789");
  auto const read = each_piece(file.get(), "file", 3, 8, [](std::string_view) { return Result<void>(); });
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().fault, Fault::changed);
}

TEST_F(FilePartsTest, AnErrorOfTheReaderEndsTheReading) {
  auto const file = open_with(std::string(3 * piece, 'x'));
  int calls = 0;
  auto const read = each_piece(file.get(), "file", 0, 3 * piece, [&](std::string_view) -> Result<void> {
    return ++calls == 2 ? fail(Fault::invalid, "enough") : Result<void>();
  });
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "enough");
  EXPECT_EQ(calls, 2);
}

} // namespace
} // namespace artifactd
