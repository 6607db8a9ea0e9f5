// `artifactctl fix` on a terminal: how a person handles work that is still faulty after editing.
#include "tests/e2e/on_terminal.hpp"
#include "tests/e2e/running_daemon.hpp"

#include <gtest/gtest.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

class StillFaulty : public testing::Test {
protected:
  void SetUp() override {
    session_.artifact("a", "x.json", "{");
    session_.drop("a");
    ASSERT_EQ(site_.artifactctl({"merge", "s"}).exit, 1);
  }

  Site site_;
  SessionDir session_ = site_.session("s");
};

TEST_F(StillFaulty, IsLeftRefusedByEscape) {
  OnTerminal fix(site_, {"fix", "s", "a"});
  ASSERT_TRUE(fix.shows("[Esc] back"));
  fix.type("\x1b");
  EXPECT_EQ(fix.wait(), 1);
  EXPECT_TRUE(session_.refused("a"));
}

TEST_F(StillFaulty, IsSubmittedWithAllAttemptsByR) {
  OnTerminal fix(site_, {"fix", "s", "a"});
  ASSERT_TRUE(fix.shows("[r] retry fresh"));
  fix.type("zr"); // keys that are not offered do nothing
  EXPECT_EQ(fix.wait(), 0);
  EXPECT_TRUE(session_.pending("a"));
  EXPECT_FALSE(fs::exists(session_ / ".artifactd/attempts/a.kg.json"));
}

TEST_F(StillFaulty, IsEditedAgainByE) {
  OnTerminal fix(site_, {"fix", "s", "a"});
  ASSERT_TRUE(fix.shows("[e] edit"));
  session_.artifact("a", "x.json", "{}");
  fix.type("e");
  EXPECT_EQ(fix.wait(), 0);
  EXPECT_TRUE(session_.pending("a"));
}

} // namespace
} // namespace artifactd::test
