// What starting a program costs, told without a clock.
#include "tests/e2e/site.hpp"

#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(StartUp, LoadsNoLibraryThatFewCommandsNeed) {
  for (auto const* program : {"artifactd", "artifactctl"}) {
    auto const loaded =
        run({.words = {built(program)}, .environment = {{"LD_TRACE_LOADED_OBJECTS", "1"}}}).out;
    EXPECT_THAT(loaded, HasSubstr("libc.so")) << program;
    for (auto const* late : {"libarchive", "libcurl", "libedit", "libpq", "libsqlite3", "libsystemd",
                             "libssl", "libldap", "libseccomp", "libyaml", "libz."})
      EXPECT_THAT(loaded, Not(HasSubstr(late))) << program;
  }
}

} // namespace
} // namespace artifactd::test
