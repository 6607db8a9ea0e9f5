// Carrying out plans: all changes of a cause or none, and only where that helps.
#include "agents/edit/apply.hpp"
#include "agents/edit/draft.hpp"
#include "merge/game/fragment.hpp"
#include "tests/support/game_corpus.hpp"

#include <array>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

using editor::Change;
using editor::ChangePlan;
using editor::Draft;
using game::FragmentAddress;
using game::Game;
using testing::HasSubstr;
using testing::IsEmpty;

Game small_game() {
  return Game(game_files("three-omens"));
}

FragmentAddress first_instruction(Game const& game) {
  return {FragmentAddress::Form::transition_instruction, game.transition_instructions().front().key};
}

ChangePlan plan_of(std::vector<Change> changes) {
  return {"", editor::Confidence::high, std::move(changes), {}};
}

TEST(EditorApply, ChangesOneValueAlone) {
  auto const game = small_game();
  auto const address = first_instruction(game);
  auto const changes = Draft(game).set(address, "/transitionName", "Anders").changes("");
  auto const changed = editor::apply(game, changes.front());
  ASSERT_TRUE(changed) << changed.error().message;
  auto expected = *game::extract_fragment(game, address);
  auto const fragment = *game::extract_fragment(*changed, address);
  auto const name =
      *game::string_at(*game.transition_instructions().front().instruction.part.node, "transitionName");
  EXPECT_EQ(fragment, expected.replace(expected.find(name), name.size(), "Anders"));
}

TEST(EditorApply, RefusesWhatIsNotAsExpected) {
  auto const game = small_game();
  auto const address = first_instruction(game);
  auto changes = Draft(game).set(address, "/transitionName", "Anders").changes("");
  auto const changed = *editor::apply(game, changes.front());
  EXPECT_EQ(editor::apply(changed, changes.front()).error().fault, Fault::changed);
  changes.front().address = FragmentAddress{FragmentAddress::Form::transition, "nowhere"};
  EXPECT_EQ(editor::apply(game, changes.front()).error().fault, Fault::missing);
}

TEST(EditorApply, AddsNothingTwiceAtOnce) {
  auto const game = small_game();
  Change comes;
  Change const* const change = &comes;
  EXPECT_EQ(editor::apply_at_once(game, std::array{change}).error().fault, Fault::invalid);
  comes.address = FragmentAddress{FragmentAddress::Form::transition, "aside"};
  comes.edits = {{editor::FragmentEdit::What::insert_fragment, "", R"({"id": "aside"})", ""}};
  EXPECT_TRUE(editor::apply_at_once(game, std::array{change}));
  EXPECT_EQ(editor::apply_at_once(game, std::array{change, change}).error().fault, Fault::changed);
}

TEST(EditorApply, UndoesACauseThatDoesNotHelp) {
  auto const game = small_game();
  auto const changes =
      Draft(game).set(first_instruction(game), "/transitionName", "Anders").changes("Rename it");
  auto const edited = editor::carry_out({small_game(), {"an error"}}, plan_of(changes));
  // The only error is gone: it was not an error of the game.
  EXPECT_THAT(edited.kept, testing::ElementsAre(0));
  auto const again = editor::carry_out({small_game(), {}}, plan_of(changes));
  EXPECT_THAT(again.kept, IsEmpty());
  ASSERT_EQ(again.undone.size(), 1);
  EXPECT_THAT(again.undone.front(), HasSubstr("Rename it"));
  EXPECT_EQ(*game::extract_fragment(again.standing.game, first_instruction(game)),
            *game::extract_fragment(game, first_instruction(game)));
}

TEST(EditorApply, TakesAllChangesOfACauseOrNone) {
  auto const game = small_game();
  auto changes = Draft(game).set(first_instruction(game), "/transitionName", "Anders").changes("");
  Change impossible;
  impossible.address = FragmentAddress{FragmentAddress::Form::transition, "nowhere"};
  impossible.edits = {{editor::FragmentEdit::What::set, "/id", "1", ""}};
  changes.push_back(impossible);
  auto const edited = editor::carry_out({small_game(), {"an error"}}, plan_of(changes));
  EXPECT_THAT(edited.kept, IsEmpty());
  EXPECT_EQ(*game::extract_fragment(edited.standing.game, first_instruction(game)),
            *game::extract_fragment(game, first_instruction(game)));
}

TEST(EditorApply, IsBetterWithFewerErrorsAndNoNewOnes) {
  using Errors = std::vector<std::string>;
  EXPECT_TRUE(editor::is_better(Errors{"a", "b"}, Errors{"b"}));
  EXPECT_TRUE(editor::is_better(Errors{"a"}, Errors{}));
  EXPECT_FALSE(editor::is_better(Errors{"a"}, Errors{"a"}));
  EXPECT_FALSE(editor::is_better(Errors{"a", "b"}, Errors{"c"}));
  EXPECT_FALSE(editor::is_better(Errors{}, Errors{}));
}

} // namespace
} // namespace artifactd::test
