#include "state/platform/answering.hpp"
#include "state/platform/clock.hpp"
#include "tests/support/hung_mount.hpp"
#include "tests/support/scratch_dir.hpp"

#include <csignal>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd {
namespace {

using namespace std::chrono_literals;

/// How the function ends in a traced process that does not hear of the ends of its children: nobody reaps
/// them before it ends itself.
int traced(std::function<int()> const& function) {
  auto const process = ::fork();
  if (process == 0) {
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) < 0) ::_exit(255);
    ::raise(SIGSTOP);
    ::_exit(function());
  }
  siginfo_t now{};
  while (::waitid(P_PID, static_cast<id_t>(process), &now, WEXITED | WSTOPPED) == 0 &&
         now.si_code == CLD_TRAPPED) {
    ::ptrace(PTRACE_SETOPTIONS, process, nullptr, PTRACE_O_TRACEFORK | PTRACE_O_EXITKILL);
    unsigned long child = 0;
    auto const forked = now.si_status >> 8 == PTRACE_EVENT_FORK;
    if (forked && ::ptrace(PTRACE_GETEVENTMSG, process, nullptr, &child) == 0) {
      ::waitpid(static_cast<pid_t>(child), nullptr, __WALL);
      ::ptrace(PTRACE_CONT, static_cast<pid_t>(child), nullptr, nullptr);
    }
    ::ptrace(PTRACE_CONT, process, nullptr, nullptr);
  }
  while (::waitpid(-1, nullptr, __WALL) > 0) {
  }
  return now.si_code == CLD_EXITED ? now.si_status : -1;
}

TEST(Answering, WhatExistsAnswersAndSoDoesWhatDoesNot) {
  test::ScratchDir const dir;
  EXPECT_TRUE(check_answers(dir.path()));
  EXPECT_TRUE(check_answers(dir / "missing"));
  EXPECT_TRUE(check_answers(dir.write("file", "")));
}

TEST(Answering, AHangingFileSystemIsNamedOnceItIsWaitedForOnly) {
  test::ScratchDir const dir;
  auto const place = (dir / "far").string();
  std::filesystem::create_directory(place);
  std::optional<test::HungMount> hung(place);
  if (!*hung) GTEST_SKIP() << "needs the right to mount";
  EXPECT_EQ(ask(place, 1ms), Answering::not_yet);
  auto const first = check_answers(place);
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().fault, Fault::io);
  EXPECT_TRUE(first.error().message.starts_with("root.hangs: " + place)) << first.error().message;
  EXPECT_TRUE(first.error().message.ends_with("umount -fl " + place)) << first.error().message;
  EXPECT_EQ(ask(place, answer_limit), Answering::no) << "at once";
  hung.reset();
  EXPECT_TRUE(check_answers(place)) << "it is asked again";
}

TEST(Answering, AMountBelowIsNotEntered) {
  test::ScratchDir const dir;
  auto const place = (dir / "far").string();
  std::filesystem::create_directory(place);
  test::HungMount const below(place);
  if (!below) GTEST_SKIP() << "needs the right to mount";
  EXPECT_TRUE(check_answers(dir.path()));
}

TEST(Answering, DoesNotNeedToBeToldOfChildren) {
  test::ScratchDir const dir;
  test::ScratchDir const other;
  test::HungMount const elsewhere(other.path().string()); // else nobody is asked
  if (!elsewhere) GTEST_SKIP() << "needs the right to mount";
  auto* const former = std::signal(SIGCHLD, SIG_IGN);
  EXPECT_TRUE(check_answers(dir.path()));
  std::signal(SIGCHLD, former);
}

TEST(Answering, ATracerMayLearnOfTheEndFirst) {
  if (traced([] { return 0; }) != 0) GTEST_SKIP() << "nobody may trace here";
  test::ScratchDir const dir;
  test::ScratchDir const other;
  test::HungMount const elsewhere(other.path().string());
  if (!elsewhere) GTEST_SKIP() << "needs the right to mount";
  EXPECT_EQ(traced([&] { return check_answers(dir.path()) ? 0 : 1; }), 0);
}

TEST(Answering, AfterAnUnmountItIsAskedAgain) {
  test::ScratchDir const dir;
  auto const place = (dir / "far").string();
  std::filesystem::create_directory(place);
  test::HungMount const hung(place, test::HungMount::Server::reads);
  if (!hung) GTEST_SKIP() << "needs the right to mount";
  ASSERT_EQ(ask(place, 1ms), Answering::not_yet);
  ASSERT_EQ(::umount2(place.c_str(), MNT_DETACH), 0);
  EXPECT_TRUE(check_answers(place));
}

} // namespace
} // namespace artifactd
