#include "merge/play/record/live_play.hpp"
#include "merge/play/record/record.hpp"
#include "merge/play/record/record_check.hpp"
#include "merge/play/record/value_reader.hpp"
#include "merge/play/runtime/state_digest.hpp"
#include "merge/play/search/chance.hpp"
#include "merge/play/search/playthrough.hpp"
#include "merge/schema/schema.hpp"
#include "tests/support/game_corpus.hpp"
#include "tests/support/scratch_dir.hpp"
#include "tests/support/sketch.hpp"
#include "tests/support/source_dir.hpp"

#include <fstream>
#include <gmock/gmock.h>

using namespace artifactd;
using namespace artifactd::play;
using artifactd::test::ScratchDir;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

TEST(StateDigest, IsTheSameForWhatMeansTheSame) {
  auto const digest = [](char const* text) { return state_digest(Value::parse(text)); };
  EXPECT_EQ(digest(R"({"b": 1.0, "a": [true, null]})"), digest(R"({ "a": [true,null], "b": 1 })"));
  EXPECT_EQ(digest("[0]"), digest("[-0.0]"));
  EXPECT_EQ(digest("[9007199254740993]"), digest("[9007199254740992]"));
  EXPECT_NE(digest("[1]"), digest("[\"1\"]"));
  EXPECT_NE(digest("[]"), digest("{}"));
  EXPECT_NE(digest(R"({"a": null})"), digest("{}"));
  EXPECT_EQ(canonical_text(Value::parse(R"({"é": 1e21, "z": "\u0001\"", "a": 0.1})")),
            "{\"a\":0.1,\"z\":\"\\u0001\\\"\",\"é\":1e+21}");
  EXPECT_EQ(digest("{}"), "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
}

/// A recorded play of bots.
Record recorded(ScratchDir const& scratch, std::vector<game::GameFile> const& files,
                std::string const& seed) {
  game::Game const game(files);
  Runtime runtime(game, {"ada", "ben"});
  Moves moves(runtime);
  auto const played = play_through(runtime, moves, Bot::random, seed);
  RecordMeta meta{"p-" + seed, "game", "", {"ada", "ben"}, digests_of(files), "2026-01-02T03:04:05.678Z",
                  seed,        "test"};
  auto const parent = open_trusted_directory(scratch.path().string());
  auto writer = RecordWriter::begin(parent->get(), meta, files);
  EXPECT_TRUE(writer) << writer.error().message;
  LivePlay live(runtime);
  for (auto const& step : played.steps)
    EXPECT_TRUE(writer->append(live.take(step, "seed")));
  EXPECT_TRUE(writer->settle(live.state()));
  auto record = read_record(open_directory(parent->get(), meta.id)->get());
  EXPECT_TRUE(record) << record.error().message;
  return *std::move(record);
}

TEST(PlayRecord, OfEveryGameLeadsToTheSameStates) {
  ScratchDir const scratch;
  int number = 0;
  for (auto const& each : sound_games()) {
    if (each.players != 2) continue;
    auto const files = files_of(each.sketch);
    auto const record = recorded(scratch, files, std::to_string(++number));
    EXPECT_THAT(record.odd, IsEmpty());
    game::Game const game(record.artifacts);
    auto const check = check_record(game, record);
    EXPECT_THAT(check.departures, IsEmpty()) << each.name << ": " << check.departures.front().what;
    EXPECT_EQ(check.steps, record.lines.size());
    EXPECT_EQ(check.state, record.state);
  }
  EXPECT_GT(number, 15);
}

TEST(PlayRecord, IsMadeWholeOrNotAtAll) {
  ScratchDir const scratch;
  auto const parent = open_trusted_directory(scratch.path().string());
  auto const begin = [&](std::vector<game::GameFile> const& files) {
    return RecordWriter::begin(parent->get(), {.id = "p"}, files);
  };
  auto const failed = begin({{"schema.json", "schema.json", "{}"}, {"no/such/directory.json", "", "{}"}});
  ASSERT_FALSE(failed);
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
  EXPECT_TRUE(begin({{"schema.json", "schema.json", "{}"}}));
  auto const again = begin({});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().fault, Fault::exists);
  EXPECT_TRUE(std::filesystem::exists(scratch / "p/artifacts/schema.json"));
}

TEST(PlayRecord, LinesMeetTheirSchema) {
  ScratchDir const scratch;
  auto const record = recorded(scratch, test::game_files("three-omens"), "1");
  auto const schema = CompiledSchema::compile(
      SchemaOrigin{.directory = test::source_dir() + "/schemas", .file = "play-line.schema.json"});
  ASSERT_TRUE(schema) << schema.error().message;
  for (auto const& line : record.lines) {
    auto const text = to_json(line).dump();
    EXPECT_THAT(*schema->findings("line", text), IsEmpty()) << text;
    EXPECT_EQ(to_json(*record_line_from(Value::parse(text))), Value::parse(text));
  }
}

