// Every way in which a shell or a program creates a signal causes one settle: seen at once, and not twice.
#include "tests/e2e/running_daemon.hpp"

#include <gtest/gtest.h>

namespace artifactd::test {
namespace {

struct Act {
  std::string name;
  std::string line; ///< shell, run in the root beside the session "s", which has artifacts of the agent a
};

std::vector<Act> acts() {
  return {
      {"touch", "touch s/a.kg.lock"},
      {"redirect", "> s/a.kg.lock"},
      {"append_nothing", ": >> s/a.kg.lock"},
      {"write_and_close", "echo done > s/a.kg.lock"},
      {"write_in_steps", "exec 9> s/a.kg.lock; echo a >&9; echo b >&9; exec 9>&-"},
      {"rename_within", "touch s/tmp; mv s/tmp s/a.kg.lock"},
      {"rename_into", "touch tmp; mv tmp s/a.kg.lock"},
      {"hard_link", "touch s/tmp; ln s/tmp s/a.kg.lock"},
      {"copy", "touch tmp; cp -p tmp s/a.kg.lock"},
      {"new_session_and_touch", "mkdir -p t && cp -r s/artifacts t/ && touch t/a.kg.lock"},
      {"deep_new_session", "mkdir -p t/artifacts/a && echo '{}' > t/artifacts/a/x.json && touch t/a.kg.lock"},
      {"move_of_a_session_tree",
       "mkdir ../t && cp -r s/artifacts ../t/ && touch ../t/a.kg.lock && mv ../t t"},
      {"touched_twice", "touch s/a.kg.lock; touch s/a.kg.lock 2>/dev/null"}};
}

class PublishingAct : public ::testing::TestWithParam<Act> {};

TEST_P(PublishingAct, IsSettledOnce) {
  Site site;
  auto session = site.session("s");
  session.artifact("a", "x.json", R"({"x": 1})");
  RunningDaemon daemon(site);
  ASSERT_EQ(shell(GetParam().line, site.root()).exit, 0);
  auto acted = GetParam().line.contains("t/a.kg.lock") ? site.session("t") : session;
  ASSERT_TRUE(eventually([&] { return acted.merged("a"); }));
  auto last = site.session("last"); // once this is settled, everything before it has been seen
  last.submit("z");
  ASSERT_TRUE(eventually([&] { return site.settled(last, "z", "merged") == 1; }));
  auto times = site.settled(acted, "a", "merged") + site.settled(acted, "a", "unchanged");
  // A second touch may come before, during or after the first settling, but never counts as more than one.
  EXPECT_GE(times, 1);
  EXPECT_LE(times, GetParam().name == "touched_twice" ? 2 : 1);
}

INSTANTIATE_TEST_SUITE_P(acts, PublishingAct, ::testing::ValuesIn(acts()),
                         [](auto const& act) { return act.param.name; });

TEST(WithoutEvents, EveryActIsFound) {
  Site site("audit_interval = \"100ms\"\n");
  RunningDaemon daemon(site, {.options = {"--no-events"}});
  auto dropped = site.session("dropped");
  dropped.submit("a");
  EXPECT_TRUE(eventually([&] { return dropped.merged("a"); }));
  SessionDir elsewhere(site.path() / "elsewhere");
  elsewhere.submit("b");
  std::filesystem::rename(elsewhere.path(), site.root() / "moved");
  EXPECT_TRUE(eventually([&] { return site.session("moved").merged("b"); }));
  dropped.artifact("c", "x.json", "{");
  dropped.drop("c");
  ASSERT_TRUE(eventually([&] { return dropped.refused("c"); }));
  dropped.artifact("c", "x.json", "{}");
  std::filesystem::rename(dropped / "c.kg.lock.error", dropped / "c.kg.lock");
  EXPECT_TRUE(eventually([&] { return dropped.merged("c"); }));
  EXPECT_EQ(site.settled(dropped, "a", "merged"), 1);
}

TEST(DeepRoot, IsServedHoweverLongItsPath) {
  Site site;
  auto root = site.path() / "deep";
  for (int level = 0; level < 60; ++level)
    root /= std::string(20, 'd');
  std::filesystem::create_directories(root);
  site.configure("[[root]]\npath = \"" + root.string() + "\"\ndepth = 2\n");
  RunningDaemon daemon(site);
  SessionDir session(root / "group/s");
  session.submit("a");
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
}

} // namespace
} // namespace artifactd::test
