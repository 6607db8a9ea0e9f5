#include "agents/turn/content/document.hpp"
#include "agents/turn/limits.hpp"
#include "tests/agents/turn/content/sample_documents.hpp"
#include "tests/agents/turn/content/told.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace artifactd::turn {
namespace {

using content_test::as_text;
using content_test::sample_bundle;
using content_test::sample_document;
using content_test::told;
using content_test::words_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<std::string> read_told(Json const& json) {
  return told(read_documents(as_text(json)).findings);
}

TEST(Documents, AreToldByTheirMembers) {
  EXPECT_EQ(read_documents(as_text(sample_document("ruleset"))).documents.rulesets.size(), 1U);
  EXPECT_EQ(read_documents(as_text(sample_document("world_lore"))).documents.world_lore.size(), 1U);
  EXPECT_EQ(read_documents(as_text(sample_document("character"))).documents.characters.size(), 1U);
  EXPECT_EQ(read_documents(as_text(sample_document("scenario"))).documents.scenarios.size(), 1U);
  auto const bundle = read_documents(as_text(sample_bundle()));
  EXPECT_THAT(bundle.findings, IsEmpty()) << words_of(bundle.findings);
  ASSERT_EQ(bundle.documents.characters.size(), 2U);
  EXPECT_EQ(bundle.documents.characters[1].document.name, "Sam");
  EXPECT_EQ(bundle.documents.characters[1].place.pointer, "/characters/1");
}

TEST(Documents, WhatIsNoneOfThemIsRefusedWithWhatWasExpected) {
  for (auto const* text :
       {"[]", "{}", "7", R"({"id": "x", "name": "X"})", R"({"lore_text": "", "stat_block": {}})"}) {
    auto const read = read_documents(as_text(Json::parse(text)));
    ASSERT_THAT(told(read.findings), ElementsAre("error turn.document ")) << text;
    EXPECT_THAT(read.findings[0].expected, HasSubstr("a scenario (character_ids)"));
    EXPECT_EQ(read.findings[0].line, 1U);
  }
  auto const card =
      read_documents(as_text(Json::parse(R"({"spec": "chara_card_v2", "data": {"name": "X"}})")));
  EXPECT_EQ(card.findings[0].found, "a character card");
  auto const book = read_documents(as_text(Json::parse(R"({"entries": {}})")));
  EXPECT_EQ(book.findings[0].found, "a lorebook");
}

TEST(Documents, ReadAndWrittenAreTheSame) {
  std::vector<Finding> findings;
  EXPECT_EQ(to_json(*read_ruleset(sample_document("ruleset"), {}, findings)), sample_document("ruleset"));
  EXPECT_EQ(to_json(*read_world_lore(sample_document("world_lore"), {}, findings)),
            sample_document("world_lore"));
  EXPECT_EQ(to_json(*read_character(sample_document("character"), {}, findings)),
            sample_document("character"));
  EXPECT_EQ(to_json(*read_scenario(sample_document("scenario"), {}, findings)), sample_document("scenario"));
  EXPECT_EQ(to_json(read_documents(as_text(sample_bundle())).documents), sample_bundle());
}

TEST(Documents, OptionalMembersMayBeMissing) {
  std::vector<Finding> findings;
  auto const scenario = read_scenario(
      Json::parse(
          R"({"id": "s", "title": "S", "ruleset_id": "r", "character_ids": ["a"], "created_at": "then"})"),
      {}, findings);
  ASSERT_TRUE(scenario);
  EXPECT_THAT(findings, IsEmpty());
  EXPECT_EQ(scenario->persona_id, "user-persona");
  EXPECT_EQ(scenario->scene_seed, Json::object());
  EXPECT_EQ(scenario->schema_version, 1);
  auto const draft = read_character(Json::parse(R"({"id": "a", "name": "A"})"), {}, findings);
  ASSERT_TRUE(draft);
  EXPECT_TRUE(draft->stat_block.is_null());
  EXPECT_EQ(draft->base_profile, Json::object());
  EXPECT_EQ(to_json(*draft)["ruleset_id"], nullptr);
}

TEST(Documents, NoTextMayHaveTheCharacterZero) {
  auto character = sample_document("character");
  character["name"] = std::string("No\0or", 5);
  character["base_profile"]["tagline"] = std::string("\0", 1);
  EXPECT_THAT(read_told(character),
              ElementsAre("error turn.character /name", "error turn.character /base_profile/tagline"));
}

TEST(Documents, EveryFaultIsTold) {
  auto scenario = sample_document("scenario");
  scenario["id"] = "../x";
  scenario["title"] = "";
  scenario["character_ids"] = {"lena", 7, "no blanks"};
  scenario["scene_seed"] = Json::array();
  scenario["goals"] = "win";
  scenario["observations"] = Json::parse(R"([{"character_id": "lena", "content": "x", "importance": 6},
                                             {"character_id": "lena", "importance": 2.5}, 7])");
  scenario["schema_version"] = 2;
  EXPECT_THAT(read_told(scenario),
              ElementsAre("error turn.scenario /id", "error turn.scenario /title",
                          "error turn.scenario /character_ids/1", "error turn.scenario /character_ids/2",
                          "error turn.scenario /scene_seed", "error turn.scenario /goals",
                          "error turn.scenario /observations/0/importance",
                          "error turn.scenario /observations/1",
                          "error turn.scenario /observations/1/importance",
                          "error turn.scenario /observations/2", "error turn.scenario /schema_version"));
  EXPECT_THAT(read_documents(as_text(scenario)).documents.scenarios, IsEmpty());
}

