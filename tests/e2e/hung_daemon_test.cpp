// A daemon that hangs: everything that watches over it says so.
#include "tests/e2e/web_site.hpp"

#include <csignal>
#include <gtest/gtest.h>

namespace artifactd::test {
namespace {

using testing::HasSubstr;

class HungDaemon : public WebSite {
protected:
  ~HungDaemon() override {
    if (daemon_) daemon_->send(SIGCONT);
  }
};

TEST_F(HungDaemon, IsReportedByEverythingThatWatchesOverIt) {
  auto session = site_.session("s");
  auto const reader = token("read");
  ASSERT_EQ(get("/readyz", {.token = reader}).status, 200);
  daemon_->send(SIGSTOP);
  session.submit("a");
  EXPECT_EQ(get("/readyz", {.token = reader}).status, 503);

  ASSERT_TRUE(eventually([&] { return site_.artifactctl({"status"}).exit == 7; }));
  auto const status = site_.artifactctl({"status"});
  EXPECT_THAT(status.out, HasSubstr("artifactd does not report; 1 session looked at, 1 signal pending"));
  EXPECT_THAT(status.out, HasSubstr("1 for an operator"));
  EXPECT_THAT(status.err, HasSubstr("has not reported for 1"));
  EXPECT_THAT(status.err, HasSubstr("restart artifactd"));
  auto const doctor = site_.artifactctl({"doctor"});
  EXPECT_EQ(doctor.exit, 1);
  EXPECT_THAT(doctor.out, HasSubstr("artifactd: does not report: pid"));

  auto const waited = site_.artifactctl({"wait", session.path(), "a", "--timeout", "1m"});
  EXPECT_EQ(waited.exit, 7);
  EXPECT_THAT(waited.err + waited.out, HasSubstr("restart it: systemctl "));

  SessionDir const outside(site_.path() / "outside");
  outside.write("artifactd.prom", "artifactd_up 1\n");
  auto const metrics = site_.artifactctl({"metrics", "--textfile", outside / "artifactd.prom"});
  EXPECT_EQ(metrics.exit, 4);
  EXPECT_THAT(outside.text("artifactd.prom"), HasSubstr("artifactd_up 0\n"));

  daemon_->send(SIGCONT);
  EXPECT_TRUE(eventually([&] { return site_.artifactctl({"status"}).exit == 0; }));
}

} // namespace
} // namespace artifactd::test
