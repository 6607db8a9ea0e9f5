#include "state/json/walk.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace artifactd::json {
namespace {

using namespace std::string_literals;
using Views = std::vector<std::string_view>;

Views texts_of(std::vector<Range> const& ranges, std::string_view text) {
  Views texts;
  for (Range const range : ranges)
    texts.push_back(range.of(text));
  return texts;
}

TEST(Walk, FindsMembersOfAnyObject) {
  std::string_view const object = "{ \"a\" : {\"x\":[1,2,{}]} , \"\\\"b,\":\"}{\", \"c\":[ ] ,\"d\" :-1e5\n}";
  Views parts;
  for (Member const& member : members(object)) {
    parts.push_back(member.key.of(object));
    parts.push_back(member.value.of(object));
  }
  EXPECT_EQ(parts,
            (Views{"\"a\"", "{\"x\":[1,2,{}]}", "\"\\\"b,\"", "\"}{\"", "\"c\"", "[ ]", "\"d\"", "-1e5"}));
  EXPECT_TRUE(members("{}").empty());
  EXPECT_TRUE(members("{ \n }").empty());
}

TEST(Walk, AgreesWithTheScanAboutMembers) {
  std::string text = "{\"first\": null";
  for (int i = 0; i < 5000; ++i) {
    text += ",\n  \"key " + std::to_string(i) + "\" : [\"" +
            std::string(static_cast<std::size_t>(i % 97), 'x') + "\\\\\", {\"n\": [[], {}, " +
            std::to_string(i) + "]}] ";
  }
  text += "}";
  auto const document = scan(text);
  ASSERT_TRUE(document);
  EXPECT_EQ(document->members.size(), 5001U);
  EXPECT_EQ(members(text), document->members);
}

TEST(Walk, FindsElements) {
  std::string_view const array = "[ 1, [2,[3]] , \"a,\\\"]\",{\"k\":[4,5]},null\t]";
  EXPECT_EQ(texts_of(elements(array), array),
            (Views{"1", "[2,[3]]", "\"a,\\\"]\"", "{\"k\":[4,5]}", "null"}));
  EXPECT_TRUE(elements("[]").empty());
  EXPECT_TRUE(elements("[ ]").empty());
  EXPECT_EQ(elements("[[]]").size(), 1U);
}

TEST(Walk, TellsTypes) {
  EXPECT_EQ(type_of("{}"), Type::object);
  EXPECT_EQ(type_of("[]"), Type::array);
  EXPECT_EQ(type_of("\"\""), Type::string);
  EXPECT_EQ(type_of("-1"), Type::number);
  EXPECT_EQ(type_of("true"), Type::boolean);
  EXPECT_EQ(type_of("false"), Type::boolean);
  EXPECT_EQ(type_of("null"), Type::null);
}

TEST(Strings, DecodeEveryEscape) {
  EXPECT_EQ(decode(R"("a\"\\\/\b\f\n\r\tz")"), "a\"\\/\b\f\n\r\tz");
  EXPECT_EQ(decode(R"("\u0041\u00e9\u20AC\ud83d\ude00\u0000.")"), "A\u00e9\u20ac\U0001F600\0."s);
  EXPECT_EQ(decode("\"\u00e9\""), "\u00e9");
  EXPECT_EQ(decode("\"\""), "");
}

TEST(Strings, CompareWithoutTheirSpelling) {
  EXPECT_TRUE(decodes_to(R"("agent")", "agent"));
  EXPECT_TRUE(decodes_to(R"("\u0061gent")", "agent"));
  EXPECT_TRUE(decodes_to(R"("")", ""));
  EXPECT_FALSE(decodes_to(R"("agent")", "agen"));
  EXPECT_FALSE(decodes_to(R"("\u0062gent")", "agent"));
  EXPECT_FALSE(decodes_to(R"("a\\u0062")", "ab"));
}

TEST(Strings, QuoteWhatDecodesToTheSame) {
  std::string every;
  for (int c = 0; c < 0x80; ++c)
    every += static_cast<char>(c);
  every += "\u00e9\U0001F600";
  std::string const quoted = quote(every);
  EXPECT_TRUE(scan(quoted));
  EXPECT_EQ(decode(quoted), every);
  EXPECT_EQ(quote("a\"\n\x01"), R"("a\"\n\u0001")");
}

} // namespace
} // namespace artifactd::json
