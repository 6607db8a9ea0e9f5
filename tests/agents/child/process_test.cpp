#include "tests/agents/child/shell_run.hpp"
#include "tests/support/ordinary_user.hpp"
#include "tests/support/scratch_dir.hpp"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <string>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace artifactd {
namespace {

using namespace std::chrono_literals;
using test::all_writers_end;
using test::code_of;
using test::make_pipe;
using test::ordinary_user;
using test::ran;
using test::ScratchDir;
using test::shell;
using testing::HasSubstr;
using testing::StartsWith;

/// The children of all threads, including zombies; some from earlier tests may still be alive.
std::string children() {
  std::string all;
  for (auto const& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream list(thread.path() / "children");
    std::string of_thread;
    std::getline(list, of_thread); // an iterator would throw if the thread ended meanwhile
    all += of_thread;
  }
  return all;
}

TEST(Process, GivesBackWhatTheProgramSaidAndHowItEnded) {
  auto const result = ran(shell("cat; echo trouble >&2; exit 3"));
  EXPECT_EQ(code_of(result), 3);
  EXPECT_EQ(result.output.bytes, "");
  EXPECT_EQ(result.errors.bytes, "trouble\n");
  EXPECT_GT(result.wall, 0ns);
  EXPECT_GT(result.peak_memory, 0u);

  auto const killed = ran(shell("kill -9 $$"));
  ASSERT_TRUE(std::holds_alternative<Killed>(killed.ending));
  EXPECT_EQ(std::get<Killed>(killed.ending).signal, SIGKILL);
}

TEST(Process, IsEndedBeforeTheServiceWhenMemoryRunsOut) {
  int own = 0;
  std::ifstream("/proc/self/oom_score_adj") >> own;
  auto command = shell("cat /proc/self/oom_score_adj");
  auto const expected = std::to_string(std::min(own + 500, 1000)) + "\n";
  EXPECT_EQ(ran(command).output.bytes, expected);
  if (::geteuid() != 0) return;
  command.identity = ordinary_user();
  EXPECT_EQ(ran(command).output.bytes, expected) << "as another user, too";
}

TEST(Process, FeedsAnyAmountOfInputWithoutBlocking) {
  auto command = shell("cat");
  std::string const input(5'000'000, 'x');
  command.input = input;
  command.output.bytes = input.size();
  EXPECT_EQ(ran(command).output.bytes, input);
  command.argv = {"true"}; // never reads
  EXPECT_EQ(code_of(ran(command)), 0);
  auto pipe = make_pipe();
  ASSERT_EQ(::write(pipe.write_end.get(), "piped", 5), 5);
  pipe.write_end.reset();
  command.argv = {"cat"};
  command.input = pipe.read_end.get();
  EXPECT_EQ(ran(command).output.bytes, "piped");
}

TEST(Process, KeepsTheBeginningOfAFloodAndCountsTheRest) {
  auto command = shell("head -c 1000000000 /dev/zero & head -c 100000 /dev/zero >&2; wait");
  command.output.bytes = 1000;
  command.errors.bytes = 0;
  ScratchDir const scratch;
  UniqueFd const file(::open((scratch / "copy").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  command.output.copy = file.get();
  command.output.copy_bytes = 200'001;
  auto const result = ran(command);
  EXPECT_EQ(code_of(result), 0);
  EXPECT_EQ(result.output.bytes.size(), 1000u);
  EXPECT_EQ(result.output.total, 1'000'000'000u);
  EXPECT_TRUE(result.output.cut());
  EXPECT_EQ(result.errors.total, 100'000u);
  EXPECT_EQ(::lseek(file.get(), 0, SEEK_END), 200'001);
}

TEST(Process, HasTheEnvironmentDirectoryAndDescriptorsItWasGivenAndNoOther) {
  UniqueFd const stray(::open("/dev/null", O_RDONLY)); // not CLOEXEC on purpose
  ::setenv("STRAY", "1", 1);
  ScratchDir const scratch;
  test::give_away(scratch.path());
  UniqueFd const directory(::open(scratch.path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  auto passed = make_pipe();
  Command command{
      .argv = {"/bin/sh", "-c",
               "ls /proc/$$/fd; pwd -P; echo \"$STRAY$OURS\"; echo a result >&3; echo passed >&4"},
      .environment = {"PATH=/usr/bin:/bin", "OURS=here"},
      .directory = directory.get(),
      .result = Keep{.bytes = 8},
      .passed = {passed.write_end.get()},
      .identity = ordinary_user()};
  ASSERT_EQ(first_passed(command), 4);
  auto const result = ran(command);
  EXPECT_EQ(result.output.bytes, "0\n1\n2\n3\n4\n" + scratch.path().string() + "\nhere\n");
  EXPECT_EQ(result.result.bytes, "a result");
  EXPECT_EQ(result.result.total, 9u);
  passed.write_end.reset();
  std::array<char, 16> text{};
  EXPECT_EQ(::read(passed.read_end.get(), text.data(), text.size()), 7);
}

TEST(Process, StartsWithFreshSignalsAndASessionOfItsOwn) {
  ::signal(SIGINT, SIG_IGN);
  sigset_t blocked;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  auto const result =
      ran({.argv = {"/bin/grep", "-E", "Sig(Blk|Ign)", "/proc/self/status"}, .identity = ordinary_user()});
  ::pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
  ::signal(SIGINT, SIG_DFL);
  EXPECT_EQ(result.output.bytes, "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
  EXPECT_EQ(code_of(ran(shell("test $(ps -o sid= -p $$) = $$"))), 0);
}

TEST(Process, EndsWhatDoesNotEnd) {
  auto command = shell("echo begun; sleep 1000");
  command.timeout = 300ms;
  auto result = ran(command);
  EXPECT_TRUE(std::holds_alternative<TimedOut>(result.ending));
  EXPECT_EQ(result.output.bytes, "begun\n");
  EXPECT_LT(result.wall, 10s);

  auto const stubborn = shell("trap '' TERM; while :; do sleep 0.05; done");
  command.argv = stubborn.argv;
  result = ran(command);
  EXPECT_TRUE(std::holds_alternative<TimedOut>(result.ending));
  EXPECT_GE(result.wall, 500ms); // the grace period was granted

  command = shell("trap 'echo tidied; exit 0' TERM; while :; do sleep 0.05; done");
  command.timeout = 300ms;
  command.grace = 10s;
  EXPECT_EQ(ran(command).output.bytes, "tidied\n");
}

TEST(Process, NeverWaitsForAGrandchildAndLeavesNoneOfItsGroup) {
  auto pipe = make_pipe();
  auto command = shell("(trap '' TERM; sleep 1000) & (sleep 1000 &) ; echo done");
  command.passed = {pipe.write_end.get()};
  auto const result = ran(command);
  EXPECT_EQ(code_of(result), 0);
  EXPECT_EQ(result.output.bytes, "done\n");
  EXPECT_LT(result.wall, 10s);
  EXPECT_TRUE(all_writers_end(pipe));

  pipe = make_pipe();
  command = shell("sleep 1000 >/dev/null 2>&1 & exit 0"); // holds none of our pipes
  command.passed = {pipe.write_end.get()};
  EXPECT_EQ(code_of(ran(command)), 0);
  EXPECT_TRUE(all_writers_end(pipe));
}

TEST(Process, NeverWaitsForAGrandchildThatLeftTheGroup) {
  auto pipe = make_pipe();
  auto command = shell("setsid sh -c 'echo $$ >&3; while :; do echo flood; done' & read -r _ <&4; echo left");
  auto go = make_pipe();
  command.passed = {pipe.write_end.get(), go.read_end.get()};
  ASSERT_EQ(::write(go.write_end.get(), "\n", 1), 1);
  auto const result = ran(command);
  EXPECT_EQ(code_of(result), 0);
  EXPECT_LT(result.wall, 10s);
  // Our side closes its pipe, so the flood ends it.
  EXPECT_TRUE(all_writers_end(pipe));
}

TEST(Process, IsEndedByAnotherThread) {
  UniqueFd const cancel(::eventfd(0, EFD_CLOEXEC));
  auto pipe = make_pipe();
  auto command = shell("echo ready >&3; exec 3>&-; sleep 1000");
  command.cancel = cancel.get();
  command.passed = {pipe.write_end.get()};
  std::jthread const canceller([&] {
    char byte = 0;
    EXPECT_EQ(::read(pipe.read_end.get(), &byte, 1), 1);
    EXPECT_EQ(::eventfd_write(cancel.get(), 1), 0);
  });
  auto const result = ran(command);
  EXPECT_TRUE(std::holds_alternative<Cancelled>(result.ending));
  EXPECT_LT(result.wall, 10s);
}

TEST(Process, DiesWithTheProcessThatRunsIt) {
  auto pipe = make_pipe();
  auto const runner = ::fork();
  ASSERT_GE(runner, 0);
  if (runner == 0) {
    auto command = shell("echo $$ >&3; exec sleep 1000");
    command.passed = {pipe.write_end.get()};
    ::_exit(run(command) ? 0 : 1);
  }
  std::array<char, 32> text{};
  ASSERT_GT(::read(pipe.read_end.get(), text.data(), text.size() - 1), 0);
  ASSERT_EQ(::kill(runner, SIGKILL), 0);
  ASSERT_EQ(::waitpid(runner, nullptr, 0), runner);
  EXPECT_TRUE(all_writers_end(pipe));
}

TEST(Process, SaysWhatCouldNotBeStartedAndWhy) {
  auto const children_before = children();
  auto error_of = [](Command const& command) {
    auto result = run(command);
    EXPECT_FALSE(result);
    return result ? Error{} : result.error();
  };
  auto error = error_of({.argv = {"no-such-program"}, .identity = ordinary_user()});
  EXPECT_EQ(error.fault, Fault::missing);
  EXPECT_THAT(error.message, HasSubstr("no-such-program"));
  error = error_of({.argv = {"/etc/passwd"}, .identity = ordinary_user()});
  EXPECT_EQ(error.fault, Fault::denied);
  EXPECT_THAT(error.message, HasSubstr("/etc/passwd"));
  error = error_of({.argv = {"/bin/true"}, .directory = "/no/such", .identity = ordinary_user()});
  EXPECT_EQ(error.fault, Fault::missing);
  EXPECT_THAT(error.message, HasSubstr("directory"));
  EXPECT_EQ(error_of({.identity = ordinary_user()}).fault, Fault::invalid);
  EXPECT_EQ(children(), children_before) << "a child was not reaped";
}

TEST(Process, IsBoundByItsLimits) {
  auto command = shell("ulimit -n; ulimit -f; ulimit -c; ulimit -v");
  command.limits = {.memory = 1 << 30, .file_size = 0, .files = 32};
  EXPECT_EQ(ran(command).output.bytes, "32\n0\n0\n1048576\n");
  command = shell("while :; do :; done");
  command.limits = {.cpu = 1};
  auto const result = ran(command);
  EXPECT_TRUE(std::holds_alternative<Killed>(result.ending));
  // The CPU limit is counted in ticks, which a busy machine distributes unevenly.
  EXPECT_GE(result.cpu, 500ms);
}

TEST(Process, LeavesNoDescriptorAndNoChildBehind) {
  auto lowest = [] { return UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC)).get(); };
  ran(shell("true"));
  auto const before = lowest();
  auto const children_before = children();
  for (int i = 0; i < 20; ++i)
    ran(shell("true"));
  EXPECT_EQ(lowest(), before);
  EXPECT_EQ(children(), children_before);
}

} // namespace
} // namespace artifactd
