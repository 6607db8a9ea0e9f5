#include "state/session/atomic_file.hpp"
#include "tests/support/access_list.hpp"
#include "tests/support/session_dir.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::must;

class AtomicFileTest : public testing::Test {
protected:
  [[nodiscard]] Result<void> replace(std::string const& path, std::string_view bytes) const {
    return replace_file(dir_.session(), path, bytes);
  }
  [[nodiscard]] std::vector<std::string> in_flight() const { return dir_.names(".artifactd/work"); }
  test::SessionDir dir_;
};

TEST_F(AtomicFileTest, MakesAndReplaces) {
  must(replace("f", "one"));
  EXPECT_EQ(dir_.read("f"), "one");
  must(replace("f", ""));
  EXPECT_EQ(dir_.read("f"), "");
  EXPECT_TRUE(in_flight().empty());
}

TEST_F(AtomicFileTest, NamesWhatIsInTheWayAndTheCommandThatMovesItAway) {
  auto const shown = dir_.session().shown();
  fs::create_directories(dir_ / "f/in/it");
  auto failed = replace("f", "one");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message,
            "f is not a file, so artifactd cannot write there. Move it away: mv -nT -- " + shown + "/f " +
                shown + "/f.in-the-way");
  EXPECT_TRUE(in_flight().empty());
  fs::remove_all(dir_ / ".artifactd");
  dir_.write(".artifactd", "");
  failed = replace("g", "one");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message,
            ".artifactd is not a directory, so artifactd cannot write there. Move it away: mv -nT -- " +
                shown + "/.artifactd " + shown + "/.artifactd.in-the-way");
}

/// Recovery under the claim removes the temporaries of processes that write without it.
TEST_F(AtomicFileTest, WritesAgainWhatRecoveryRemoved) {
  int written = 0;
  must(replace_file_by(dir_.session(), "f", [&](int file) {
    if (++written < 3) fs::remove(dir_ / ".artifactd/work" / in_flight().at(0));
    return write_all(file, "whole");
  }));
  EXPECT_EQ(written, 3);
  EXPECT_EQ(dir_.read("f"), "whole");
  EXPECT_EQ(fault(replace_file_by(dir_.session(), "f",
                                  [&](int) {
                                    fs::remove(dir_ / ".artifactd/work" / in_flight().at(0));
                                    return Result<void>();
                                  })),
            "busy");
  EXPECT_EQ(dir_.read("f"), "whole");
}

TEST_F(AtomicFileTest, GivesTheFileTheSessionsMode) {
  fs::permissions(dir_.path(), fs::perms(0750));
  auto session = must(Session::open(dir_.path().string()));
  must(replace_file(session, "f", "x"));
  EXPECT_EQ(dir_.stamp("f").mode & 07777, 0640U);
}

TEST_F(AtomicFileTest, GivesTheFileTheFormersAccessList) {
  auto const list = test::list_of_readers();
  dir_.write("f", "old");
  if (!test::give_list(dir_ / "f", list)) GTEST_SKIP() << "no access lists here";
  must(replace_file_like(dir_.session(), "f", "new", dir_.stamp("f")));
  EXPECT_EQ(dir_.read("f"), "new");
  EXPECT_EQ(test::list_on(dir_ / "f"), list);
}

TEST_F(AtomicFileTest, ReplacesASymlinkInsteadOfFollowingIt) {
  dir_.write("precious", "kept");
  fs::create_symlink("precious", dir_ / "f");
  must(replace("f", "new"));
  EXPECT_EQ(dir_.read("precious"), "kept");
  EXPECT_FALSE(fs::is_symlink(dir_ / "f"));
  EXPECT_EQ(dir_.read("f"), "new");
}

TEST_F(AtomicFileTest, NeverWritesThroughALinkedDirectory) {
  fs::create_directory(dir_ / "elsewhere");
  fs::create_directory_symlink("elsewhere", dir_ / "d");
  EXPECT_EQ(fault(replace("d/f", "new")), "unsafe");
  EXPECT_TRUE(dir_.names("elsewhere").empty());
}

