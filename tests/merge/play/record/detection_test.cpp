#include "merge/play/record/detection.hpp"
#include "merge/play/record/record_check.hpp"
#include "tests/support/told_play.hpp"

#include <fstream>
#include <gmock/gmock.h>

using namespace artifactd;
using namespace artifactd::play;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

namespace {

std::vector<DetectedIssue> issues_of(Value const& told) {
  auto const play = told_play(told);
  game::Game const game(play.files);
  return detect(game, play.record);
}

TEST(Detection, RaisesNoAlarmOverSoundPlays) {
  auto const list = told_plays("sound");
  EXPECT_GE(list.size() + told_plays("faulty").size(), 40U);
  for (auto const& told : list)
    for (auto const& issue : issues_of(told))
      ADD_FAILURE() << told["about"] << ": " << to_json(issue).dump();
}

TEST(Detection, FindsWhatIsWrongWithAPlay) {
  for (auto const& told : told_plays("faulty")) {
    SCOPED_TRACE(told["about"].dump());
    auto const issues = issues_of(told);
    ASSERT_EQ(issues.size(), told["expect"].size());
    for (std::size_t i = 0; i < issues.size(); ++i) {
      auto const& expected = told["expect"][i];
      EXPECT_EQ(word_of(issues[i].type), expected["type"].get<std::string>());
      EXPECT_EQ(issues[i].phase, expected["phase"].get<std::string>());
      EXPECT_EQ(issues[i].certain, expected["certain"].get<bool>()) << issues[i].details;
      EXPECT_EQ(issues[i].turns_since_transition, expected["turns"].get<std::uint64_t>());
      EXPECT_EQ(issues[i].step, expected.value("step", issues[i].step));
      EXPECT_FALSE(issues[i].state.is_null());
    }
  }
}

/// The first issue of the scripted play with this `about`.
DetectedIssue issue_of(char const* about) {
  for (auto const& told : told_plays("faulty"))
    if (told["about"] == about) return issues_of(told).at(0);
  throw std::invalid_argument(about);
}

TEST(Detection, UsesTheWordsOfTheSeed) {
  auto const halted = issue_of("heads leads nowhere");
  EXPECT_THAT(halted.message, StartsWith("Deadlock detected in phase 'look': no transitions fire and no "
                                         "player input expected"));
  EXPECT_THAT(halted.message, HasSubstr("'done' needs"));
  EXPECT_EQ(issue_of("whoever picks is asked again, and again").message.substr(0, 68),
            "Phase 'choose' has been active for 8 turns with no transition firing");
  EXPECT_EQ(issue_of("the end is declared in the middle").message,
            "Game ended unexpectedly in phase 'reveal' — gameEnded set to true when game should continue");
  EXPECT_EQ(issue_of("the end is declared in the middle").fragment, "instructions.transitions.reveal");
  EXPECT_EQ(issue_of("more coins than anybody has").message,
            "Illegal state detected: " + issue_of("more coins than anybody has").details);
}

TEST(Detection, HasTheMembersOfTheSeed) {
  auto const json = to_json(issue_of("a host moves to a phase that is not there"));
  EXPECT_EQ(json["type"], "illegal_state");
  EXPECT_EQ(json["currentPhase"], "moving");
  EXPECT_EQ(json["currentState"]["game"]["currentPhase"], "moving");
  EXPECT_EQ(json["turnsSinceLastTransition"], 0);
  EXPECT_THAT(json["details"].get<std::string>(), HasSubstr("moving"));
}

TEST(Detection, OfAnOpenPlayWaitsForItsEnd) {
  auto const told = told_plays("faulty")[0];
  auto const play = told_play(told);
  game::Game const game(play.files);
  RecordWalk walk(game, play.record.meta.players);
  Detector detector(game, play.record.meta.players);
  for (auto const& line : play.record.lines)
    detector.take(walk.take(line), walk);
  EXPECT_THAT(detector.issues(), IsEmpty());
  detector.end(walk, play.record.state);
  detector.end(walk, play.record.state);
  EXPECT_EQ(detector.issues().size(), 1U);
}

TEST(RecordWalk, ReadsBackWhatALineDoesNotSay) {
  for (auto const& told : told_plays("sound")) {
    auto quiet = told;
    quiet["script"].insert(quiet["script"].begin(), Value::object({{"quiet", true}}));
    auto const play = told_play(quiet);
    game::Game const game(play.files);
    std::size_t by_host = 0; // a scripted host breaks the rules
    for (auto const& item : told["script"])
      by_host += item.contains("did") || item.contains("fired") ? 1 : 0;
    RecordWalk walk(game, play.record.meta.players);
    for (auto const& line : play.record.lines) {
      auto const walked = walk.take(line);
      EXPECT_TRUE(walked.chained && walked.agrees) << told["about"];
      auto const is_step = line.kind != RecordLine::Kind::error &&
                           line.kind != RecordLine::Kind::correction &&
                           line.kind != RecordLine::Kind::restart;
      EXPECT_TRUE(!is_step || by_host > 0 || walked.follows()) << told["about"] << to_json(line).dump();
    }
  }
}

TEST(RecordCheck, TellsOfALineThatWasChanged) {
  auto told = told_plays("sound")[6]; // the game of matches
  told["lines"] = Value::parse(R"({"2": {"ops": ["players.ada.taken = 1"]}})");
  auto const play = told_play(told);
  game::Game const game(play.files);
  auto const check = check_record(game, play.record);
  ASSERT_FALSE(check.departures.empty());
  EXPECT_EQ(check.departures[0].step, 2U);
}

} // namespace
