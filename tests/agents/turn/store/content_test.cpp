#include "agents/turn/store/rows/content_json.hpp"
#include "agents/turn/store/rows/content_rows.hpp"
#include "tests/agents/turn/store/stories.hpp"

namespace artifactd::turn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Scenario bare_scenario(std::string id, std::vector<std::string> characters) {
  Scenario scenario;
  scenario.id = std::move(id);
  scenario.title = "Bare";
  scenario.ruleset_id = "seven";
  scenario.character_ids = std::move(characters);
  return scenario;
}

class ContentRows : public StoriesTest {
protected:
  Result<std::vector<PutResult>> put(Content const& one, Import import) {
    return put_content(store, std::array{one}, import);
  }
  Character lena() { return std::get<Character>(**content(store, DocumentKind::character, "lena")); }
};
INSTANTIATE_TEST_SUITE_P(Kept, ContentRows, everywhere, place_word);

TEST_P(ContentRows, DocumentsComeBackAsTheyWerePut) {
  for (auto const& each : closet_content()) {
    auto const read = *content(store, kind_of(each), id_of(each));
    ASSERT_TRUE(read) << id_of(each);
    EXPECT_EQ(content_json(*read), content_json(each));
    EXPECT_EQ(digest_of(*read), digest_of(each));
  }
  EXPECT_FALSE(*content(store, DocumentKind::ruleset, "lena"));
}

TEST_P(ContentRows, ADocumentWithoutItsOptionalMembersComesBack) {
  auto const bare = bare_scenario("bare", {"lena"});
  ASSERT_TRUE(put(bare, {.importer = 7}));
  auto const read = std::get<Scenario>(**content(store, DocumentKind::scenario, "bare"));
  EXPECT_EQ(read.world_lore_id, "");
  EXPECT_TRUE(read.goals.is_null());
  EXPECT_EQ(frozen_now(store, "bare")->world_lore.id, "");
}

TEST_P(ContentRows, OtherTextUnderAnIdIsAVersionAndTheFormerIsKept) {
  auto const former = lena();
  auto changed = former;
  changed.name = "Lena B.";
  auto const put_again = *put(changed, {.importer = 7, .at = 9});
  EXPECT_EQ(put_again[0].put, Put::version);
  EXPECT_EQ(lena().name, "Lena B.");
  auto const old = *content(store, DocumentKind::character, "lena", digest_of(former));
  EXPECT_EQ(std::get<Character>(*old).name, "lena");
  EXPECT_EQ(put(changed, {.importer = 8})->at(0).put, Put::same) << "the same is nobody's loss";
  auto const versions = *content_versions(store, DocumentKind::character, "lena");
  ASSERT_EQ(versions.size(), 2);
  EXPECT_EQ(versions[0].version, 2);
  EXPECT_EQ(versions[0].name, "Lena B.");
  EXPECT_EQ(versions[1].digest, digest_of(former));
  EXPECT_EQ(versions[1].name, "lena");
  EXPECT_THAT(*check_stories(store), testing::IsEmpty());
}

TEST_P(ContentRows, WhatAnotherUserImportedIsReplacedOnlyWhenAsked) {
  auto changed = lena();
  changed.name = "Eve";
  auto fresh = lena();
  fresh.id = "fresh";
  auto const refused = *put_content(store, std::array{Content(fresh), Content(changed)}, {.importer = 8});
  EXPECT_EQ(refused[0].put, Put::fresh);
  EXPECT_EQ(refused[1].put, Put::others);
  EXPECT_EQ(refused[1].importer, 7);
  EXPECT_EQ(lena().name, "lena");
  EXPECT_FALSE(*content(store, DocumentKind::character, "fresh")) << "all or nothing";
  EXPECT_EQ(put(changed, {.importer = 8, .replace = true})->at(0).put, Put::version);
  EXPECT_EQ(content_list(store, DocumentKind::character)->at(1).importer, 8);
}

