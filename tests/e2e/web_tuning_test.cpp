// Tuning runs and extraction rules over HTTP.
#include "tests/e2e/web_site.hpp"
#include "tests/support/tuning_run.hpp"

#include <filesystem>
#include <fstream>

namespace artifactd::test {
namespace {

using nlohmann::json;

class WebTuning : public WebSite {
protected:
  [[nodiscard]] json shown(std::string const& path) {
    auto const answer = get(here_ + path, {.token = content_});
    EXPECT_EQ(answer.status, 200) << path << " " << answer.body;
    return answer.json();
  }
  void write(std::string const& file, std::string const& text) const {
    std::filesystem::create_directories((session_.path() / file).parent_path());
    std::ofstream(session_.path() / (file + ".tmp")) << text;
    std::filesystem::rename(session_.path() / (file + ".tmp"), session_.path() / file);
  }

  SessionDir session_ = site_.session("s1");
  std::string here_ = "/api/v1/sessions/" + id("s1");
  std::string content_ = token("content");
};

TEST_F(WebTuning, ARunShowsScoresActionsAndFixes) {
  EXPECT_EQ(get(here_ + "/tuning", {.token = content_}).status, 404);
  for (std::size_t step = 0; step < snapshots().size(); ++step) {
    write("state.json", snapshot(step));
    ASSERT_TRUE(eventually([&] { return shown("/tuning/states")["total"] == step + 1; })) << step;
  }
  auto const run = shown("/tuning");
  EXPECT_GT(run["points"].size(), 1U);
  EXPECT_TRUE(run["points"][0]["issues"].contains("critical"));
  EXPECT_FALSE(run["actions"].empty());
  EXPECT_FALSE(run["fixes"].empty());
  EXPECT_FALSE(run["fixes"][0]["diff"].get<std::string>().empty());
  auto const states = shown("/tuning/states?limit=3");
  EXPECT_EQ(states["states"].size(), 3U);
  EXPECT_EQ(states["next"], 3);
  EXPECT_FALSE(shown("/tuning/diff")["changes"].empty());
  EXPECT_EQ(get(here_ + "/tuning/diff?from=99999", {.token = content_}).status, 404);
  EXPECT_EQ(get(here_ + "/tuning/diff?from=-1", {.token = content_}).status, 400);
  for (auto const* path : {"/tuning", "/tuning/states", "/tuning/diff"})
    EXPECT_EQ(get(here_ + path, {.token = token("read")}).status, 403) << path;
}

TEST_F(WebTuning, RulesAreListedAndShown) {
  write("rules/r.yaml", "name: missions\nglob: '**/m_*/*.csv'\n");
  write("rules/r.samples.json", R"({"paths": ["/m/m_1/a.csv"]})");
  write("rules/broken.yaml", "name: [\n");
  auto const list = get(here_ + "/rules", {.token = token("read")}).json();
  ASSERT_EQ(list["total"], 2) << list;
  EXPECT_EQ(list["rules"][1]["rule"], "r");
  EXPECT_EQ(list["rules"][1]["state"], "draft");
  EXPECT_EQ(list["rules"][1]["samples"], 1);
  auto const broken = shown("/rules/broken");
  EXPECT_EQ(broken["findings"][0]["severity"], "error") << broken;
  EXPECT_EQ(broken["result"], nullptr);
  EXPECT_EQ(shown("/rules/r")["text"], "name: missions\nglob: '**/m_*/*.csv'\n");
  auto const match = shown("/rule-match?path=/m/m_1/a.csv");
  EXPECT_THAT(match.dump(), testing::HasSubstr("missions"));
  EXPECT_EQ(get(here_ + "/rule-match", {.token = content_}).status, 400);
  EXPECT_EQ(get(here_ + "/rules/none", {.token = content_}).status, 404);
  EXPECT_EQ(get(here_ + "/rules/r", {.token = token("read")}).status, 403);
}

} // namespace
} // namespace artifactd::test
