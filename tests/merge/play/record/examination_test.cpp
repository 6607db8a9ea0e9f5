#include "merge/play/record/examination.hpp"
#include "merge/play/runtime/state_digest.hpp"
#include "tests/support/told_play.hpp"

#include <fcntl.h>
#include <fstream>
#include <gmock/gmock.h>
#include <random>
#include <sstream>
#include <unistd.h>

using namespace artifactd;
using namespace artifactd::play;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

std::string log_text(Record const& record) {
  std::string text;
  for (auto const& line : record.lines)
    text += to_json(line).dump() + "\n";
  return text;
}

/// A log that can be appended to.
class GrowingLog {
public:
  GrowingLog() : file_(::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)) {}
  void append(std::string_view text) {
    ASSERT_EQ(::pwrite(file_.get(), text.data(), text.size(), size_), static_cast<ssize_t>(text.size()));
    size_ += static_cast<off_t>(text.size());
  }
  [[nodiscard]] int fd() const { return file_.get(); }

private:
  UniqueFd file_;
  off_t size_ = 0;
};

std::string kind_of(DetectedIssue const& issue) {
  return std::string(word_of(issue.type)) + " in " + issue.phase;
}

std::vector<std::string> kinds_of(std::vector<DetectedIssue> const& issues) {
  std::vector<std::string> kinds;
  for (auto const& issue : issues)
    kinds.push_back(kind_of(issue));
  return kinds;
}

bool is_corrected(Record const& record) {
  return std::ranges::any_of(record.lines, [](RecordLine const& line) {
    return line.kind == RecordLine::Kind::correction || line.kind == RecordLine::Kind::restart;
  });
}

Examination examination_of(ToldPlay const& play) {
  return Examination(play.files, play.record.meta.players, {});
}

/// The issues of a scripted play whose log is appended in pieces and examined after each.
std::vector<DetectedIssue> found_in_pieces(ToldPlay const& play, std::minstd_rand& random) {
  auto const text = log_text(play.record);
  GrowingLog log;
  auto examination = examination_of(play);
  std::vector<DetectedIssue> found;
  for (std::size_t at = 0; at < text.size();) {
    auto const size = std::min<std::size_t>(1 + random() % 700, text.size() - at);
    log.append(std::string_view(text).substr(at, size));
    at += size;
    while (examination.go_on(log.fd()).value())
      ;
    for (auto& issue : examination.take_issues())
      found.push_back(std::move(issue));
  }
  examination.pause(play.record.state);
  for (auto& issue : examination.take_issues())
    found.push_back(std::move(issue));
  return found;
}

TEST(Examination, FindsInPiecesWhatIsFoundInTheWhole) {
  std::minstd_rand random(7);
  for (auto const* list : {"sound", "faulty"})
    for (auto const& told : told_plays(list)) {
      auto const play = told_play(told);
      if (is_corrected(play.record)) continue;
      SCOPED_TRACE(told["about"].dump());
      game::Game const game(play.files);
      EXPECT_EQ(kinds_of(found_in_pieces(play, random)), kinds_of(detect(game, play.record)));
    }
}

TEST(Examination, GoesOnFromACheckpoint) {
  std::minstd_rand random(11);
  for (auto const* list : {"sound", "faulty"})
    for (auto const& told : told_plays(list)) {
      auto const play = told_play(told);
      if (is_corrected(play.record)) continue;
      SCOPED_TRACE(told["about"].dump());
      auto const text = log_text(play.record);
      auto const cut = text.empty() ? 0 : random() % text.size();
      GrowingLog log;
      log.append(std::string_view(text).substr(0, cut));
      auto first = examination_of(play);
      ASSERT_TRUE(first.go_on(log.fd()));
      auto found = first.take_issues();
      auto const kept = checkpoint_from(Value::parse(to_json(first.checkpoint()).dump()));
      ASSERT_TRUE(kept);
      log.append(std::string_view(text).substr(cut));
      std::set<std::string> known;
      for (auto const& issue : found)
        known.insert(key_of(issue));
      Examination second(play.files, play.record.meta.players, known);
      ASSERT_TRUE(second.resume(log.fd(), *kept));
      EXPECT_EQ(second.offset(), first.offset()) << "it does not begin again";
      ASSERT_TRUE(second.go_on(log.fd()));
      second.pause(play.record.state);
      for (auto& issue : second.take_issues())
        found.push_back(std::move(issue));
      game::Game const game(play.files);
      auto const whole = detect(game, play.record);
      // After resuming from a checkpoint, one more round may be needed to detect that a loop repeats.
      auto const comes_back = [](auto const& each) { return each.details == "transitions fire without end"; };
      if (std::ranges::none_of(whole, comes_back)) {
        EXPECT_EQ(kinds_of(found), kinds_of(whole));
      }
    }
}