TEST_F(AtomicFileTest, ADirectoryInItsPlaceStaysAndNothingIsLeft) {
  fs::create_directory(dir_ / "f");
  EXPECT_NE(fault(replace("f", "new")), "none");
  EXPECT_TRUE(fs::is_directory(dir_ / "f"));
  EXPECT_TRUE(in_flight().empty());
}

TEST_F(AtomicFileTest, AFailedWriteLeavesTheOldFileAndNothingElse) {
  must(replace("f", "old"));
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  rlimit small{100, before.rlim_max};
  auto ignored = ::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &small);
  auto failed = replace("f", std::string(1000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, ignored);
  EXPECT_NE(fault(failed), "none");
  EXPECT_EQ(dir_.read("f"), "old");
  EXPECT_TRUE(in_flight().empty());
}

TEST_F(AtomicFileTest, ReadersSeeTheOldOrTheNewFileWhole) {
  std::string const a(5000, 'a');
  std::string const b(9000, 'b');
  must(replace("f", a));
  std::atomic<bool> stop = false;
  std::string torn;
  std::jthread reader([&] {
    while (!stop)
      if (auto text = dir_.read("f"); text != a && text != b) torn = text;
  });
  for (int i = 0; i < 50; ++i)
    must(replace("f", i % 2 == 0 ? b : a));
  stop = true;
  reader.join();
  EXPECT_EQ(torn, "");
}

class ReadFileTest : public testing::Test {
protected:
  [[nodiscard]] Result<std::string> read(std::string const& path, std::size_t limit = 100) const {
    return read_file(dir_.session().directory(), path, limit);
  }
  test::SessionDir dir_;
};

TEST_F(ReadFileTest, ReadsUpToItsLimit) {
  dir_.write("f", std::string(100, 'x'));
  EXPECT_EQ(must(read("f")), std::string(100, 'x'));
  EXPECT_EQ(fault(read("f", 99)), "too_large");
  dir_.write("empty", "");
  EXPECT_EQ(must(read("empty", 0)), "");
}

TEST_F(ReadFileTest, ReadsOnlyRegularFiles) {
  ASSERT_EQ(::mkfifo((dir_ / "pipe").c_str(), 0600), 0);
  fs::create_directory(dir_ / "d");
  fs::create_symlink("/etc/passwd", dir_ / "link");
  for (auto const* name : {"pipe", "d", "link"})
    EXPECT_EQ(fault(read(name)), "unsafe") << name;
  EXPECT_EQ(fault(read("nothing")), "missing");
}

TEST_F(ReadFileTest, KeepsEveryByte) {
  std::string bytes;
  for (int i = 0; i < 256; ++i)
    bytes += static_cast<char>(i);
  dir_.write("f", bytes);
  EXPECT_EQ(must(read("f", 256)), bytes);
}

TEST(WriteAll, WritesThroughShortWrites) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  UniqueFd out(ends[0]);
  UniqueFd in(ends[1]);
  std::string const bytes(300'000, 'x'); // a pipe takes 64 KiB at a time
  std::string got;
  std::jthread reader([&] {
    std::array<char, 4096> some;
    for (ssize_t n = 0; (n = ::read(out.get(), some.data(), some.size())) > 0;)
      got.append(some.data(), static_cast<std::size_t>(n));
  });
  EXPECT_TRUE(write_all(in.get(), bytes));
  in.reset();
  reader.join();
  EXPECT_EQ(got, bytes);
}

TEST(RemoveName, IsContentWithAMissingOneOnly) {
  test::SessionDir dir;
  dir.write("f", "");
  fs::create_directory(dir / "d");
  int directory = dir.session().directory();
  EXPECT_TRUE(remove_name(directory, "f"));
  EXPECT_FALSE(dir.exists("f"));
  EXPECT_TRUE(remove_name(directory, "f"));
  EXPECT_FALSE(remove_name(directory, "d"));
  EXPECT_TRUE(remove_name(directory, "missing/f"));
}

TEST(RemoveName, FollowsNoLink) {
  test::SessionDir const outside;
  outside.write("turns/f", "precious");
  test::SessionDir const dir;
  fs::create_symlink(outside / "turns", dir / "turns");
  EXPECT_EQ(test::fault(remove_name(dir.session().directory(), "turns/f")), "unsafe");
  EXPECT_EQ(outside.read("turns/f"), "precious");
}

} // namespace
} // namespace artifactd
