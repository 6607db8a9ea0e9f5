// The editor with models, using the real programs: if no rule repairs a fault, the daemon has one model plan
// and write the repair, in a process that has no access to the session.
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/game_site.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using EditedJson = nlohmann::ordered_json;

constexpr auto answering =
    "case $(cat) in\n*'Plan the changes'*) cat plan ;;\n*) cat fragment ;;\nesac\necho >> calls\n";
// The operation has a path and a number but does not say which it is.
constexpr auto needs_a_model = "op-missing";

/// The model is a program that replies from files and counts its calls.
class EditorWithModels : public GameSite {
protected:
  EditorWithModels() {
    // If the tests run as root, the model runs as nobody and counts its calls here.
    std::filesystem::permissions(site_.path(), std::filesystem::perms(0777));
    configure();
    put("model.sh", answering);
    plan({"1", "2"});
    put_game(needs_a_model);
    propose(EditedJson::parse(session_.text("artifacts/game1/instructions.json")));
  }

  void configure(std::string const& more = "") const {
    site_.configure("[editor]\ncoordinator = \"mine\"\n[models.mine]\nkind = \"command\"\nfree = true\n"
                    "command = [\"/bin/sh\", \"-c\", \"cd " +
                    site_.path().string() + " && . ./model.sh\"]\n" +
                    "[[agent]]\nmatch = \"game*\"\nprofile = \"game\"\neditor = \"model\"\n" + more);
  }
  void put(std::string const& file, std::string const& text) const {
    std::ofstream(site_.path() / file) << text;
  }
  [[nodiscard]] std::size_t calls() const {
    std::ifstream file(site_.path() / "calls");
    return static_cast<std::size_t>(
        std::ranges::count(std::string(std::istreambuf_iterator(file), {}), '\n'));
  }
  /// The model's plan, which addresses these errors by number.
  void plan(std::vector<std::string> const& addressed) const {
    put("plan", EditedJson{{"diagnosis", "An operation does not say which it is."},
                           {"confidence", "high"},
                           {"changes",
                            {{{"artifact", "instructions"},
                              {"operation", "patch"},
                              {"fragmentAddress", "instructions.transitions.next_round"},
                              {"description", "Say that the round is counted up"},
                              {"errorsAddressed", addressed}}}}}
                    .dump());
  }
  /// The fragment that the model writes: with the missing operation.
  void propose(EditedJson const& instructions) const {
    auto fragment = instructions["transitions"]["next_round"];
    fragment["stateDelta"][0]["op"] = "increment";
    put("fragment", EditedJson{{"fragment", fragment.dump()}}.dump());
  }
};

TEST_F(EditorWithModels, ADroppedGameIsRepairedAndMerged) {
  RunningDaemon daemon(site_);
  session_.drop("game1");
  EXPECT_TRUE(eventually([&] { return merged(); }));
  EXPECT_EQ(calls(), 2U);
  EXPECT_TRUE(eventually([&] { return daemon.logged("edit", {"published"}) == 1; }));
  auto const shown = site_.json({"edit", "show", "s", only_run()});
  EXPECT_EQ(shown["order"]["engine"], "model");
  EXPECT_EQ(shown["verdict"]["calls"], 2);
  EXPECT_EQ(shown["verdict"]["cost"], "$0.00");
  EXPECT_EQ(site_.artifactctl({"edit", "replay", "s", only_run()}).exit, 0);
  EXPECT_EQ(calls(), 2U) << "a replay asks nobody";
}

TEST_F(EditorWithModels, IsToldToBeAtWork) {
  put("model.sh", std::string("until [ -e go ]; do sleep 0.02; done\n") + answering);
  RunningDaemon daemon(site_);
  session_.drop("game1");
  EXPECT_TRUE(eventually([&] {
    auto const told = site_.artifactctl({"status"}).out;
    return told.contains("edit started, attempt 1") && told.contains("nothing needs to be done yet");
  }));
  EXPECT_EQ(site_.artifactctl({"status"}).exit, 0);
  EXPECT_THAT(site_.artifactctl({"explain", "s/game1.kg.lock"}).out,
              HasSubstr("the editor is working on it"));
  auto const inbox = site_.artifactctl({"inbox", "--list"});
  EXPECT_EQ(inbox.exit, 0);
  EXPECT_THAT(inbox.out,
              AllOf(HasSubstr("the editor is working on it"), HasSubstr("nothing waits for a person")));
  put("go", "");
  EXPECT_TRUE(eventually([&] { return merged(); }));
  EXPECT_THAT(site_.artifactctl({"status"}).out, testing::Not(HasSubstr("at work")));
}

