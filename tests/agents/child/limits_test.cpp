#include "agents/child/limits.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd {
namespace {

/// Whether `holds` is true in a child under these limits.
template <class Check>
bool in_child(ChildLimits const& limits, Check holds) {
  auto child = ::fork();
  if (child == 0) ::_exit(apply_limits(limits) && holds() ? 0 : 1);
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Limits, BindTheProcessThatSetsThem) {
  EXPECT_TRUE(in_child({.memory = 1 << 30}, [] {
    return ::mmap(nullptr, std::size_t{2} << 30, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
  }));
  EXPECT_TRUE(in_child({.files = 4}, [] { return ::dup(0) < 0 || ::dup(0) < 0 || ::dup(0) < 0; }));
}

TEST(Limits, NeverLeaveACore) {
  EXPECT_TRUE(in_child({}, [] {
    rlimit core{};
    return ::getrlimit(RLIMIT_CORE, &core) == 0 && core.rlim_max == 0;
  }));
}

} // namespace
} // namespace artifactd
