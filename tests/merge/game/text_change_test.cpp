// Several changes of a game's texts made together: each within its own bytes, also inside strings.
#include "merge/game/fragment.hpp"

#include <algorithm>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

using game::FragmentAddress;
using game::Game;
using testing::HasSubstr;

constexpr auto* transitions_json = R"({"phases": ["init"], "transitions": [
  {"id": "a", "preconditions": []},
  {"id": "b", "preconditions": []}
]})";
constexpr auto* instructions_json =
    R"({"transitions": {"a": "{\"id\": \"a\", \"stateDelta\": []}", "b": {"id": "b"}}})";

Game small_game() {
  return Game({{"schema.json", "schema.json", "[]"},
               {"transitions.json", "transitions.json", transitions_json},
               {"instructions.json", "instructions.json", instructions_json}});
}

FragmentAddress address(std::string_view text) {
  return *game::parse_address(text);
}

/// The changed files by name, or the error message.
std::string changed(Game const& game, std::vector<Result<game::TextChange>> changes) {
  std::vector<game::TextChange> made;
  for (auto& change : changes)
    made.push_back(std::move(change).value());
  auto files = game::changed_files(game, std::move(made));
  if (!files) return files.error().message;
  std::ranges::sort(*files, {}, &game::GameFile::name);
  std::string shown;
  for (auto const& file : *files)
    shown += file.name + "\n" + file.bytes + "\n";
  return shown;
}

TEST(GameTextChange, MakesChangesOfOneTextTogether) {
  auto const game = small_game();
  EXPECT_EQ(changed(game, {game::replace_fragment(game, address("transitions.b"), R"({"id": "b"})"),
                           game::replace_fragment(game, address("transitions.a"), R"({"id": "a"})"),
                           game::insert_fragment(game, address("transitions.c"), R"({"id": "c"})"),
                           game::insert_fragment(game, address("transitions.d"), R"({"id": "d"})")}),
            "transitions.json\n"
            R"({"phases": ["init"], "transitions": [
  {"id": "a"},
  {"id": "b"},
  {"id": "c"},
  {"id": "d"}
]})"
            "\n");
}

TEST(GameTextChange, ReachesIntoStringsBesideOtherChanges) {
  auto const game = small_game();
  EXPECT_EQ(
      changed(game, {game::replace_fragment(game, address("instructions.transitions.a"), R"({"id": "a"})"),
                     game::replace_fragment(game, address("instructions.transitions.b"), R"({"id": "B"})"),
                     game::insert_fragment(game, address("instructions.transitions.c"), R"({"id": "c"})")}),
      "instructions.json\n"
      R"({"transitions": {"a": "{\"id\": \"a\"}", "b": {"id": "B"},"c": {"id": "c"}}})"
      "\n");
}

TEST(GameTextChange, ChangesSeveralFiles) {
  auto const game = small_game();
  auto const files = changed(
      game, {game::insert_fragment(game, address("schema.game.x"), R"({"name": "x", "path": "game"})"),
             game::remove_fragment(game, address("transitions.a"))});
  EXPECT_THAT(files, HasSubstr("schema.json\n[{\"name\": \"x\""));
  EXPECT_THAT(files,
              HasSubstr("transitions.json\n{\"phases\": [\"init\"], \"transitions\": [\n  {\"id\": \"b\""));
}

TEST(GameTextChange, RefusesChangesOfTheSameBytes) {
  auto const game = small_game();
  auto const whole = game::replace_fragment(game, address("transitions"), "{}");
  auto const inside = game::replace_fragment(game, address("transitions.a"), R"({"id": "a"})");
  EXPECT_THAT(changed(game, {whole, inside}), HasSubstr("the same bytes"));
  EXPECT_THAT(changed(game, {inside, inside}), HasSubstr("the same bytes"));
  auto const first = game::insert_fragment(game, address("schema.game.x"), R"({"name": "x"})");
  EXPECT_THAT(changed(game, {first, first}), HasSubstr("the same bytes")); // the list is empty
}

TEST(GameTextChange, RefusesToEmptyAListAndAddToIt) {
  Game const game({{"schema.json", "schema.json", R"([{"name": "x", "path": "game"}])"}});
  auto const gone = game::remove_fragment(game, address("schema.game.x"));
  auto const added =
      game::insert_fragment(game, address("schema.game.y"), R"({"name": "y", "path": "game"})");
  EXPECT_THAT(changed(game, {gone, added}), HasSubstr("the same bytes"));
}

} // namespace
} // namespace artifactd::test
