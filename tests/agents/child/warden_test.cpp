#include "tests/agents/child/shell_run.hpp"

#include <csignal>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace artifactd {
namespace {

using test::all_writers_end;
using test::code_of;
using test::make_pipe;
using test::ran;
using test::shell;

TEST(Warden, LeavesNothingThatMovedToASessionOfItsOwn) {
  auto pipe = make_pipe(); // its only descriptor of ours: closed once all its holders have ended
  auto command = shell("setsid sh -c 'setsid sleep 1000 & exec sleep 1000' >/dev/null 2>&1 & echo done");
  command.passed = {pipe.write_end.get()};
  EXPECT_EQ(ran(command).output.bytes, "done\n");
  EXPECT_TRUE(all_writers_end(pipe));
}

TEST(Warden, EndsOnlyWhatItsOwnProgramStarted) {
  auto other = make_pipe();
  auto stays = make_pipe();
  auto first = shell("setsid sh -c 'echo >&3; read -r _ <&4; echo still >&3' & wait");
  first.passed = {other.write_end.get(), stays.read_end.get()};
  std::jthread const beside([&] { ran(first); });
  std::array<char, 16> text{};
  ASSERT_EQ(::read(other.read_end.get(), text.data(), text.size()), 1);
  EXPECT_EQ(code_of(ran(shell("setsid sleep 1000 & exit 0"))), 0);
  ASSERT_EQ(::write(stays.write_end.get(), "\n", 1), 1);
  EXPECT_EQ(::read(other.read_end.get(), text.data(), text.size()), 6) << "it was ended with another's run";
}

TEST(Warden, WhatLeftItsSessionDiesWithTheProcessThatRunsItToo) {
  auto pipe = make_pipe();
  auto const runner = ::fork();
  ASSERT_GE(runner, 0);
  if (runner == 0) {
    auto command = shell("setsid sh -c 'echo $$ >&3; exec sleep 1000' & exec sleep 1000");
    command.passed = {pipe.write_end.get()};
    ::_exit(run(command) ? 0 : 1);
  }
  std::array<char, 32> text{};
  ASSERT_GT(::read(pipe.read_end.get(), text.data(), text.size() - 1), 0);
  ASSERT_EQ(::kill(runner, SIGKILL), 0);
  ASSERT_EQ(::waitpid(runner, nullptr, 0), runner);
  EXPECT_TRUE(all_writers_end(pipe));
}

} // namespace
} // namespace artifactd
