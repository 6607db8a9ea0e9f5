// Logs that are cut while they are examined, or while nobody examines them.
#include "agents/report/live_plays.hpp"
#include "tests/support/scratch_dir.hpp"
#include "tests/support/told_play.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace artifactd::report {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class WatchedPlay : public testing::Test {
protected:
  WatchedPlay() {
    fs::create_directories(dir / "session/play");
    begin(R"({"game": "race", "script": ["ada throw", "ben throw", "ada throw"]})");
  }

  /// Begins play p: its log is still empty. `lines` are to be appended.
  void begin(char const* told) {
    auto json = Value::parse(told);
    json["id"] = "p";
    auto play = play::told_play(json);
    lines.clear();
    for (auto const& line : std::exchange(play.record.lines, {}))
      lines.push_back(to_json(line).dump());
    fs::create_directories(dir / "session/artifacts/game");
    for (auto const& file : play.files)
      std::ofstream(dir / "session/artifacts/game" / file.name) << file.bytes;
    play::write_record((dir / "session/play").string(), play, "game");
    std::ofstream(place() / "state.json") << play.record.state.dump();
  }
  fs::path place() const { return dir / "session/play/p"; }
  fs::path log() const { return place() / "log.ndjson"; }
  void append(std::string const& line) const { std::ofstream(log(), std::ios::app) << line << '\n'; }
  /// As if nobody had written for so long.
  void wait(std::chrono::seconds time) const {
    fs::last_write_time(log(), fs::file_time_type::clock::now() - time);
  }
  /// The types of the issues that a look finds.
  std::vector<std::string> look(LivePlays& plays) const {
    std::vector<std::string> types;
    auto const seen = plays.look(session, policy);
    EXPECT_TRUE(seen);
    for (auto const& issue : seen ? seen->issues : std::vector<PlayIssue>())
      types.push_back(issue.type);
    return types;
  }
  std::int64_t dismiss() const {
    return PlayBook::open(policy.plays)->close(session.shown(), "p", PlayIssue::State::dismissed).value();
  }
  std::size_t open_issues() const { return PlayBook::open(policy.plays)->open_issues()->size(); }

  test::ScratchDir const dir;
  std::vector<std::string> lines;
  ReportPolicy const policy = [this] {
    ReportPolicy made;
    made.plays = (dir / "plays.db").string();
    return made;
  }();
  Session session = [this] {
    fs::create_directories(dir / "session");
    return Session::open((dir / "session").string()).value();
  }();
};

TEST_F(WatchedPlay, IsAnIssueAgainIfItsLogIsCutAgainAfterSomebodyDismissedThat) {
  LivePlays plays;
  for (auto const& line : lines)
    append(line);
  EXPECT_THAT(look(plays), IsEmpty());
  fs::resize_file(log(), lines[0].size() + 1 + lines[1].size() + 1);
  EXPECT_THAT(look(plays), ElementsAre("edited_log"));
  EXPECT_EQ(dismiss(), 1);
  EXPECT_EQ(open_issues(), 0U);
  fs::resize_file(log(), lines[0].size() + 1);
  EXPECT_THAT(look(plays), ElementsAre("edited_log"));
  EXPECT_EQ(open_issues(), 1U);
}

TEST_F(WatchedPlay, IsNoticedByAnotherDaemonIfItsLogIsCutAfterAPause) {
  {
    LivePlays plays;
    append(lines[0]);
    look(plays);
    append(lines[1]);
    wait(std::chrono::seconds(30));
    EXPECT_THAT(look(plays), IsEmpty());
  }
  fs::resize_file(log(), lines[0].size() + 1);
  LivePlays plays;
  EXPECT_THAT(look(plays), ElementsAre("edited_log"));
}

TEST_F(WatchedPlay, IsNotEditedIfItIsAnotherPlayThatCouldNotBeExaminedAtFirst) {
  LivePlays plays;
  append(lines[0]);
  append(lines[1]);
  EXPECT_THAT(look(plays), IsEmpty());
  auto const kept = dir / "kept"; // its inode is not given to another file
  fs::rename(place(), kept);
  begin(R"({"game": "race", "script": ["ben throw"], "players": ["ben", "ada"]})");
  append(lines[0]);
  fs::rename(place() / "meta.json", dir / "meta.json");
  EXPECT_THAT(look(plays), IsEmpty()) << "it cannot be examined";
  fs::rename(dir / "meta.json", place() / "meta.json");
  append(lines[1]);
  EXPECT_THAT(look(plays), IsEmpty());
}

} // namespace
} // namespace artifactd::report
