#include "agents/child/sandbox.hpp"
#include "agents/child/syscall_filter.hpp"
#include "tests/agents/child/sandbox_attack.hpp"
#include "tests/support/scratch_dir.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd {
namespace {

using namespace std::chrono_literals;
using test::Attack;
using test::fate_of;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Sandbox, IsAvailableHere) {
  auto const available = sandbox_available({});
  EXPECT_TRUE(available) << available.error().message;
}

TEST(Sandbox, RunsNothingWhereItCannotBeHad) {
  test::ScratchDir const scratch;
  scratch.write("bwrap", "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n");
  ASSERT_EQ(::chmod((scratch / "bwrap").c_str(), 0755), 0);
  ASSERT_EQ(::chmod(scratch.path().c_str(), 0755), 0);
  for (auto const& [settings, reason] : std::initializer_list<std::pair<SandboxSettings, std::string>>{
           {{.bubblewrap = "/no/bwrap"}, "/no/bwrap does not exist"},
           {{.interpreter = "/no/python3"}, "/no/python3"},
           {{.interpreter = "/bin/true"}, "does not work here"},
           {{.bubblewrap = scratch / "bwrap"}, "No permissions to create new namespace"}}) {
    auto const available = sandbox_available(settings);
    ASSERT_FALSE(available);
    EXPECT_EQ(available.error().fault, Fault::unsupported);
    EXPECT_THAT(available.error().message, HasSubstr(reason));
    EXPECT_FALSE(run_python(settings, "", ""));
  }
}

TEST(Sandbox, IsNotCalledUnsoundWhenItsTrialIsCutShort) {
  for (Ending const& ending : {Ending(Cancelled{}), Ending(TimedOut{})}) {
    SandboxSettings const settings{.runner = [&](Command const&) -> Result<Ran> {
      return Ran{ending, {}, {}, {.bytes = "ready\n", .total = 6}};
    }};
    auto const available = sandbox_available(settings);
    ASSERT_FALSE(available);
    EXPECT_EQ(available.error().fault, Fault::busy);
  }
}

TEST(Sandbox, ATransparentOneDoesNotPass) {
  // Does everything asked of it except isolating.
  test::ScratchDir const scratch;
  scratch.write("bwrap", "#!/bin/bash\nwhile [ \"$1\" != -- ]; do shift; done\nshift\nexec \"$@\"\n");
  ASSERT_EQ(::chmod((scratch / "bwrap").c_str(), 0755), 0);
  ASSERT_EQ(::chmod(scratch.path().c_str(), 0755), 0);
  SandboxSettings const settings{.bubblewrap = scratch / "bwrap"};
  auto const available = sandbox_available(settings);
  ASSERT_FALSE(available);
  auto const ran = run_python(settings, "import os\nos.write(3, b'ran')", "");
  ASSERT_FALSE(ran) << "nothing runs before the walls were tried";
  EXPECT_EQ(ran.error().fault, Fault::unsupported);
  EXPECT_THAT(available.error().message, HasSubstr("processes can be created; "));
  EXPECT_THAT(available.error().message, HasSubstr("foreign files are visible"));
}

TEST(Sandbox, HandsOverInputAndResultAndKeepsThemApart) {
  auto const ran = run_python({}, "import sys\nos.write(3, sys.stdin.buffer.read()[::-1])\nprint('said')\n",
                              std::string("a\0b\n", 4));
  ASSERT_TRUE(ran);
  EXPECT_EQ(ran->result.bytes, std::string("\nb\0a", 4));
  EXPECT_EQ(ran->output.bytes, "said\n");
  EXPECT_EQ(ran->errors.bytes, "");
}

TEST(Sandbox, HasAnIdentityOfItsOwn) {
  ::setenv("SECRET_KEY", "sk-1234", 1);
  auto const ran =
      run_python({},
                 "print(os.getuid(), os.getgid(), os.getppid(), os.uname().nodename, os.getcwd(),\n"
                 "      sorted(os.environ), sorted(os.listdir('/')))",
                 "");
  ASSERT_TRUE(ran);
  EXPECT_THAT(ran->output.bytes, StartsWith("65534 65534 1 sandbox / ['LC_CTYPE', 'PWD'] ['lib', "));
}

