#include "agents/turn/content/import_file.hpp"
#include "tests/agents/turn/content/made_files.hpp"
#include "tests/agents/turn/content/sample_documents.hpp"
#include "tests/agents/turn/content/told.hpp"

#include <gmock/gmock.h>

namespace artifactd::turn {
namespace {

using content_test::told;
using content_test::words_of;
using testing::IsEmpty;

TEST(ImportFile, IsToldByItsFirstBytes) {
  auto const card = compact(content_test::corpus_file("card_corpus.json")["v2"]);
  auto const picture =
      content_test::png_with({content_test::png_text("chara", content_test::to_base64(card))});
  auto const archive = content_test::zip_of({{.name = "card.json", .content = card}});
  for (auto const& bytes : {card, picture, archive})
    EXPECT_EQ(read_import("any.name", bytes, {}).card->character.name, "Lena Ortiz");
  auto const book = compact(content_test::corpus_file("lorebook_corpus.json")["tavern_form"]);
  auto const lore = read_import("worlds/Old Town.v2.json", book,
                                [](DocumentKind, std::string_view id) { return id == "old-town"; });
  ASSERT_EQ(lore.documents.world_lore.size(), 1U);
  EXPECT_EQ(lore.documents.world_lore[0].document.name, "Old Town");
  EXPECT_EQ(lore.documents.world_lore[0].document.id, "old-town-2");
  auto const chat = read_import("x.txt", R"({"user_name":"a","character_name":"b"})", {});
  EXPECT_TRUE(chat.chat);
  EXPECT_EQ(read_import("b.json", pretty(content_test::sample_bundle()), {}).documents.scenarios.size(), 1U);
}

TEST(ImportFile, ReadsABundleInThreeFormats) {
  auto const yaml = "world_lore:\n  - id: w\n    name: W\n    lore_text: |\n      It rains.\n";
  auto const toml = "[[world_lore]]\nid = \"w\"\nname = \"W\"\nlore_text = '''\nIt rains.\n'''\n";
  auto const of_yaml = read_import("b.yaml", yaml, {});
  auto const of_toml = read_import("b.toml", toml, {});
  EXPECT_EQ(to_json(of_yaml.documents), to_json(of_toml.documents));
  EXPECT_EQ(of_toml.documents.world_lore.at(0).document.lore_text, "It rains.\n");
}

TEST(ImportFile, ErrorsComeFirstAndNothingElseWithThem) {
  auto const read =
      read_import("c.json", R"({"spec": "chara_card_v2", "data": {"system_prompt": "x", "name": 7}})", {});
  EXPECT_FALSE(read.card);
  ASSERT_EQ(read.findings.size(), 2U);
  EXPECT_EQ(read.findings[0].severity, Severity::error);
  EXPECT_TRUE(read.findings[0].line);
}

TEST(ImportFile, AnythingElseIsRefused) {
  for (std::string const bytes : {"", "hello",
                                  "\x7f"
                                  "ELF",
                                  "GIF89a", "{\"a\": 1}", "[]", "\xff\xd8\xff"}) {
    auto const read = read_import("x.json", bytes, {});
    EXPECT_TRUE(has_error(read.findings)) << bytes;
    EXPECT_THAT(read.documents.characters, IsEmpty());
  }
}

} // namespace
} // namespace artifactd::turn
