#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::kg;
using test::must;

constexpr auto log_file = ".artifactd/attempts/a.kg.json";

class AttemptsTest : public testing::Test {
protected:
  /// Counts a refusal as refusing a signal does, and makes it durable.
  AttemptLog refuse(Sighting const& sighting, std::string const& inputs, std::vector<Finding> findings = {}) {
    auto log = with_attempt(load(), sighting, inputs, Tier::syntax, std::move(findings));
    must(save_attempts(dir_.session(), kg("a"), log));
    return load();
  }
  void expect_harmless(std::string const& text) {
    dir_.write(log_file, text);
    auto log = refuse(seen_, "d1");
    EXPECT_GE(log.attempts.back().number, 1);
    EXPECT_EQ(log.attempts.back().inputs, "d1");
    EXPECT_LT(log.attempts.size(), 40U);
  }
  [[nodiscard]] AttemptLog load() const { return must(load_attempts(dir_.session(), kg("a"))); }
  /// The same drop sighted later: only its ctime has changed.
  [[nodiscard]] static Sighting moved(Sighting sighting) {
    sighting.stamp.changed_ns += 1'000'000;
    return sighting;
  }

  test::SessionDir dir_;
  Sighting seen_ = dir_.drop("a");
};

TEST_F(AttemptsTest, AreNumberedFromOne) {
  auto log = refuse(seen_, "d1");
  ASSERT_EQ(log.attempts.size(), 1U);
  EXPECT_EQ(log.attempts[0].number, 1);
  EXPECT_EQ(log.attempts[0].inputs, "d1");
  auto again = seen_;
  again.stamp.modified_ns += 1;
  log = refuse(again, "d1");
  ASSERT_EQ(log.attempts.size(), 2U);
  EXPECT_EQ(log.attempts[1].number, 2);
  EXPECT_NE(log.attempts[0].key, log.attempts[1].key);
}

TEST_F(AttemptsTest, WhatWasLeftInPlaceIsKnownByItsContent) {
  refuse(seen_, "d1");
  auto restored = moved(seen_);
  restored.stamp.inode += 1;
  restored.stamp.birth_ns += 1;
  auto const count = [&](Sighting const& sighting, std::string const& inputs) {
    return with_attempt(load(), sighting, inputs, Tier::syntax, {}, KnownBy::content).attempts.size();
  };
  EXPECT_EQ(count(restored, "d1"), 1U);
  EXPECT_EQ(count(restored, "d2"), 2U);
  restored.stamp.modified_ns += 1;
  EXPECT_EQ(count(restored, "d1"), 2U) << "written again";
}

TEST_F(AttemptsTest, TheSameDroppingOverTheSameInputsCountsOnce) {
  auto key = refuse(seen_, "d1").attempts[0].key;
  auto log = refuse(seen_, "d1");
  ASSERT_EQ(log.attempts.size(), 1U);
  EXPECT_EQ(log.attempts[0].key, key);
}

TEST_F(AttemptsTest, AReArmedSignalCountsAnewEvenIfNothingWasRepaired) {
  refuse(seen_, "d1");
  EXPECT_EQ(refuse(moved(seen_), "d1").attempts.size(), 2U);
}

TEST_F(AttemptsTest, ChangedInputsCountAnew) {
  refuse(seen_, "d1");
  auto log = refuse(seen_, "d2");
  ASSERT_EQ(log.attempts.size(), 2U);
  EXPECT_EQ(log.attempts.back().number, 2);
}

TEST_F(AttemptsTest, ARefusalIsOnRecordOnceItsInstructionsAre) {
  refuse(seen_, "d1");
  EXPECT_FALSE(must(attempt_on_record(dir_.session(), seen_)));
  dir_.write("a.retry-instructions.json", "{}");
  auto const record = must(attempt_on_record(dir_.session(), seen_));
  ASSERT_TRUE(record);
  EXPECT_EQ(record->inputs, "d1");
}

TEST_F(AttemptsTest, AReArmedSignalHasNoRecord) {
  refuse(seen_, "d1");
  dir_.write("a.retry-instructions.json", "{}");
  EXPECT_FALSE(must(attempt_on_record(dir_.session(), moved(seen_))));
}

TEST_F(AttemptsTest, AnotherDropHasNoRecord) {
  refuse(seen_, "d1");
  dir_.write("a.retry-instructions.json", "{}");
  auto other = seen_;
  other.stamp.modified_ns += 1;
  EXPECT_FALSE(must(attempt_on_record(dir_.session(), other)));
}

TEST_F(AttemptsTest, AVoidRefusalIsJudgedAgainAndCountsOnceForTheSameInputs) {
  refuse(seen_, "d1");
  dir_.write("a.retry-instructions.json", "{}");
  must(void_last_attempt(dir_.session(), kg("a")));
  EXPECT_FALSE(must(attempt_on_record(dir_.session(), seen_)));
  EXPECT_EQ(refuse(seen_, "d1").attempts.size(), 1U);
  EXPECT_TRUE(must(attempt_on_record(dir_.session(), seen_)));
}

