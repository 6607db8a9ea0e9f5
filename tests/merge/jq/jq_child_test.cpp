#include "merge/jq/jq_child.hpp"
#include "tests/support/session_dir.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>

namespace artifactd {
namespace {

using jq::Ask;
using jq::Ending;
using test::fault;
using test::must;
using testing::ElementsAre;
using testing::HasSubstr;

JqLimits little() {
  return {.time = std::chrono::milliseconds(300), .memory = 256ULL << 20, .output = 1000};
}

/// The processes that this thread has started, oldest first, as paths in /proc; includes leftovers of other
/// tests.
std::vector<std::string> children() {
  std::ifstream list("/proc/thread-self/children");
  std::vector<std::string> all;
  for (std::string pid; list >> pid;)
    all.push_back("/proc/" + pid);
  return all;
}

std::string line_of_status(std::string const& process, std::string const& key) {
  std::ifstream status(process + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(key + ":\t")) return line.substr(key.size() + 2);
  return "";
}

Ending ending(JqChild& child, std::string const& program, std::string const& input = "null") {
  return must(child.ask(Ask::run, program, input)).ending;
}

TEST(JqChild, AnswersOneQuestionAfterTheOther) {
  auto child = must(JqChild::start(little()));
  for (auto const* number : {"1", "2"})
    EXPECT_THAT(must(child.ask(Ask::run, ". + 1", number)).outputs,
                ElementsAre(std::to_string(std::stoi(number) + 1)));
  EXPECT_EQ(must(child.ask(Ask::compile, ".", "")).ending, Ending::finished);
  EXPECT_EQ(must(child.ask(Ask::compile, "{", "")).ending, Ending::not_compiled);
  EXPECT_FALSE(child.gone());
}

TEST(JqChild, DataOnWhichLibjqAbortsEndsTheChildAlone) {
  auto child = must(JqChild::start(little()));
  auto answer = must(child.ask(Ask::run, R"(strftime("%Y"))", "1e300"));
  EXPECT_EQ(answer.ending, Ending::crashed);
  EXPECT_NE(answer.message, "");
  EXPECT_TRUE(child.gone());
}

TEST(JqChild, AProgramThatNeverEndsIsEndedAtItsTime) {
  auto child = must(JqChild::start(little()));
  auto begun = Monotonic::now();
  EXPECT_EQ(ending(child, "[limit(1e18; repeat(1))] | length < last(range(1e18))"), Ending::too_long);
  EXPECT_GE(Monotonic::now() - begun, little().time);
  EXPECT_TRUE(child.gone());
}

TEST(JqChild, MemoryEndsAtItsLimit) {
  auto child = must(JqChild::start({.time = std::chrono::minutes(1), .memory = 64ULL << 20}));
  EXPECT_EQ(ending(child, "[range(1e9)] | length"), Ending::no_memory);
}

TEST(JqChild, AnInputTooLargeForTheMemoryIsNotTheProgramsFault) {
  auto child = must(JqChild::start({.time = std::chrono::minutes(1), .memory = 64ULL << 20}));
  std::string input = "[0";
  for (int i = 0; i < 8'000'000; ++i)
    input += ",0";
  EXPECT_EQ(fault(child.ask(Ask::run, "length", input + "]")), "exhausted");
}

TEST(JqChild, OutputsEndAtTheirLimit) {
  auto child = must(JqChild::start(little()));
  EXPECT_EQ(ending(child, R"("x" * 500, 1)"), Ending::finished);
  EXPECT_EQ(ending(child, R"("x" * 600, "x" * 600)"), Ending::too_much);
  EXPECT_TRUE(child.gone());
}

TEST(JqChild, ThatWasKilledSaysSo) {
  auto child = must(JqChild::start(little()));
  ::kill(std::stoi(children().back().substr(6)), SIGKILL);
  auto answer = child.ask(Ask::run, ".", "1");
  EXPECT_EQ(fault(answer), "exhausted");
  EXPECT_THAT(answer.error().message, HasSubstr("killed from outside"));
  EXPECT_TRUE(child.gone());
}

TEST(JqChild, IsEndedBeforeTheServiceWhenMemoryRunsOut) {
  auto child = must(JqChild::start(little()));
  ASSERT_EQ(ending(child, "."), Ending::finished);
  int score = 0;
  std::ifstream(children().back() + "/oom_score_adj") >> score;
  EXPECT_GE(score, 500);
}

TEST(JqChild, ThatStandsStillIsNotTheProgramsFault) {
  auto limits = little();
  limits.time = std::chrono::milliseconds(300);
  auto child = must(JqChild::start(limits));
  ASSERT_EQ(ending(child, "."), Ending::finished);
  ::kill(std::stoi(children().back().substr(6)), SIGSTOP);
  EXPECT_EQ(fault(child.ask(Ask::run, ".", "1")), "busy");
}

TEST(JqChild, HasNothingToGiveAway) {
  auto child = must(JqChild::start(little()));
  EXPECT_EQ(ending(child, "."), Ending::finished); // it is confined before it answers
  auto process = children().back();
  EXPECT_EQ(line_of_status(process, "Seccomp"), "2");
  EXPECT_EQ(line_of_status(process, "NoNewPrivs"), "1");
  EXPECT_EQ(line_of_status(process, "CapEff"), "0000000000000000");
  EXPECT_EQ(line_of_status(process, "CapPrm"), "0000000000000000");
  std::ifstream environment(process + "/environ");
  EXPECT_EQ(environment.peek(), std::ifstream::traits_type::eof());
  std::error_code denied;
  std::vector<std::string> descriptors;
  for (auto const& entry : std::filesystem::directory_iterator(process + "/fd", denied))
    descriptors.push_back(entry.path().filename());
  if (denied) GTEST_SKIP() << "only root sees the descriptors of a process that gave up its privileges";
  EXPECT_THAT(descriptors, ElementsAre("0"));
}

TEST(JqChild, IsReapedWithItsOwner) {
  auto before = children().size();
  {
    auto child = must(JqChild::start(little()));
    EXPECT_EQ(children().size(), before + 1);
  }
  EXPECT_EQ(children().size(), before);
}

TEST(JqChild, DiesWithTheThreadThatStartedIt) {
  pid_t pid = 0;
  std::optional<JqChild> child;
  std::jthread([&] {
    child = must(JqChild::start(little()));
    EXPECT_EQ(ending(*child, "."), Ending::finished);
    pid = std::stoi(children().back().substr(6));
  }).join();
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(pid), &ended, WEXITED | WNOWAIT), 0);
  EXPECT_EQ(ended.si_status, SIGKILL);
}

} // namespace
} // namespace artifactd
