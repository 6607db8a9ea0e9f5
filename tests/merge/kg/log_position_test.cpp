#include "merge/kg/kg_history.hpp"
#include "merge/kg/log_position.hpp"
#include "merge/kg/overwritten.hpp"
#include "tests/merge/kg/log_session.hpp"
#include "tests/support/last_instant.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::codes;
using test::must;
using testing::ElementsAre;
using testing::IsEmpty;

using Log = test::LogSession;
using test::claim;

char const* const record = test::log_record;

TEST(LogPosition, EachLineIsSettledOnce) {
  Log log;
  log.append(claim(1) + claim(2));
  EXPECT_EQ(log.signal().end, End::merged);
  EXPECT_EQ(log.signal().end, End::unchanged);
  // Somebody corrects one entry and removes another: settled lines neither conflict nor restore it.
  log.write("knowledge-graph.json", R"({"claims": [{"id": 1, "n": 99}]})");
  log.append(claim(3));
  auto end = log.signal();
  EXPECT_EQ(end.end, End::merged);
  EXPECT_THAT(end.findings, IsEmpty());
  EXPECT_EQ(log.graph(),
            Json::parse(R"({"claims": [{"id": 1, "n": 99}, {"id": 3, "n": 0}], "a": {"last": 3}})"));
  EXPECT_TRUE(log.is_tidy());
}

TEST(LogPosition, ATornLineWaitsForItsEnd) {
  for (auto strategy : {Strategy::append, Strategy::name_space}) {
    auto const last = claim(2);
    Log whole(strategy);
    whole.append(claim(1) + last);
    ASSERT_EQ(whole.signal().end, End::merged);
    Log first(strategy);
    first.append(claim(1));
    ASSERT_EQ(first.signal().end, End::merged);
    for (std::size_t size = 1; size < last.size(); ++size) {
      Log log(strategy);
      log.append(claim(1) + last.substr(0, size));
      auto end = log.signal();
      EXPECT_EQ(end.end, End::merged);
      EXPECT_THAT(codes(end.findings), ElementsAre("log.torn"));
      EXPECT_EQ(log.graph(), first.graph()) << size;
      log.append(last.substr(size));
      EXPECT_EQ(log.signal().end, End::merged);
      EXPECT_EQ(log.graph(), whole.graph()) << size;
    }
  }
}

/// Lines that repeat few ids, always with the same content for an id.
rc::Gen<std::vector<std::string>> any_lines() {
  return rc::gen::container<std::vector<std::string>>(rc::gen::map(rc::gen::inRange(0, 12), [](int n) {
    if (n < 6) return claim(n, n);
    return n < 9 ? Json{{"gaps", {n, {{"d", n}}}}}.dump() + "\n"
                 : Json{{"m", {{std::to_string(n), n}}}}.dump() + "\r\n";
  }));
}

RC_GTEST_PROP(LogPositions, AnySplittingGivesTheSameGraph, ()) {
  auto strategy = *rc::gen::element(Strategy::append, Strategy::name_space);
  auto lines = *any_lines();
  std::string text;
  for (auto const& line : lines)
    text += line;
  RC_PRE(!text.empty());
  Log at_once(strategy);
  at_once.append(text);
  RC_ASSERT(at_once.signal().end == End::merged || text.empty());
  Log split(strategy);
  for (std::string_view rest = text; !rest.empty();) {
    auto size = *rc::gen::inRange<std::size_t>(1, rest.size() + 1);
    split.append(rest.substr(0, size));
    rest.remove_prefix(size);
    auto end = split.signal();
    RC_ASSERT(end.end != End::pending);
    if (end.end == End::refused) RC_ASSERT(codes(end.findings).front() == "log.no_line");
    // Costs work, but changes no result.
    if (*rc::gen::arbitrary<bool>()) fs::remove_all(split / ".artifactd/logs");
  }
  RC_ASSERT(split.graph() == at_once.graph());
  RC_ASSERT(split.signal().end == End::unchanged);
}