TEST(Examination, BeginsAgainWhereTheLogIsAnother) {
  auto const play = told_play(told_plays("sound")[0]);
  auto text = log_text(play.record);
  GrowingLog log;
  log.append(text);
  auto first = examination_of(play);
  ASSERT_TRUE(first.go_on(log.fd()));
  auto checkpoint = first.checkpoint();
  text[text.find("\"at\"") + 1] = 'A'; // somebody edits a part that was already examined
  GrowingLog edited;
  edited.append(text);
  auto second = examination_of(play);
  ASSERT_TRUE(second.resume(edited.fd(), checkpoint));
  EXPECT_EQ(second.offset(), 0U);
  EXPECT_TRUE(second.take_rewritten());
  ASSERT_TRUE(second.resume(log.fd(), checkpoint));
  EXPECT_FALSE(second.take_rewritten());
}

TEST(Examination, TellsOnceOfAnEditedStepEvenAfterACheckpoint) {
  auto const text = log_text(told_play(Value::parse(R"({"game": "race", "script": ["ada throw", "ben throw"],
    "lines": {"2": {"ops": ["players.ada.place = 9"]}}})"))
                                 .record);
  auto const cut = text.find('\n', text.find("\"step\":2")) + 1;
  GrowingLog log;
  log.append(std::string_view(text).substr(0, cut));
  auto const play = told_play(Value::parse(R"({"game": "race", "script": []})"));
  auto first = examination_of(play);
  ASSERT_TRUE(first.go_on(log.fd()));
  EXPECT_EQ(first.take_edited(), 2U);
  log.append(std::string_view(text).substr(cut));
  auto second = examination_of(play);
  ASSERT_TRUE(second.resume(log.fd(), *checkpoint_from(to_json(first.checkpoint()))));
  for (auto* each : {&first, &second}) {
    ASSERT_TRUE(each->go_on(log.fd()));
    EXPECT_EQ(each->take_edited(), 0U);
  }
}

TEST(Examination, IsCertainOfNothingAfterAStepThatDeparts) {
  auto play = told_play(told_plays("faulty")[0]);
  play.record.lines[1].ops.push_back({{"op", "set"}, {"path", "players.ben.guess"}, {"value", "tails"}});
  for (auto& line : play.record.lines)
    line.digest_before.clear(), line.digest_after.clear();
  GrowingLog log;
  log.append(log_text(play.record));
  auto examination = examination_of(play);
  ASSERT_TRUE(examination.go_on(log.fd()));
  auto resumed = examination_of(play);
  ASSERT_TRUE(resumed.resume(log.fd(), *checkpoint_from(to_json(examination.checkpoint()))));
  for (auto* each : {&examination, &resumed}) {
    each->pause(nullptr);
    auto const issues = each->take_issues();
    ASSERT_THAT(issues, SizeIs(1));
    EXPECT_EQ(kind_of(issues[0]), "deadlock in look");
    EXPECT_TRUE(!issues[0].certain && issues[0].departed);
  }
}

TEST(RowDigest, IsThatOfTheState) {
  for (auto const* list : {"sound", "faulty"})
    for (auto const& told : told_plays(list)) {
      auto const play = told_play(told);
      game::Game const game(play.files);
      RecordWalk walk(game, play.record.meta.players);
      for (auto const& line : play.record.lines) {
        static_cast<void>(walk.take(line));
        EXPECT_EQ(walk.digest(), state_digest(walk.state())) << told["about"] << line.step;
      }
    }
}

TEST(RowDigest, HoldsMembersThatNobodyNames) {
  auto const play = told_play(Value::parse(
      R"({"game": "race", "players": ["zoe", "ada"], "script": ["zoe throw",
          {"corrected": ["game.a_new_one = {\"b\": 1, \"a\": [1.0, -0.0, \"\u00e9\"]}",
          "players.ada.aaa = 1"]}]})"));
  game::Game const game(play.files);
  RecordWalk walk(game, play.record.meta.players);
  for (auto const& line : play.record.lines)
    static_cast<void>(walk.take(line));
  EXPECT_THAT(walk.state()["game"].dump(), HasSubstr("a_new_one"));
  EXPECT_EQ(walk.digest(), state_digest(walk.state()));
}

