#include "merge/kg/kg_work.hpp"
#include "state/settle/claim.hpp"
#include "tests/merge/kg/settled_session.hpp"
#include "tests/support/last_instant.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::codes;
using test::must;
using testing::ElementsAre;
using testing::IsEmpty;

class KgWorkTest : public testing::Test {
protected:
  [[nodiscard]] std::vector<Generation> generations() const { return must(list_generations(dir_.session())); }
  void append_for(std::string const& agent) {
    dir_.policy.rules = [agent](Name const& name) {
      return AgentRules{.strategy = name.str() == agent ? Strategy::append : Strategy::name_space};
    };
  }
  test::SettledSession dir_;
};

TEST_F(KgWorkTest, MergesAndAnswersWithTheSignalsDisappearance) {
  dir_.write("knowledge-graph.json", "{\n  \"x\": 1.10\n}\n");
  auto end = dir_.merge("a", "{\"n\": 1}");
  EXPECT_EQ(dir_.read("knowledge-graph.json"), "{\n  \"x\": 1.10,\n  \"a\": {\"n\": 1}\n}\n");
  EXPECT_FALSE(dir_.exists("a.kg.lock"));
  EXPECT_EQ(end.generation, 1U);
  EXPECT_TRUE(dir_.exists("artifacts/a/1.json")); // inputs are kept
  EXPECT_TRUE(dir_.is_tidy());
}

TEST_F(KgWorkTest, DoneTwiceChangesNothing) {
  dir_.write("knowledge-graph.json", "{}");
  dir_.merge("a", "{\"n\": 1}");
  auto before = dir_.stamp("knowledge-graph.json");
  auto again = dir_.merge("a", "{\"n\": 1}", End::unchanged);
  EXPECT_EQ(dir_.stamp("knowledge-graph.json"), before);
  EXPECT_EQ(again.generation, std::nullopt);
  EXPECT_EQ(generations().size(), 1U);
  EXPECT_FALSE(dir_.exists("a.kg.lock"));
}

TEST_F(KgWorkTest, AllPendingAgentsShareOneRewrite) {
  dir_.write("knowledge-graph.json", "{}");
  auto report = dir_.settle(
      {dir_.submit("b", "{\"n\": 2}"), dir_.submit("c", "{\"n\": 3}"), dir_.submit("a", "{\"n\": 1}")});
  for (auto const& each : report.signals) {
    EXPECT_EQ(each.end, End::merged) << each.signal.name.str();
    EXPECT_EQ(each.generation, 1U);
  }
  EXPECT_EQ(generations().size(), 1U);
  EXPECT_EQ(dir_.read("knowledge-graph.json"),
            "{\n  \"a\": {\"n\": 1},\n  \"b\": {\"n\": 2},\n  \"c\": {\"n\": 3}\n}");
}

TEST_F(KgWorkTest, ManyAgentsTakeSeveralRewrites) {
  dir_.policy.agents_per_rewrite = 2;
  std::vector<Sighting> sightings;
  for (auto const* agent : {"a", "b", "c", "d", "e"})
    sightings.push_back(dir_.submit(agent, "{}"));
  for (auto const& each : dir_.settle(sightings).signals)
    EXPECT_EQ(each.end, End::merged);
  EXPECT_EQ(dir_.graph().size(), 5U);
  EXPECT_EQ(generations().size(), 2U); // the first merge created the graph
}

