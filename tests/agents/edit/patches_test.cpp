// Models that patch artifacts of any profile by JSON pointer: guarded, repeatable from the record, and paid
// for once.
#include "agents/edit/edit_kind.hpp"
#include "agents/edit/edit_request.hpp"
#include "agents/edit/edit_work.hpp"
#include "agents/edit/replay.hpp"
#include "state/settle/settle_work.hpp"
#include "tests/agents/edit/patch_session.hpp"

#include <filesystem>
#include <gmock/gmock.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using editor::EditEnd;
using test::faulty_list;
using test::must;
using test::repaired_list;
using test::ReplyJson;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class Patches : public test::PatchSession {
protected:
  [[nodiscard]] editor::Replay replayed(std::string const& run) const {
    return must(editor::replay_run(dir_.session(), run));
  }
};

TEST_F(Patches, RepairWhatASchemaRefusesAndSubmit) {
  model_.says(good_reply(), {.input = 700, .output = 60});
  auto const outcome = must(edit());
  EXPECT_EQ(outcome.end, EditEnd::published) << outcome.reason;
  EXPECT_EQ(now(), repaired_list);
  EXPECT_TRUE(dir_.exists("lister.kg.lock"));
  EXPECT_EQ(outcome.repair.errors.size(), 1U);
  EXPECT_EQ(outcome.spent->calls, 1U);
  EXPECT_THAT(keys_, ElementsAre("plain"));
}

TEST_F(Patches, AreAskedForWithTheErrorsAndTheFiles) {
  put("notes.json", R"({"note": "of ada"})");
  model_.says(good_reply());
  std::ignore = must(edit());
  EXPECT_THAT(asked(), HasSubstr("1. artifacts/lister/list.json, at /items/1/count: "));
  EXPECT_THAT(asked(), HasSubstr("expected: "));
  EXPECT_THAT(asked(), HasSubstr(faulty_list));
  EXPECT_THAT(asked(), HasSubstr("FILE notes.json"));
}

TEST_F(Patches, OfALongFileAreAskedForWithWhatLiesAroundTheErrors) {
  auto list = ReplyJson::parse(faulty_list);
  for (int i = 0; i < 400; ++i)
    list["items"].push_back({{"id", "filler-" + std::to_string(i)}, {"count", i}, {"text", "long enough"}});
  put("list.json", list.dump(2));
  model_.says(good_reply());
  EXPECT_EQ(must(edit()).end, EditEnd::published);
  EXPECT_THAT(asked(), HasSubstr(R"("/items/1": {"id":"b","count":"two"})"));
  EXPECT_THAT(asked(), HasSubstr(R"("items": a list)"));
  EXPECT_THAT(asked(), Not(HasSubstr("filler-399")));
  EXPECT_EQ(ReplyJson::parse(now())["items"][1]["count"], 2);
}

TEST_F(Patches, AreKeptIfFewerErrorsAreLeftAndTheRestIsAskedForOnceMore) {
  put("list.json", R"({"items": [{"count": "two"}]})");
  model_.says(reply({patch("add", "/owner", "ada")})).says(reply({patch("replace", "/items/0/count", 2)}));
  auto const outcome = must(edit());
  EXPECT_EQ(outcome.end, EditEnd::published) << outcome.reason;
  EXPECT_EQ(now(), R"({"items": [{"count": 2}],"owner": "ada"})");
  ASSERT_THAT(outcome.repair.attempts, SizeIs(2));
  EXPECT_EQ(outcome.repair.attempts[0].errors_left, 1U);
  EXPECT_THAT(asked(1), HasSubstr(R"("owner": "ada")"));
  EXPECT_THAT(keys_, ElementsAre("plain", "thorough"));
}

TEST_F(Patches, ThatMakeANewErrorAreTakenBack) {
  put("list.json", R"({"items": [{"count": "two"}]})");
  model_.says(reply({patch("add", "/owner", "ada"), patch("replace", "/items", 7)}))
      .says(reply({patch("add", "/owner", "ada"), patch("replace", "/items/0/count", 2)}));
  auto const outcome = must(edit());
  EXPECT_EQ(outcome.end, EditEnd::published) << outcome.reason;
  EXPECT_THAT(outcome.repair.attempts.at(0).undone, ElementsAre(HasSubstr("/items")));
  EXPECT_THAT(asked(1), HasSubstr("Patches were reverted"));
}

