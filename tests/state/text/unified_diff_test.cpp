#include "state/text/unified_diff.hpp"
#include "tests/support/session_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd {
namespace {

using test::fault;
using test::must;

std::string applied(std::string_view text, std::string_view diff) {
  return must(apply_diff(text, diff));
}

TEST(ApplyDiff, ChangesTheLinesItNames) {
  EXPECT_EQ(applied("a\nb\nc\n", "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"), "a\nB\nc\n");
  EXPECT_EQ(applied("a\nb\n", "@@ -2 +2,2 @@\n-b\n+c\n+d\n"), "a\nc\nd\n");
  EXPECT_EQ(applied("", "@@ -0,0 +1,2 @@\n+a\n+b\n"), "a\nb\n");
  EXPECT_EQ(applied("a\nb\n", "@@ -1,2 +0,0 @@\n-a\n-b\n"), "");
  EXPECT_EQ(applied("a\nb\n", "@@ -1,0 +2 @@\n+x\n"), "a\nx\nb\n");
}

TEST(ApplyDiff, FindsMovedLinesInOnePlaceOnly) {
  EXPECT_EQ(applied("x\ny\na\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+B\n"), "x\ny\na\nB\n");
  EXPECT_EQ(fault(apply_diff("a\nx\na\n", "@@ -2 +2 @@\n-a\n+b\n")), "changed");
  EXPECT_EQ(applied("a\nx\na\n", "@@ -3 +3 @@\n-a\n+b\n"), "a\nx\nb\n");
  EXPECT_EQ(fault(apply_diff("a\n", "@@ -1 +1 @@\n-b\n+c\n")), "changed");
  EXPECT_EQ(fault(apply_diff("a\n", "@@ -9,0 +9 @@\n+c\n")), "changed");
}

TEST(ApplyDiff, DoesNotBelieveCounts) {
  EXPECT_EQ(applied("a\nb\nc\n", "@@ -1,7 +1,9 @@\n-a\n+A\n+B\n"), "A\nB\nb\nc\n");
}

TEST(ApplyDiff, AppliesHunksInOrder) {
  EXPECT_EQ(applied("a\nb\nc\nd\n", "@@ -1 +1,2 @@\n-a\n+A\n+x\n@@ -4 +5 @@\n-d\n+D\n"), "A\nx\nb\nc\nD\n");
  EXPECT_EQ(fault(apply_diff("a\nb\n", "@@ -2 +2 @@\n-b\n+B\n@@ -1 +1 @@\n-a\n+A\n")), "changed");
}

TEST(ApplyDiff, KeepsLineEnds) {
  EXPECT_EQ(applied("a\r\nb\r\n", "@@ -1,2 +1,3 @@\n a\n-b\n+B\n+c\n"), "a\r\nB\r\nc\r\n");
  EXPECT_EQ(applied("a\r\nb\r\n", "@@ -2 +2 @@\r\n-b\r\n+B\r\n"), "a\r\nB\r\n");
  EXPECT_EQ(applied("a\nb", "@@ -2 +2 @@\n-b\n+B\n"), "a\nB");
  EXPECT_EQ(applied("a\nb", "@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+B\n"), "a\nB\n");
  EXPECT_EQ(applied("a\nb\n", "@@ -2 +2 @@\n-b\n+B\n\\ No newline at end of file\n"), "a\nB");
  EXPECT_EQ(applied("a\nb", "@@ -2,0 +3 @@\n+c\n"), "a\nb\nc");
}

TEST(ApplyDiff, RefusesWhatIsNoDiffOfOneFile) {
  for (auto const* diff : {"", "a\n", "@@ nothing @@\n", "@@ -1 +1 @@\n-a\nhello\n",
                           "@@ -1 +1 @@\n-a\n+b\ndiff --git a/y b/y\n@@ -1 +1 @@\n-a\n+b\n"})
    EXPECT_EQ(fault(apply_diff("a\n", diff)), "invalid") << diff;
}

TEST(MakeDiff, IsWhatPeopleKnow) {
  std::string_view before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  std::string_view after = "1\n2\n3\n4\nfive\n6\n7\n8\n9\n";
  EXPECT_EQ(make_diff("x", &before, &after),
            "--- a/x\n+++ b/x\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
  EXPECT_EQ(make_diff("x", &before, &before), "");
  std::string_view none;
  EXPECT_EQ(make_diff("x", nullptr, &none), "--- /dev/null\n+++ b/x\n");
  EXPECT_EQ(make_diff("my x", nullptr, &none), "--- /dev/null\n+++ b/my x\t\n");
}

rc::Gen<std::string> few_lines() {
  auto line = rc::gen::element<std::string>("a\n", "b\n", "c\n", "\n", "\r\n", "x\r\n", " \n");
  return rc::gen::map(rc::gen::pair(rc::gen::container<std::vector<std::string>>(line),
                                    rc::gen::element<std::string>("", "end", "a")),
                      [](std::pair<std::vector<std::string>, std::string> const& parts) {
                        std::string text;
                        for (auto const& each : parts.first)
                          text += each;
                        return text + parts.second;
                      });
}

RC_GTEST_PROP(UnifiedDiff, AppliedGivesWhatItWasMadeFor, ()) {
  // With one kind of line ends only: a diff does not show line ends.
  auto unix_ends = [](std::string text) {
    std::erase(text, '\r');
    return text;
  };
  auto const before = unix_ends(*few_lines());
  auto const after = unix_ends(*few_lines());
  std::string_view const old = before;
  std::string_view const now = after;
  auto diff = make_diff("x", &old, &now);
  if (diff.empty())
    RC_ASSERT(before == after);
  else
    RC_ASSERT(applied(before, diff) == after);
}

} // namespace
} // namespace artifactd
