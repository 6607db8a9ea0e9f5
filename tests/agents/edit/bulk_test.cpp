// Plans with very many causes: carrying them out together yields the same files as one by one, and changes
// that do not belong are left out in both cases.
#include "agents/edit/bulk.hpp"
#include "agents/edit/draft.hpp"
#include "agents/edit/rules/rules.hpp"
#include "merge/game/checks/validation.hpp"
#include "merge/game/fragment.hpp"
#include "tests/support/game_corpus.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <utility>

namespace artifactd::test {
namespace {

using editor::Change;
using editor::ChangePlan;
using game::Game;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::size_t faults = 24;

/// A valid game except for `faults` operations whose path contains a partial name.
Game broken_game() {
  auto const address = [](Game const& game) {
    return game::FragmentAddress{game::FragmentAddress::Form::transition_instruction,
                                 game.transition_instructions().back().key};
  };
  Game game(game_files("three-omens"));
  editor::Draft draft(game);
  for (std::size_t i = 0; i < faults; ++i)
    draft.set(address(game), "/stateDelta/-",
              {{"op", "set"}, {"path", "players.p{{playerId}}.actionRequired"}, {"value", i % 2 == 0}});
  return *editor::apply(game, draft.changes("").front());
}

ChangePlan plan_for(Game const& game, std::vector<std::string> const& errors) {
  game::SchemaFields const fields(game.schema());
  return editor::plan_by_rules({game, fields, errors});
}

std::vector<std::string> bytes_of(Game const& game) {
  std::vector<std::string> bytes;
  for (auto const& text : game.texts())
    if (text.is_file()) bytes.emplace_back(text.bytes());
  return bytes;
}

/// Carries out each cause in a plan of its own.
editor::Edited one_by_one(Game const& game, std::vector<std::string> const& errors, ChangePlan const& plan) {
  editor::Edited edited{{game.with({}), errors}};
  for (std::size_t cause = 0; cause < plan.changes.size(); ++cause) {
    ChangePlan alone;
    std::ranges::copy_if(plan.changes, std::back_inserter(alone.changes),
                         [&](Change const& each) { return each.cause == cause; });
    auto next = editor::carry_out(std::move(edited.standing), alone);
    std::ranges::move(next.undone, std::back_inserter(edited.undone));
    edited.standing = std::move(next.standing);
  }
  return edited;
}

class EditorBulk : public testing::Test {
protected:
  void SetUp() override { ASSERT_GE(std::ssize(plan_.changes), editor::many_causes); }

  editor::Standing standing() const { return {game_.with({}), errors_}; }

  /// The plan's change again, for another cause, claiming these errors.
  Change again(std::size_t which, std::vector<std::string> claims) {
    auto change = plan_.changes[which];
    change.cause = plan_.changes.size();
    change.errors_addressed = std::move(claims);
    return change;
  }

  Game game_ = broken_game();
  std::vector<std::string> errors_ = game::error_messages(game_);
  ChangePlan plan_ = plan_for(game_, errors_);
};

TEST_F(EditorBulk, LeavesTheFilesThatOneByOneLeaves) {
  auto const edited = editor::carry_out(standing(), plan_);
  auto const expected = one_by_one(game_, errors_, plan_);
  EXPECT_THAT(edited.standing.errors, IsEmpty());
  EXPECT_THAT(edited.undone, IsEmpty());
  EXPECT_EQ(edited.kept.size(), faults);
  EXPECT_EQ(bytes_of(edited.standing.game), bytes_of(expected.standing.game));
}

TEST_F(EditorBulk, KeepsThemTogether) {
  auto left = standing();
  std::vector<editor::Changes> causes;
  for (auto const& change : plan_.changes)
    causes.push_back({&change});
  EXPECT_EQ(editor::keep_together(left, causes).size(), faults);
  EXPECT_THAT(left.errors, IsEmpty());
  EXPECT_THAT(causes, testing::Each(IsEmpty()));
}

TEST_F(EditorBulk, LeavesOutWhatOthersRepair) {
  auto idle = again(0, plan_.changes[1].errors_addressed);
  idle.description = "Rename it";
  idle.edits = {{editor::FragmentEdit::What::set, "/transitionName", "\"Anders\"", ""}};
  auto const part = game::find_fragment(game_, *idle.address);
  idle.edits.front().expected = std::string(part->node->find("transitionName")->text());
  plan_.changes.push_back(idle);
  auto const edited = editor::carry_out(standing(), plan_);
  EXPECT_EQ(edited.kept.size(), faults);
  ASSERT_EQ(edited.undone.size(), 1);
  EXPECT_THAT(edited.undone.front(), HasSubstr("Rename it"));
  plan_.changes.pop_back();
  EXPECT_EQ(bytes_of(edited.standing.game), bytes_of(one_by_one(game_, errors_, plan_).standing.game));
}

TEST_F(EditorBulk, GoesOneByOneWhereThereAreNewErrors) {
  auto harmful = again(0, {});
  harmful.description = "Break it";
  harmful.edits = {{editor::FragmentEdit::What::set, "/stateDelta/0", "3", ""}};
  auto const part = game::find_fragment(game_, *harmful.address);
  harmful.edits.front().expected = std::string(part->node->find("stateDelta")->children().front().text());
  plan_.changes.push_back(harmful);
  auto const edited = editor::carry_out(standing(), plan_);
  EXPECT_THAT(edited.standing.errors, IsEmpty());
  EXPECT_EQ(edited.kept.size(), faults);
  ASSERT_EQ(edited.undone.size(), 1);
  EXPECT_THAT(edited.undone.front(), HasSubstr("Break it"));
}

TEST_F(EditorBulk, RepairsTheRestWhereOneCannotBeCarriedOut) {
  auto impossible = again(0, {});
  impossible.address->name = "nowhere";
  plan_.changes.push_back(impossible);
  auto const edited = editor::carry_out(standing(), plan_);
  EXPECT_THAT(edited.standing.errors, IsEmpty());
  EXPECT_EQ(edited.undone.size(), 1);
}

TEST_F(EditorBulk, CountsWhatWasReportedForTheFirstThatRepairsIt) {
  auto reported = standing();
  reported.reported = {"the title is dull", "the rules are unclear"};
  plan_.changes[2].errors_addressed.push_back("the title is dull");
  plan_.changes[7].errors_addressed.push_back("the title is dull");
  auto const edited = editor::carry_out(std::move(reported), plan_);
  EXPECT_THAT(edited.standing.all(), ElementsAre("the rules are unclear"));
  EXPECT_EQ(edited.kept.size(), faults);
}

TEST_F(EditorBulk, ShowsAModelWhatTheCausesBeforeLeft) {
  auto const written = std::exchange(plan_.changes[4].edits, {});
  std::vector<std::size_t> errors_seen;
  auto const edited = editor::carry_out(standing(), plan_, [&](Game const& now, Change open) {
    errors_seen.push_back(game::error_messages(now).size());
    open.edits = written;
    return open;
  });
  EXPECT_THAT(errors_seen, ElementsAre(errors_.size() - 4));
  EXPECT_EQ(edited.kept.size(), faults);
}

TEST_F(EditorBulk, PassesOverWhatNeedsAModelWhereThereIsNone) {
  plan_.changes[4].edits.clear();
  auto const edited = editor::carry_out(standing(), plan_);
  EXPECT_THAT(edited.kept, testing::Not(testing::Contains(4)));
  EXPECT_EQ(edited.kept.size(), faults - 1);
}

} // namespace
} // namespace artifactd::test
