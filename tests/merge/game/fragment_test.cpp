// Parts of games by their addresses: parsed, extracted, replaced, added, removed.
#include "merge/game/fragment.hpp"
#include "merge/game/fragment_shape.hpp"
#include "tests/support/game_corpus.hpp"

#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

using game::Artifact;
using game::FragmentAddress;
using game::Game;
using testing::HasSubstr;

std::string canonical(std::string_view text, std::optional<Artifact> meant = std::nullopt) {
  auto address = game::parse_address(text, meant);
  return address ? address->text() : "refused: " + address.error().message;
}

TEST(GameFragmentAddress, KnowsTheFormsOfTheSeed) {
  for (auto const* text : {"schema.game.round", "schema.players.score", "transitions.resolve",
                           "transitions.resolve.preconditions.all_acted", "instructions.transitions.resolve",
                           "instructions.playerPhases.bidding", "instructions.playerPhases.bidding.bid"})
    EXPECT_EQ(canonical(text), text);
}

TEST(GameFragmentAddress, NamesPhasesAndTheirMetadata) {
  for (auto const* text : {"transitions.phases", "transitions.phases.bidding", "transitions.phaseMetadata",
                           "transitions.phaseMetadata.bidding", "transitions.phases.a.b"}) {
    EXPECT_EQ(canonical(text), text);
    EXPECT_EQ(game::parse_address(text)->artifact(), Artifact::transitions) << text;
  }
  EXPECT_EQ(game::parse_address("transitions.phases")->form, FragmentAddress::Form::phase_list);
  EXPECT_EQ(canonical("phases.bidding", Artifact::transitions), "transitions.phases.bidding");
  EXPECT_EQ(canonical("transitions.phases", Artifact::instructions), "instructions.transitions.phases");
  EXPECT_FALSE(game::parse_address("transitions.phases."));
}

TEST(GameFragmentAddress, TellTransitionsFromTheListsWhoseNamesTheyHave) {
  using Form = FragmentAddress::Form;
  for (auto const* id : {"phases", "phaseMetadata", "phases.a", "transitions.a"}) {
    FragmentAddress const transition{Form::transition, id};
    EXPECT_EQ(transition.text(), "transitions.transitions." + std::string(id));
    EXPECT_EQ(*game::parse_address(transition.text()), transition) << id;
    FragmentAddress const precondition{Form::precondition, id, "p"};
    EXPECT_EQ(*game::parse_address(precondition.text()), precondition) << id;
  }
}

TEST(GameFragment, FindsATransitionCalledPhasesBesideThePhases) {
  Game const game({{"transitions.json", "transitions.json",
                    R"({"phases": ["init"], "transitions": [{"id": "phases", "fromPhase": "init"}]})"}});
  auto const text = [&](char const* address) {
    return game::extract_fragment(game, *game::parse_address(address)).value_or("nothing");
  };
  EXPECT_EQ(text("transitions.phases"), R"(["init"])");
  EXPECT_EQ(text("transitions.transitions.phases"), R"({"id": "phases", "fromPhase": "init"})");
}

TEST(GameFragmentAddress, TakesWhatOtherToolsWrite) {
  EXPECT_EQ(canonical("resolve", Artifact::transitions), "transitions.resolve");
  EXPECT_EQ(canonical("transitions.resolve", Artifact::instructions), "instructions.transitions.resolve");
  EXPECT_EQ(canonical("transitionInstructions.resolve"), "instructions.transitions.resolve");
  EXPECT_EQ(canonical("resolve", Artifact::instructions), "instructions.transitions.resolve");
  EXPECT_EQ(canonical("playerPhaseInstructions.bidding"), "instructions.playerPhases.bidding");
  EXPECT_EQ(canonical("playerPhases.bidding.bid"), "instructions.playerPhases.bidding.bid");
  EXPECT_EQ(canonical("playerPhaseInstructions.bidding.bid", Artifact::instructions),
            "instructions.playerPhases.bidding.bid");
  EXPECT_EQ(canonical("game.round", Artifact::schema), "schema.game.round");
  EXPECT_EQ(canonical("players.*.score", Artifact::schema), "schema.players.score");
  EXPECT_EQ(canonical("schema.player.score"), "schema.players.score");
}

TEST(GameFragmentAddress, ReadsWhatItWrites) {
  for (auto const* text :
       {"schema.player.*.score", "players[*].*.*.score", "transitionInstructions.transitions.a",
        "transitions.transitions.a", "playerPhases.a.b.c"})
    EXPECT_EQ(canonical(canonical(text)), canonical(text)) << text;
}

