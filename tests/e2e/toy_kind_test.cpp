// A kind of work that the product does not know (tests/toy): with one folder and one line in a list, its
// signals get everything that other signals get.
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/ordinary_user.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class ToyKind : public testing::Test {
protected:
  ToyKind() { fs::create_directories(toys / "tallies"); }

  void drop(std::string const& numbers) const {
    toys.write("tallies/t.txt", numbers);
    give_away(toys.path());
    toys.write("t.tally.lock", "");
  }
  [[nodiscard]] bool there(std::string_view name) const { return fs::exists(toys / name); }
  [[nodiscard]] nlohmann::json instructions() const {
    return nlohmann::json::parse(toys.text("t.tally.retry-instructions.json"), nullptr, false);
  }
  [[nodiscard]] bool refused(int attempt) const {
    auto const told = instructions();
    return there("t.tally.lock.error") && told.is_object() && told.value("attempt", 0) == attempt;
  }
  /// Waits until the journal has it too.
  void refuse() const {
    drop("two\n");
    ASSERT_TRUE(eventually([&] { return refused(1) && site.settled(toys, "t", "refused") == 1; }));
  }
  [[nodiscard]] std::string out(std::vector<std::string> const& words) const {
    auto const ended = site.artifactctl(words);
    return ended.out + ended.err;
  }
  [[nodiscard]] std::string path() const { return toys.path().string(); }

  Site site{"", "tests/toy/"};
  SessionDir toys = site.session("s");
};

TEST_F(ToyKind, IsWatchedAndSettled) {
  RunningDaemon daemon(site);
  drop("1\n2\n39\n");
  ASSERT_TRUE(eventually([&] { return !there("t.tally.lock"); }));
  EXPECT_EQ(toys.text("tallies/t.sum"), "42\n");
  EXPECT_TRUE(eventually([&] { return site.settled(toys, "t", "merged") == 1; }));
}

TEST_F(ToyKind, IsSettledByTheCommandLineToo) {
  drop("1\nx\n");
  EXPECT_THAT(out({"merge", path(), "--dry-run"}), HasSubstr("t: would be refused"));
  drop("1\n2\n");
  EXPECT_THAT(out({"merge", path(), "--dry-run"}), HasSubstr("t: would be merged"));
  auto const merged = site.json({"merge", path()});
  EXPECT_EQ(merged["signals"][0]["outcome"], "merged") << merged;
  EXPECT_EQ(toys.text("tallies/t.sum"), "3\n");
}

TEST_F(ToyKind, WhatItThrowsIsToldAndHurtsNoOtherSession) {
  auto const other = site.session("t");
  auto drop_both = [&] {
    drop("throw\n");
    other.submit("a");
  };
  drop_both();
  std::vector<std::string> const once{site.program("artifactd"), "--config", site.config().string(),
                                      "--once"};
  auto const ended = run({.words = once});
  EXPECT_EQ(ended.exit, 4) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("an internal error of artifactd; please report it: a number was told to"));
  EXPECT_TRUE(other.merged("a"));
  RunningDaemon daemon(site);
  drop_both();
  EXPECT_TRUE(eventually([&] { return daemon.logged("pending", {"an internal error of artifactd"}) == 1; }));
  EXPECT_TRUE(eventually([&] { return other.merged("a"); }));
  EXPECT_TRUE(there("t.tally.lock"));
}

TEST_F(ToyKind, IsRefusedWithInstructionsAndRetried) {
  RunningDaemon daemon(site);
  drop("1\ntwo\n");
  ASSERT_TRUE(eventually([&] { return refused(1); }));
  auto const told = instructions();
  EXPECT_EQ(told["kind"], "tally");
  EXPECT_EQ(told["error"], "validation_failed");
  EXPECT_EQ(told["artifact_location"], "tallies/t.txt");
  EXPECT_EQ(told["findings"][0]["code"], "tally.not_a_number");
  EXPECT_EQ(told["findings"][0]["line"], 2);
  EXPECT_EQ(told["requirements"][0], "one whole number on each line");
  EXPECT_FALSE(there("tallies/t.sum"));
  toys.write("tallies/t.txt", "1\n2\n");
  EXPECT_EQ(site.artifactctl({"retry", path(), "t.tally"}).exit, 0);
  ASSERT_TRUE(eventually([&] { return there("tallies/t.sum") && !there("t.tally.lock"); }));
  EXPECT_FALSE(there("t.tally.lock.error"));
  EXPECT_FALSE(there("t.tally.retry-instructions.json"));
}

