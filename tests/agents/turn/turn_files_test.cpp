// Forgetting a story removes what its turns left in the directory, and nothing else.
#include "agents/turn/turn_files.hpp"
#include "agents/turn/turn_kind.hpp"
#include "tests/support/session_dir.hpp"

#include <gmock/gmock.h>

namespace artifactd::turn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char const* request = R"({"user_action_id": "a", "text": "private"})";

struct TurnFilesTest : testing::Test {
  test::SessionDir directory;
  Session session = Session::open(directory.path().string()).value();
  std::optional<Name> asking = Name::parse("asking");

  void write(std::string const& path, std::string const& text = "private") const {
    std::filesystem::create_directories((directory / path).parent_path());
    directory.write(path, text);
  }
  [[nodiscard]] bool there(std::string const& path) const {
    return std::filesystem::exists(directory / path);
  }
};

TEST_F(TurnFilesTest, WhatWasPlayedRefusedOrWithdrawnGoes) {
  std::vector<std::string> const gone = {
      "turns/played.json",        "turns/played.result.json",
      "turns/refused.json",       "refused.turn.lock.error",
      "turns/withdrawn.json",     "refused.turn.retry-instructions.json",
      "turns/counted.json",       ".artifactd/attempts/counted.turn.json",
      "turns/asking.result.json", ".artifactd/runs/refused.turn.2.log",
  };
  for (auto const& path : gone)
    write(path);
  write("turns/withdrawn.json", request);
  write("turns/asking.json", request);
  write("asking.turn.lock", "");
  EXPECT_THAT(remove_turn_files(session, asking).value(), IsEmpty());
  for (auto const& path : gone)
    EXPECT_FALSE(there(path)) << path;
  EXPECT_TRUE(there("turns/asking.json"));
  EXPECT_TRUE(there("asking.turn.lock"));
}

TEST_F(TurnFilesTest, WhatIsNoTurnsStays) {
  std::vector<std::string> const kept = {
      "notes.txt",
      "agent.kg.lock.error",
      "agent.retry-instructions.json",
      ".artifactd/attempts/agent.kg.json",
      ".artifactd/runs/a.turn.b.kg.2.log",
      "reports/played.json",
      "artifacts/agent/turn.json",
  };
  for (auto const& path : kept)
    write(path);
  write("turns/plan.json", R"({"text": "not a request"})");
  write("turns/notes.txt");
  EXPECT_THAT(remove_turn_files(session, asking).value(),
              ElementsAre(HasSubstr("turns/notes.txt"), HasSubstr("turns/plan.json")));
  for (auto const& path : kept)
    EXPECT_TRUE(there(path)) << path;
}

TEST_F(TurnFilesTest, APendingTurnStaysWholeAndIsNamed) {
  write("turns/next.json", request);
  write("turns/next.result.json");
  write("next.turn.lock", "");
  write(".artifactd/attempts/next.turn.json");
  EXPECT_THAT(remove_turn_files(session, asking).value(),
              ElementsAre("turns/next.json: next.turn.lock is pending",
                          "turns/next.result.json: next.turn.lock is pending"));
  EXPECT_TRUE(there(".artifactd/attempts/next.turn.json"));
}

TEST_F(TurnFilesTest, ADirectoryWithoutTurnsIsFine) {
  EXPECT_THAT(remove_turn_files(session, std::nullopt).value(), IsEmpty());
}

} // namespace
} // namespace artifactd::turn