TEST(Documents, AStatBlockNeedsARuleset) {
  auto character = sample_document("character");
  character.erase("ruleset_id");
  EXPECT_THAT(read_told(character), ElementsAre("error turn.character "));
}

TEST(Documents, UnknownMembersAreWarningsWithTheNearestName) {
  auto ruleset = sample_document("ruleset");
  ruleset["rulebook_txt"] = "x";
  ruleset["quite_another"] = 1;
  auto const read = read_documents(as_text(ruleset));
  EXPECT_THAT(told(read.findings), ElementsAre("warning turn.unknown_member /rulebook_txt",
                                               "warning turn.unknown_member /quite_another"));
  EXPECT_EQ(read.findings[0].hint, "Did you mean \"rulebook_text\"?");
  EXPECT_EQ(read.documents.rulesets.size(), 1U);
  EXPECT_EQ(read.findings[0].line, 38U);
  auto bundle = sample_bundle();
  bundle["scenario"] = Json::array();
  EXPECT_THAT(read_told(bundle), ElementsAre("warning turn.unknown_member /scenario"));
}

TEST(Documents, LimitsRefuseAndDoNotCut) {
  auto const beyond = [](std::string const& document, std::string const& member, std::size_t size) {
    auto json = sample_document(document);
    json[member] = std::string(size, 'x');
    auto const read = read_documents(as_text(json));
    EXPECT_THAT(words_of(read.findings), HasSubstr("is too long"));
    EXPECT_EQ(told(read.findings).size(), 1U);
    json[member] = std::string(size - 1, 'x');
    EXPECT_THAT(read_documents(as_text(json)).findings, IsEmpty());
  };
  beyond("ruleset", "rulebook_text", largest_rulebook + 1);
  beyond("ruleset", "name", longest_name + 1);
  beyond("world_lore", "lore_text", largest_rulebook + 1);
  beyond("scenario", "intro_seed", longest_passage + 1);
  auto scenario = sample_document("scenario");
  scenario["observations"] = Json(600, scenario["observations"][0]);
  EXPECT_THAT(read_told(scenario), ElementsAre("error turn.scenario /observations"));
}

TEST(Documents, NamesAreKeptAsTheyAre) {
  auto character = sample_document("character");
  std::string const name = "Le\u202Ena\u001b[31m";
  character["name"] = name;
  auto const read = read_documents(as_text(character));
  ASSERT_EQ(read.documents.characters.size(), 1U);
  EXPECT_EQ(read.documents.characters[0].document.name, name);
}

TEST(Documents, AMegabyteOfUnknownNamesIsToldShortly) {
  auto ruleset = sample_document("ruleset");
  ruleset[std::string(1 << 20, 'n')] = 1;
  for (int i = 0; i < 100; ++i)
    ruleset["unknown" + std::to_string(i)] = i;
  auto const read = read_documents(as_text(ruleset));
  EXPECT_EQ(read.findings.size(), 20U);
  EXPECT_LT(words_of(read.findings).size(), 10'000U);
}

TEST(Documents, ThousandsOfFaultsAreTwoHundredAndTheirNumber) {
  Json bundle = {{"scenarios", Json::array()}};
  for (int i = 0; i < 3000; ++i)
    bundle["scenarios"].push_back({{"id", 7}});
  auto const read = read_documents(as_text(bundle));
  ASSERT_EQ(read.findings.size(), 201U);
  EXPECT_THAT(read.findings[200].message, HasSubstr("more findings are not shown"));
  EXPECT_TRUE(has_error(read.findings));
}

RC_GTEST_PROP(DocumentProperty, AnyTextComesBack, ()) {
  Character character;
  character.id = "x";
  character.name = "n" + std::to_string(*rc::gen::inRange(0, 1000));
  character.base_profile["text"] = *rc::gen::container<std::string>(rc::gen::inRange<char>(1, 127));
  character.base_profile["number"] = *rc::gen::arbitrary<std::int64_t>();
  std::vector<Finding> findings;
  auto const json = Json::parse(compact(to_json(character)));
  auto const again = read_character(json, {}, findings);
  RC_ASSERT(again.has_value());
  RC_ASSERT(to_json(*again) == to_json(character));
}

} // namespace
} // namespace artifactd::turn
