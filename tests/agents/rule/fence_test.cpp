#include "agents/rule/fence.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd::extraction {
namespace {

TEST(Fence, TextWithoutAFenceIsTheScript) {
  auto const script = fenced_script("name: r\nglob: x\n");
  EXPECT_EQ(script.content, "name: r\nglob: x\n");
  EXPECT_EQ(script.byte, 0U);
  EXPECT_EQ(script.line, 1U);
}

TEST(Fence, FENCETakesTheFirstBlockAnywhereWithAnyOrNoTag) {
  for (std::string const tag : {"yaml", "yml", "", "YAML", "text", "yaml title=x"}) {
    std::string const raw = "Here it is:\n\n```" + tag + "\nname: r\n```\nor\n```yaml\nname: s\n```\n";
    auto const script = fenced_script(raw);
    EXPECT_EQ(script.content, "name: r\n") << tag;
    EXPECT_EQ(script.line, 4U);
    EXPECT_EQ(raw.substr(script.byte, 7), "name: r");
    EXPECT_EQ(language_of(script), Language::yaml);
  }
}

TEST(Fence, FENCEUnclosedReachesToTheEnd) {
  EXPECT_EQ(fenced_script("```yaml\nname: r\nglob: x").content, "name: r\nglob: x");
  EXPECT_EQ(fenced_script("```").content, "");
}

TEST(Fence, OnlyAFenceOfItsKindAndLengthClosesIt) {
  EXPECT_EQ(fenced_script("~~~~\na\n```\n~~~\nb\n~~~~~\nc").content, "a\n```\n~~~\nb\n");
  EXPECT_EQ(fenced_script("```yaml\na\n``` x\nb\n  ```  \r\nc").content, "a\n``` x\nb\n");
}

TEST(Fence, CodeWithinALineOfProseIsNone) {
  EXPECT_EQ(fenced_script("```x``` is code\na: 1\n").content, "```x``` is code\na: 1\n");
}

TEST(Fence, UTF8DropsAByteOrderMark) {
  auto const script = fenced_script("\xEF\xBB\xBFname: r");
  EXPECT_EQ(script.content, "name: r");
  EXPECT_EQ(script.byte, 3U);
  EXPECT_EQ(fenced_script("\xEF\xBB\xBF```\nname: r\n```").content, "name: r\n");
}

TEST(Fence, TellsTheLanguageByItsTag) {
  for (std::string const tag : {"python", "py", "Python", "python3"})
    EXPECT_EQ(language_of(fenced_script("```" + tag + "\nname: r\n```")), Language::python) << tag;
  EXPECT_EQ(language_of(fenced_script("```yaml\ndef extract(path):\n```")), Language::yaml);
}

TEST(Fence, TellsTheLanguageByItsContentWithoutATag) {
  for (std::string const code :
       {"def extract(path: str) -> dict:\n  return {}", "\n# x\nimport re\n", "from pathlib import Path\n",
        "async def extract(path):\n", "extract = lambda p: {}", "class A:\n", "@cache\ndef f(x):"})
    EXPECT_EQ(language_of(fenced_script("```\n" + code + "\n```")), Language::python) << code;
  for (std::string const rule : {"name: r\nglob: x", "from: x\nimport: y",
                                 "extract:\n  a:\n    from: filename", "  def x():", "extract: {}", ""})
    EXPECT_EQ(language_of(fenced_script(rule)), Language::yaml) << rule;
}

RC_GTEST_PROP(Fence, ContentIsAlwaysAPartOfTheText, ()) {
  auto const raw = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("`~\n ax\r\t")));
  auto const script = fenced_script(raw);
  RC_ASSERT(std::string_view(raw).substr(script.byte, script.content.size()) == script.content);
  RC_ASSERT(script.line == 1U + std::size_t(std::count(raw.begin(), raw.begin() + long(script.byte), '\n')));
}

} // namespace
} // namespace artifactd::extraction