TEST_F(KgWorkTest, RefusesWithInstructionsAndOnlyThenError) {
  dir_.write("knowledge-graph.json", "{}");
  auto sighting = dir_.submit("a", "{\"n\": 1,}");
  bool early = false;
  test::BeforeRename watching([&](test::RenameCall const&) {
    early = early || (dir_.exists("a.kg.lock.error") && !dir_.exists("a.retry-instructions.json"));
    return 0;
  });
  auto end = dir_.settle({sighting}).signals.at(0);
  EXPECT_EQ(end.end, End::refused);
  ASSERT_TRUE(end.refusal);
  EXPECT_EQ(end.refusal->attempt, 1);
  EXPECT_EQ(end.refusal->total, 3);
  EXPECT_EQ(end.refusal->next, Next::person);
  EXPECT_THAT(codes(end.findings), ElementsAre("json.unexpected"));
  EXPECT_FALSE(early);
  EXPECT_FALSE(dir_.exists("a.kg.lock"));
  EXPECT_TRUE(dir_.exists("a.kg.lock.error"));
  EXPECT_EQ(dir_.instructions("a")["error"], "validation_failed");
  EXPECT_EQ(dir_.instructions("a")["affected_files"], Json{"artifacts/a/1.json"});
  EXPECT_EQ(dir_.read("knowledge-graph.json"), "{}");
  EXPECT_TRUE(dir_.is_tidy());
}

TEST_F(KgWorkTest, ARepairedAgentLeavesNoTraceOfItsRefusal) {
  dir_.merge("a", "{", End::refused);
  dir_.write("artifacts/a/1.json", "{\"n\": 1}");
  fs::rename(dir_ / "a.kg.lock.error", dir_ / "a.kg.lock");
  auto end = dir_.settle({must(sight(dir_.session(), test::kg("a")))}).signals.at(0);
  EXPECT_EQ(end.end, End::merged);
  EXPECT_EQ(dir_.graph()["a"]["n"], 1);
  for (auto const* gone : {"a.kg.lock", "a.kg.lock.error", "a.retry-instructions.json"})
    EXPECT_FALSE(dir_.exists(gone)) << gone;
  EXPECT_TRUE(dir_.names(".artifactd/attempts").empty());
}

TEST_F(KgWorkTest, CountsRefusalsUpToTheBudget) {
  for (int attempt = 1; attempt <= 4; ++attempt) {
    EXPECT_EQ(dir_.merge("a", "{" + std::string(static_cast<std::size_t>(attempt), ' '), End::refused)
                  .refusal->attempt,
              attempt);
    fs::remove(dir_ / "a.kg.lock.error");
  }
  EXPECT_EQ(dir_.instructions("a")["budget"]["left"], 0);
  EXPECT_EQ(dir_.instructions("a")["history"].size(), 3U);
}

TEST_F(KgWorkTest, TakesTheLargerOfBothCounts) {
  dir_.refusal.count = [](SignalName const&, std::string const&, Tier) {
    return Result<std::vector<Spending>>(std::in_place, 7, Spending{Tier::syntax});
  };
  EXPECT_EQ(dir_.merge("a", "{", End::refused).refusal->attempt, 7);
  EXPECT_EQ(dir_.instructions("a")["attempt"], 7);
}

TEST_F(KgWorkTest, TheAgentIsAskedAgainWhileItsBudgetLasts) {
  dir_.refusal.can_reinvoke = [](SignalName const&) { return true; };
  std::vector<std::string> next;
  for (auto const* text : {"{", "[1]", "{{"}) {
    dir_.merge("a", text, End::refused);
    next.push_back(dir_.instructions("a")["next"]);
    fs::remove(dir_ / "a.kg.lock.error");
  }
  EXPECT_THAT(next, ElementsAre("reinvoke", "reinvoke", "person"));
  EXPECT_EQ(dir_.instructions("a")["budget"]["left"], 0);
}

TEST_F(KgWorkTest, AHintIsToldUntilTheWorkIsAccepted) {
  dir_.merge("a", "{", End::refused);
  auto log = must(load_attempts(dir_.session(), test::kg("a")));
  must(save_attempts(dir_.session(), test::kg("a"), with_hint(log, "the brace is not closed")));
  fs::remove(dir_ / "a.kg.lock.error");
  dir_.merge("a", "{ ", End::refused);
  EXPECT_EQ(dir_.instructions("a")["hints"][0]["text"], "the brace is not closed");
  EXPECT_THAT(to_prompt(test::kg("a"), must(read_instructions(dir_.session().directory(), test::kg("a")))),
              testing::HasSubstr("- the brace is not closed\n"));
}

