// Thirty sessions after a bad night, seen by an operator: refusals of five kinds, damaged graphs with signals
// stuck on them, and much that went well. One screen says what to do first, one command treats equal cases.
#include "tests/e2e/on_terminal.hpp"
#include "tests/e2e/running_daemon.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace artifactd::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class BadNight : public testing::Test {
protected:
  void SetUp() override {
    for (int i = 0; i < 5; ++i) {
      auto const damaged = session(i);
      damaged.write("knowledge-graph.json", "{\"x\": ");
      for (auto const* agent : {"p", "q", "r"})
        damaged.submit(agent);
    }
    for (int i = 5; i < 30; ++i) {
      for (auto const* agent : {"good", "fine"})
        session(i).submit(agent);
      session(i).artifact("a", "x.json", faults[static_cast<std::size_t>(i) % faults.size()]);
      session(i).drop("a");
    }
    ASSERT_TRUE(eventually([&] { return counts() == nlohmann::json({5, 25, 15, 50}); })) << counts();
  }

  /// Damaged graphs, refusals, stuck signals, merges.
  [[nodiscard]] nlohmann::json counts() const {
    auto const status = site_.json({"status"});
    auto const counts = status.value("counts", nlohmann::json::object());
    auto const merged = status.value("/daemon/counters/settled"_json_pointer, 0);
    return {counts.value("operator", 0), counts.value("agent", 0), counts.value("artifactd", 0), merged};
  }
  [[nodiscard]] SessionDir session(int number) const { return site_.session(fmt::format("s{:02}", number)); }
  [[nodiscard]] int refused() const { return site_.json({"status"})["counts"].value("agent", 0); }

  static constexpr std::array faults = {R"({"x": 1,})", R"([1])", R"({"x": 1, "x": 2})", R"({"x": tru})",
                                        R"({"x": 1} {})"};
  Site site_;
  RunningDaemon daemon_{site_};
};

TEST_F(BadNight, TakesOneScreenWithTheDamagedGraphsFirst) {
  OnTerminal terminal(site_, {"status"}, "true", {24, 80, 0, 0});
  EXPECT_EQ(terminal.wait(), 6);
  auto const& text = terminal.shown();
  EXPECT_LE(std::ranges::count(text, '\n'), 23) << text;
  std::size_t last_damaged = 0;
  for (int i = 0; i < 5; ++i) {
    auto const place = text.find(fmt::format("s{:02}/knowledge-graph.json", i));
    ASSERT_NE(place, text.npos) << text;
    last_damaged = std::max(last_damaged, place);
  }
  EXPECT_LT(last_damaged, text.find("For their agents")) << text;
  EXPECT_THAT(text, HasSubstr("25 for their agents, 15 for nobody"));
  EXPECT_THAT(text, HasSubstr(" 5 \u00d7 json."));
}

TEST_F(BadNight, OneCommandSubmitsAllRefusalsOfOneCodeAgain) {
  std::string code;
  auto const status = site_.json({"status"});
  for (auto const& row : status["stuck"])
    if (row["state"] == "refused") code = row.value("code", "");
  ASSERT_FALSE(code.empty());
  auto const preview = site_.artifactctl({"retry", "--code", code, "--dry-run"});
  EXPECT_EQ(preview.exit, 0);
  EXPECT_EQ(preview.out, "5 signals would be submitted again\n");
  EXPECT_EQ(site_.artifactctl({"retry", "--code", code}).exit, 2) << "nobody can be asked";

  for (int i = 5; i < 30; ++i)
    session(i).artifact("a", "x.json", R"({"x": 1})");
  auto const retried = site_.artifactctl({"retry", "--code", code, "--yes"});
  EXPECT_EQ(retried.exit, 0) << retried.err;
  EXPECT_EQ(retried.out, "5 signals submitted again\n");
  EXPECT_TRUE(eventually([&] { return refused() == 20; }));
}

TEST_F(BadNight, AsksBeforeItChangesAnything) {
  OnTerminal no(site_, {"abandon", "--session", "s0*"});
  EXPECT_TRUE(no.shows("give up 5 signals? [y/N]")) << no.shown();
  no.type("n\n");
  EXPECT_EQ(no.wait(), 0);
  EXPECT_EQ(refused(), 25);

  OnTerminal yes(site_, {"abandon", "--session", "s0*"});
  EXPECT_TRUE(yes.shows("[y/N]"));
  yes.type("y\n");
  EXPECT_EQ(yes.wait(), 0) << yes.shown();
  EXPECT_EQ(refused(), 20);
}

TEST_F(BadNight, HintsReachEveryAgentTheyAreFor) {
  auto const hinted =
      site_.artifactctl({"hint", "--agent", "a*", "--session", "*/s05", "no comma at the end", "--yes"});
  EXPECT_EQ(hinted.exit, 0) << hinted.err;
  EXPECT_THAT(session(5).text("a.retry-instructions.json"), HasSubstr("no comma at the end"));
  EXPECT_THAT(session(6).text("a.retry-instructions.json"), Not(HasSubstr("no comma at the end")));
}

TEST_F(BadNight, DescriptionsThatFitNothingChangeNothing) {
  EXPECT_EQ(site_.artifactctl({"abandon", "--older-than", "1d", "--yes"}).exit, 3);
  EXPECT_EQ(site_.artifactctl({"retry", "--agent", "b", "--yes"}).exit, 3);
  EXPECT_EQ(site_.artifactctl({"retry", session(5).path(), "a", "--code", "x"}).exit, 2);
  EXPECT_EQ(site_.artifactctl({"retry"}).exit, 2);
  EXPECT_EQ(refused(), 25);
}

} // namespace
} // namespace artifactd::test
