#include "agents/state/guard.hpp"
#include "tests/agents/state/state_work_site.hpp"
#include "tests/support/last_instant.hpp"
#include "tests/support/tuning_run.hpp"

#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::must;
using test::snapshot;
using test::StateWorkTest;
using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(StateWorkTest, AcceptsAWholeRunAndKeepsIt) {
  for (int i = 0; i < 40; ++i) {
    auto end = settle(snapshot(i));
    ASSERT_EQ(end.end, End::merged) << i << (end.findings.empty() ? "" : end.findings[0].message);
    EXPECT_EQ(end.generation, static_cast<std::uint64_t>(i + 1));
  }
  EXPECT_EQ(kept().size(), 40U);
  EXPECT_EQ(dir_.read(".artifactd/states/000040-accepted.json"), snapshot(39));
}

TEST_F(StateWorkTest, JudgesAStepThatCoalescedManyWrites) {
  EXPECT_EQ(settle(snapshot(2)).end, End::merged);
  EXPECT_EQ(settle(snapshot(39)).end, End::merged);
}

TEST_F(StateWorkTest, PutsTheLastGoodOneInPlaceOfARefusedOne) {
  settle(snapshot(4));
  auto end = settle(snapshot(2)); // one step back
  ASSERT_EQ(end.end, End::refused);
  EXPECT_EQ(in_place(), snapshot(4));
  EXPECT_EQ(aside(), snapshot(2));
  EXPECT_EQ(instructions()["findings"][0]["file"], "state.json.error");
  EXPECT_EQ(instructions()["lock_file_renamed_to"], "state.json.error");
  EXPECT_THAT(instructions()["findings"].dump(), HasSubstr("state.T02"));
  EXPECT_EQ(end.refusal->attempt, 1);
  EXPECT_TRUE(tidy());
  EXPECT_EQ(readiness(), Readiness::settled);
}

TEST_F(StateWorkTest, JudgesWhatIsWrittenWhileARefusedOneIsPutAside) {
  settle(snapshot(4));
  write("{\"torn");
  {
    test::BeforeRename meddling([&](test::RenameCall const& call) {
      if (call.to == "state.json.error") write(snapshot(5));
      return 0;
    });
    ASSERT_EQ(settle_now().signals.at(0).end, End::refused);
  }
  EXPECT_NE(readiness(), Readiness::settled);
  EXPECT_EQ(settle_now().signals.at(0).end, End::merged);
  EXPECT_EQ(dir_.read(".artifactd/states/000003-accepted.json"), snapshot(5));
}

TEST_F(StateWorkTest, TornAnywhereTheLastGoodOneComesBack) {
  auto const before = snapshot(0);
  auto const next = snapshot(1);
  settle(before);
  for (std::size_t cut = 0; cut < next.size() - 2; cut += 7) {
    KnownStates fresh; // otherwise at most three restores a minute
    write(next.substr(0, cut));
    auto end = settle_by(fresh);
    ASSERT_EQ(end.signals.at(0).end, End::refused) << cut;
    ASSERT_EQ(end.signals.at(0).findings.at(0).code, "state.S01") << cut;
    ASSERT_EQ(in_place(), before) << cut;
    ASSERT_EQ(aside(), next.substr(0, cut)) << cut;
  }
  EXPECT_EQ(settle(next).end, End::merged);
  EXPECT_FALSE(dir_.exists("state.json.error"));
  EXPECT_FALSE(dir_.exists("state.retry-instructions.json"));
}

TEST_F(StateWorkTest, OnlyReportsWhereThePolicySaysSo) {
  policy_.on_invalid = StatePolicy::OnInvalid::report;
  settle(snapshot(4));
  write("{\"status\": ");
  auto before = dir_.stamp("state.json");
  auto report = settle_now();
  EXPECT_EQ(report.signals.at(0).end, End::refused);
  EXPECT_THAT(report.notices, ElementsAre(HasSubstr("the configuration says so")));
  EXPECT_EQ(dir_.stamp("state.json"), before);
  EXPECT_FALSE(dir_.exists("state.json.error"));
  EXPECT_EQ(instructions()["findings"][0]["file"], "state.json");
  EXPECT_TRUE(instructions()["lock_file_renamed_to"].is_null());
  EXPECT_EQ(instructions()["next"], "person");
  EXPECT_EQ(readiness(), Readiness::settled);
}

