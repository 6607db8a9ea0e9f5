#include "state/platform/late_library.hpp"

#include <gmock/gmock.h>
#include <stdexcept>
#include <thread>
#include <zlib.h>

namespace artifactd {

namespace {

namespace late {

inline constinit LateLibrary const libz{"libz.so.1"};
LATE_FUNCTION(libz, zlibVersion); // NOLINT(readability-identifier-naming): its name
LATE_FUNCTION(libz, crc32);

} // namespace late

TEST(LateLibrary, ItsFunctionsAreCalledLikeTheOriginals) {
  EXPECT_THAT(late::zlibVersion(), testing::StartsWith("1."));
  unsigned char const bytes[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
  EXPECT_EQ(late::crc32(0UL, bytes, 9U), 0xCBF43926U);
}

TEST(LateLibrary, IsSharedByThreadsThatLoadItAtOnce) {
  static constinit LateLibrary const library{"libz.so.1"};
  std::array<void*, 8> found{};
  {
    std::vector<std::jthread> threads;
    for (auto& each : found)
      threads.emplace_back([&each] { each = library.find("zlibVersion"); });
  }
  EXPECT_THAT(found, testing::Each(reinterpret_cast<void*>(late::zlibVersion.get())));
}

TEST(LateLibrary, SaysWhatIsMissing) {
  static constinit LateLibrary const missing{"libartifactd-missing.so.1"};
  EXPECT_THAT([] { std::ignore = missing.find("anything"); },
              testing::ThrowsMessage<std::runtime_error>(testing::HasSubstr("libartifactd-missing.so.1")));
  EXPECT_THAT([] { std::ignore = late::libz.find("zlib_has_no_such_function"); },
              testing::ThrowsMessage<std::runtime_error>(testing::HasSubstr("zlib_has_no_such_function")));
}

} // namespace

} // namespace artifactd
