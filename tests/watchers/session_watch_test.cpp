// A pass over the places of one root.
#include "tests/support/kinds.hpp"
#include "tests/support/session_dir.hpp"
#include "watchers/session_watch.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;

TEST(SessionWatch, GetsThroughARootThatTakesLongerToOpenThanASlice) {
  test::ScratchDir const root;
  for (auto const* session : {"a", "b", "c"})
    fs::create_directory(root / session);
  Watches watches(0);
  SessionWatch watch(root.path().string(), 1, Backend::polling, watches, test::kinds());
  Reports reports;
  Walk pass{.look = Look::full};
  Moment const long_past{};
  int slices = 1;
  for (; !watch.walk(pass, long_past, reports); ++slices)
    ASSERT_LT(slices, 10);
  EXPECT_EQ(slices, 4) << "the root, and three sessions";
}

} // namespace
} // namespace artifactd
