#include "agents/state/drive/action_run.hpp"
#include "state/tuning/document.hpp"
#include "tests/support/session_dir.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <latch>
#include <limits>
#include <thread>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::must;
using testing::HasSubstr;

TEST(ActionRun, OfASkillThatIsWrittenMeanwhileBringsNoAnswer) {
  test::SessionDir session;
  session.give_away();
  test::ScratchDir skills;
  fs::create_directory(skills / "skill");
  skills.write("skill/SKILL.md", std::string(40 << 20, 'x')); // reading it takes many writes
  FixTarget const target{must(open_trusted_directory(skills / "skill")), "skill"};
  std::latch writing(1);
  std::jthread other_agent;
  auto const agent = [&](Command const&) -> Result<Ran> {
    other_agent = std::jthread([&, path = skills / "skill/SKILL.md"](std::stop_token const& stop) {
      std::ofstream file(path, std::ios::app);
      file << 'x' << std::flush;
      writing.count_down();
      while (!stop.stop_requested())
        file << 'x' << std::flush;
    });
    writing.wait();
    return Ran{};
  };
  ActionAsked const asked{"action-diagnose-context", {"agent"}, tuning::initial_state(), {}};
  auto const answer = must(run_action(session.session(), target, asked, {.confined = false}, agent, -1, -1));
  ASSERT_FALSE(answer);
  EXPECT_THAT(answer.error(), HasSubstr("the skill itself was changed while it ran"));
}

std::expected<nlohmann::ordered_json, std::string> answer_to(std::string const& state, std::string printed) {
  test::SessionDir session;
  session.give_away();
  test::ScratchDir skills;
  fs::create_directory(skills / "skill");
  skills.write("skill/SKILL.md", "# s\n");
  FixTarget const target{must(open_trusted_directory(skills / "skill")), "skill"};
  auto const agent = [&](Command const&) -> Result<Ran> {
    Ran ran;
    ran.output = {.bytes = printed, .total = printed.size()};
    return ran;
  };
  ActionAsked const asked{"action-diagnose-context", {"agent"}, state, {}};
  return must(run_action(session.session(), target, asked, {.confined = false}, agent, -1, -1));
}

TEST(ActionRun, AnAnswerThatIsNestedTooDeeplyIsNone) {
  std::string const deep(400'000, '[');
  for (auto const& printed : {"{\"d\":" + deep + std::string(deep.size(), ']') + "}", deep}) {
    auto const answer = answer_to(tuning::initial_state(), printed);
    ASSERT_FALSE(answer);
    EXPECT_THAT(answer.error(), HasSubstr("its output is nested deeper than 256 objects and lists"));
  }
}

TEST(ActionRun, ANumberThatNoDoubleHoldsIsNoObstacle) {
  auto state = tuning::initial_state();
  state.insert(state.find('{') + 1, "\"of_another_tool\": 1e999, ");
  auto const answer = answer_to(state, R"({"note": -1e999})");
  ASSERT_TRUE(answer);
  EXPECT_EQ((*answer)["note"], std::numeric_limits<double>::lowest());
}

} // namespace
} // namespace artifactd