TEST(GameFragmentAddress, RefusesTheRest) {
  for (auto const* text :
       {"", ".", "schema.", "transitions.", "transitions.a.preconditions.", "instructions.",
        "instructions.playerPhases.", "instructions.playerPhases.a.", "transitions.a\nb"})
    EXPECT_FALSE(game::parse_address(text)) << text;
  EXPECT_FALSE(game::parse_address(std::string(600, 'a')));
  EXPECT_FALSE(game::parse_address(std::string(505, 'a'))) << "too long once it is written in full";
  EXPECT_FALSE(game::parse_address("schema.game.round", Artifact::transitions));
}

/// Every fragment of a game.
std::vector<FragmentAddress> all_addresses(Game const& game) {
  std::vector<FragmentAddress> all{{FragmentAddress::Form::phase_list, "phases"},
                                   {FragmentAddress::Form::metadata_list, "phaseMetadata"}};
  for (auto const& phase : game.phases())
    for (auto const form : {FragmentAddress::Form::phase, FragmentAddress::Form::phase_metadata})
      if (game::find_fragment(game, {form, phase})) all.push_back({form, phase});
  for (auto const& each : game.transitions()) {
    all.push_back({FragmentAddress::Form::transition, each.id});
    for (auto const& precondition : each.preconditions)
      all.push_back({FragmentAddress::Form::precondition, each.id, precondition.id});
  }
  for (auto const& each : game.transition_instructions())
    all.push_back({FragmentAddress::Form::transition_instruction, each.key});
  for (auto const& phase : game.player_phases()) {
    all.push_back({FragmentAddress::Form::player_phase, phase.key});
    for (auto const& action : phase.actions)
      all.push_back({FragmentAddress::Form::player_action, phase.key, action.id});
  }
  return all;
}

std::string file_bytes(std::vector<game::GameFile> const& files, std::string const& name) {
  for (auto const& each : files)
    if (each.name == name) return each.bytes;
  return {};
}

/// The only file that the change affects, after the change.
Result<game::GameFile> file_after(Game const& game, Result<game::TextChange> change) {
  if (!change) return fail(std::move(change).error());
  auto files = TRY(game::changed_files(game, {*std::move(change)}));
  return std::move(files.at(0));
}

TEST(GameFragment, PutBackAsItWasChangesNothing) {
  for (auto const& name : game_names()) {
    auto const files = game_files(name);
    Game const game(files);
    for (auto const& address : all_addresses(game)) {
      auto fragment = game::extract_fragment(game, address);
      ASSERT_TRUE(fragment) << name << ": " << address.text() << ": " << fragment.error().message;
      auto changed = file_after(game, game::replace_fragment(game, address, *fragment));
      ASSERT_TRUE(changed) << address.text();
      // JSON inside a string is quoted again, possibly with other escapes for the same text.
      if (game::find_fragment(game, address)->text->is_file()) {
        EXPECT_EQ(changed->bytes, file_bytes(files, changed->name)) << name << ": " << address.text();
      }
      auto again = game::extract_fragment(game.with({*changed}), address);
      EXPECT_EQ(again.value_or(""), *fragment) << name << ": " << address.text();
    }
  }
}

TEST(GameFragment, AChangeTouchesItsOwnBytesAlone) {
  auto const replacement_at = [](FragmentAddress const& address) -> std::string {
    auto const type = game::type_of_fragment(address);
    if (type == json::Type::string) return R"("replac\u00e9d")";
    return type == json::Type::array ? R"([ "replaced",1.0])" : R"({"id": "replaced", "é": [1.0, "\u00e9"]})";
  };
  for (auto const& name : game_names()) {
    auto const files = game_files(name);
    Game const game(files);
    for (auto const& address : all_addresses(game)) {
      auto const part = *game::find_fragment(game, address);
      if (!part.text->is_file()) continue;
      auto const replacement = replacement_at(address);
      auto const changed = *file_after(game, game::replace_fragment(game, address, replacement));
      auto const before = std::string(part.text->bytes());
      auto const begin = part.node->byte_in(part.text->bytes());
      auto expected = before;
      expected.replace(begin, part.node->text().size(), replacement);
      EXPECT_EQ(changed.bytes, expected) << name << ": " << address.text();
    }
  }
}

TEST(GameFragment, TakenAwayAndAddedAgainItIsThere) {
  for (auto const& name : game_names()) {
    Game const game(game_files(name));
    for (auto const& address : all_addresses(game)) {
      auto const fragment = *game::extract_fragment(game, address);
      auto removed = file_after(game, game::remove_fragment(game, address));
      ASSERT_TRUE(removed) << address.text();
      auto const without = game.with({*removed});
      EXPECT_FALSE(game::find_fragment(without, address)) << name << ": " << address.text();
      auto added = file_after(without, game::insert_fragment(without, address, fragment));
      ASSERT_TRUE(added) << name << ": " << address.text() << ": " << added.error().message;
      EXPECT_EQ(game::extract_fragment(without.with({*added}), address).value_or(""), fragment)
          << address.text();
    }
  }
}

