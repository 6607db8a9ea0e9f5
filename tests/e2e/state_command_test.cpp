// `artifactctl state` as an agent calls it before it writes, and a person who wants to know how a run stands.
#include "tests/e2e/running_daemon.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gmock/gmock.h>
#include <sys/stat.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string snapshot(int index) {
  return fmt::format("{}/tests/state/tuning/corpus/run/{:02}.json", SOURCE_DIR, index);
}

TEST(StateCommand, begins_a_run_once) {
  Site site;
  auto file = (site.path() / "state.json").string();
  EXPECT_EQ(site.artifactctl({"state", "init", site.path()}).exit, 0);
  EXPECT_EQ(site.artifactctl({"state", "check", file}).out, file + ": accepted (0 errors, 0 warnings)\n");
  std::ofstream(file) << "precious";
  EXPECT_EQ(site.artifactctl({"state", "init", file}).exit, 4);
  std::string kept;
  std::getline(std::ifstream(file), kept);
  EXPECT_EQ(kept, "precious");
  EXPECT_EQ(std::ranges::distance(fs::directory_iterator(site.path())),
            std::ranges::distance(fs::directory_iterator(Site().path())) + 1);
  EXPECT_THAT(site.artifactctl({"state", "init"}).out, HasSubstr("\"status\": \"pending\""));
}

TEST(StateCommand, judges_a_step) {
  Site site;
  EXPECT_EQ(site.artifactctl({"state", "check", snapshot(5), "--against", snapshot(4)}).exit, 0);
  auto back = site.artifactctl({"state", "check", snapshot(4), "--against", snapshot(5)});
  EXPECT_EQ(back.exit, 1);
  EXPECT_THAT(back.err, HasSubstr("[state.T02]"));
  auto told = site.json({"state", "check", snapshot(4), "--against", snapshot(5)});
  EXPECT_EQ(told["accepted"], false);
  EXPECT_EQ(told["findings"][0]["pointer"], "/updated_at");
}

TEST(StateCommand, says_by_its_exit_status_how_it_went) {
  Site site;
  auto file = (site.path() / "x.json").string();
  EXPECT_EQ(site.artifactctl({"state", "check", file}).exit, 3);
  EXPECT_EQ(site.artifactctl({"state", "check"}).exit, 2);
  EXPECT_EQ(site.artifactctl({"state"}).exit, 2);
  std::ofstream(file) << "{\"status\": ";
  for (auto const* word : {"check", "next", "score"}) {
    auto ended = site.artifactctl({"state", word, file});
    EXPECT_EQ(ended.exit, 1) << word;
    EXPECT_THAT(ended.err, HasSubstr("x.json:1:11")) << word;
  }
  ASSERT_EQ(::mkfifo((site.path() / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(site.artifactctl({"state", "check", site.path() / "pipe"}).exit, 1);
}

TEST(StateCommand, tells_what_comes_next) {
  Site site;
  EXPECT_THAT(site.artifactctl({"state", "next", snapshot(0)}).out,
              HasSubstr("action-init: the run has not begun\n"));
  auto told = site.json({"state", "next", snapshot(39)});
  EXPECT_TRUE(told["action"].is_null());
  EXPECT_EQ(told["why"], "the run is completed");
}

TEST(StateCommand, shows_both_scores) {
  Site site;
  auto told = site.json({"state", "score", snapshot(0)});
  EXPECT_EQ(told["state"]["score"], 0);
  EXPECT_EQ(told["actions"]["score"], 100);
  EXPECT_EQ(told["specification"]["score"], 80);
  EXPECT_EQ(told["specification"]["gate"], "pass");
}

TEST(StateCommand, prints_its_schema) {
  Site site;
  EXPECT_EQ(site.json({"state", "schema"})["required"].size(), 24U);
}

} // namespace
} // namespace artifactd::test