TEST_F(KgWorkTest, ACountThatFailsKeepsTheSignalPending) {
  dir_.refusal.count = [](SignalName const&, std::string const&, Tier) {
    return Result<std::vector<Spending>>(fail(Fault::io, "no journal"));
  };
  auto end = dir_.merge("a", "{", End::pending);
  EXPECT_EQ(end.reason->fault, Fault::io);
  EXPECT_TRUE(dir_.exists("a.kg.lock"));
  EXPECT_FALSE(dir_.exists("a.kg.lock.error"));
}

TEST_F(KgWorkTest, ARefusedAgentLeavesNoTraceInASharedRewrite) {
  dir_.write("knowledge-graph.json", R"({"entities": [{"id": 1, "n": 1}]})");
  append_for("b");
  auto report =
      dir_.settle({dir_.submit("a", "{\"n\": 1}"),
                   dir_.submit("b", R"({"claims": [1], "entities": [{"id": 1, "n": 2}], "rest": 1})"),
                   dir_.submit("c", "{\"n\": 3}"), dir_.submit("entities", "{}")});
  EXPECT_EQ(report.signals[0].end, End::merged);
  EXPECT_EQ(report.signals[1].end, End::refused);
  EXPECT_EQ(report.signals[1].generation, std::nullopt);
  EXPECT_EQ(report.signals[2].end, End::merged);
  EXPECT_EQ(report.signals[3].end, End::refused);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"entities": [{"id": 1, "n": 1}], "a": {"n": 1}, "c": {"n": 3}})"));
  EXPECT_EQ(dir_.instructions("b")["error"], "merge_failed");
  EXPECT_EQ(dir_.instructions("b")["findings"][0]["pointer"], "/entities/0");
  EXPECT_THAT(codes(report.signals[3].findings), ElementsAre("name.reserved"));
}

TEST_F(KgWorkTest, RefusesWhatWouldMakeTheGraphTooLarge) {
  dir_.write("knowledge-graph.json", "{}");
  dir_.policy.graph.bytes = 100;
  auto report = dir_.settle(
      {dir_.submit("a", R"({"s": ")" + std::string(100, 'x') + "\"}"), dir_.submit("b", "{\"n\": 1}")});
  EXPECT_EQ(report.signals[0].end, End::refused);
  EXPECT_THAT(codes(report.signals[0].findings), ElementsAre("graph.too_large"));
  EXPECT_EQ(report.signals[1].end, End::merged);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"b": {"n": 1}})"));
}

TEST_F(KgWorkTest, AllRefusedMakesNoGraph) {
  auto report = dir_.settle({dir_.submit("entities", "{}"), dir_.submit("b", "{")});
  EXPECT_EQ(report.signals[0].end, End::refused);
  EXPECT_FALSE(dir_.exists("knowledge-graph.json"));
}

TEST_F(KgWorkTest, WarningsGoWithAnAcceptedSignal) {
  dir_.policy.rules = [](Name const&) { return AgentRules{.produces = false}; };
  EXPECT_THAT(codes(dir_.merge("a", "{}").findings), ElementsAre("agent.unexpected"));
  EXPECT_FALSE(dir_.exists("a.kg.lock"));
}

TEST_F(KgWorkTest, AFilterThatDoesNotCompileKeepsTheSignalPending) {
  dir_.policy.rules = [](Name const&) { return AgentRules{.strategy = Strategy::filter, .filter = "{"}; };
  auto end = dir_.merge("a", "{}", End::pending);
  EXPECT_EQ(end.reason->fault, Fault::invalid);
  EXPECT_TRUE(dir_.exists("a.kg.lock"));
  EXPECT_FALSE(dir_.exists("knowledge-graph.json"));
}