TEST(ValueReader, ReadsJsonAsEverythingElseHereDoes) {
  for (auto const* text :
       {R"({"a": [1, -1, 0, -0, 1.0, -0.0, 1e21, 1e-7, 9007199254740993, 18446744073709551615]})",
        R"({"a": 18446744073709551616, "b": -9223372036854775808, "c": -9223372036854775809})",
        R"({"a": 1, "b": 2, "a": {"a": 3}})",
        R"({"é": "\u00e9\ud83d\ude00\n\"", "": null, "t": [true, false]})", "[]", "{}", " 3 ", "\"x\"",
        "[ ] ", " { \"\\\\\" :\t\"\\\\\\\"\" , \"e\": [ 1e-400 , -1.5E+3,{}]\n}\r\n"}) {
    auto const read = json_in(text);
    auto const parsed = Value::parse(text);
    EXPECT_EQ(read, parsed) << text;
    EXPECT_EQ(read.dump(), parsed.dump()) << text;
  }
  for (auto const* text : {"", "{", "[1,]", "{\"a\":01}", "nul", "\"\xff\"", "\"\\ud800\"", "1 2", "[1e400]"})
    EXPECT_TRUE(json_in(text).is_discarded()) << text;
  auto const nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_FALSE(json_in(nested(game::deepest)).is_discarded());
  EXPECT_TRUE(json_in(nested(game::deepest + 1)).is_discarded());
}

TEST(PlayRecord, WhatIsWrongWithALogIsTold) {
  ScratchDir const scratch;
  auto const parent = open_trusted_directory(scratch.path().string());
  auto const told = [&](std::string const& log) {
    std::ofstream(scratch.path() / "log.ndjson") << log;
    return read_record(parent->get());
  };
  std::string const line =
      R"({"step":1,"kind":"transition","transitionId":"x","phaseBefore":"a","phaseAfter":"b",)"
      R"("stateDigestBefore":"","stateDigestAfter":""})";
  EXPECT_EQ(told(line + "\r\n")->lines.size(), 1U);
  EXPECT_TRUE(told(line)->cut);
  EXPECT_THAT(told("{\n")->odd[0], HasSubstr("line 1: is not JSON"));
  EXPECT_THAT(told(std::string(100'000, '[') + "\n")->odd[0], HasSubstr("is not JSON"));
  EXPECT_THAT(told(line + "\n" + line + "\n")->odd[0], HasSubstr("is step 1 where step 2 is expected"));
  EXPECT_THAT(told("{\"step\":1,\"kind\":\"dance\"}\n")->odd[0], HasSubstr("'kind' is not one of"));
  EXPECT_THAT(told("{\"step\":-1,\"kind\":\"init\"}\n")->odd[0], HasSubstr("'step' is not a whole number"));
  EXPECT_THAT(told("{\"step\":1,\"kind\":\"action\",\"ops\":3}\n")->odd[0], HasSubstr("'ops' is not a list"));
  EXPECT_THAT(told(std::string(longest_line + 1, ' ') + "\n")->odd[0], HasSubstr("is longer than"));
  auto const more = told(R"({"step":1,"kind":"error","mine":[1],"error":"no"})"
                         "\n");
  EXPECT_EQ(more->lines[0].more, Value({{"mine", {1}}}));
  EXPECT_THAT(more->odd[0], HasSubstr("there is no meta.json"));
}

TEST(LivePlay, UndoGoesBackToOnesOwnLastAction) {
  game::Game const game(test::game_files("three-omens"));
  Runtime runtime(game, {"ada", "ben"});
  LivePlay live(runtime);
  live.take({Step::Kind::transition, "initialize_game"}, "");
  auto const before = live.state();
  live.take({Step::Kind::action, "pick_omen", "", "ada", {{"omen", "tide"}}}, "");
  live.take({Step::Kind::action, "pick_omen", "", "ben", {{"omen", "tide"}}}, "");
  auto const undo = [&live](std::vector<std::string> const& players) { return live.undo(players); };
  EXPECT_FALSE(undo({"eve"}));
  auto const undone = undo({"ada"});
  ASSERT_TRUE(undone);
  EXPECT_EQ(undone->more["from"], 2);
  EXPECT_EQ(live.state(), before);
  EXPECT_FALSE(undo({"ben"}));
  auto const wrong = live.take({Step::Kind::action, "pick_omen", "", "ada", {{"omen", "rock"}}}, "");
  EXPECT_EQ(wrong.kind, RecordLine::Kind::error);
  EXPECT_EQ(wrong.error, "Pick ember, tide or bough.");
  EXPECT_EQ(live.state(), before);
}

TEST(Chance, IsTheSameOnEveryMachine) {
  Chance chance("1");
  std::vector<std::size_t> drawn;
  for (int i = 0; i < 6; ++i)
    drawn.push_back(chance.below(10));
  Chance again("1");
  for (auto const each : drawn)
    EXPECT_EQ(again.below(10), each);
  Chance fractions("x");
  for (int i = 0; i < 100; ++i) {
    auto const fraction = fractions.fraction();
    EXPECT_TRUE(fraction >= 0 && fraction < 1);
  }
}

RecordLine line_at(std::uint64_t step, RecordLine::Kind kind, Value more = Value::object()) {
  RecordLine line;
  line.step = step;
  line.kind = kind;
  line.more = std::move(more);
  return line;
}

TEST(Record, LastLineSkipsWhatARestartTookBack) {
  using Kind = RecordLine::Kind;
  Record record;
  for (std::uint64_t step = 1; step <= 3; ++step)
    record.lines.push_back(line_at(step, Kind::transition));
  record.lines.push_back(line_at(4, Kind::restart, {{"from", std::uint64_t{3}}}));
  auto const is_transition = [](RecordLine const& each) { return each.kind == Kind::transition; };
  ASSERT_NE(record.last_line(is_transition), nullptr);
  EXPECT_EQ(record.last_line(is_transition)->step, 2U);
  record.lines.push_back(line_at(5, Kind::restart, {{"from", std::uint64_t{1}}}));
  EXPECT_EQ(record.last_line(is_transition), nullptr);
}

} // namespace