TEST_F(StateWorkTest, CanBeToldToMindItsOwnBusiness) {
  policy_.on_invalid = StatePolicy::OnInvalid::ignore;
  write("{\"of\": \"another program\"}");
  EXPECT_EQ(readiness(), Readiness::settled);
}

TEST_F(StateWorkTest, TouchesNothingBeforeAnyStateWasAccepted) {
  write("{\"of\": \"another program\"}");
  auto report = settle_now();
  EXPECT_EQ(report.signals.at(0).end, End::refused);
  EXPECT_THAT(report.notices, ElementsAre(HasSubstr("no state of this session was accepted before")));
}

TEST_F(StateWorkTest, BelievesNoFaultBeforeTheWriterPaused) {
  policy_.patience = std::chrono::hours(1);
  settle(snapshot(4));
  auto end = settle("{\"status\": ");
  EXPECT_EQ(end.end, End::again);
  EXPECT_GT(end.again_in, std::chrono::minutes(59));
  EXPECT_FALSE(dir_.exists("state.retry-instructions.json"));
  EXPECT_EQ(settle(snapshot(5)).end, End::merged);
}

TEST_F(StateWorkTest, WaitsLongerForWhoHasItOpen) {
  settle(snapshot(4));
  write("{\"status\": ");
  UniqueFd writer(::open((dir_ / "state.json").c_str(), O_WRONLY));
  auto end = settle_now().signals.at(0);
  EXPECT_EQ(end.end, End::again);
  EXPECT_GT(end.again_in, std::chrono::seconds(1));
  writer.reset();
  EXPECT_EQ(settle_now().signals.at(0).end, End::refused);
}

TEST_F(StateWorkTest, JudgesItAnewWhenItIsRenamedBack) {
  settle(snapshot(4));
  settle(snapshot(2));
  dir_.write("state.json.error", snapshot(5));
  fs::rename(dir_ / "state.json.error", dir_ / "state.json");
  EXPECT_EQ(settle_now().signals.at(0).end, End::merged);
  EXPECT_EQ(in_place(), snapshot(5));
}

TEST_F(StateWorkTest, CountsAttemptsUntilOneIsAccepted) {
  settle(snapshot(4));
  EXPECT_EQ(settle(snapshot(2)).refusal->attempt, 1);
  EXPECT_EQ(settle(snapshot(3)).refusal->attempt, 2);
  EXPECT_EQ(settle(snapshot(5)).end, End::merged);
  EXPECT_EQ(settle(snapshot(2)).refusal->attempt, 1);
}

TEST_F(StateWorkTest, LosesNoRefusedOneToTheNext) {
  settle(snapshot(4));
  settle(snapshot(2));
  settle(snapshot(3));
  EXPECT_EQ(aside(), snapshot(3));
  EXPECT_THAT(kept(), ElementsAre("000001-accepted.json", "000002-refused.json"));
  EXPECT_EQ(dir_.read(".artifactd/states/000002-refused.json"), snapshot(2));
  settle(snapshot(5));
  EXPECT_THAT(kept(), ElementsAre("000001-accepted.json", "000002-refused.json", "000003-refused.json",
                                  "000004-accepted.json"));
}

TEST_F(StateWorkTest, DoesNotFightAWriterEndlesslyAndLosesNothingOfIt) {
  settle(snapshot(4));
  for (int i = 0; i < 3; ++i)
    settle(fmt::format("{{\"bad\": {}", i));
  EXPECT_EQ(in_place(), snapshot(4));
  write("{\"bad\": 3");
  EXPECT_THAT(settle_now().notices, ElementsAre(HasSubstr("within a minute")));
  EXPECT_EQ(in_place(), "{\"bad\": 3");
  EXPECT_EQ(dir_.read(".artifactd/states/" + kept().back()), "{\"bad\": 3");
  EXPECT_FALSE(dir_.exists("state.json.error")); // the previous one is gone: the history has it
  EXPECT_EQ(kept().size(), 5U);
}

TEST_F(StateWorkTest, GivesBackWhatWasWrittenInTheLastInstant) {
  settle(snapshot(4));
  write("{\"torn");
  {
    test::BeforeRename meddling(test::once_before_exchange([&] {
      dir_.write("other", snapshot(5));
      fs::rename(dir_ / "other", dir_ / "state.json");
    }));
    EXPECT_EQ(settle_now().signals.at(0).end, End::again);
  }
  EXPECT_EQ(in_place(), snapshot(5));
  EXPECT_TRUE(tidy());
  EXPECT_EQ(settle_now().signals.at(0).end, End::merged);
  write("{\"torn");
  {
    test::BeforeRename meddling(test::once_before_exchange([&] { write(snapshot(6)); }));
    EXPECT_EQ(settle_now().signals.at(0).end, End::again);
  }
  EXPECT_EQ(in_place(), snapshot(6));
  EXPECT_TRUE(tidy());
}