TEST_F(EditorWithModels, IsNotAtWorkAgainOnWhatItHasGivenUp) {
  put("model.sh", "echo sorry\n");
  RunningDaemon daemon(site_);
  session_.drop("game1");
  ASSERT_TRUE(eventually([&] { return daemon.logged("edit", {"unrepaired"}) == 1; })) << daemon.log();
  for (std::string const other : {"one", "two"}) { // each time, what is refused is considered again
    session_.write("artifacts/" + other + "/a.json", "{}");
    session_.drop(other);
    ASSERT_TRUE(eventually([&] { return daemon.logged("merged", {other + ".kg.lock"}) == 1; }));
  }
  EXPECT_THAT(site_.artifactctl({"status"}).out, testing::Not(HasSubstr("at work")));
}

/// A model that answers only once the test allows it.
class EditorWithASlowModel : public EditorWithModels {
protected:
  EditorWithASlowModel() {
    configure("[reinvoke]\npostponed_for = \"100ms\"\n");
    put("model.sh", std::string("echo >> asked\nuntil [ -e go ]; do sleep 0.02; done\n") + answering);
  }
  /// Waits until the model has been asked.
  [[nodiscard]] bool is_asked() const {
    return eventually([&] { return std::filesystem::exists(site_.path() / "asked"); });
  }
  void let_go() const { put("go", ""); }
};

TEST_F(EditorWithASlowModel, IsNotAskedOnWhenTheWorkIsGivenUp) {
  RunningDaemon daemon(site_);
  session_.drop("game1");
  ASSERT_TRUE(is_asked());
  auto const before = session_.text("artifacts/game1/instructions.json");
  EXPECT_EQ(site_.artifactctl({"abandon", "s", "game1"}).exit, 0);
  EXPECT_TRUE(eventually([&] { return daemon.logged("model call", {"\"end\":\"cancelled\""}) == 1; }));
  EXPECT_EQ(session_.text("artifacts/game1/instructions.json"), before);
  EXPECT_FALSE(session_.pending("game1"));
  EXPECT_EQ(calls(), 0U) << "it was not let finish";
}

TEST_F(EditorWithASlowModel, IsLeftToAPersonWhenItsRunIsCancelled) {
  RunningDaemon daemon(site_);
  session_.drop("game1");
  ASSERT_TRUE(is_asked());
  EXPECT_EQ(site_.artifactctl({"cancel", "s", "game1"}).exit, 0);
  EXPECT_TRUE(eventually([&] { return session_.instructions("game1")["next"] == "person"; }));
  EXPECT_EQ(site_.artifactctl({"status"}).exit, 6);
  let_go();
  EXPECT_EQ(site_.artifactctl({"retry", "s", "game1"}).exit, 0);
  EXPECT_TRUE(eventually([&] { return merged(); })) << "submitted again, it is edited again";
}

TEST_F(EditorWithASlowModel, LooksAgainAtWhatIsWrittenMeanwhile) {
  RunningDaemon daemon(site_);
  session_.drop("game1");
  ASSERT_TRUE(is_asked());
  session_.artifact("game1", "notes.json", R"({"written": "meanwhile"})");
  let_go();
  EXPECT_TRUE(eventually([&] { return daemon.logged("edit", {"changed"}) == 1; }));
  EXPECT_TRUE(eventually([&] { return merged(); })) << "without anybody's help";
}

TEST_F(EditorWithASlowModel, IsAskedByOneRunAtATime) {
  RunningDaemon daemon(site_);
  session_.drop("game1");
  ASSERT_TRUE(is_asked());
  auto const by_hand = site_.artifactctl({"edit", "run", "s", "game1", "--engine", "model"});
  EXPECT_EQ(by_hand.exit, 4);
  EXPECT_THAT(by_hand.err, HasSubstr("another run is asking a model"));
  let_go();
  EXPECT_TRUE(eventually([&] { return merged(); }));
  EXPECT_EQ(calls(), 2U);
}

TEST_F(EditorWithModels, ARequestWithNothingToRepairIsDone) {
  auto const sound = game_files("three-omens");
  for (auto const& file : sound)
    session_.artifact("game1", file.name, file.bytes);
  RunningDaemon daemon(site_);
  session_.write("edits/e.json", R"({"agent": "game1", "engine": "model"})");
  session_.write("e.edit.lock", "");
  ASSERT_TRUE(eventually([&] { return std::filesystem::exists(session_ / "edits/e.result.json"); }));
  EXPECT_TRUE(eventually([&] { return !std::filesystem::exists(session_ / "e.edit.lock"); }));
  EXPECT_EQ(EditedJson::parse(session_.text("edits/e.result.json"))["end"], "nothing");
  EXPECT_EQ(calls(), 0U);
  EXPECT_TRUE(eventually([&] { return daemon.logged("edit", {"nothing"}) == 1; }));
}

