// Sessions that a user may not look into: the daemon's user, and another person.
#include "tests/e2e/running_daemon.hpp"

#include <gmock/gmock.h>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr uid_t daemons_user = 65534;
constexpr uid_t agents_user = 4001;
constexpr uid_t stranger = 5005;

class ClosedSession : public testing::Test {
protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can act as several users";
    shell("chown -R 65534:65534 " + site_.path().string());
    for (auto const& passed : {site_.path(), site_.path() / "etc", site_.path() / "etc/conf.d", site_.root()})
      fs::permissions(passed, fs::perms(0755));
    session_.submit("a");
    shell("chown -R 4001:4001 " + session_.path().string());
    fs::permissions(session_.path(), fs::perms(0700));
    if (by(stranger, {"--version"}).exit != 0) GTEST_SKIP() << "another user may not run what was built";
  }
  [[nodiscard]] Ended by(uid_t user, std::vector<std::string> const& words) const {
    Command command{.words = {built("artifactctl"), "--config", site_.config().string()}, .user = user};
    command.words.insert(command.words.end(), words.begin(), words.end());
    return run(command);
  }

  Site site_;
  SessionDir session_ = site_.session("s");
};

TEST_F(ClosedSession, OfTheDaemonIsNamedToEverybodyWithTheCommandThatHelps) {
  RunningDaemon const daemon(site_, {.user = daemons_user});
  auto const denied = "session.denied: user nobody may not look into " + session_.path().string();
  for (auto const user : {uid_t{0}, daemons_user, agents_user, stranger}) {
    Ended status;
    EXPECT_TRUE(eventually([&] { return (status = by(user, {"status"})).out.contains(denied); }))
        << user << status.out;
    EXPECT_THAT(status.out, HasSubstr("chmod g+rwxs " + session_.path().string()));
    EXPECT_EQ(status.exit, 6);
  }
  auto const waited = by(agents_user, {"wait", session_.path().string(), "a", "--timeout", "1s"});
  EXPECT_THAT(waited.out + waited.err, HasSubstr(denied));

  fs::permissions(session_.path(), fs::perms(0777));
  fs::permissions(session_ / "artifacts", fs::perms(0755));
  EXPECT_TRUE(eventually([&] { return session_.merged("a"); }));
  EXPECT_TRUE(eventually([&] { return !by(0, {"status"}).out.contains("session.denied"); }));
}

TEST_F(ClosedSession, OfSomebodyElseIsNoTrouble) {
  RunningDaemon const daemon(site_, {.user = 0});
  EXPECT_TRUE(eventually([&] { return session_.merged("a"); }));
  auto const status = by(stranger, {"status"});
  EXPECT_EQ(status.exit, 0) << status.out;
  EXPECT_THAT(status.out, AllOf(HasSubstr("session.private"), Not(HasSubstr("chgrp"))));
  EXPECT_EQ(by(stranger, {"inbox"}).exit, 0);
}

} // namespace
} // namespace artifactd::test
