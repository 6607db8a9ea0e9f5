// The progress of long work: a bar on a terminal, JSON lines if they are asked for, nothing in a pipe.
#include "tests/e2e/game_site.hpp"
#include "tests/e2e/on_terminal.hpp"
#include "tests/e2e/turn_site.hpp"
#include "tests/support/source_dir.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sstream>
#include <sys/file.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr auto erase_bar = "\r\x1b[K";

/// Its events, each a JSON document on a line of its own.
std::vector<nlohmann::json> events_in(std::string const& text) {
  std::vector<nlohmann::json> events;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    events.push_back(nlohmann::json::parse(line));
  return events;
}

/// The session, claimed by somebody else.
class Claimed {
public:
  explicit Claimed(SessionDir const& session)
      : directory_(::open(session.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    EXPECT_EQ(::flock(directory_, LOCK_EX), 0);
  }
  Claimed(Claimed const&) = delete;
  Claimed& operator=(Claimed const&) = delete;
  ~Claimed() { ::close(directory_); }

private:
  int directory_;
};

class RestoreProgress : public testing::Test {
protected:
  void SetUp() override {
    for (auto const* agent : {"a", "b"}) {
      session_.submit(agent);
      ASSERT_EQ(site_.artifactctl({"merge", "s"}).exit, 0);
    }
    session_.write("knowledge-graph.json", "broken");
  }

  Site site_;
  SessionDir session_ = site_.session("s");
};

TEST_F(RestoreProgress, IsABarOnATerminalWhileItLasts) {
  std::optional<Claimed> somebody(std::in_place, session_);
  OnTerminal restore(site_, {"restore", "s"});
  ASSERT_TRUE(restore.shows("restore: reading generations  ░")) << restore.shown();
  somebody.reset();
  EXPECT_EQ(restore.wait(), 0);
  auto const& shown = restore.shown();
  EXPECT_LT(shown.rfind("░"), shown.rfind(erase_bar)) << "erased";
  EXPECT_GT(shown.find("the graph is back to"), shown.rfind(erase_bar));
}

TEST_F(RestoreProgress, IsJsonOnStderrIfItIsAskedFor) {
  auto const done = site_.artifactctl({"--json", "--progress", "restore", "s"});
  EXPECT_EQ(done.exit, 0);
  EXPECT_TRUE(nlohmann::json::parse(done.out).value("changed", false)) << "stdout is one document";
  auto const events = events_in(done.err);
  ASSERT_FALSE(events.empty());
  for (auto const& event : events)
    EXPECT_EQ(event["event"], "progress");
  EXPECT_EQ(events.back()["done"], events.back()["of"]);
}

TEST_F(RestoreProgress, IsNotShownInAPipe) {
  EXPECT_EQ(site_.artifactctl({"--json", "restore", "s"}).err, "");
}

/// Each session keeps the only worker busy with an endless program until its time is over.
TEST(OnceProgress, IsABarBelowTheLog) {
  Site site("workers = 1\n[limits]\njq_time = \"1s\"\n"
            "[[agent]]\nmatch = \"*\"\nstrategy = \"filter\"\nfilter = \"last(repeat(1))\"\n");
  for (auto const* name : {"a", "b", "c", "d"})
    site.session(name).submit("a");
  OnTerminal once(site, {"--once"}, "true", {24, 80, 0, 0}, {.name = "artifactd"});
  ASSERT_TRUE(once.shows("settling sessions  ")) << once.shown();
  EXPECT_EQ(once.wait(), 1) << once.shown();
  auto const& shown = once.shown();
  EXPECT_THAT(shown, HasSubstr(" of 4"));
  EXPECT_LT(shown.rfind(" of 4"), shown.rfind(erase_bar)) << "erased";
  std::istringstream lines(shown);
  for (std::string line; std::getline(lines, line);) {
    auto const logged = line.contains("session=") ? line.substr(line.rfind(erase_bar)) : "";
    EXPECT_THAT(logged, Not(HasSubstr("settling sessions"))) << "the log's lines replace the bar";
  }
}

TEST_F(TurnSite, ImportAndReplayTellTheirProgress) {
  begin();
  auto const examples = fs::path(source_dir()) / "examples/turns/last-stop";
  auto const imported = site.artifactctl({"--progress", "turn", "import", examples.string()});
  EXPECT_THAT(imported.err, HasSubstr("\"doing\":\"writing documents\""));
  EXPECT_THAT(imported.out, Not(HasSubstr("progress")));
  auto const checked = site.artifactctl({"--progress", "turn", "check", examples.string()});
  EXPECT_FALSE(events_in(checked.err).empty());
  ASSERT_EQ(say("I say hello.").exit, 0);
  auto const replayed = site.artifactctl({"--json", "--progress", "turn", "replay", "s"});
  EXPECT_EQ(events_in(replayed.err).back()["doing"], "replaying turns");
  EXPECT_EQ(events_in(replayed.err).back()["of"], 1);
}

class GameProgress : public GameSite {
protected:
  GameProgress() : GameSite("[[agent]]\nmatch = \"game*\"\nprofile = \"game\"\n") {}
};

TEST_F(GameProgress, OfEditsAndSimulations) {
  put_game("omen-picked-and-still-asked");
  auto const edited = site_.artifactctl({"--json", "--progress", "edit", "run", "s", "game1"});
  EXPECT_EQ(edited.exit, 0);
  EXPECT_EQ(events_in(edited.err).back()["doing"], "edit: checking the repair");
  auto const played = site_.artifactctl(
      {"--json", "--progress", "game", "simulate", (session_ / "artifacts/game1").string(), "--plays", "20"});
  EXPECT_EQ(events_in(played.err).back()["of"], 20) << played.err;
  EXPECT_TRUE(nlohmann::json::parse(played.out).contains("version"));
}

} // namespace
} // namespace artifactd::test
