#include "daemon/api/token_book.hpp"
#include "state/platform/clock.hpp"
#include "tests/support/scratch_dir.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace artifactd {
namespace {

using testing::HasSubstr;
using testing::Not;

class TokenBookTest : public testing::Test {
protected:
  [[nodiscard]] std::string text() const {
    std::ifstream file(path_);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  test::ScratchDir scratch_;
  std::string path_ = (scratch_.path() / "tokens.json").string();
  TokenBook book_{path_};
};

TEST_F(TokenBookTest, FindsATokenThatWasMade) {
  auto const token = book_.add({.name = "a", .scope = WebScope::agent, .session = "/s", .agent = "x"});
  ASSERT_TRUE(token);
  auto const found = *book_.find(*token);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "a");
  EXPECT_EQ(found->scope, WebScope::agent);
  EXPECT_EQ(found->session, "/s");
  EXPECT_EQ(found->agent, "x");
  EXPECT_GT(found->made_ns, 0);
  EXPECT_FALSE(*book_.find(""));
  EXPECT_FALSE(*book_.find(token->substr(1)));
  EXPECT_FALSE(*book_.find(found->hash)) << "its hash is no token";
}

TEST_F(TokenBookTest, KeepsHashesInAFileOfOurs) {
  auto const token = *book_.add({.name = "a"});
  EXPECT_THAT(text(), Not(HasSubstr(token)));
  struct stat status{};
  ASSERT_EQ(::stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0600U);
}

TEST_F(TokenBookTest, WhatRootWritesTheDaemonCanRead) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root";
  ASSERT_EQ(::chown(scratch_.path().c_str(), 1234, 1234), 0);
  ASSERT_TRUE(book_.add({.name = "a"}));
  ASSERT_TRUE(book_.add({.name = "b"}));
  ASSERT_TRUE(book_.revoke("a"));
  for (auto const* beside : {"", ".lock"}) {
    struct stat status{};
    ASSERT_EQ(::stat((path_ + beside).c_str(), &status), 0);
    EXPECT_EQ(status.st_uid, 1234U) << beside;
  }
}

TEST_F(TokenBookTest, ANameIsGivenOnce) {
  EXPECT_TRUE(book_.add({.name = "a"}));
  EXPECT_EQ(book_.add({.name = "a"}).error().fault, Fault::exists);
  EXPECT_EQ(book_.add({.name = "a b"}).error().fault, Fault::invalid);
  EXPECT_EQ(book_.add({.name = ""}).error().fault, Fault::invalid);
}

TEST_F(TokenBookTest, ARevokedOneIsGone) {
  auto const token = *book_.add({.name = "a"});
  EXPECT_TRUE(book_.revoke("a"));
  EXPECT_FALSE(*book_.find(token));
  EXPECT_EQ(book_.revoke("a").error().fault, Fault::missing);
  EXPECT_TRUE(book_.list()->empty());
}

TEST_F(TokenBookTest, AnExpiredOneIsGoneAndItsNameFree) {
  auto const token = *book_.add({.name = "a", .expires_ns = wall_now_ns() - 1});
  EXPECT_FALSE(*book_.find(token));
  EXPECT_TRUE(book_.list()->empty());
  EXPECT_TRUE(book_.add({.name = "a"}));
}

TEST_F(TokenBookTest, ADamagedFileAdmitsNobody) {
  auto const token = *book_.add({.name = "a"});
  for (auto const* damaged :
       {"", "{", "[]", R"({"tokens":1})", R"({"tokens":[{}]})",
        R"({"tokens":[{"name":"a","scope":"god","hash":"x","made_ns":1,"expires_ns":0}]})",
        R"({"tokens":[{"name":"a","scope":"read","hash":"x"}]})",
        R"({"tokens":[{"name":"a","scope":"read","hash":"x","made_ns":"1","expires_ns":0}]})"}) {
    std::ofstream(path_) << damaged;
    EXPECT_FALSE(book_.find(token)) << damaged;
    EXPECT_FALSE(book_.add({.name = "b"})) << damaged;
  }
}

TEST_F(TokenBookTest, ManyAreMadeAtOnce) {
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&, i] { EXPECT_TRUE(book_.add({.name = "t" + std::to_string(i)})); });
  }
  EXPECT_EQ(book_.list()->size(), 8U);
}

} // namespace
} // namespace artifactd
