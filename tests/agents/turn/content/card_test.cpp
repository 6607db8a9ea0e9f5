#include "agents/turn/content/card.hpp"
#include "tests/agents/turn/content/sample_documents.hpp"
#include "tests/agents/turn/content/told.hpp"

#include <gmock/gmock.h>

namespace artifactd::turn {
namespace {

using content_test::as_text;
using content_test::told;
using content_test::words_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Json card_named(std::string const& name) {
  static Json const cards = content_test::corpus_file("card_corpus.json");
  return cards.at(name);
}

CardDraft drafted(Json const& card, TakenId const& taken = {}) {
  auto read = read_card(as_text(card), taken);
  EXPECT_TRUE(read.draft) << words_of(read.findings);
  return read.draft.value_or(CardDraft{});
}

TEST(Card, Version2BecomesCharacterScenarioAndLore) {
  auto const read = read_card(as_text(card_named("v2")), {});
  ASSERT_TRUE(read.draft);
  EXPECT_THAT(told(read.findings), ElementsAre("warning turn.card /data/system_prompt"));
  EXPECT_TRUE(read.findings[0].line);
  auto const& [character, scenario, intros, lore] = *read.draft;
  EXPECT_EQ(character.id, "lena-ortiz");
  EXPECT_EQ(character.name, "Lena Ortiz");
  EXPECT_TRUE(character.stat_block.is_null());
  EXPECT_EQ(character.ruleset_id, "");
  EXPECT_EQ(character.base_profile["description"], "{{char}} runs the motel.");
  EXPECT_EQ(character.base_profile["extensions"]["depth_prompt"]["depth"], 4);
  ASSERT_TRUE(scenario && lore);
  EXPECT_EQ(scenario->summary, "It rains.");
  EXPECT_EQ(scenario->intro_seed, "The bell rings.");
  EXPECT_EQ(scenario->world_lore_id, "motel");
  EXPECT_THAT(scenario->character_ids, ElementsAre("lena-ortiz"));
  EXPECT_THAT(intros, ElementsAre("The phone rings.", "Nobody is at the desk."));
  EXPECT_EQ(lore->id, "motel");
  EXPECT_EQ(lore->lore_text, "Room 12 is never let.\n\nThe pool is empty.");
  EXPECT_EQ(lore->lore_json["entries"].size(), 3U);
  EXPECT_EQ(lore->lore_json["scan_depth"], 50);
}

TEST(Card, Version1AndVersion3AreReadToo) {
  auto const first = drafted(card_named("v1"));
  EXPECT_EQ(first.character.name, "Aoi");
  EXPECT_EQ(first.scenario->intro_seed, "We are closed, {{user}}.");
  EXPECT_FALSE(first.world_lore);
  auto const third = drafted(card_named("v3"));
  EXPECT_EQ(third.character.name, "Magdalena");
  EXPECT_EQ(spoken_name(third.character), "Lena");
  EXPECT_EQ(spoken_name(first.character), "Aoi");
  EXPECT_FALSE(third.scenario);
  auto later = card_named("v3");
  later["spec"] = "chara_card_v4";
  EXPECT_EQ(drafted(later).character.name, "Magdalena");
}

TEST(Card, ComesBackAsItWas) {
  auto const second = card_named("v2");
  auto const draft = drafted(second);
  EXPECT_EQ(card_v2(draft.character)["data"], card_v2(drafted(card_v2(draft.character)).character)["data"]);
  auto exported = card_v2(draft.character);
  EXPECT_EQ(Json::parse(exported.dump()).items().begin().key(), "spec");
  // Compared as values: the order of members does not matter.
  EXPECT_EQ(nlohmann::json(exported), nlohmann::json(second));
  auto const third = card_named("v3");
  EXPECT_EQ(nlohmann::json(card_v3(drafted(third).character)), nlohmann::json(third));
}

TEST(Card, ReadAgainIsTheSameCharacter) {
  for (auto const* name : {"v2", "v3"}) {
    auto const character = drafted(card_named(name)).character;
    auto const exported = std::string_view(name) == "v2" ? card_v2(character) : card_v3(character);
    EXPECT_EQ(nlohmann::json(to_json(drafted(exported).character)), nlohmann::json(to_json(character)))
        << name;
  }
}

TEST(Card, OfACharacterThatCameFromNoneHasWhatVersionsDemand) {
  Character character{.id = "sam", .name = "Sam", .base_profile = {{"tagline", "quiet"}}, .ruleset_id = {}};
  WorldLore const lore{.id = "w", .name = "World", .lore_text = "It rains."};
  auto const second = card_v2(character, &lore);
  EXPECT_EQ(second["spec"], "chara_card_v2");
  EXPECT_EQ(second["data"]["tagline"], "quiet");
  for (auto const* name :
       {"description", "personality", "scenario", "first_mes", "mes_example", "creator_notes",
        "system_prompt", "post_history_instructions", "creator", "character_version"})
    EXPECT_EQ(second["data"][name], "") << name;
  EXPECT_EQ(second["data"]["character_book"]["entries"][0]["content"], "It rains.");
  EXPECT_EQ(card_v3(character)["data"]["group_only_greetings"], Json::array());
  EXPECT_EQ(drafted(second).world_lore->lore_text, "It rains.");
}

TEST(Card, PromptsOfACardAreToldToNoModel) {
  auto const told = told_profile(drafted(card_named("v2")).character.base_profile);
  EXPECT_EQ(told,
            Json::parse(
                R"({"description": "{{char}} runs the motel.", "personality": "sharp", "mes_example": ""})"));
  EXPECT_THAT(compact(told), testing::Not(HasSubstr("unbound")));
}

TEST(Card, TakenIdsGetANumber) {
  auto const draft = drafted(card_named("v2"), [](DocumentKind kind, std::string_view id) {
    return id == "lena-ortiz" || (kind == DocumentKind::character && id == "lena-ortiz-2") || id == "motel";
  });
  EXPECT_EQ(draft.character.id, "lena-ortiz-3");
  EXPECT_EQ(draft.scenario->id, "lena-ortiz-2");
  EXPECT_THAT(draft.scenario->character_ids, ElementsAre("lena-ortiz-3"));
  EXPECT_EQ(draft.scenario->world_lore_id, "motel-2");
}

TEST(Card, FaultsSayWhere) {
  auto card = card_named("v2");
  card["data"]["name"] = "";
  card["data"]["description"] = 7;
  card["data"]["alternate_greetings"] = "hello";
  card["data"]["character_book"]["entries"][1]["content"] = 3;
  auto const read = read_card(as_text(card), {});
  EXPECT_FALSE(read.draft);
  EXPECT_THAT(told(read.findings),
              ElementsAre("error turn.card /data/name", "error turn.card /data/description",
                          "error turn.card /data/alternate_greetings",
                          "error turn.lorebook /data/character_book/entries/1/content",
                          "warning turn.card /data/system_prompt"));
  for (auto const* text :
       {"[]", "{}", "\"x\"", R"({"spec": "chara_card_v2"})", R"({"name": "x"})",
        R"({"spec": "chara_card_v2", "data": []})", R"({"spec": "chara_card_v2", "data": null})"}) {
    auto const none = read_card(as_text(Json::parse(text)), {});
    EXPECT_FALSE(none.draft) << text;
    EXPECT_TRUE(has_error(none.findings)) << text;
  }
}

TEST(Card, NamesAreBoundedAndKept) {
  auto card = card_named("v1");
  card["name"] = std::string(1 << 20, 'n');
  EXPECT_FALSE(read_card(as_text(card), {}).draft);
  std::string const name = "\u202eLe\u001b[2Jna\u200b";
  card["name"] = name;
  auto const draft = drafted(card);
  EXPECT_EQ(draft.character.name, name);
  EXPECT_EQ(draft.character.id, "le-2jna");
}

TEST(Slug, IsADocumentId) {
  EXPECT_EQ(slug("Lena Ortiz", {}), "lena-ortiz");
  EXPECT_EQ(slug("--- Dr. No! ---", {}), "dr-no");
  EXPECT_EQ(slug("state", {}), "state-2"); // reserved for documents
  EXPECT_EQ(slug("レナ", {}).substr(0, 2), "c-");
  EXPECT_EQ(slug("レナ", {}), slug("レナ", {}));
  EXPECT_NE(slug("レナ", {}), slug("ルナ", {}));
  EXPECT_TRUE(is_document_id(slug(std::string(1 << 20, 'x'), {})));
  EXPECT_TRUE(is_document_id(slug("", {})));
  EXPECT_TRUE(is_document_id(slug("../../etc", {})));
}

} // namespace
} // namespace artifactd::turn
