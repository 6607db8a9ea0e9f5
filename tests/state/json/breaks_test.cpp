// Several faults in one text: each is reported where it is, and none is invented.
#include "state/json/diagnose.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <string>

namespace artifactd::json {
namespace {

using testing::ElementsAre;

std::vector<std::size_t> lines(std::string const& text) {
  std::vector<std::size_t> all;
  for (auto const& finding : syntax_findings("x.json", text, Limits{.depth = 64}))
    all.push_back(finding.line.value_or(0));
  return all;
}

TEST(Breaks, AreAllReportedWhereWhatWasMeantIsPlain) {
  EXPECT_THAT(lines("{\n"
                    "  name: \"a\",\n"
                    "  'kind': 'b',\n"
                    "  \"n\": NaN,\n"
                    "  \"list\": [1, 2,],\n"
                    "  \"path\": \"C:\\Users\",\n"
                    "  \"x\": 1, // why\n"
                    "  \"y\": 2\n"
                    "}\n"),
              ElementsAre(2, 3, 3, 4, 5, 6, 7));
  EXPECT_THAT(lines("{\n"
                    "  \"y\": 2\n"
                    "  \"z\" = .5,\n"
                    "  \"a\tb\": /* not\n"
                    "    yet */ 1,\n"
                    "  \"none\":,\n"
                    "  \"c\": [1 2],\n"
                    "}\n"),
              ElementsAre(3, 3, 3, 4, 4, 6, 7, 8));
}

TEST(Breaks, StandWhereTheyWereWritten) {
  std::string const text = "{a: 'x', \"naïve\": True, \"b\": 01, /* c */ \"d\": 1,}";
  auto const findings = syntax_findings("x.json", text, Limits{.depth = 64});
  std::vector<std::string> found;
  for (auto const& finding : findings)
    found.push_back(text.substr(*finding.byte, 2));
  EXPECT_THAT(found, ElementsAre("a:", "'x", "Tr", "1,", "/*", "}"));
  EXPECT_EQ(findings[2].column, 19U);
  EXPECT_EQ(findings[2].pointer, "/naïve");
  EXPECT_THAT(findings[5].excerpt, testing::HasSubstr("\"d\": 1,}"));
}

TEST(Breaks, FollowAByteOrderMark) {
  EXPECT_THAT(lines("\xEF\xBB\xBF{\n\"a\": 1,\n}"), ElementsAre(1, 3));
}

TEST(Breaks, AreNotGuessed) {
  EXPECT_THAT(lines("{\"a\": \"two\\\nlines\",\n\"b\": 1,}"), ElementsAre(1));
  EXPECT_THAT(lines("{\"a\": \"he said \"no\" twice\",\n\"b\": 1,}"), ElementsAre(1));
  EXPECT_THAT(lines("{\"a\": \"two\nlines\",\n\"b\": 1,}"), ElementsAre(1));
  EXPECT_THAT(lines("{\"a\": [1, 2},\n\"b\": 1,}"), ElementsAre(1));
  EXPECT_THAT(lines("Here it is:\n{\"a\": 1,}"), ElementsAre(1));
  EXPECT_THAT(lines("{\"a\": 1}\n{\"b\": 1,}"), ElementsAre(2));
}

TEST(Breaks, EndWithWhatIsMissingAtTheEnd) {
  EXPECT_THAT(lines("{\"a\": True,\n\"b\": [1,\n"), ElementsAre(1, 2));
  EXPECT_THAT(lines("{\"a\": 1, // all\n"), ElementsAre(1, 1));
}

TEST(Breaks, AreAtMostTen) {
  std::string text = "[";
  for (int i = 0; i < 1000; ++i)
    text += "None,\n";
  EXPECT_EQ(lines(text).size(), 10U);
}

RC_GTEST_PROP(Breaks, BeginWithTheFirstAndGoForward, ()) {
  std::string text =
      "{\"a\": [1, {\"b\": null}, true], \"c\": \"d\\n\", 'e': 0.5, f: 'g', \"h\": [None, ], // i\n"
      "\"k\": \"\\l\"}";
  auto const injuries = *rc::gen::inRange(0, 4);
  for (int i = 0; i < injuries; ++i) {
    auto const at = *rc::gen::inRange<std::size_t>(0, text.size());
    text[at] = *rc::gen::elementOf(std::string("{}[]\",:'/#= \n\t\\ab1-\xC3"));
  }
  auto const document = scan(text, Limits{.depth = 64});
  RC_PRE(!document);
  auto const findings = syntax_findings("x.json", text, Limits{.depth = 64});
  RC_ASSERT(findings.front().message ==
            describe("x.json", text, document.error(), Limits{.depth = 64}).message);
  RC_ASSERT(findings.front().byte == describe("x.json", text, document.error(), Limits{.depth = 64}).byte);
  for (std::size_t i = 1; i < findings.size(); ++i)
    RC_ASSERT(findings[i].code == "json.truncated" || *findings[i].byte > *findings[i - 1].byte);
}

} // namespace
} // namespace artifactd::json