TEST(GameFragment, AFieldIsAddedInTheFormOfItsSchema) {
  auto const added = [](std::string const& schema, char const* address, char const* fragment) {
    Game const game({{"schema.json", "schema.json", schema}});
    auto file = file_after(game, game::insert_fragment(game, *game::parse_address(address), fragment));
    return file ? file->bytes : file.error().message;
  };
  EXPECT_EQ(added(R"([{"name": "a", "path": "game"}])", "schema.game.b", R"({"name": "b", "path": "game"})"),
            R"([{"name": "a", "path": "game"},{"name": "b", "path": "game"}])");
  EXPECT_EQ(added(R"({"game": {"a": {}}, "player": {}})", "schema.players.b", R"({"type": "number"})"),
            R"({"game": {"a": {}}, "player": {"b": {"type": "number"}}})");
  EXPECT_EQ(added(R"({"properties": {"game": {"properties": {}}}})", "schema.game.b", "{}"),
            R"({"properties": {"game": {"properties": {"b": {}}}}})");
  EXPECT_EQ(added(R"({"stateSchema": "{\"game\": {}}"})", "schema.game.b", "{}"),
            R"({"stateSchema": "{\"game\": {\"b\": {}}}"})");
  EXPECT_THAT(added(R"({"game": {"a": {}}})", "schema.game.a", "{}"), HasSubstr("already"));
}

TEST(GameFragment, APhaseAndItsMetadataAreAddedBehindTheOthers) {
  auto const added = [](std::string const& transitions, char const* address, char const* fragment) {
    Game const game({{"transitions.json", "transitions.json", transitions}});
    auto file = file_after(game, game::insert_fragment(game, *game::parse_address(address), fragment));
    return file ? file->bytes : file.error().message;
  };
  EXPECT_EQ(added(R"({"phases": ["init"]})", "transitions.phases.dusk", R"("dusk")"),
            R"({"phases": ["init","dusk"]})");
  EXPECT_EQ(
      added(R"({"phaseMetadata": [{"phase": "a"}]})", "transitions.phaseMetadata.b", R"({"phase": "b"})"),
      R"({"phaseMetadata": [{"phase": "a"},{"phase": "b"}]})");
  EXPECT_EQ(added(R"({"transitions": []})", "transitions.phases", R"(["init"])"),
            R"({"transitions": [],"phases": ["init"]})");
  EXPECT_THAT(added(R"({"phases": ["init"]})", "transitions.phases.init", R"("init")"), HasSubstr("already"));
  EXPECT_THAT(added(R"({"transitions": []})", "transitions.phases.a", R"("a")"),
              HasSubstr("no list of phases"));
}

TEST(GameFragment, RefusesWhatDoesNotFit) {
  Game const game(game_files(game_names().front()));
  auto const id = game.transitions().front().id;
  FragmentAddress const address{FragmentAddress::Form::transition, id};
  for (auto const* fragment : {"", "{", "[]", "null", "{} {}", "{\"a\":1,\"a\":2}"})
    EXPECT_FALSE(game::replace_fragment(game, address, fragment)) << fragment;
  EXPECT_EQ(game::insert_fragment(game, address, "{}").error().fault, Fault::exists);
  auto const other =
      game::insert_fragment(game, {FragmentAddress::Form::transition, "new"}, R"({"id": "other"})");
  EXPECT_EQ(other.error().fault, Fault::invalid);
  FragmentAddress const phase{FragmentAddress::Form::phase, "dusk"};
  EXPECT_FALSE(game::insert_fragment(game, phase, R"({"phase": "dusk"})"));
  EXPECT_FALSE(game::insert_fragment(game, phase, R"("dawn")")) << "it would not be found again";
  EXPECT_FALSE(game::replace_fragment(game, {FragmentAddress::Form::phase_list, "phases"}, R"("init")"));
  auto const missing = game::extract_fragment(game, {FragmentAddress::Form::transition, "nowhere"});
  EXPECT_EQ(missing.error().fault, Fault::missing);
  EXPECT_THAT(missing.error().message, HasSubstr(id));
}

TEST(GameFragment, AnIdMakesNoFileElsewhere) {
  Game const game(
      {{"instructions.transitions.a.json", "artifacts/x/instructions.transitions.a.json", R"({"id":"a"})"}});
  EXPECT_EQ(
      game::insert_fragment(game, {FragmentAddress::Form::transition_instruction, "b"}, "{}")->file.path,
      "artifacts/x/instructions.transitions.b.json");
  for (auto const* id : {"../b", "/etc/b", "a/b", "b c"})
    EXPECT_FALSE(game::insert_fragment(game, {FragmentAddress::Form::transition_instruction, id}, "{}"))
        << id;
}

} // namespace
} // namespace artifactd::test