TEST_P(ContentRows, ADryRunJudgesTheSameAndChangesNothing) {
  auto changed = lena();
  changed.name = "Eve";
  EXPECT_EQ(put(changed, {.importer = 7, .dry_run = true})->at(0).put, Put::version);
  EXPECT_EQ(lena().name, "lena");
  changed.ruleset_id = "nowhere";
  EXPECT_EQ(put(changed, {.importer = 7, .dry_run = true}).error().fault, Fault::missing);
}

TEST_P(ContentRows, WhatRefersToNothingIsRefusedByName) {
  auto stranger = lena();
  stranger.id = "stranger";
  stranger.ruleset_id = "chess";
  auto const refused = put(stranger, {.importer = 7});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::missing);
  EXPECT_THAT(refused.error().message, HasSubstr("character stranger: there is no ruleset \"chess\""));
  auto scene = bare_scenario("s", {"lena"});
  scene.world_lore_id = "mars";
  EXPECT_THAT(put(scene, {.importer = 7}).error().message, HasSubstr("no world_lore \"mars\""));
  scene.world_lore_id = {};
  scene.character_ids = {"lena", "nobody"};
  EXPECT_THAT(put(scene, {.importer = 7}).error().message, HasSubstr("no character \"nobody\""));
}

TEST_P(ContentRows, AScenarioTakesNoCharacterOfAnotherRuleset) {
  Ruleset chess;
  chess.id = "chess";
  chess.character_stat_schema = chess.scene_state_schema = {{"type", "object"}};
  auto king = lena();
  king.id = "king";
  king.ruleset_id = "chess";
  auto const scene = bare_scenario("s", {"lena", "king"});
  auto const refused =
      put_content(store, std::array{Content(chess), Content(king), Content(scene)}, {.importer = 7});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::invalid);
  EXPECT_THAT(refused.error().message, HasSubstr("\"king\" belongs to the ruleset \"chess\""));
}

TEST_P(ContentRows, WhatIsInUseIsNotRemoved) {
  auto const refused = remove_content(store, DocumentKind::ruleset, "seven");
  EXPECT_EQ(refused.error().fault, Fault::busy);
  EXPECT_THAT(refused.error().message, HasSubstr("in use by character bo, character lena, character you, "
                                                 "scenario closet"));
  auto const session = begin();
  EXPECT_THAT(remove_content(store, DocumentKind::scenario, "closet").error().message,
              HasSubstr("story " + session));
  EXPECT_THAT(remove_content(store, DocumentKind::world_lore, "motel").error().message,
              HasSubstr("scenario closet"));
  ASSERT_TRUE(forget_story(store, session, false));
  ASSERT_TRUE(remove_content(store, DocumentKind::scenario, "closet"));
  ASSERT_TRUE(remove_content(store, DocumentKind::character, "bo"));
  EXPECT_EQ(remove_content(store, DocumentKind::character, "bo").error().fault, Fault::missing);
  EXPECT_THAT(*check_stories(store), testing::IsEmpty());
}

TEST_P(ContentRows, AStoryKeepsItsDocumentsWhenTheyAreEdited) {
  auto const session = begin();
  auto changed = lena();
  changed.name = "Eve";
  ASSERT_TRUE(put(changed, {.importer = 7}));
  EXPECT_EQ(frozen_of(store, session).value()->characters[0].name, "lena");
  EXPECT_EQ(frozen_now(store, "closet")->characters[0].name, "Eve");
}

TEST_P(ContentRows, TheCastOfAScenarioIsReplacedWithIt) {
  auto scenario = std::get<Scenario>(**content(store, DocumentKind::scenario, "closet"));
  scenario.character_ids = {"you", "lena"};
  ASSERT_TRUE(put(scenario, {.importer = 7}));
  EXPECT_EQ(number("SELECT count(*) FROM scenario_characters"), 2);
  EXPECT_THAT(*check_stories(store), testing::IsEmpty());
}

TEST(ContentJson, WhatIsNoDocumentIsRefused) {
  for (auto const* text : {"{}", "[]", "null", R"({"id": 7})"})
    EXPECT_EQ(content_from_json(DocumentKind::ruleset, Json::parse(text)).error().fault, Fault::invalid)
        << text;
  EXPECT_EQ(frozen_from_json(Json::object()).error().fault, Fault::invalid);
}

} // namespace
} // namespace artifactd::turn