TEST_F(KgWorkTest, BusySessionsStayPending) {
  auto sighting = dir_.submit("a", "{}");
  {
    auto claim = must(Claim::take(dir_.session()));
    auto report = dir_.settle({sighting});
    EXPECT_EQ(report.signals[0].end, End::pending);
    EXPECT_EQ(report.signals[0].reason->fault, Fault::busy);
  }
  fs::create_directory(dir_ / ".kg-merge.lock");
  auto end = dir_.settle({sighting}).signals.at(0);
  EXPECT_EQ(end.end, End::pending);
  EXPECT_EQ(end.reason->fault, Fault::busy);
  EXPECT_TRUE(dir_.exists("a.kg.lock"));
  fs::remove(dir_ / ".kg-merge.lock");
  EXPECT_EQ(dir_.settle({sighting}).signals.at(0).end, End::merged);
}

TEST_F(KgWorkTest, WaitsUntilOthersLeaveRoomInMemory) {
  constexpr std::uint64_t mib = std::uint64_t{1} << 20;
  auto const budget = std::make_shared<ByteBudget>(4 * mib);
  dir_.policy.artifacts.memory = dir_.policy.graph.memory = budget;
  dir_.write("knowledge-graph.json", R"({"x": ")" + std::string(3 * mib, 'x') + "\"}");
  auto const large = dir_.submit("large", R"({"n": ")" + std::string(60'000, 'x') + "\"}");
  for (int i = 2; i < 40; ++i)
    dir_.write("artifacts/large/" + std::to_string(i) + ".json", dir_.read("artifacts/large/1.json"));
  auto const small = dir_.submit("small", "{\"n\": 1}");
  {
    BudgetShare others(budget, this, Alone::share);
    must(others.add(3 * mib));
    for (auto const& each : dir_.settle({large, small}).signals) {
      EXPECT_EQ(each.end, End::pending) << each.signal.name.str();
      EXPECT_EQ(each.reason->fault, Fault::busy);
    }
  }
  for (auto const& each : dir_.settle({large, small}).signals)
    EXPECT_EQ(each.end, End::merged) << each.signal.name.str();
  BudgetShare others(budget, this, Alone::share);
  must(others.add(4 * mib)); // all of it was given back
  EXPECT_TRUE(dir_.is_tidy());
}

TEST_F(KgWorkTest, RefusingNeedsNoMutex) {
  fs::create_directory(dir_ / ".kg-merge.lock");
  dir_.merge("a", "{", End::refused);
}

TEST_F(KgWorkTest, AMergeThatWasUnitedIsAMerge) {
  dir_.write("knowledge-graph.json", "{}");
  auto sighting = dir_.submit("a", "{\"n\": 1}");
  test::BeforeRename rival(test::once_before_exchange([&] {
    dir_.write("theirs", R"({"theirs": 1})");
    fs::rename(dir_ / "theirs", dir_ / "knowledge-graph.json");
  }));
  auto report = dir_.settle({sighting});
  EXPECT_EQ(report.signals.at(0).end, End::merged);
  EXPECT_EQ(report.notices.size(), 1U);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"theirs": 1, "a": {"n": 1}})"));
  EXPECT_FALSE(dir_.exists("a.kg.lock"));
  EXPECT_TRUE(dir_.is_tidy());
}

TEST_F(KgWorkTest, ValidatingWritesNothing) {
  dir_.policy.side = GraphSide::knowledge;
  dir_.submit("a", "{\"n\": 1,}");
  dir_.submit("entities", "{}");
  dir_.submit("b", "{}");
  auto before = dir_.names(".");
  EXPECT_THAT(codes(must(validate_kg(dir_.session(), test::name("a"), dir_.policy))),
              ElementsAre("json.unexpected"));
  EXPECT_THAT(codes(must(validate_kg(dir_.session(), test::name("entities"), dir_.policy))),
              ElementsAre("name.reserved"));
  dir_.write("artifacts/entities/broken.json", "{\"x\": nul}");
  EXPECT_THAT(codes(must(validate_kg(dir_.session(), test::name("entities"), dir_.policy))),
              ElementsAre("name.reserved", "json.literal"));
  EXPECT_THAT(must(validate_kg(dir_.session(), test::name("b"), dir_.policy)), IsEmpty());
  EXPECT_EQ(dir_.names("."), before);
}

} // namespace
} // namespace artifactd