TEST_F(Patches, ThatRepairOnlyAPartLeaveEveryByteAndAreOnRecord) {
  put("list.json", R"({"items": [{"count": "two"}]})");
  auto const before = everything();
  model_.says(reply({patch("add", "/owner", "ada")})).says(reply({patch("replace", "/items/0/count", "2")}));
  auto const outcome = must(edit());
  EXPECT_EQ(outcome.end, EditEnd::unrepaired);
  EXPECT_EQ(everything(), before);
  EXPECT_FALSE(dir_.exists("lister.kg.lock"));
  EXPECT_THAT(outcome.repair.remaining, ElementsAre(HasSubstr("/items/0/count")));
  auto const read = [&](char const* file) {
    return must(editor::read_run_file(dir_.session(), outcome.run, file));
  };
  EXPECT_THAT(read("patch.diff"), HasSubstr(R"("owner": "ada")"));
  EXPECT_THAT(read("plan-1.json"), HasSubstr(R"("pointer": "/owner")"));
  EXPECT_THAT(read("verdict.json"), HasSubstr("/items/0/count"));
  EXPECT_THAT(replayed(outcome.run).differences, IsEmpty());
}

TEST_F(Patches, OfWhatNoErrorPointsAtAreRefused) {
  put("list.json", R"({"owner": "ada", "items": [{"count": 1}, {"count": "two", "keep": 1}]})");
  auto const removes = reply({patch("remove", "/items/1", nullptr)});
  auto const empties = reply({patch("replace", "/items", ReplyJson::array())});
  auto const repairs = reply({patch("replace", "/items/1/count", 2)});
  model_.says(removes).says(empties).says(repairs);
  auto const outcome = must(edit());
  EXPECT_EQ(outcome.end, EditEnd::published) << outcome.reason;
  EXPECT_EQ(now(), R"({"owner": "ada", "items": [{"count": 1}, {"count": 2, "keep": 1}]})");
}

TEST_F(Patches, RepairWhatAnAssertionRefuses) {
  put("list.json", R"({"owner": "ada", "items": [{"id": "a"}, {"id": "a"}]})");
  rules_.checks.assertions = {{.that = "(.items | map(.id) | unique | length) == (.items | length)",
                               .message = "an id occurs twice"}};
  model_.says(reply({patch("remove", "/items/1", nullptr)}));
  EXPECT_EQ(must(edit()).end, EditEnd::published);
  EXPECT_EQ(now(), R"({"owner": "ada", "items": [{"id": "a"}]})");
  EXPECT_THAT(keys_, ElementsAre("thorough"));
}

TEST_F(Patches, AreNotHeldToWhatASchemaHid) {
  rules_.checks.assertions = {{.that = ".owner == \"bob\"", .message = "bob owns it"}};
  model_.says(good_reply()).says(reply({patch("replace", "/owner", "bob")}));
  auto const outcome = must(edit());
  EXPECT_EQ(outcome.end, EditEnd::published) << outcome.reason;
  EXPECT_THAT(outcome.repair.errors, SizeIs(2));
}

TEST_F(Patches, RepairAGameThatItsSchemasRefuse) {
  rules_.checks.profile = Profile::game;
  put("list.json", R"({"items": []})");
  model_.says(reply({patch("add", "/owner", "ada")})).says(reply({patch("add", "/more", 1)}));
  auto const outcome = must(edit());
  EXPECT_EQ(outcome.end, EditEnd::unrepaired); // it lacks everything a game has
  EXPECT_EQ(outcome.repair.attempts.at(0).kept, std::vector<std::size_t>{0});
}

TEST_F(Patches, WaitForSoundJson) {
  put("notes.json", "{broken");
  auto const outcome = must(edit());
  EXPECT_EQ(outcome.end, EditEnd::unrepaired);
  EXPECT_THAT(outcome.reason, HasSubstr("valid JSON"));
  EXPECT_THAT(model_.asked(), IsEmpty());
}

TEST_F(Patches, FollowTheRepairOfWhatIsAlmostJson) {
  order_.repairs = true;
  put("list.json", R"({"owner": "ada", "items": [{"count": "two",}]})");
  put("notes.json", R"({"n": 1,})");
  model_.says(reply({patch("replace", "/items/0/count", 2)}));
  auto const outcome = must(edit());
  EXPECT_EQ(outcome.end, EditEnd::published) << outcome.reason;
  EXPECT_EQ(now(), R"({"owner": "ada", "items": [{"count": 2}]})");
  EXPECT_EQ(now("notes.json"), R"({"n": 1})");
  EXPECT_THAT(replayed(outcome.run).differences, IsEmpty());
}

TEST_F(Patches, CarryOutAWish) {
  put("list.json", repaired_list);
  order_.reported = {editor::wanted("bob shall own it")};
  model_.says(reply({patch("replace", "/owner", "bob")}));
  EXPECT_EQ(must(edit()).end, EditEnd::published);
  EXPECT_EQ(ReplyJson::parse(now())["owner"], "bob");
  EXPECT_THAT(asked(), HasSubstr("1. Wanted: bob shall own it"));
}

