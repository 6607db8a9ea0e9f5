#include "state/platform/fd.hpp"
#include "state/settle/input_file.hpp"
#include "tests/support/scratch_dir.hpp"

#include <fstream>
#include <gtest/gtest.h>

namespace artifactd::test {
namespace {

class InputFileTest : public testing::Test {
protected:
  void write(std::string const& text) const { std::ofstream(dir_.path() / "f") << text; }

  [[nodiscard]] Result<std::string> read_as(Stamp const& listed) const {
    return read_steadily(directory_.get(), "f", listed);
  }

  [[nodiscard]] Stamp listed() const { return stamp_at(directory_.get(), "f").value(); }

private:
  ScratchDir dir_;
  UniqueFd directory_ = open_trusted_directory(dir_.path().string()).value();
};

TEST_F(InputFileTest, IsReadWhole) {
  for (std::size_t size = 0; size < 40; ++size) {
    auto const text = std::string(size, 'x');
    write(text);
    EXPECT_EQ(read_as(listed()), text);
  }
}

TEST_F(InputFileTest, OfAnotherSizeThanListedHasChanged) {
  write("12345678901234567890");
  auto const before = listed();
  for (auto const* text :
       {"1234567890123456789", "123456789012345678901", "", "1234567890123456789012345678901"}) {
    write(text);
    auto const read = read_as(before);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().fault, Fault::changed) << text;
  }
}

} // namespace
} // namespace artifactd::test