TEST(Examination, TellsOfAHostThatDidNotSeeACorrection) {
  auto told =
      Value::parse(R"({"game": "race", "script": ["ada throw", {"corrected": ["players.ada.place = 3"]},
                               "ben throw"]})");
  auto play = told_play(told);
  auto const corrected =
      std::ranges::find(play.record.lines, RecordLine::Kind::correction, &RecordLine::kind);
  ASSERT_NE(corrected, play.record.lines.end());
  auto const before = corrected->digest_before;
  (corrected + 1)->digest_before = before; // the host continued from its own memory
  GrowingLog log;
  log.append(log_text(play.record));
  auto examination = examination_of(play);
  ASSERT_TRUE(examination.go_on(log.fd()));
  auto const unseen = examination.take_unseen();
  ASSERT_THAT(unseen, SizeIs(1));
  EXPECT_EQ(unseen[0].step, corrected->step + 1);
  EXPECT_EQ(unseen[0].since, corrected->step - 1);
  EXPECT_THAT(examination.take_unseen(), IsEmpty());
}

TEST(Examination, ForgetsWhatACorrectionPutRight) {
  auto const play = told_play(Value::parse(
      R"({"game": "race", "script": [{"did": "ada throw", "ops": ["players.ada.place = \"far\""]},
          {"corrected": ["players.ada.place = 1"]}]})"));
  GrowingLog log;
  log.append(log_text(play.record));
  auto examination = examination_of(play);
  ASSERT_TRUE(examination.go_on(log.fd()));
  EXPECT_TRUE(examination.take_corrected());
  EXPECT_THAT(examination.take_issues(), IsEmpty());
}

TEST(Examination, FindsTheStateThatARestartFarBackGoesOnFrom) {
  auto told = Value::parse(R"({"game": "race", "script": ["ada throw"]})");
  for (int i = 0; i < 300; ++i)
    told["script"].push_back({{"failed", "ben jump"}, {"error", "there is no such action"}});
  told["script"].push_back(Value::parse(R"({"restart": 2})"));
  auto const play = told_play(told);
  GrowingLog log;
  log.append(log_text(play.record));
  auto examination = examination_of(play);
  while (examination.go_on(log.fd()).value())
    ;
  EXPECT_EQ(state_digest(examination.checkpoint().point.state), play.record.lines[1].digest_before);
}

TEST(Examination, IsNotStoppedByWhatIsNoLine) {
  auto const play = told_play(told_plays("faulty")[0]);
  auto const text = log_text(play.record);
  GrowingLog log;
  log.append("no json\n\n[1]\n" + std::string(5 << 20, 'x') + "\n" + std::string(70, '[') + "\n");
  log.append(text);
  auto examination = examination_of(play);
  while (examination.go_on(log.fd()).value())
    ;
  examination.pause(play.record.state);
  game::Game const game(play.files);
  EXPECT_EQ(kinds_of(examination.take_issues()), kinds_of(detect(game, play.record)));
}

TEST(Examination, GoesByTheArtifactsThatWereAdopted) {
  auto const play = told_play(Value::parse(R"({"game": "race", "script": ["ada throw"]})"));
  RecordLine line;
  line.step = play.record.lines.back().step + 1;
  line.kind = RecordLine::Kind::restart;
  line.more = {{"from", 2}, {"state", play.record.state}, {"artifacts", Value::object()}};
  GrowingLog log;
  log.append(log_text(play.record) + to_json(line).dump() + "\n");
  auto early = examination_of(play);
  auto const other = early.go_on(log.fd());
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().fault, Fault::changed) << "they are not in place yet";
  for (auto const& [name, digest] : digests_of(play.files))
    line.more["artifacts"][name] = digest;
  GrowingLog adopted;
  adopted.append(log_text(play.record) + to_json(line).dump() + "\n");
  auto examination = examination_of(play);
  ASSERT_TRUE(examination.go_on(adopted.fd()));
  EXPECT_EQ(state_digest(examination.checkpoint().point.state), state_digest(play.record.state));
}

} // namespace
