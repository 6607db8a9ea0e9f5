// Text that is added on one line follows the style around it, and has the same value.
#include "state/json/style.hpp"
#include "tests/state/json/documents.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd::json {
namespace {

constexpr auto compact_op = R"({"op":"set","path":"a, {b}: [\"c\"]","value":[1,{}],"list":[]})";

std::string as_in(std::string_view surroundings) {
  return styled(compact_op, style_of(surroundings));
}

TEST(JsonStyle, FollowsWhatStandsAround) {
  EXPECT_EQ(as_in(R"({"a":1,"b":[1]})"), compact_op);
  EXPECT_EQ(as_in(R"({"a": 1, "b": [1]})"),
            R"({"op": "set", "path": "a, {b}: [\"c\"]", "value": [1, {}], "list": []})");
  EXPECT_EQ(as_in(R"([{ "a": 1, "b": 2 }])"),
            R"({ "op": "set", "path": "a, {b}: [\"c\"]", "value": [1, {}], "list": [] })");
  EXPECT_EQ(as_in(R"([ {"a" : 1} ])"),
            R"({"op": "set","path": "a, {b}: [\"c\"]","value": [ 1,{} ],"list": []})");
}

TEST(JsonStyle, BreaksOfLinesSayNothingAboutBrackets) {
  EXPECT_EQ(style_of("{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": { \"c\": 1 }\n}"),
            (Style{.after_colon = true, .after_comma = true, .inside_braces = true}));
  EXPECT_EQ(style_of("[{}, []]"), (Style{.after_comma = true}));
}

/// The text without blanks between its tokens.
std::string squeezed(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"')
      for (auto close = text.find('"', at + 1);; close = text.find('"', close + 1)) {
        auto const body = text.substr(at + 1, close - at - 1);
        auto const escapes = body.size() - (body.find_last_not_of('\\') + 1);
        if (escapes % 2 != 0) continue;
        out += text.substr(at, close - at + 1);
        at = close;
        break;
      }
    else if (!std::string_view(" \t\r\n").contains(text[at]))
      out += text[at];
  }
  return out;
}

RC_GTEST_PROP(JsonStyle, OnlyBlanksDiffer, (bool colon, bool comma, bool brace, bool bracket)) {
  auto const text = squeezed(*sound_text());
  auto const out = styled(text, {colon, comma, brace, bracket});
  RC_ASSERT(squeezed(out) == text);
  RC_ASSERT(styled(text, style_of(out)) == out);
}

} // namespace
} // namespace artifactd::json