TEST_F(EditorWithModels, ByHandWithoutADaemon) {
  auto const plan = site_.json({"edit", "run", "s", "game1", "--engine", "model", "--plan-only"});
  EXPECT_EQ(plan["changes"][0]["fragmentAddress"], "instructions.transitions.next_round");
  EXPECT_EQ(calls(), 1U) << "nobody writes what is only planned";
  auto const shown = site_.artifactctl({"edit", "run", "s", "game1", "--engine", "model", "--dry-run"});
  EXPECT_EQ(shown.exit, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("+++ b/instructions.json"));
  auto const edited = site_.artifactctl({"edit", "run", "s", "game1", "--engine", "model"});
  EXPECT_EQ(edited.exit, 0) << edited.err;
  EXPECT_TRUE(session_.pending("game1"));
  EXPECT_EQ(calls(), 2U) << "what the plan and the dry run paid for is not paid for again";
}

TEST_F(EditorWithModels, AWishIsCarriedOut) {
  plan({"1", "2", "3"});
  RunningDaemon daemon(site_);
  session_.write("edits/e.json", R"({"agent": "game1", "engine": "model", "wish": "count the rounds"})");
  session_.write("e.edit.lock", "");
  EXPECT_TRUE(
      eventually([&] { return merged() && std::filesystem::exists(session_ / "edits/e.result.json"); }));
  EXPECT_FALSE(std::filesystem::exists(session_ / "e.edit.lock"));
  auto const result = EditedJson::parse(session_.text("edits/e.result.json"));
  EXPECT_EQ(result["changes"][0]["fragment"], "instructions.transitions.next_round");
  EXPECT_EQ(result["engine"], "model");
  EXPECT_GT(calls(), 0U);
}

TEST_F(EditorWithModels, ARequestThatIsSubmittedAgainIsAskedAgain) {
  put("plan", "{}");
  RunningDaemon daemon(site_);
  session_.write("edits/e.json", R"({"agent": "game1", "engine": "model", "wish": "count the rounds"})");
  session_.write("e.edit.lock", "");
  ASSERT_TRUE(eventually([&] { return std::filesystem::exists(session_ / "e.edit.lock.error"); }));
  auto const asked = calls();
  EXPECT_GT(asked, 0U);
  plan({"1", "2", "3"});
  ASSERT_EQ(site_.artifactctl({"retry", (site_.root() / "s").string(), "e.edit"}).exit, 0);
  EXPECT_TRUE(eventually([&] { return std::filesystem::exists(session_ / "edits/e.result.json"); }));
  EXPECT_GT(calls(), asked);
}

TEST_F(EditorWithModels, AModelThatCannotBeReachedCostsNothingButTime) {
  configure("[model]\nsocket = \"/no/such/socket\"\n[reinvoke]\npostponed_for = \"100ms\"\n");
  {
    RunningDaemon daemon(site_);
    session_.drop("game1");
    EXPECT_TRUE(eventually([&] { return daemon.log().contains("nobody listens at"); }));
    EXPECT_TRUE(session_.refused("game1"));
    EXPECT_TRUE(eventually([&] { return site_.status_text().contains("postponed: the model mine"); }));
    EXPECT_THAT(session_.text("game1.retry-instructions.json"), HasSubstr(R"("next": "edit")"));
  }
  configure();
  RunningDaemon daemon(site_);
  EXPECT_TRUE(eventually([&] { return merged(); })) << "once it can be reached";
}

TEST_F(EditorWithModels, WhyNoModelCouldBeAskedIsToldWhereverSomebodyLooks) {
  configure("[model]\nday_tokens = 1\n");
  RunningDaemon daemon(site_);
  session_.drop("game1");
  ASSERT_TRUE(eventually([&] { return session_.text("game1.retry-instructions.json").contains("unasked"); }));
  auto const told = HasSubstr("the model mine: ");
  EXPECT_THAT(site_.status_text(), AllOf(HasSubstr("The editor could not ask a model: "), told));
  EXPECT_THAT(site_.artifactctl({"inbox", "--list"}).out,
              AllOf(HasSubstr("no model could be asked: "), told));
  EXPECT_THAT(site_.artifactctl({"doctor"}).out, AllOf(HasSubstr("could not ask a model: "), told));
}

TEST_F(EditorWithModels, WhomToAskHasToBeSaid) {
  site_.configure("[[agent]]\nmatch = \"game*\"\nprofile = \"game\"\neditor = \"model\"\n");
  auto const checked = site_.artifactctl({"config", "check"});
  EXPECT_EQ(checked.exit, 5);
  EXPECT_THAT(checked.out + checked.err, AllOf(HasSubstr("agent[0].editor"), HasSubstr("set coordinator")));
  site_.configure("[editor]\ncoordinator = \"min\"\n[models.mine]\nkind = \"command\"\ncommand = [\"x\"]\n");
  EXPECT_THAT(site_.artifactctl({"config", "check"}).out, HasSubstr("did you mean \"mine\"?"));
  site_.configure("[[agent]]\nmatch = \"game*\"\nprofile = \"game\"\n");
  auto const edited = site_.artifactctl({"edit", "run", "s", "game1", "--engine", "model"});
  EXPECT_EQ(edited.exit, 1);
  EXPECT_THAT(edited.err, HasSubstr("[editor] coordinator"));
}

} // namespace
} // namespace artifactd::test
