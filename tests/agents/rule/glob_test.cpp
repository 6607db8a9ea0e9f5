#include "agents/rule/glob.hpp"
#include "agents/rule/sample_path.hpp"

#include <chrono>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd::extraction {
namespace {

bool matches(std::string_view glob, std::string_view path) {
  auto const compiled = Glob::compile(glob);
  if (!compiled) {
    ADD_FAILURE() << glob << ": " << compiled.error().message;
    return false;
  }
  return compiled->matches(sample_path(path, "")->parts);
}

GlobFault fault_in(std::string_view glob) {
  auto const compiled = Glob::compile(glob);
  EXPECT_FALSE(compiled) << glob;
  return compiled ? GlobFault{} : compiled.error();
}

TEST(Glob, STARStaysWithinAComponent) {
  EXPECT_TRUE(matches("data/*.csv", "data/a.csv"));
  EXPECT_FALSE(matches("data/*.csv", "data/x/a.csv"));
  EXPECT_FALSE(matches("data/*", "data"));
  EXPECT_TRUE(matches("data/a?c.csv", "data/abc.csv"));
  EXPECT_TRUE(matches("data/a?c.csv", "data/aüc.csv"));
  EXPECT_FALSE(matches("data?a.csv", "data/a.csv"));
  EXPECT_FALSE(matches("data[!x]a.csv", "data/a.csv"));
  EXPECT_FALSE(matches("data[+-9]a.csv", "data/a.csv"));
  EXPECT_TRUE(matches("data[+-9]a.csv", "data0a.csv"));
}

TEST(Glob, STARTwoStandForAnyNumberOfFolders) {
  EXPECT_TRUE(matches("**/a.csv", "a.csv"));
  EXPECT_TRUE(matches("**/a.csv", "x/.hidden/a.csv"));
  EXPECT_TRUE(matches("x/**/a.csv", "x/a.csv"));
  EXPECT_TRUE(matches("x/**/a.csv", "x/y/z/a.csv"));
  EXPECT_FALSE(matches("x/**/a.csv", "xy/a.csv"));
  EXPECT_TRUE(matches("x/**", "x/y/z"));
  EXPECT_FALSE(matches("x/**", "x"));
  EXPECT_TRUE(matches("**/**/x/**/**", "a/x/b"));
}

TEST(Glob, STARLeadingSlashAnchorsNothingExtra) {
  EXPECT_TRUE(matches("/data/*.csv", "data/a.csv"));
  EXPECT_TRUE(matches("data/*.csv", "/data/a.csv"));
  EXPECT_TRUE(matches("//data//*.csv", "/data//a.csv"));
}

TEST(Glob, STARWithoutASlashMatchesAtAnyDepth) {
  EXPECT_TRUE(matches("*.csv", "/x/y/a.csv"));
  EXPECT_TRUE(matches("/*.csv", "/x/y/a.csv"));
  EXPECT_TRUE(matches("*", "/x/y/a.csv"));
  EXPECT_TRUE(matches("{a/b,c}.csv", "x/c.csv"));
  EXPECT_FALSE(matches("{a/b,c}.csv", "x/a/b.csv"));
}

TEST(Glob, CASECounts) {
  EXPECT_FALSE(matches("*.CSV", "a.csv"));
  EXPECT_FALSE(matches("[A-Z].csv", "a.csv"));
}

TEST(Glob, BRACEIsAlternation) {
  EXPECT_TRUE(matches("*.{csv,tsv}", "a.tsv"));
  EXPECT_FALSE(matches("*.{csv,tsv}", "a.txt"));
  EXPECT_TRUE(matches("{a,b{c,d}}{,.bak}", "bd.bak"));
  EXPECT_TRUE(matches("{a,**}/x.csv", "q/r/x.csv"));
}

TEST(Glob, BRACEOfOneWordIsThatWord) {
  EXPECT_TRUE(matches("{date}.csv", "date.csv"));
  EXPECT_FALSE(matches("{date}.csv", "2024.csv"));
}

TEST(Glob, WINBackslashesAreSlashes) {
  EXPECT_TRUE(matches("C:\\data\\*.csv", "C:\\data\\a.csv"));
  EXPECT_TRUE(matches("C:/data/*.csv", "C:\\data\\a.csv"));
}

TEST(Glob, ClassesTakeCharactersAsTheyAre) {
  EXPECT_TRUE(matches("a[*]b", "a*b"));
  EXPECT_FALSE(matches("a[*]b", "axb"));
  EXPECT_TRUE(matches("a[]]b", "a]b"));
  EXPECT_TRUE(matches("a[^a-y]b", "azb"));
  EXPECT_TRUE(matches("[ä-ö]", "ö"));
  EXPECT_TRUE(matches("a+(b).$", "a+(b).$"));
  EXPECT_TRUE(matches("a,b]", "a,b]"));
  EXPECT_TRUE(matches("[a-]", "-"));
}

TEST(Glob, GLOBERRSaysWhereAndWhy) {
  EXPECT_EQ(fault_in("x/[ab").byte, 2U);
  EXPECT_EQ(fault_in("x/{a,b").byte, 2U);
  EXPECT_EQ(fault_in("ab}").byte, 2U);
  EXPECT_EQ(fault_in("x/a**").byte, 3U);
  EXPECT_NE(fault_in("**.csv").hint.find("**/*.csv"), std::string::npos);
  fault_in("***");
  fault_in("{a,b}**");
  fault_in("[z-a]");
  fault_in("[a/b]");
  fault_in("[]");
  fault_in("");
  fault_in("/");
  fault_in(std::string(1025, 'a'));
}

TEST(Glob, BracesAreBounded) {
  std::string doubling;
  for (int i = 0; i < 100; ++i)
    doubling += "{a,b}";
  EXPECT_NE(fault_in(doubling).message.find("more than 256"), std::string::npos);
  fault_in(std::string(400, '{') + std::string(400, '}'));
  EXPECT_TRUE(matches("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", "abababab"));
}

TEST(Glob, TakesTimeInProportionToThePath) {
  std::string glob;
  for (int i = 0; i < 200; ++i)
    glob += "*a";
  std::string folders;
  for (int i = 0; i < 100; ++i)
    folders += "**/a/";
  auto const begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(matches(glob + "b", std::string(4000, 'a')));
  std::string path;
  for (int i = 0; i < 2000; ++i)
    path += "a/";
  EXPECT_FALSE(matches(folders + "b", path + "c"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
}

TEST(Glob, OfALiteralComponentMatchesJustThat) {
  for (std::string const name : {"a*b", "[x]", "{date}", "a?", "a,b", "ü"})
    EXPECT_TRUE(matches("d/" + literal_glob(name), "d/" + name)) << name;
}

/// The same language by plain recursion over characters, without braces.
bool naive_component(std::string_view glob, std::string_view name) {
  if (glob.empty()) return name.empty();
  if (glob[0] == '*')
    return naive_component(glob.substr(1), name) || (!name.empty() && naive_component(glob, name.substr(1)));
  if (name.empty()) return false;
  return (glob[0] == '?' || glob[0] == name[0]) && naive_component(glob.substr(1), name.substr(1));
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts(1);
  for (char const c : text) {
    if (c == '/')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  std::erase(parts, "");
  return parts;
}

bool naive(std::span<std::string const> glob, std::span<std::string const> path) {
  if (glob.empty()) return path.empty();
  if (glob[0] != "**")
    return !path.empty() && naive_component(glob[0], path[0]) && naive(glob.subspan(1), path.subspan(1));
  if (glob.size() == 1) return !path.empty();
  return naive(glob.subspan(1), path) || (!path.empty() && naive(glob, path.subspan(1)));
}

bool naive_match(std::string glob, std::string_view path) {
  glob.erase(0, glob.find_first_not_of('/'));
  bool const anywhere = !glob.contains('/');
  auto parts = split(glob);
  if (anywhere) parts.insert(parts.begin(), "**");
  // Several ** in a row mean the same as one, also at the end.
  auto const again =
      std::ranges::unique(parts, [](auto const& a, auto const& b) { return a == "**" && b == "**"; });
  parts.erase(again.begin(), again.end());
  return naive(parts, split(path));
}

rc::Gen<std::string> any_glob() {
  auto const component = rc::gen::elementOf(
      std::vector<std::string>{"**", "*", "a", "b", "?", "a*", "*b", "a?b", "*a*", "*a*b*", "ab", "", "??*"});
  return rc::gen::map(
      rc::gen::nonEmpty(rc::gen::resize(6, rc::gen::container<std::vector<std::string>>(component))),
      [](std::vector<std::string> const& all) {
        std::string glob;
        for (auto const& each : all)
          glob += each + "/";
        glob.pop_back();
        return glob;
      });
}

rc::Gen<std::string> any_path() {
  return rc::gen::map(
      rc::gen::resize(10, rc::gen::container<std::string>(rc::gen::elementOf(std::string("aab/")))),
      [](std::string const& path) { return path + "a"; });
}

RC_GTEST_PROP(Glob, AgreesWithAPlainRecursion, ()) {
  auto const text = *any_glob();
  auto const path = *any_path();
  auto const glob = Glob::compile(text);
  if (!glob) {
    RC_ASSERT(split(text).empty());
    return;
  }
  RC_ASSERT(glob->matches(sample_path(path, "")->parts) == naive_match(text, path));
}

RC_GTEST_PROP(Glob, BRACEIsTheUnionOfItsAlternatives, ()) {
  auto const a = *any_glob();
  auto const b = *any_glob();
  auto const path = sample_path(*any_path(), "")->parts;
  auto const both = Glob::compile("{" + a + "," + b + "}");
  auto const one = Glob::compile(a);
  auto const other = Glob::compile(b);
  RC_ASSERT(both.has_value() == (one.has_value() || other.has_value()));
  if (both)
    RC_ASSERT(both->matches(path) == ((one && one->matches(path)) || (other && other->matches(path))));
}

} // namespace
} // namespace artifactd::extraction
