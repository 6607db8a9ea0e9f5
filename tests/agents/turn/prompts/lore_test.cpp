#include "agents/turn/folded_text.hpp"
#include "agents/turn/prompts/lore.hpp"

#include <gtest/gtest.h>
#include <tuple>

namespace artifactd::turn {
namespace {

/// "told|left out", each as the indices of the entries.
std::string fired(char const* entries, std::vector<std::string> const& texts, std::size_t budget = 1000) {
  auto const lore = read_lore(Json{{"entries", Json::parse(entries)}});
  auto const result = fire(lore.entries, texts, budget);
  std::string told;
  for (auto const& each : result.told)
    told += std::to_string(each.index);
  told += '|';
  for (auto const& each : result.left_out)
    told += std::to_string(each.index);
  return told;
}

TEST(Lore, ConstantEntriesFireAndThoseWithAKeyInTheText) {
  constexpr auto* entries =
      R"([{"keys": ["motel"], "content": "a"}, {"keys": [], "content": "b", "constant": true},
      {"keys": ["lake", "room 12"], "content": "c"}, {"keys": ["rumor"], "content": "d", "enabled": false}])";
  EXPECT_EQ(fired(entries, {}), "1|");
  EXPECT_EQ(fired(entries, {"The MOTEL burns.", "In Room\n12!"}), "012|");
  EXPECT_EQ(fired(entries, {"Rumor has it."}), "1|");
  EXPECT_EQ(fired(entries, {"motels and lakeside"}), "1|") << "whole words only";
}

TEST(Lore, IsToldInItsOrderWithinTheBudget) {
  constexpr auto* entries = R"([
      {"keys": ["a"], "content": "12345678", "insertion_order": 5},
      {"keys": ["a"], "content": "1234", "insertion_order": 1},
      {"keys": ["a"], "content": "123456", "insertion_order": 3},
      {"keys": ["a"], "content": "12", "insertion_order": 5, "constant": true}])";
  EXPECT_EQ(fired(entries, {"a"}), "1203|");
  EXPECT_EQ(fired(entries, {"a"}, 12), "123|0") << "what does not fit is left out whole";
  EXPECT_EQ(fired(entries, {"a"}, 0), "|1203");
}

TEST(Lore, SaysWhichKeyFired) {
  auto const lore = read_lore(Json::parse(R"({"entries": [{"keys": ["x", "Room 12"], "content": "c"},
                                                          {"content": "d", "constant": true}]})"));
  auto const result = fire(lore.entries, std::vector<std::string>{"room 12"}, 100);
  ASSERT_EQ(result.told.size(), 2U);
  EXPECT_EQ(result.told[0].key, "Room 12");
  EXPECT_EQ(result.told[1].key, "");
}

TEST(Lore, RegularExpressionsAreNotRun) {
  EXPECT_EQ(
      fired(
          R"([{"keys": ["m.tel"], "content": "a", "use_regex": true}, {"keys": ["m.tel"], "content": "b"}])",
          {"m.tel motel"}),
      "1|");
}

TEST(Lore, SaysWhatIsWrong) {
  auto const lore = read_lore(Json::parse(R"({"entries": [5, {"keys": "motel", "content": 7},
      {"keys": ["a", 3], "insertion_order": 1.5, "constant": "yes", "selective": 1}]})"));
  std::string pointers;
  for (auto const& each : lore.faults)
    pointers += each.substr(0, each.find(": ")) + ' ';
  EXPECT_EQ(pointers, "/lore_json/entries/0 /lore_json/entries/1/content /lore_json/entries/1/keys "
                      "/lore_json/entries/2/keys/1 /lore_json/entries/2/insertion_order "
                      "/lore_json/entries/2/constant ");
  EXPECT_TRUE(read_lore(Json()).faults.empty());
  EXPECT_TRUE(read_lore(Json::parse(R"({"locations": ["Room 12"]})")).entries.empty());
  EXPECT_EQ(read_lore(Json::parse(R"({"entries": {}})")).faults.size(), 1U);
}

TEST(FoldedTexts, HaveNoCase) {
  std::vector<std::pair<char const*, char const*>> const cases = {
      {"AbC 1", "abc 1"},
      {"ÄÖÜ Þ", "äöü þ"},
      {"ŸŻĿŒ", "ÿżŀœ"},
      {"ΆΣΊΩ ς", "άσίω σ"},
      {"ЁЖЯ Ѣ", "ёжя ѣ"},
      {"ԱՖ", "աֆ"},
      {"Ａ１", "ａ１"},
      {"ẤỲ", "ấỳ"},
      {"×÷ß", "×÷ß"},
      {"\xFF"
       "A\xC3",
       "\xFF"
       "a\xC3"},
  };
  for (auto const& [text, folded] : cases)
    EXPECT_EQ(loosely(text), folded) << text;
}

TEST(FoldedTexts, HaveOneBlankForEachRun) {
  EXPECT_EQ(loosely(" \t A\u00A0\u3000b\r\n"), "a b");
  EXPECT_EQ(loosely("   "), "");
}

TEST(FoldedTexts, HoldWholeWords) {
  std::vector<std::tuple<char const*, char const*, bool>> const cases = {
      {"the motel burns", "motel", true},
      {"motels", "motel", false},
      {"a motel_1", "motel", false},
      {"“motel”", "motel", true},
      {"über", "ber", false},
      {"cafe\u0301", "cafe", false},
      {"東京に行く", "東京", true},
      {"ann東京", "ann", true},
      {"c++ here", "c++", true},
      {"abc++", "c++", false},
      {"motels, a motel", "motel", true},
      {"anything", "", false},
      {"room 12b room 12", "room 12", true},
      {"мотель", "отель", false},
      {"", "a", false},
  };
  for (auto const& [text, word, holds] : cases)
    EXPECT_EQ(has_word(text, word), holds) << text << ' ' << word;
}

} // namespace
} // namespace artifactd::turn
