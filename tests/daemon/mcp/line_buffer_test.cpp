#include "daemon/mcp/line_buffer.hpp"

#include <gtest/gtest.h>

namespace artifactd::mcp {
namespace {

TEST(McpLineBuffer, LinesComeInPieces) {
  LineBuffer buffer(100);
  buffer.add("{\"a\"");
  EXPECT_EQ(buffer.next(), std::nullopt);
  buffer.add(": 1}\r\n\n  \n[2]\n[3");
  EXPECT_EQ(buffer.next()->text, "{\"a\": 1}\r");
  EXPECT_EQ(buffer.next()->text, "[2]");
  EXPECT_EQ(buffer.next(), std::nullopt);
  buffer.end();
  EXPECT_EQ(buffer.next()->text, "[3");
  buffer.end();
  EXPECT_EQ(buffer.next(), std::nullopt);
}

TEST(McpLineBuffer, ALineThatIsTooLongIsReportedAndTheNextIsRead) {
  LineBuffer buffer(4);
  buffer.add("1234\n12345\n");
  EXPECT_EQ(buffer.next(), (TextLine{.text = "1234", .too_long = false}));
  EXPECT_EQ(buffer.next(), (TextLine{.text = "", .too_long = true}));
  for (int i = 0; i < 1000; ++i)
    buffer.add("xxxxxxxxxxxxxxxx");
  buffer.add("\nok\n");
  EXPECT_EQ(buffer.next(), (TextLine{.text = "", .too_long = true}));
  EXPECT_EQ(buffer.next(), (TextLine{.text = "ok", .too_long = false}));
}

} // namespace
} // namespace artifactd::mcp
