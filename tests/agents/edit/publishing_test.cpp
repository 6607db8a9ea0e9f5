// The end of an edit: all repaired files and the signal, or nothing; a run killed in between is finished or
// undone.
#include "agents/edit/edit_run.hpp"
#include "agents/edit/publishing.hpp"
#include "agents/edit/replay.hpp"
#include "merge/game/artifacts.hpp"
#include "tests/support/game_session.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace artifactd {
namespace {

using editor::EditOrder;
using test::must;
using testing::ElementsAre;
using testing::IsEmpty;
using Document = nlohmann::json;

class EditPublishing : public testing::Test {
protected:
  EditPublishing() { dir_.put_broken("omen-picked-and-still-asked"); }

  /// Publishes as a run does, with `conclude` as its conclusion.
  Result<bool> publish(std::function<Result<void>(editor::RunRecord const&)> const& conclude) {
    auto const set = dir_.artifacts();
    auto const record =
        must(editor::RunRecord::open(dir_.session(), order_, {set, ""}, editor::Retrying::yes));
    auto const repair = editor::repair_by_rules(game::game_of(set));
    EXPECT_TRUE(repair.succeeded());
    if (in_between_) in_between_();
    return editor::publish_edit(dir_.session(), order_, record, set, repair.changed, dir_.kg.artifacts,
                                [&] { return conclude(record); });
  }
  static Result<void> trouble(editor::RunRecord const&) { return fail(Fault::io, "no disk"); }
  /// Gets as far as a process that is killed right after its verdict.
  Result<void> cut_short(editor::RunRecord const& record) const {
    must(record.conclude(dir_.session(), {{"end", "published"}}));
    return fail(Fault::io, "killed");
  }

  test::GameSession dir_;
  EditOrder order_{.agent = test::name("game")};
  std::function<void()> in_between_;
};

TEST_F(EditPublishing, LeavesFilesThatSomebodyWroteMeanwhile) {
  in_between_ = [&] { dir_.write("artifacts/game/notes.json", "{}"); };
  EXPECT_EQ(publish(trouble), false);
  EXPECT_THAT(dir_.changed(), ElementsAre("notes.json"));
}

TEST_F(EditPublishing, LeavesFilesThatWereSubmittedAgain) {
  in_between_ = [&] { dir_.write("game.kg.lock", ""); };
  EXPECT_EQ(publish(trouble), false);
  EXPECT_THAT(dir_.changed(), IsEmpty());
}

TEST_F(EditPublishing, TakesAllBackWithoutAVerdict) {
  EXPECT_EQ(test::fault(publish(trouble)), "io");
  EXPECT_THAT(dir_.changed(), IsEmpty());
  EXPECT_FALSE(dir_.exists(".artifactd-change"));
  EXPECT_FALSE(dir_.exists("game.kg.lock"));
}

TEST_F(EditPublishing, IsFinishedByWhoComesNext) {
  dir_.write("game.kg.lock.error", "");
  EXPECT_FALSE(publish([&](auto const& record) { return cut_short(record); }));
  EXPECT_TRUE(dir_.exists(".artifactd-change"));
  EXPECT_TRUE(must(editor::recover_edit(dir_.session())));
  EXPECT_THAT(dir_.changed(), ElementsAre("instructions.json"));
  EXPECT_THAT(dir_.errors(), IsEmpty());
  EXPECT_TRUE(dir_.exists("game.kg.lock"));
  EXPECT_FALSE(dir_.exists("game.kg.lock.error"));
  EXPECT_FALSE(dir_.exists(".artifactd-change"));
}

TEST_F(EditPublishing, TouchesNothingOutsideTheAgentsArtifacts) {
  EXPECT_FALSE(publish([&](auto const& record) { return cut_short(record); }));
  dir_.write("precious.txt", "precious");
  auto intent = Document::parse(dir_.read(".artifactd-change/intent.json"));
  intent["files"][0]["path"] = "precious.txt";
  dir_.write(".artifactd-change/intent.json", intent.dump());
  EXPECT_FALSE(must(editor::recover_edit(dir_.session())));
  EXPECT_EQ(dir_.read("precious.txt"), "precious");
}

TEST_F(EditPublishing, IsReplayed) {
  std::ignore = must(editor::edit_artifacts(dir_.session(), order_, dir_.kg, {}, editor::Publishing::yes,
                                            editor::Retrying::no));
  auto const run = must(editor::list_runs(dir_.session())).at(0);
  EXPECT_THAT(must(editor::replay_run(dir_.session(), run)).differences, IsEmpty());
  dir_.write(".artifactd/runs/" + run + "/outputs/instructions.json", "{}");
  EXPECT_THAT(must(editor::replay_run(dir_.session(), run)).differences,
              ElementsAre("outputs/instructions.json"));
  EXPECT_EQ(test::fault(editor::replay_run(dir_.session(), "../x")), "invalid");
  EXPECT_EQ(test::fault(editor::replay_run(dir_.session(), "none")), "missing");
}

} // namespace
} // namespace artifactd
