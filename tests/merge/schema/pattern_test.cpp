#include "merge/schema/pattern.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

using test::fault;
using test::must;

TEST(Pattern, MeansWhatEcma262Says) {
  auto found = [](std::string_view pattern, std::string_view text) {
    return must(Pattern::compile(pattern)).found_in(text);
  };
  EXPECT_TRUE(found("b", "abc"));
  EXPECT_FALSE(found("^b$", "a\nb\n"));
  EXPECT_FALSE(found("^a$", "a\n"));
  EXPECT_FALSE(found("a.b", "a\xe2\x80\xa8"
                            "b"));
  EXPECT_TRUE(found(R"(^\s$)", "\xc2\xa0"));
  EXPECT_TRUE(found(R"(^[\s]$)", "\xef\xbb\xbf"));
  EXPECT_FALSE(found(R"(^\S$)", "\xe3\x80\x80"));
  EXPECT_TRUE(found(R"(^[\S]$)", "é"));
  EXPECT_TRUE(found(R"(^\u00e9\/\cA$)", "é/\x01"));
  EXPECT_TRUE(found(R"(^\ud83d\ude00$)", "\xf0\x9f\x98\x80"));
  EXPECT_TRUE(found(R"(^[[:alpha:]]$)", "p]"));
  EXPECT_FALSE(found("[]", "x"));
  EXPECT_TRUE(found("^[^]$", "\n"));
  EXPECT_TRUE(found("(?<year>[0-9]{4})", "in 2024"));
  for (auto const* pattern : {R"(\A)", R"(\u12)", R"(\c1)", "a\\", "(?i)a", "(?<!a)b"})
    EXPECT_EQ(fault(Pattern::compile(pattern)), "invalid") << pattern;
  EXPECT_EQ(fault(Pattern::compile(std::string(5000, 'a'))), "invalid");
}

} // namespace
} // namespace artifactd
