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

TEST_F(DoneActionsTest, ATokenPushesOutOnlyItsOwn) {
  auto const other = ask("k").document;
  by_.name = "b";
  auto const first = ask("0").document;
  for (std::size_t i = 1; i <= DoneActions::most_of_one; ++i)
    EXPECT_EQ(ask(std::to_string(i)).status, 200U);
  EXPECT_NE(ask("0").document, first);
  by_.name = "a";
  EXPECT_EQ(ask("k").document, other);
}

TEST_F(DoneActionsTest, LargeAnswersAreNotAllKept) {
  by_.name = "a";
  int done = 0;
  auto const read = [&](std::string const& key) {
    WebQuestion question{.method = "POST", .path = {"x"}};
    question.headers["idempotency-key"] = key;
    question.by = by_;
    return done_.once(question, [&] {
      ++done;
      return WebAnswer{.document = std::string(DoneActions::bytes_of_one / 2, 'x')};
    });
  };
  for (auto const* key : {"a", "b", "c", "b", "a"})
    EXPECT_EQ(read(key).status, 200U);
  EXPECT_EQ(done, 4) << "the first was forgotten, the second was not";
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
  auto const by = [&](std::size_t token) { by_.name = std::to_string(token); };
  for (std::size_t i = 0; i <= DoneActions::most; ++i) {
    by(i);
    std::ignore = ask("k");
  }
  by(1);
  EXPECT_EQ(ask("k").document, "2");
  by(0);
  EXPECT_EQ(ask("k").document, std::to_string(DoneActions::most + 2));
}

} // namespace
} // namespace artifactd
