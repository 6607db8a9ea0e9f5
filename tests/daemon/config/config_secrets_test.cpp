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
  EXPECT_EQ(cleaned("--user=ada:S3cret"), "--user=ada:***");
  EXPECT_EQ(cleaned("--proxy-user=ada:S3:cret"), "--proxy-user=ada:***");
  EXPECT_EQ(cleaned("-uada:S3cret"), "-uada:***");
  EXPECT_EQ(cleaned("--user-agent=a:b"), "--user-agent=a:b");
  EXPECT_EQ(cleaned("ada", "--user"), "ada");
}

TEST(ConfigSecret, OfAHeaderInAnOptionIsRemoved) {
  EXPECT_EQ(cleaned("--header=Authorization: Bearer S3cret"), "--header=Authorization:***");
  EXPECT_EQ(cleaned("--header=X-Api-Key: S3cret"), "--header=X-Api-Key:***");
  EXPECT_EQ(cleaned("{\"token\" : \"S3cret\"}"), "{\"token\" :***");
  EXPECT_EQ(cleaned("A=1 curl https://api.test:80/ -H 'authorization: S3cret'"),
            "A=1 curl https://api.test:80/ -H 'authorization:***");
}

TEST(ConfigSecret, IsRecognisedByTheNameOfItsOption) {
  for (auto const* option : {"--pwd", "--passphrase", "--passwd", "--pass", "--db-pass", "--auth",
                             "--http_auth", "--authorization", "--bearer", "--credential", "--credentials"}) {
    EXPECT_EQ(cleaned("S3cret", option), "***") << option;
    EXPECT_EQ(cleaned(std::string(option) + "=S3cret"), std::string(option) + "=***");
  }
  EXPECT_EQ(cleaned("MYSQL_PWD=S3cret"), "MYSQL_PWD=***");
}

TEST(ConfigSecret, IsNothingElse) {
  for (auto const* word : {"PWD=/srv", "--compass=north", "--author=ada", "SSH_AUTH_SOCK=/run/agent",
                           "--url=https://key.test:8080/x", "MODE=fast", "--model=small", "KEY_FILE=/etc/key",
                           "python3", "a:b", ""})
    EXPECT_EQ(cleaned(word), word);
  EXPECT_EQ(cleaned("/etc/key", "--key-file"), "/etc/key");
  EXPECT_EQ(cleaned("agent.py", "--no-auth"), "agent.py");
}

} // namespace
} // namespace artifactd