TEST_F(Patches, ThatChangeNothingCarryOutNoWish) {
  put("list.json", repaired_list);
  order_.reported = {editor::wanted("ada shall own it")};
  for (int i = 0; i < 2; ++i)
    model_.says(reply({patch("replace", "/owner", "ada")}));
  auto const outcome = must(edit());
  EXPECT_EQ(outcome.end, EditEnd::unrepaired);
  EXPECT_THAT(outcome.repair.attempts.at(0).undone, ElementsAre("the patches change nothing"));
}

TEST_F(Patches, AreNotAskedForByRules) {
  order_.engine = editor::Engine::rules;
  EXPECT_EQ(must(edit()).end, EditEnd::unrepaired);
  EXPECT_THAT(model_.asked(), IsEmpty());
}

TEST_F(Patches, ComeOutTheSameFromTheRecordWhateverTheRulesAreNow) {
  model_.says("no JSON").says(good_reply());
  auto const outcome = must(edit());
  rules_ = {};
  auto const replay = replayed(outcome.run);
  EXPECT_THAT(replay.differences, IsEmpty());
  EXPECT_THAT(replay.repair.changed, SizeIs(1));
  EXPECT_EQ(replay.repair.changed.at(0).bytes, repaired_list);
  EXPECT_THAT(model_.asked(), SizeIs(2));
  auto const kept = ".artifactd/runs/" + outcome.run + "/inputs/list.json";
  dir_.write(kept, R"({"owner": "ada"})");
  EXPECT_THAT(replayed(outcome.run).differences, Not(IsEmpty()));
}

TEST_F(Patches, ArePaidForOnce) {
  put("list.json", R"({"items": [{"count": "two"}]})");
  model_.says(reply({patch("add", "/owner", "ada")})).fails(model::Failing::transient);
  EXPECT_EQ(test::fault(edit()), "busy");
  auto const paid = model_.asked().size();
  model_.says(reply({patch("replace", "/items/0/count", 2)}));
  EXPECT_EQ(must(edit(editor::Publishing::no)).end, EditEnd::published);
  EXPECT_EQ(must(edit()).end, EditEnd::published);
  EXPECT_EQ(model_.asked().size(), paid + 1);
}

TEST_F(Patches, KeepTheDigitsOfNumbers) {
  std::string const value =
      R"({"id": "b", "count": 2, "n": 18446744073709551617, "price": 140.50, "e": "é\/"})";
  model_.says(R"({"diagnosis": "d", "confidence": "high", "patches": [{"file": "list.json", "op": "replace",
      "pointer": "/items/1", "description": "x", "errorsAddressed": ["1"], "value": )" +
              value + "}]}");
  EXPECT_EQ(must(edit()).end, EditEnd::published);
  EXPECT_THAT(now(), HasSubstr(value));
}

/// An edit signal that asks for a model.
class RequestedPatches : public Patches {
protected:
  RequestedPatches() {
    fs::create_directories(dir_ / "edits");
    dir_.write("edits/e.json", R"({"agent": "lister", "engine": "model"})");
    policy_.keys = order_.models;
  }
  SignalEnd dropped() {
    dir_.write("e.edit.lock", "");
    RefusalPolicy const refusal;
    auto const sighting = must(sight(dir_.session(), {test::name("e"), edit_kind}));
    EditSlots slots(1);
    return settle_work(dir_.session(), {sighting}, edit_work({kg_, policy_, slots}), refusal, Round::last)
        .signals.at(0);
  }
};

TEST_F(RequestedPatches, AreToldInTheResult) {
  model_.says(good_reply());
  EXPECT_EQ(dropped().end, End::merged);
  EXPECT_EQ(ReplyJson::parse(dir_.read("edits/e.result.json"))["changes"][0]["pointer"], "/items/1/count");
}

TEST_F(RequestedPatches, ThatWereDeniedAreTriedOnceTheyAreAskedForAgain) {
  model_.fails(model::Failing::auth);
  auto const denied = dropped();
  EXPECT_EQ(denied.end, End::refused);
  EXPECT_THAT(denied.findings.at(0).message, HasSubstr("auth"));
  EXPECT_THAT(denied.findings.at(0).hint, HasSubstr("submit the request again"));
  fs::remove(dir_ / "e.edit.lock.error");
  model_.says(good_reply());
  EXPECT_EQ(dropped().end, End::merged);
}

} // namespace
} // namespace artifactd