TEST(LogPosition, ThatIsDamagedSaysNothing) {
  for (std::string text : {"", "{", "[]", "null", R"({"version": 2})", R"({"version": 1, "logs": []})",
                           R"({"version": 1, "logs": {"x.ndjson": 7}})",
                           R"({"version": 1, "logs": {"x.ndjson": {"bytes": -1, "digest": ""}}})",
                           R"({"version": 1, "logs": {"x.ndjson": {"bytes": 1e9, "digest": ""}}})",
                           R"({"version": 1, "logs": {"x.ndjson": {"bytes": 1, "digest": 7}}})"}) {
    Log log;
    log.append(claim(1));
    log.write(record, text);
    auto end = log.signal();
    EXPECT_EQ(end.end, End::merged) << text;
    EXPECT_THAT(end.findings, IsEmpty()) << text;
  }
  Log log;
  log.append(claim(1));
  log.write(record, std::string(100'000, '['));
  EXPECT_EQ(log.signal().end, End::merged);
}

TEST(LogPosition, ThatIsForgedIsNotBelieved) {
  Log log;
  log.append(claim(1));
  for (std::string bytes :
       {std::to_string(claim(1).size()), std::string("5"), std::string("18446744073709551615")}) {
    log.write(record, std::string(R"({"version": 1, "logs": {"x.ndjson": {"bytes": )") + bytes +
                          R"(, "digest": "00"}}})");
    fs::remove(log / "knowledge-graph.json");
    fs::remove_all(log / ".artifactd/generations");
    fs::remove_all(log / ".artifactd/values");
    EXPECT_THAT(codes(log.signal().findings), ElementsAre("log.rewritten"));
    EXPECT_EQ(log.graph()["claims"].size(), 1U);
  }
}

TEST(LogPosition, IsNotWrittenThroughALink) {
  Log log;
  log.append(claim(1));
  log.write("precious", "untouched");
  fs::create_directories(log / ".artifactd/logs");
  fs::create_symlink("../../precious", log / record);
  EXPECT_EQ(log.signal().end, End::merged);
  EXPECT_EQ(log.read("precious"), "untouched");
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(log / record)));
}

TEST(LogPosition, ARewrittenLogIsSettledAnewWithAWarning) {
  Log log;
  log.append(claim(1) + claim(2));
  log.signal();
  log.write("artifacts/a/x.ndjson", claim(3) + claim(2)); // same length, different beginning
  auto end = log.signal();
  EXPECT_EQ(end.end, End::merged);
  EXPECT_THAT(codes(end.findings), ElementsAre("log.rewritten"));
  EXPECT_EQ(log.graph()["claims"].size(), 3U); // nothing lost or duplicated
  log.write("artifacts/a/x.ndjson", claim(3)); // shortened
  EXPECT_THAT(codes(log.signal().findings), ElementsAre("log.rewritten"));
  EXPECT_THAT(log.signal().findings, IsEmpty()) << "told once";
}

TEST(LogPosition, ARefusedSignalSettlesNothing) {
  Log log;
  log.append(claim(1) + "{'\n");
  EXPECT_EQ(log.signal().end, End::refused);
  EXPECT_FALSE(log.exists(record));
  log.write("artifacts/a/x.ndjson", claim(1) + claim(2));
  auto end = log.signal();
  EXPECT_EQ(end.end, End::merged);
  EXPECT_THAT(end.findings, IsEmpty());
  EXPECT_EQ(log.graph()["claims"].size(), 2U);
}

TEST(LogPosition, ARestoredGraphGetsAllLinesAgain) {
  Log log;
  log.append(claim(1));
  log.signal();
  log.append(claim(2));
  log.signal();
  must(restore_graph(log.session(), std::nullopt, log.policy, log.pool, log.watch, DryRun::no));
  ASSERT_EQ(log.graph()["claims"].size(), 1U);
  log.append(claim(3));
  EXPECT_THAT(log.signal().findings, IsEmpty());
  EXPECT_EQ(log.graph()["claims"].size(), 3U);
}

TEST(LogPosition, AnOverwrittenGraphGetsAllLinesAgain) {
  Log log;
  log.append(claim(1));
  log.signal();
  auto old = log.read("knowledge-graph.json");
  log.append(claim(2));
  log.signal();
  log.write("stale", old);
  fs::rename(log / "stale", log / "knowledge-graph.json");
  must(remerge_overwritten(log.session(), log.policy, log.pool, log.watch));
  log.append(claim(3));
  log.signal();
  EXPECT_EQ(log.graph()["claims"].size(), 3U);
}

TEST(LogPosition, ThatChangesWhileTheLogIsJudgedIsTakenAnew) {
  Log log;
  log.append(claim(1));
  log.signal();
  log.append(claim(2));
  log.policy.rules = [&](Name const& name) { // b's rules are requested after a has been judged
    if (name.str() == "b") must(forget_log_positions(log.session()));
    return AgentRules{.strategy = Strategy::append};
  };
  auto report = log.settle({log.drop("a"), log.submit("b", "{}")});
  EXPECT_EQ(report.signals.at(0).end, End::again);
  EXPECT_EQ(log.again().end, End::merged);
}

TEST(GrowingLog, IsSettledOnceMore) {
  Log log;
  log.append(claim(1));
  auto sighting = log.drop("a");
  log.write("knowledge-graph.json", "{}");
  {
    test::BeforeRename agent(test::once_before_exchange([&] { log.append(claim(2)); }));
    EXPECT_EQ(log.settle({sighting}).signals.at(0).end, End::again);
  }
  EXPECT_TRUE(log.exists("a.kg.lock"));
  EXPECT_EQ(log.again().end, End::merged);
  EXPECT_EQ(log.graph()["claims"].size(), 2U);
}

TEST(GrowingLog, WhereToleratedLeavesTheRestToTheNextSignal) {
  Log log;
  log.round = Round::last;
  log.append(claim(1));
  auto sighting = log.drop("a");
  log.write("knowledge-graph.json", "{}");
  {
    test::BeforeRename agent(test::once_before_exchange([&] { log.append(claim(2)); }));
    EXPECT_EQ(log.settle({sighting}).signals.at(0).end, End::merged);
  }
  EXPECT_FALSE(log.exists("a.kg.lock"));
  EXPECT_EQ(log.graph()["claims"].size(), 1U);
  EXPECT_EQ(log.signal().end, End::merged);
  EXPECT_EQ(log.graph()["claims"].size(), 2U);
}

TEST(LogInAFilter, IsTheArrayOfItsLines) {
  Log log;
  log.policy.rules = [](Name const&) {
    return AgentRules{.strategy = Strategy::filter, .filter = R"({n: [.artifacts["x.ndjson"][].last]})"};
  };
  log.append(claim(1) + "\n" + claim(2) + "{");
  EXPECT_EQ(log.signal().end, End::merged);
  EXPECT_EQ(log.graph()["a"]["n"], Json::parse("[1, 2]"));
}

TEST(LogConflict, PointsIntoItsLine) {
  Log log;
  log.append(claim(1) + claim(1, 7));
  auto end = log.signal();
  ASSERT_THAT(codes(end.findings), ElementsAre("append.conflict"));
  EXPECT_EQ(end.findings[0].line, 2U);
  EXPECT_EQ(end.findings[0].pointer, "/claims/0");
}

} // namespace
} // namespace artifactd
