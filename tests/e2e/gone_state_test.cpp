// A guarded state.json that disappears.
#include "tests/e2e/running_daemon.hpp"
#include "tests/e2e/site.hpp"

#include <filesystem>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class GoneState : public testing::Test {
protected:
  GoneState() {
    EXPECT_EQ(site_.artifactctl({"state", "init", run_.path()}).exit, 0);
    EXPECT_EQ(site_.artifactctl({"merge", run_.path()}).exit, 0);
    fs::remove(run_ / "state.json");
  }

  [[nodiscard]] std::string restore() const {
    return "artifactctl state restore " + run_.path().string() + " 1";
  }
  /// The rows of `status` about it.
  [[nodiscard]] nlohmann::json rows() const {
    auto rows = site_.json({"status"})["stuck"];
    std::erase_if(rows.get_ref<nlohmann::json::array_t&>(),
                  [](nlohmann::json const& row) { return row["file"] != "state.json"; });
    return rows;
  }

  Site site_;
  SessionDir run_ = site_.session("run");
};

TEST_F(GoneState, IsReportedUntilItIsRestored) {
  ASSERT_EQ(rows().size(), 1U);
  EXPECT_EQ(rows()[0]["next"], restore());
  EXPECT_EQ(rows()[0]["actor"], "operator");
  auto const inbox = site_.artifactctl({"inbox"});
  EXPECT_EQ(inbox.exit, 6);
  EXPECT_THAT(inbox.out + inbox.err, HasSubstr(restore()));
  auto const wait = site_.artifactctl({"wait", run_.path(), "state"});
  EXPECT_EQ(wait.exit, 3);
  EXPECT_THAT(wait.err, AllOf(HasSubstr("though it was accepted before"), HasSubstr(restore())));
  EXPECT_EQ(site_.artifactctl({"state", "restore", run_.path(), "1"}).exit, 0);
  EXPECT_TRUE(rows().empty());
  EXPECT_EQ(site_.artifactctl({"inbox"}).exit, 0);
}

TEST_F(GoneState, IsJudgedByMergeEvenIfItWasWrittenJustNow) {
  run_.write("state.json", "{}");
  auto const merge = site_.artifactctl({"merge", run_.path(), "state", "--wait", "0s"});
  EXPECT_EQ(merge.exit, 1) << merge.err;
  EXPECT_THAT(merge.out, HasSubstr("state: refused"));
}

TEST_F(GoneState, IsNotWaitedForWhereADaemonJudgesIt) {
  RunningDaemon const daemon(site_);
  for (int i = 0; i < 5; ++i) { // either of the two may be first
    run_.write("state.json", "{");
    auto const merge = site_.artifactctl({"merge", run_.path(), "state", "--wait", "20s"});
    EXPECT_NE(merge.exit, 4) << merge.out << merge.err;
  }
}

TEST_F(GoneState, IsGivenUpWithItsHistory) {
  fs::remove_all(run_ / ".artifactd/states");
  EXPECT_TRUE(rows().empty());
  EXPECT_EQ(site_.artifactctl({"inbox"}).exit, 0);
}

TEST_F(GoneState, IsNobodysConcernWhereItIsIgnored) {
  site_.configure("[state]\non_invalid = \"ignore\"\n");
  EXPECT_TRUE(rows().empty());
}

} // namespace
} // namespace artifactd::test
