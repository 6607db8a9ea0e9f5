#include "state/settle/document.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::must;

class DocumentTest : public testing::Test {
protected:
  Result<Edition> read(std::uint64_t limit = 1000) {
    return read_edition(dir_.session().directory(), "doc.json", limit, pool_);
  }
  BufferPool pool_;
  test::SessionDir dir_;
};

TEST_F(DocumentTest, IsItsBytesAndTheStampTheyWereReadUnder) {
  dir_.write("doc.json", "{\"a\": 1}\n");
  auto edition = must(read());
  EXPECT_EQ(edition.bytes.view(), "{\"a\": 1}\n");
  EXPECT_EQ(edition.stamp, dir_.stamp("doc.json"));
}

TEST_F(DocumentTest, MayBeEmptyOrExactlyAsLargeAsAllowed) {
  dir_.write("doc.json", "");
  EXPECT_EQ(must(read(0)).bytes.view(), "");
  dir_.write("doc.json", std::string(1000, ' '));
  EXPECT_EQ(must(read(1000)).bytes.view().size(), 1000U);
  EXPECT_EQ(fault(read(999)), "too_large");
}

TEST_F(DocumentTest, ThatIsNotThereIsMissing) {
  EXPECT_EQ(fault(read()), "missing");
}

TEST_F(DocumentTest, IsARegularFileWithOneName) {
  ASSERT_EQ(::mkfifo((dir_ / "doc.json").c_str(), 0600), 0);
  EXPECT_EQ(fault(read()), "unsafe");
  fs::remove(dir_ / "doc.json");
  fs::create_directory(dir_ / "doc.json");
  EXPECT_EQ(fault(read()), "unsafe");
  fs::remove(dir_ / "doc.json");
  dir_.write("real.json", "{}");
  fs::create_symlink("real.json", dir_ / "doc.json");
  EXPECT_EQ(fault(read()), "unsafe");
  fs::remove(dir_ / "doc.json");
  fs::create_hard_link(dir_ / "real.json", dir_ / "doc.json");
  EXPECT_EQ(fault(read()), "unsafe");
}

TEST_F(DocumentTest, IsNeverReadTorn) {
  // Each rewrite is in place; a torn read would mix letters.
  dir_.write("doc.json", std::string(500, 'a'));
  std::atomic<bool> stop = false;
  std::jthread writer([&] {
    for (int i = 0; !stop; ++i)
      dir_.write("doc.json", std::string(500, static_cast<char>('a' + i % 26)));
  });
  int whole = 0;
  for (int i = 0; i < 2000 && whole < 50; ++i) {
    auto edition = read();
    if (!edition) {
      EXPECT_EQ(fault(edition), "changed");
      continue;
    }
    auto text = edition->bytes.view();
    EXPECT_EQ(text.find_first_not_of(text.substr(0, 1)), text.npos);
    ++whole;
  }
  stop = true;
}

} // namespace
} // namespace artifactd