TEST_F(StateWorkTest, FollowsNoLinkAndOpensNoPipe) {
  settle(snapshot(4));
  dir_.write("elsewhere", snapshot(5));
  fs::remove(dir_ / "state.json");
  fs::create_symlink("elsewhere", dir_ / "state.json");
  EXPECT_EQ(settle_now().signals.at(0).findings.at(0).code, "file.symlink");
  fs::remove(dir_ / "state.json");
  ASSERT_EQ(::mkfifo((dir_ / "state.json").c_str(), 0600), 0);
  EXPECT_EQ(settle_now().signals.at(0).findings.at(0).code, "file.not_regular");
  fs::remove(dir_ / "state.json");
  fs::create_hard_link(dir_ / "elsewhere", dir_ / "state.json");
  EXPECT_EQ(settle_now().signals.at(0).findings.at(0).code, "file.hard_link");
  EXPECT_EQ(dir_.read("elsewhere"), snapshot(5));
}

TEST_F(StateWorkTest, BringsBackFromWhateverStandsThere) {
  settle(snapshot(4));
  settle(snapshot(5));
  auto back = [&](int number) {
    auto history = must(tuning::StateHistory::open(dir_.session()));
    auto text = must(history.text(*history.find(static_cast<std::uint64_t>(number))));
    EXPECT_TRUE(must(tuning::bring_back(dir_.claim(), dir_.session(), history, text, tuning::state_bounds)));
    EXPECT_EQ(readiness(), Readiness::settled);
    EXPECT_TRUE(tidy());
  };
  fs::remove(dir_ / "state.json");
  ASSERT_EQ(::mkfifo((dir_ / "state.json").c_str(), 0600), 0);
  back(1);
  EXPECT_EQ(in_place(), snapshot(4));
  fs::remove(dir_ / "state.json");
  back(2);
  EXPECT_EQ(in_place(), snapshot(5));
  write("{\"torn");
  back(1);
  EXPECT_EQ(in_place(), snapshot(4));
  EXPECT_THAT(kept(), testing::Contains(testing::EndsWith("-foreign.json")));
}

TEST_F(StateWorkTest, RefusesWhatIsTooLargeWithoutReadingIt) {
  settle(snapshot(4));
  fs::resize_file(dir_ / "state.json", std::uintmax_t{64} << 20);
  auto end = settle_now().signals.at(0);
  EXPECT_EQ(end.findings.at(0).code, "file.too_large");
  EXPECT_EQ(in_place(), snapshot(4));
}

TEST_F(StateWorkTest, FallsBackToAnOlderOneWhereTheHistoryWasSpoiled) {
  settle(snapshot(4));
  settle(snapshot(5));
  dir_.write(".artifactd/states/000002-accepted.json", "nothing of use");
  settle("{\"torn");
  EXPECT_EQ(in_place(), snapshot(4));
}

TEST_F(StateWorkTest, RefusedStatesAreBoundedApartFromAcceptedOnes) {
  policy_.history.aside.generations = 2;
  settle(snapshot(4));
  for (int i = 0; i < 6; ++i) {
    KnownStates fresh; // otherwise at most three restores a minute
    write(fmt::format("{{\"bad\": {}", i));
    settle_by(fresh);
    ASSERT_EQ(in_place(), snapshot(4));
    ASSERT_LE(kept().size(), 3U);
  }
  settle(snapshot(5));
  EXPECT_EQ(kept().size(), 4U);
  EXPECT_THAT(kept().back(), HasSubstr("accepted"));
}

TEST_F(StateWorkTest, ItsOwnPromptNeverSaysToEmptyTheState) {
  settle(snapshot(4));
  settle(snapshot(2));
  auto const instructions = must(read_instructions(dir_.session().directory(), state_signal()));
  auto const prompt = to_prompt(state_signal(), instructions);
  EXPECT_THAT(prompt, HasSubstr("repair state.json.error and rename it to state.json"));
  for (auto const& each : {prompt, to_prompt(state_signal(), nlohmann::ordered_json::object())})
    EXPECT_THAT(each, testing::Not(HasSubstr("empty file")));
}

} // namespace
} // namespace artifactd
