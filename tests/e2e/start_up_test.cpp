// What starting a program costs, told without a clock, and what starts nothing.
#include "tests/e2e/site.hpp"

#include <gmock/gmock.h>
#include <sstream>

namespace artifactd::test {
namespace {

using testing::AnyOf;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A line for each library that a program loads at its start.
std::vector<std::string> loaded_by(std::string const& program) {
  auto const text = run({.words = {built(program)}, .environment = {{"LD_TRACE_LOADED_OBJECTS", "1"}}}).out;
  std::istringstream lines(text);
  std::vector<std::string> libraries;
  for (std::string line; std::getline(lines, line);)
    libraries.push_back(line);
  return libraries;
}

TEST(StartUp, LoadsNoLibraryThatFewCommandsNeed) {
  for (auto const* program : {"artifactd", "artifactctl"}) {
    auto const loaded = loaded_by(program);
    EXPECT_THAT(loaded, Not(IsEmpty())) << program;
    for (auto const* late : {"libarchive", "libcurl", "libedit", "libpq", "libsqlite3", "libsystemd",
                             "libssl", "libldap", "libseccomp", "libyaml", "libz."})
      EXPECT_THAT(loaded, Each(Not(HasSubstr(late)))) << program;
  }
}

TEST(StartUp, CommandsLoadTheCLibraryOnly) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(__clang__)
  GTEST_SKIP() << "sanitized programs load their libraries";
#endif
  EXPECT_THAT(loaded_by("artifactctl"), Each(AnyOf(HasSubstr("linux-vdso.so"), HasSubstr("libc.so"),
                                                   HasSubstr("libm.so"), HasSubstr("ld-linux"))));
}

TEST(StartUp, WhoTypesAPartOfTheDaemonIsToldHowToStartIt) {
  for (auto const* part : {"run", "model"}) {
    auto const ended = run({.words = {built("artifactd"), part}});
    EXPECT_EQ(ended.exit, 2) << part;
    EXPECT_THAT(ended.err, HasSubstr("`artifactd` alone starts the daemon"));
  }
}

} // namespace
} // namespace artifactd::test
