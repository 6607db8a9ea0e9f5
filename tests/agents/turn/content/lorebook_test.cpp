#include "agents/turn/content/lorebook.hpp"
#include "agents/turn/limits.hpp"
#include "tests/agents/turn/content/sample_documents.hpp"
#include "tests/agents/turn/content/told.hpp"

#include <gmock/gmock.h>

namespace artifactd::turn {
namespace {

using content_test::told;
using content_test::words_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Json book_named(std::string const& name) {
  static Json const books = content_test::corpus_file("lorebook_corpus.json");
  return books.at(name);
}

struct Read {
  std::optional<WorldLore> lore;
  std::vector<Finding> findings;
};

Read read(Json const& json) {
  Read result;
  result.lore = read_lorebook(json, "Fallback", {.file = "book.json"}, result.findings);
  return result;
}

std::vector<std::string> contents(WorldLore const& lore) {
  std::vector<std::string> all;
  for (auto const& entry : lore.lore_json["entries"])
    all.push_back(entry["content"]);
  return all;
}

TEST(Lorebook, EnabledEntriesByOrderAreTheText) {
  auto const book = read(book_named("card_form"));
  ASSERT_TRUE(book.lore);
  EXPECT_EQ(book.lore->name, "World");
  EXPECT_EQ(book.lore->id, "world");
  EXPECT_EQ(book.lore->lore_text, "first\n\nsecond\n\nalways\n\npattern");
  EXPECT_THAT(contents(*book.lore), ElementsAre("never", "first", "second", "always", "pattern"));
  EXPECT_EQ(book.lore->lore_json["entries"][2]["extensions"]["kept"], 1);
}

TEST(Lorebook, PatternsAreKeptNotRunAndToldOfOnce) {
  auto const book = read(book_named("card_form"));
  EXPECT_THAT(told(book.findings), ElementsAre("warning turn.lorebook "));
  auto const& entries = book.lore->lore_json["entries"];
  EXPECT_EQ(entries[4]["keys"][0], "/ro+m/i");
  EXPECT_EQ(entries[4]["use_regex"], true);
  EXPECT_EQ(entries[1]["use_regex"], false);
  auto evil = book_named("card_form");
  evil["entries"][0]["keys"][0] = "/(a+)+$/";
  EXPECT_TRUE(read(evil).lore);
}

TEST(Lorebook, AFileOfItsOwnAndTavernsFormAreTheSame) {
  Json const file = {{"spec", "lorebook_v3"}, {"data", book_named("card_form")}};
  EXPECT_EQ(to_json(*read(file).lore), to_json(*read(book_named("card_form")).lore));

  auto const tavern = read(book_named("tavern_form"));
  ASSERT_TRUE(tavern.lore) << words_of(tavern.findings);
  EXPECT_EQ(tavern.lore->name, "Fallback");
  EXPECT_EQ(tavern.lore->lore_text, "first\n\nsecond");
  auto const& entry = tavern.lore->lore_json["entries"][2];
  EXPECT_EQ(entry["keys"], Json::array({"b"}));
  EXPECT_EQ(entry["enabled"], true);
  EXPECT_EQ(entry["insertion_order"], 2);
  EXPECT_EQ(entry["depth"], 4); // members that we do not use are kept
  EXPECT_FALSE(entry.contains("key") || entry.contains("disable") || entry.contains("order"));
  EXPECT_EQ(tavern.lore->lore_json["entries"][0]["enabled"], false);
}

TEST(Lorebook, IsToldFromEverythingElse) {
  EXPECT_TRUE(is_lorebook(book_named("card_form")));
  EXPECT_TRUE(is_lorebook(book_named("tavern_form")));
  EXPECT_FALSE(is_lorebook(Json::parse(R"({"entries": "x"})")));
  EXPECT_FALSE(is_lorebook(Json::parse("[]")));
}

TEST(Lorebook, FaultsSayWhere) {
  auto const book =
      Json::parse(R"({"entries": [{"keys": "one", "content": "c"}, 7, {"keys": [1], "content": null,
      "insertion_order": "x", "enabled": "yes"}]})");
  auto const result = read(book);
  EXPECT_FALSE(result.lore);
  EXPECT_THAT(told(result.findings),
              ElementsAre("error turn.lorebook /entries/1", "error turn.lorebook /entries/2/keys",
                          "error turn.lorebook /entries/2/enabled",
                          "error turn.lorebook /entries/2/insertion_order"));
  EXPECT_FALSE(read(Json::parse(R"({"entries": 7})")).lore);
  EXPECT_FALSE(read(Json::parse("7")).lore);
  EXPECT_EQ(read(Json::parse("{}")).lore->lore_text, "");
}

TEST(Lorebook, IsBounded) {
  Json book = {{"entries", Json::array()}};
  book["entries"].push_back({{"keys", {"k"}}, {"content", std::string(largest_rulebook + 1, 'x')}});
  EXPECT_THAT(words_of(read(book).findings), HasSubstr("too long together"));
  book["entries"][0]["enabled"] = false;
  EXPECT_TRUE(read(book).lore);
  book["entries"] = Json(5000, Json::object());
  EXPECT_THAT(words_of(read(book).findings), HasSubstr("at most 2048"));
}

} // namespace
} // namespace artifactd::turn
