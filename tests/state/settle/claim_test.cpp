#include "state/settle/claim.hpp"
#include "tests/support/session_dir.hpp"

#include <csignal>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <optional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace artifactd {
namespace {

using test::fault;
using test::must;

TEST(Claim, ExcludesEveryOtherOfTheSameProcess) {
  test::SessionDir dir;
  std::optional<Claim> held = must(Claim::take(dir.session()));
  EXPECT_EQ(fault(Claim::take(dir.session())), "busy");
  auto again = must(Session::open(dir.path().string()));
  EXPECT_EQ(fault(Claim::take(again)), "busy");
  std::jthread([&] { EXPECT_EQ(fault(Claim::take(dir.session())), "busy"); });
  held.reset();
  EXPECT_EQ(fault(Claim::take(again)), "none");
}

TEST(Claim, ExcludesOtherProcessesAndEndsWithItsHolder) {
  test::SessionDir dir;
  std::array<int, 2> ready{};
  ASSERT_EQ(::pipe2(ready.data(), O_CLOEXEC), 0);
  auto child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    auto claim = Claim::take(dir.session());
    char const answer = claim ? 'y' : 'n';
    if (::write(ready[1], &answer, 1) == 1) ::pause(); // holds it until killed
    ::_exit(1);
  }
  char answer = 0;
  ASSERT_EQ(::read(ready[0], &answer, 1), 1);
  EXPECT_EQ(answer, 'y');
  EXPECT_EQ(fault(Claim::take(dir.session())), "busy");
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(fault(Claim::take(dir.session())), "none");
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST(Claim, IsNothingOnDiskThatCouldBeTakenAway) {
  test::SessionDir dir;
  auto held = must(Claim::take(dir.session()));
  EXPECT_TRUE(dir.names(".").empty());
  {
    auto sibling = must(open_directory(dir.session().directory(), "."));
  } // closes another descriptor
  EXPECT_EQ(fault(Claim::take(dir.session())), "busy");
}

TEST(Claim, IsOfOneSession) {
  test::SessionDir a;
  test::SessionDir b;
  auto held = must(Claim::take(a.session()));
  EXPECT_EQ(fault(Claim::take(b.session())), "none");
}

} // namespace
} // namespace artifactd
