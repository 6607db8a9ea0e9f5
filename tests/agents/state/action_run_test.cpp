#include "agents/state/drive/action_run.hpp"
#include "state/tuning/document.hpp"
#include "tests/support/session_dir.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <latch>
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

} // namespace
} // namespace artifactd
