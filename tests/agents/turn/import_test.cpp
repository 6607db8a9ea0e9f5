// Importing files together: which id a card gets, choosing another one, and files that are not ours.
#include "agents/turn/import.hpp"
#include "tests/agents/turn/content/sample_documents.hpp"
#include "tests/agents/turn/content/told.hpp"
#include "tests/agents/turn/store/stories.hpp"

namespace artifactd::turn {
namespace {

using content_test::words_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Json card_named(std::string const& name, std::string const& description) {
  return {{"spec", "chara_card_v2"},
          {"spec_version", "2.0"},
          {"data",
           {{"name", name},
            {"description", description},
            {"character_book",
             {{"name", "Harbour"},
              {"entries",
               {{{"keys", {"pier"}}, {"content", "Wet."}, {"enabled", true}, {"insertion_order", 1}}}}}}}}};
}

class Import : public testing::Test {
protected:
  Result<Gathered> gathered(std::vector<ImportFile> const& files, std::string const& as = "",
                            Json stats = {{"shyness", 3}}, std::string const& ruleset = "seven") {
    return gather(stories.store, files, {.ruleset_id = ruleset, .stat_block = std::move(stats), .as = as});
  }
  std::vector<std::string> ids(std::vector<ImportFile> const& files, std::string const& as = "",
                               Json stats = {{"shyness", 3}}) {
    auto const all = gathered(files, as, std::move(stats));
    EXPECT_TRUE(all && !has_error(all->findings)) << (all ? words_of(all->findings) : all.error().message);
    if (!all) return {};
    std::vector<std::string> names;
    for (auto const& each : all->contents)
      names.push_back(id_of(each));
    auto const put = put_content(stories.store, all->contents, {.importer = 7, .at = 1});
    EXPECT_TRUE(put);
    outcomes.clear();
    for (auto const& each : *put)
      outcomes.push_back(each.put);
    return names;
  }
  static ImportFile file(Json const& json, std::string name = "x.json") {
    return {std::move(name), compact(json)};
  }

  Stories stories;
  std::vector<Put> outcomes; ///< of the last call of ids()
};

TEST_F(Import, TheSameCardTwiceIsTheSameCharacterAndTheSameWorld) {
  auto const wren = file(card_named("Wren", "a diver"));
  EXPECT_THAT(ids({wren}), ElementsAre("harbour", "wren"));
  EXPECT_THAT(ids({wren}), ElementsAre("harbour", "wren"));
  EXPECT_THAT(outcomes, ElementsAre(Put::same, Put::same));
  EXPECT_THAT(ids({wren}, "", {{"shyness", 9}}), ElementsAre("harbour", "wren"));
  EXPECT_THAT(outcomes, ElementsAre(Put::same, Put::version));
  EXPECT_THAT(ids({wren, wren}), ElementsAre("harbour", "wren"));
}

TEST_F(Import, AnotherCardOfTheNameIsAnotherCharacterAndIsFoundAgain) {
  auto const diver = file(card_named("Wren", "a diver"));
  auto const singer = file(card_named("Wren", "a singer"));
  EXPECT_THAT(ids({diver}), ElementsAre("harbour", "wren"));
  EXPECT_THAT(ids({singer}), ElementsAre("harbour", "wren-2"));
  EXPECT_THAT(ids({singer}), ElementsAre("harbour", "wren-2"));
  EXPECT_THAT(ids({file(card_named("Wren", "a pilot")), diver}), ElementsAre("harbour", "wren-3", "wren"));
}

TEST_F(Import, TwoCardsOfOneNameInOneImportAreTwoCharacters) {
  EXPECT_THAT(ids({file(card_named("Wren", "a diver")), file(card_named("Wren", "a singer"))}),
              ElementsAre("harbour", "wren", "wren-2"));
}

TEST_F(Import, TheSameLorebookTwiceIsTheSameWorld) {
  auto const book = file(content_test::corpus_file("lorebook_corpus.json")["tavern_form"], "Old Town.json");
  EXPECT_THAT(ids({book}), ElementsAre("old-town"));
  EXPECT_THAT(ids({book}), ElementsAre("old-town"));
  EXPECT_THAT(outcomes, ElementsAre(Put::same));
}

TEST_F(Import, OneDocumentOrCardMayHaveAnotherId) {
  EXPECT_THAT(ids({file(card_named("Wren", "a diver"))}, "the-diver"), ElementsAre("harbour", "the-diver"));
  EXPECT_THAT(ids({file({{"id", "w"}, {"name", "W"}, {"lore_text", "Rain."}})}, "weather"),
              ElementsAre("weather"));
  auto const two = gathered({file(card_named("A", "a")), file(card_named("B", "b"))}, "one");
  ASSERT_FALSE(two);
  EXPECT_EQ(two.error().fault, Fault::invalid);
  EXPECT_FALSE(gathered({file(card_named("A", "a"))}, "../a"));
}

TEST_F(Import, WhatIsNoDocumentIsLeftOutWhereADirectoryHasItAndRefusedWhereItIsNamed) {
  auto const settings = file({{"answers", {1, 2}}}, "settings.json");
  auto found = settings;
  found.found = true;
  auto const walked = gathered({found, file({{"id", "w"}, {"name", "W"}, {"lore_text", "Rain."}})});
  ASSERT_TRUE(walked);
  EXPECT_EQ(walked->contents.size(), 1U);
  EXPECT_FALSE(has_error(walked->findings));
  EXPECT_THAT(words_of(walked->findings), HasSubstr("left out"));
  auto const named = gathered({settings});
  ASSERT_TRUE(named);
  EXPECT_TRUE(has_error(named->findings));
}

TEST_F(Import, AFaultyDocumentInADirectoryIsNotPassedOver) {
  auto broken = file({{"id", "w"}, {"lore_text", 7}});
  broken.found = true;
  EXPECT_TRUE(has_error(gathered({broken})->findings));
  EXPECT_TRUE(has_error(gathered({{"y.json", "{", true}})->findings));
}

} // namespace
} // namespace artifactd::turn
