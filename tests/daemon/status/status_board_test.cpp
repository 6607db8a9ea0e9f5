#include "daemon/status/board_layout.hpp"
#include "daemon/status/status_board.hpp"
#include "state/platform/clock.hpp"
#include "tests/support/scratch_dir.hpp"

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace artifactd {
namespace {

Board sample() {
  Board board;
  board.started_ns = 5;
  board.version = "1.2.3";
  board.health = Board::Health::degraded;
  board.reason = "fs.inotify.max_user_watches";
  board.roots = {{"/srv/a", BoardRoot::Backend::polling, "nfs", 10, 0, 11},
                 {"/srv/b", BoardRoot::Backend::events, "", 3, 4, 0}};
  board.counters = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  board.stuck = {{"/srv/a/s", "x.kg.lock", "busy", 20, 30}};
  board.stuck_total = 400;
  return board;
}

class Boards : public testing::Test {
protected:
  test::ScratchDir dir;
  std::string path = (dir / "status").string();
};

TEST_F(Boards, AReaderGetsWhatWasWritten) {
  auto board = StatusBoard::create(path);
  ASSERT_TRUE(board) << board.error().message;
  board->write(sample());
  auto read = read_board(path);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->pid, ::getpid());
  EXPECT_TRUE(writer_alive(*read));
  EXPECT_GT(read->updated_ns, 0);
  EXPECT_EQ(read->version, "1.2.3");
  EXPECT_EQ(read->health, Board::Health::degraded);
  EXPECT_EQ(read->reason, "fs.inotify.max_user_watches");
  ASSERT_EQ(read->roots.size(), 2U);
  EXPECT_EQ(read->roots[0].backend, BoardRoot::Backend::polling);
  EXPECT_EQ(read->roots[0].reason, "nfs");
  EXPECT_EQ(read->roots[1].watches, 4U);
  EXPECT_EQ(read->counters, sample().counters);
  ASSERT_EQ(read->stuck.size(), 1U);
  EXPECT_EQ(read->stuck[0].signal, "x.kg.lock");
  EXPECT_EQ(read->stuck[0].next_retry_ns, 30);
  EXPECT_EQ(read->stuck_total, 400U);
}

TEST_F(Boards, EverybodyMayReadItWhateverTheUmask) {
  auto old = ::umask(0077);
  auto board = StatusBoard::create(path);
  ::umask(old);
  ASSERT_TRUE(board);
  struct stat status{};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0644U);
}

TEST_F(Boards, FewerRowsThanBeforeLeaveNothingBehind) {
  auto board = StatusBoard::create(path);
  ASSERT_TRUE(board);
  board->write(sample());
  board->write(Board{});
  auto read = read_board(path);
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->roots.empty());
  EXPECT_TRUE(read->stuck.empty());
  EXPECT_EQ(read->reason, "");
}

TEST_F(Boards, TooMuchIsCutAndCounted) {
  Board big;
  big.reason = std::string(100'000, 'r');
  big.roots.assign(board_roots + 5, BoardRoot{.path = std::string(5000, 'p')});
  big.stuck.assign(board_stuck + 44, BoardStuck{.session = "/s", .signal = "a.kg.lock", .reason = "busy"});
  auto board = StatusBoard::create(path);
  ASSERT_TRUE(board);
  board->write(big);
  auto read = read_board(path);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->roots.size(), board_roots);
  EXPECT_EQ(read->roots[0].path, std::string(512, 'p'));
  EXPECT_EQ(read->stuck.size(), board_stuck);
  EXPECT_EQ(read->stuck_total, board_stuck + 44);
}

