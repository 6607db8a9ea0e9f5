#include "daemon/config/config_secrets.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

std::string cleaned(std::string const& value, std::string_view before = "") {
  return without_secret(value, before, "***");
}

TEST(ConfigSecret, OfAUrlIsRemoved) {
  EXPECT_EQ(cleaned("postgresql://ada:S3cret@host/db"), "postgresql://ada:***@host/db");
  EXPECT_EQ(cleaned("postgresql://ada@host/db?sslmode=require&password=S3cret"),
            "postgresql://ada@host/db?sslmode=require&password=***");
  EXPECT_EQ(cleaned("https://api.test/v1?api_key=S3cret&x=1#y"), "https://api.test/v1?api_key=***&x=1#y");
  EXPECT_EQ(cleaned("https://api.test:8080/v1/a@b:c"), "https://api.test:8080/v1/a@b:c");
}

TEST(ConfigSecret, OfAWordIsRemoved) {
  EXPECT_EQ(cleaned("API_KEY=S3cret"), "API_KEY=***");
  EXPECT_EQ(cleaned("--token=S3cret"), "--token=***");
  EXPECT_EQ(cleaned("Authorization: Bearer S3cret"), "Authorization:***");
  EXPECT_EQ(cleaned("S3cret", "--api-key"), "***");
  EXPECT_EQ(cleaned("ada:S3cret", "-u"), "ada:***");
  EXPECT_EQ(cleaned("ada:S3cret", "--proxy-user"), "ada:***");
  EXPECT_EQ(cleaned("ada", "--user"), "ada");
}

TEST(ConfigSecret, IsNothingElse) {
  for (auto const* word : {"MODE=fast", "--model=small", "KEY_FILE=/etc/key", "python3", "a:b", ""})
    EXPECT_EQ(cleaned(word), word);
  EXPECT_EQ(cleaned("/etc/key", "--key-file"), "/etc/key");
}

} // namespace
} // namespace artifactd
