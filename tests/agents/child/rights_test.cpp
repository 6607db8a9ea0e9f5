#include "tests/agents/child/shell_run.hpp"

#include <cstdlib>
#include <gmock/gmock.h>
#include <unistd.h>

namespace artifactd {
namespace {

using test::ordinary_user;
using test::ran;
using test::shell;
using testing::HasSubstr;

TEST(Rights, GivesItsIdentityUp) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become somebody else";
  auto command = shell("id -u; id -g; id -G; grep CapEff /proc/$$/status");
  command.identity = Identity{65534, 65534, {65533}};
  EXPECT_EQ(ran(command).output.bytes, "65534\n65534\n65534 65533\nCapEff:\t0000000000000000\n");
}

TEST(Rights, IsNeverRoot) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root's programs could be root";
  for (auto const& identity : {std::optional<Identity>(), std::optional(Identity{0, 0, {}})}) {
    auto command = shell("id -u");
    command.identity = identity;
    auto const result = run(command);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().fault, Fault::unsupported);
    EXPECT_THAT(result.error().message, HasSubstr("root"));
  }
}

TEST(Rights, GainsNoPrivilegeByWhatItExecutes) {
  EXPECT_EQ(ran(shell("grep NoNewPrivs /proc/$$/status")).output.bytes, "NoNewPrivs:\t1\n");
}

TEST(Rights, HasTheBasicsOfItsUserUnderItsOwnEnvironment) {
  auto command = shell("echo $HOME $PYTHONSAFEPATH $LANG; env | grep -c ^PATH=");
  command.basics = Basics::given;
  command.environment = {"LANG=here", "PATH=/usr/bin"};
  ::setenv("HOME", "/home/of/the/tests", 1);
  auto const home = ordinary_user() ? "/nonexistent" : "/home/of/the/tests";
  EXPECT_EQ(ran(command).output.bytes, home + std::string(" 1 here\n1\n"));
}

} // namespace
} // namespace artifactd
