#include "daemon/config/web_config.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

TEST(ListenAddress, IsOneThatOnlyThisMachineReaches) {
  EXPECT_EQ(read_listen_address("127.0.0.1:8470").address.port, 8470);
  EXPECT_EQ(read_listen_address("localhost:0").address.host, "127.0.0.1");
  EXPECT_EQ(read_listen_address("[::1]:1").address.host, "::1");
  EXPECT_EQ(read_listen_address("/run/web.sock").address.path, "/run/web.sock");
  for (auto const* text : {"0.0.0.0:80", "192.168.0.1:80", "[::]:80", "example.org:80", "127.0.0.2:80"})
    EXPECT_THAT(read_listen_address(text).fault, testing::HasSubstr("clear text")) << text;
  for (auto const* text :
       {"", "8470", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:70000", "127.0.0.1:-1"})
    EXPECT_NE(read_listen_address(text).fault, "") << text;
}

} // namespace
} // namespace artifactd