TEST(Sandbox, EndsWhatDoesNotEndWithAllItsProcesses) {
  SandboxSettings const brief{.time = 1s};
  for (auto const& attack : {
           Attack{"busy", "while True: pass"},
           Attack{"asleep", "import time\ntime.sleep(1000)"},
           Attack{"ignores SIGTERM",
                  "import signal, time\nsignal.signal(15, signal.SIG_IGN)\ntime.sleep(1000)"},
           Attack{"blocks all signals",
                  "import signal, time\nsignal.pthread_sigmask(0, range(1, 65))\ntime.sleep(1000)"},
           Attack{"deaf in C", "return 3 ** 10 ** 9"},
           Attack{"floods stdout", "while True: os.write(1, b'x' * 65536)"},
           Attack{"floods stderr", "while True: os.write(2, b'\\x1b]0;x\\x07' * 9999)"},
           Attack{"floods the result", "while True: os.write(3, b'x' * 65536)"},
           Attack{"closes everything", "import time\nos.closerange(0, 64)\ntime.sleep(1000)"},
       })
    EXPECT_EQ(fate_of(attack, "", brief), "timed out") << attack.name;
  EXPECT_FALSE(test::any_attacker_left());
}

TEST(Sandbox, DiesWithTheProcessThatRunsIt) {
  auto const runner = ::fork();
  ASSERT_GE(runner, 0);
  if (runner == 0) {
    fate_of({"orphan", "import time\ntime.sleep(1000)"}, "", {.time = 1000s});
    ::_exit(0);
  }
  EXPECT_TRUE(test::an_attacker_appears());
  ASSERT_EQ(::kill(runner, SIGKILL), 0);
  ASSERT_EQ(::waitpid(runner, nullptr, 0), runner);
  EXPECT_FALSE(test::any_attacker_left());
}

TEST(Sandbox, BoundsWhatCanBeUsedUp) {
  for (auto const& attack : {
           Attack{"one large object", "x = bytearray(10 ** 9)\nreturn True"},
           Attack{"many small objects", "x = []\nwhile len(x) < 10 ** 7: x.append(bytes(100))\nreturn True"},
           Attack{"mapped memory", "import mmap\nreturn mmap.mmap(-1, 1 << 30)"},
           Attack{"descriptors", "x = [os.dup(0) for i in range(33)]\nreturn True"},
           Attack{"time of the whole machine", "os.sched_setaffinity(0, [0])\nreturn True"},
           Attack{"priority", "os.setpriority(0, 0, -20)\nreturn True"},
       })
    EXPECT_THAT(fate_of(attack), StartsWith("held: ")) << attack.name;
  EXPECT_EQ(fate_of({"stack", "import sys\nsys.setrecursionlimit(10 ** 9)\nx = {}\n"
                              "for i in range(10 ** 6): x = {'x': x}\nreturn repr(x)"}),
            "died: 11");
  auto const flood = run_python({}, "for i in range(16000): os.write(1, b'x' * 65536)", "");
  ASSERT_TRUE(flood);
  EXPECT_EQ(flood->output.total, 16'000u * 65'536u);
  EXPECT_LE(flood->output.bytes.size(), 65'536u);
}

#ifdef __x86_64__
/// The signal that ends a process making one system call under the filter alone.
template <class Call>
int signal_under_the_filter(Call call) {
  auto const file = python_syscalls();
  EXPECT_TRUE(file);
  auto const child = ::fork();
  if (child == 0) {
    std::signal(SIGSEGV, SIG_DFL); // a sanitizer would otherwise report it and exit
    std::array<sock_filter, 4096> program{};
    auto const size = ::read(file->get(), program.data(), sizeof program);
    sock_fprog const filter{static_cast<unsigned short>(static_cast<std::size_t>(size) / sizeof(sock_filter)),
                            program.data()};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
      ::_exit(1);
    call();
    ::_exit(0);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(Sandbox, KnowsOnlyTheNativeCallingConvention) {
  EXPECT_EQ(signal_under_the_filter([] {}), 0);
  constexpr long x32 = 0x40000000;
  EXPECT_EQ(signal_under_the_filter([] { ::syscall(x32 | 39); }), SIGSYS);
  // getpid of i386; a kernel without i386 kills the process anyway.
  EXPECT_THAT(signal_under_the_filter([] {
                long result = 20;
                asm volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
              }),
              testing::AnyOf(SIGSYS, SIGSEGV));
}
#endif

} // namespace
} // namespace artifactd