TEST_F(Boards, AReaderNeverSeesAHalfWrittenBoard) {
  auto board = StatusBoard::create(path);
  ASSERT_TRUE(board);
  auto state = [](std::uint64_t n) {
    Board b;
    b.counters.settled = n;
    b.counters.oldest_pending_ns = static_cast<std::int64_t>(n);
    b.reason = std::to_string(n);
    b.stuck.assign(n % 50, BoardStuck{
                               .session = std::to_string(n),
                           });
    return b;
  };
  board->write(state(0));
  std::atomic<bool> stop = false;
  std::jthread writer([&] {
    for (std::uint64_t n = 1; !stop; ++n)
      board->write(state(n));
  });
  std::uint64_t last = 0;
  for (int i = 0; i < 2000; ++i) {
    auto read = read_board(path);
    while (!read && read.error().fault == Fault::busy) // starved by a writer that never pauses
      read = read_board(path);
    ASSERT_TRUE(read) << read.error().message;
    auto n = read->counters.settled;
    ASSERT_GE(n, last);
    last = n;
    ASSERT_EQ(read->counters.oldest_pending_ns, static_cast<std::int64_t>(n));
    ASSERT_EQ(read->reason, std::to_string(n));
    ASSERT_EQ(read->stuck.size(), n % 50);
    for (auto const& row : read->stuck)
      ASSERT_EQ(row.session, std::to_string(n));
  }
  stop = true;
}

TEST_F(Boards, ADeadWriterIsRecognised) {
  auto child = ::fork();
  if (child == 0) {
    auto board = StatusBoard::create(path);
    if (board) board->write(sample());
    ::_exit(board ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  auto read = read_board(path);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->pid, child);
  EXPECT_FALSE(writer_alive(*read));
  read->pid = ::getpid();
  read->process_start = process_start(::getpid()) - 1; // processes started at the same instant share it
  EXPECT_FALSE(writer_alive(*read)) << "its pid was given to another process";
}

TEST_F(Boards, AWriterThatDiedWhileWritingIsAnErrorNotAHang) {
  auto board = StatusBoard::create(path);
  ASSERT_TRUE(board);
  board->write(sample());
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(offsetof(board::File, sequence));
  file.put(3);
  file.close();
  auto read = read_board(path);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().fault, Fault::busy);
}

TEST_F(Boards, AnythingElseInItsPlaceIsAClearError) {
  EXPECT_EQ(read_board(path).error().fault, Fault::missing);
  dir.write("status", "");
  EXPECT_EQ(read_board(path).error().fault, Fault::invalid);
  dir.write("status", "garbage");
  EXPECT_EQ(read_board(path).error().fault, Fault::invalid);
  dir.write("status", std::string(sizeof(board::File), '\xff'));
  EXPECT_EQ(read_board(path).error().fault, Fault::invalid);
  EXPECT_EQ(read_board(dir.path().string()).error().fault, Fault::invalid);
  auto board = StatusBoard::create(path);
  ASSERT_TRUE(board);
  EXPECT_EQ(read_board(path).error().fault, Fault::busy) << "nothing written yet";
  board->write(sample());
  auto text = dir.read("status");
  for (auto at = offsetof(board::File, words); at < text.size(); ++at)
    text[at] = '\xff';
  dir.write("status", text);
  EXPECT_EQ(read_board(path).error().fault, Fault::invalid);
}

TEST_F(Boards, ANewDaemonTakesOverAndTheOldBoardStaysWhole) {
  auto first = StatusBoard::create(path);
  ASSERT_TRUE(first);
  first->write(sample());
  auto second = StatusBoard::create(path);
  ASSERT_TRUE(second);
  second->write(Board{});
  first->write(sample());
  EXPECT_EQ(read_board(path)->version, "");
  EXPECT_EQ(StatusBoard::create((dir / "none" / "status").string()).error().fault, Fault::missing);
}

TEST_F(Boards, AreMadeAgainUnlessAnotherDaemonHasOneThere) {
  auto board = StatusBoard::create(path);
  ASSERT_TRUE(board);
  std::filesystem::remove(path);
  ASSERT_TRUE(board->keep_in_place());
  board->write(sample());
  EXPECT_EQ(read_board(path)->pid, ::getpid());

  int written[2];
  ASSERT_EQ(::pipe(written), 0);
  auto const other = ::fork();
  if (other == 0) {
    auto theirs = StatusBoard::create(path);
    theirs->write(sample());
    ::close(written[1]);
    for (;;)
      ::pause();
  }
  ::close(written[1]);
  char end = 0;
  EXPECT_EQ(::read(written[0], &end, 1), 0);
  ::close(written[0]);
  auto const kept = board->keep_in_place();
  ASSERT_FALSE(kept);
  EXPECT_EQ(kept.error().fault, Fault::busy);
  EXPECT_EQ(read_board(path)->pid, other);
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
  EXPECT_TRUE(board->keep_in_place());
}

} // namespace
} // namespace artifactd