TEST_F(AttemptsTest, RememberWhatWasFound) {
  Finding finding;
  finding.code = "json.unexpected";
  finding.file = "artifacts/a/x.json";
  finding.line = 3;
  finding.message = "quote \" and \xff";
  auto log = refuse(seen_, "d1", {finding, finding});
  ASSERT_EQ(log.attempts[0].findings.size(), 2U);
  EXPECT_EQ(log.attempts[0].findings[0].code, "json.unexpected");
  EXPECT_EQ(log.attempts[0].findings[0].line, 3U);
  EXPECT_EQ(log.attempts[0].tier, Tier::syntax);
  EXPECT_FALSE(log.attempts[0].at.empty());
}

TEST_F(AttemptsTest, AreBoundedHoweverOftenASignalIsReArmed) {
  for (int i = 0; i < 60; ++i)
    refuse(seen_, "d" + std::to_string(i));
  auto log = load();
  EXPECT_LT(log.attempts.size(), 40U);
  EXPECT_EQ(log.attempts.back().number, 60);
}

TEST_F(AttemptsTest, AreForgottenWithoutATrace) {
  must(forget_attempts(dir_.session(), kg("a"))); // there are none yet
  refuse(seen_, "d1");
  must(forget_attempts(dir_.session(), kg("a")));
  EXPECT_FALSE(dir_.exists(log_file));
  EXPECT_EQ(refuse(seen_, "d1").attempts.back().number, 1);
}

TEST_F(AttemptsTest, ThatAreGivenUpLeaveThisAloneUntilTheNextRefusal) {
  refuse(seen_, "d1");
  must(give_up_attempts(dir_.session(), kg("a")));
  EXPECT_TRUE(load().attempts.empty());
  EXPECT_FALSE(load().given_up.empty());
  EXPECT_EQ(refuse(seen_, "d1").attempts.back().number, 1);
  EXPECT_TRUE(load().given_up.empty());
}

TEST_F(AttemptsTest, ForgettingStaysInTheSession) {
  test::SessionDir other;
  other.write("a.kg.json", "precious");
  fs::create_directory(dir_ / ".artifactd");
  fs::create_directory_symlink(other.path(), dir_ / ".artifactd/attempts");
  auto ignored = forget_attempts(dir_.session(), kg("a"));
  EXPECT_TRUE(other.exists("a.kg.json"));
  EXPECT_TRUE(load().attempts.empty());
}

class HostileAttemptsTest : public AttemptsTest, public testing::WithParamInterface<std::string> {};

TEST_P(HostileAttemptsTest, GrantNothingAndHarmNothing) {
  expect_harmless(GetParam());
}

/// Not parameters, which the process of each test would copy several times.
TEST_F(AttemptsTest, LargeHostileOnesGrantNothingEither) {
  expect_harmless(std::string(5 << 20, ' '));
  expect_harmless(std::string(100'000, '['));
}

std::string entry(std::string const& number) {
  return R"({"attempt": )" + number +
         R"(, "at": "", "tier": "?", "key": "s:0:d", "signal": "s", "first_seen_ns": 0, "inputs": "d")"
         R"(, "findings": [1, {}]})";
}

std::string repeated(std::string const& text, int times) {
  std::string all = text;
  for (int i = 1; i < times; ++i)
    all += "," + text;
  return all;
}

INSTANTIATE_TEST_SUITE_P(
    All, HostileAttemptsTest,
    testing::Values("", "{", "[]", "null", R"({"attempts": 1})", R"({"attempts": [1]})",
                    R"({"attempts": [{}]})", R"({"attempts": [)" + entry("-5") + "]}",
                    R"({"attempts": [)" + entry("0") + "]}", R"({"attempts": [)" + entry("2147483647") + "]}",
                    R"({"attempts": [)" + entry("99999999999") + "]}",
                    R"({"attempts": [)" + entry("1e300") + "]}", R"({"attempts": [)" + entry("1.5") + "]}",
                    R"({"attempts": [)" + entry("\"1\"") + "]}",
                    R"({"attempts": [)" + repeated(entry("1"), 1000) + "]}", std::string("{}\0", 3)));

TEST_F(AttemptsTest, AForgedEntryDoesNotMakeANewDroppingAnOldOne) {
  auto old = refuse(seen_, "d1").attempts[0];
  auto forged = nlohmann::json::parse(dir_.read(log_file));
  auto next = seen_;
  next.stamp.modified_ns += 1;
  // The attacker may know the next drop in advance; the key of the old attempt must not pass for the new
  // one's.
  auto honest = with_attempt({}, next, "d2", Tier::syntax, {}).attempts[0];
  forged["attempts"][0]["signal"] = honest.signal;
  forged["attempts"][0]["inputs"] = "d2";
  forged["attempts"][0]["first_seen_ns"] = 0;
  dir_.write(log_file, forged.dump());
  EXPECT_NE(refuse(next, "d2").attempts.back().key, old.key);
}

TEST_F(AttemptsTest, APipeInTheirPlaceHoldsNobodyUp) {
  fs::create_directories(dir_ / ".artifactd/attempts");
  ASSERT_EQ(::mkfifo((dir_ / log_file).c_str(), 0600), 0);
  EXPECT_EQ(refuse(seen_, "d1").attempts.size(), 1U);
}

} // namespace
} // namespace artifactd
