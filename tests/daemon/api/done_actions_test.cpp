#include "daemon/api/done_actions.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

class DoneActionsTest : public testing::Test {
protected:
  WebAnswer ask(std::string const& key, std::string const& body = "{}", unsigned status = 200) {
    WebQuestion question{.method = "POST", .path = {"x"}};
    if (!key.empty()) question.headers["idempotency-key"] = key;
    question.body = body;
    question.by = by_;
    return done_.once(question,
                      [&] { return WebAnswer{.status = status, .document = std::to_string(++times_)}; });
  }

  WebToken by_{.name = "a"};
  int times_ = 0;
  DoneActions done_;
};

TEST_F(DoneActionsTest, ARepeatedKeyIsAnsweredAgain) {
  EXPECT_EQ(ask("k").document, "1");
  EXPECT_EQ(ask("k").document, "1");
  EXPECT_EQ(ask("l").document, "2");
  EXPECT_EQ(ask("").document, "3");
  EXPECT_EQ(ask("").document, "4");
}

TEST_F(DoneActionsTest, AKeyBelongsToOneRequestOfOneToken) {
  EXPECT_EQ(ask("k").status, 200U);
  EXPECT_EQ(ask("k", "{ }").status, 422U);
  by_.name = "b";
  EXPECT_EQ(ask("k").document, "2");
  EXPECT_EQ(ask(std::string(201, 'k')).status, 400U);
}

TEST_F(DoneActionsTest, ATokenWithTheNameOfAFormerOneIsAnother) {
  EXPECT_EQ(ask("k").document, "1");
  by_.hash = "another";
  EXPECT_EQ(ask("k").document, "2");
}

TEST_F(DoneActionsTest, WhatWasNotDoneMayBeTriedAgain) {
  EXPECT_EQ(ask("k", "{}", 409).status, 409U);
  EXPECT_EQ(ask("k").document, "2");
  EXPECT_EQ(ask("k").document, "2");
}

TEST_F(DoneActionsTest, ARequestThatIsBeingDoneIsNotDoneTwice) {
  WebQuestion question{.method = "POST", .path = {"x"}};
  question.headers["idempotency-key"] = "k";
  unsigned meanwhile = 0;
  std::ignore = done_.once(question, [&] {
    meanwhile = done_.once(question, [] { return WebAnswer(); }).status;
    return WebAnswer();
  });
  EXPECT_EQ(meanwhile, 409U);
}

TEST_F(DoneActionsTest, TheOldestAreForgotten) {
  for (std::size_t i = 0; i <= DoneActions::most; ++i)
    std::ignore = ask("k" + std::to_string(i));
  EXPECT_EQ(ask("k1").document, "2");
  EXPECT_EQ(ask("k0").document, std::to_string(DoneActions::most + 2));
}

} // namespace
} // namespace artifactd