TEST_F(ToyKind, HasItsAgentRunAgain) {
  site.configure("[[agent]]\nkinds = [\"tally\"]\n"
                 "reinvoke = [\"/bin/sh\", \"-c\", 'echo 7 > tallies/t.txt; : > t.tally.lock']\n");
  RunningDaemon daemon(site);
  drop("seven\n");
  EXPECT_TRUE(eventually([&] { return toys.text("tallies/t.sum") == "7\n"; }));
  EXPECT_TRUE(eventually([&] { return site.settled(toys, "t", "refused") == 1; }));
}

TEST_F(ToyKind, IsShownByEveryQuery) {
  RunningDaemon daemon(site);
  refuse();
  auto const signal = path() + "/t.tally.lock";
  EXPECT_THAT(out({"status"}), HasSubstr("correct the numbers, then:"));
  EXPECT_THAT(out({"status"}), HasSubstr("artifactctl retry " + path() + " t.tally"));
  EXPECT_THAT(out({"inbox", "--list"}), HasSubstr("t.tally"));
  EXPECT_THAT(out({"explain", signal}), HasSubstr("tally.not_a_number"));
  EXPECT_THAT(out({"log", "--signal", "t.tally"}), HasSubstr("t.tally"));
  EXPECT_THAT(out({"log", "--signal", "t.tally"}), HasSubstr("a line is not a whole number"));
  EXPECT_THAT(out({"doctor"}), Not(HasSubstr("t.tally.lock is named like a signal")));
  EXPECT_EQ(site.json({"inbox", "--list"})["waiting"][0]["signal"], "t.tally.lock");
  EXPECT_EQ(site.json({"explain", signal})["now"]["state"], "refused");
  EXPECT_THAT(site.json({"status"}).dump(), HasSubstr("t.tally.lock.error"));
  EXPECT_THAT(out({"--json", "log"}), HasSubstr("\"kind\":\"tally\""));
  EXPECT_THAT(site.json({"stats"}).dump(), HasSubstr("tally.not_a_number"));
}

TEST_F(ToyKind, IsSeenByWatchers) {
  RunningDaemon daemon(site);
  Child watch({.words = {site.program("artifactctl"), "--config", site.config().string(), "--json", "watch",
                         "--timeout", "60s"}});
  ASSERT_TRUE(eventually([&] { return daemon.logged("ready") > 0; }));
  auto told = [&] { return watch.out().find("\"kind\":\"tally\"") != std::string::npos; };
  EXPECT_TRUE(eventually([&] {
    drop("1\n"); // repeated until the watcher listens
    return told();
  }));
}

TEST_F(ToyKind, TakesHintsAndCanBeGivenUp) {
  RunningDaemon daemon(site);
  refuse();
  EXPECT_EQ(site.artifactctl({"hint", path(), "t.tally", "digits only"}).exit, 0);
  EXPECT_EQ(instructions()["hints"][0]["text"], "digits only");
  EXPECT_EQ(instructions()["requirements"][0], "one whole number on each line");
  EXPECT_EQ(site.artifactctl({"abandon", path(), "t.tally"}).exit, 0);
  EXPECT_FALSE(there("t.tally.lock.error"));
  EXPECT_TRUE(there("tallies/t.txt"));
}

TEST_F(ToyKind, IsFixedInAnEditor) {
  drop("two\n");
  EXPECT_EQ(site.artifactctl({"merge", path()}).exit, 1);
  auto const fixed = run(
      {.words = {site.program("artifactctl"), "--config", site.config().string(), "fix", path(), "t.tally"},
       .environment = {{"EDITOR", "sed -i s/two/2/"}, {"VISUAL", ""}}});
  EXPECT_EQ(fixed.exit, 0) << fixed.out << fixed.err;
  EXPECT_EQ(toys.text("tallies/t.txt"), "2\n");
  EXPECT_TRUE(there("t.tally.lock"));
}

TEST_F(ToyKind, IsNamedWhereItIsNotServed) {
  drop("1\n");
  Site const other; // the real programs
  auto const status =
      run({.words = {other.program("artifactctl"), "--config", site.config().string(), "status"}});
  EXPECT_THAT(status.out, HasSubstr("ignored: signals ask for "));
  EXPECT_THAT(status.out, HasSubstr("confirm, edit, kg, reject, report, rule and turn"));
  EXPECT_TRUE(there("t.tally.lock"));
}

} // namespace
} // namespace artifactd::test
