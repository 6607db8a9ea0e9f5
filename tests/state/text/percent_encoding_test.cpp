#include "state/text/percent_encoding.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

TEST(PercentEncoding, LeavesOnlyWhatHasNoMeaningInAUri) {
  EXPECT_EQ(percent_encoded("az-AZ.09_~"), "az-AZ.09_~");
  EXPECT_EQ(percent_encoded("a/b c?x%&=#"), "a%2Fb%20c%3Fx%25%26%3D%23");
  EXPECT_EQ(percent_encoded("x\r\nY: 1\x7f\xff"), "x%0D%0AY%3A%201%7F%FF");
  EXPECT_EQ(percent_encoded(""), "");
}

} // namespace
} // namespace artifactd
