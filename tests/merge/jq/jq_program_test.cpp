#include "merge/jq/jq_program.hpp"
#include "tests/support/session_dir.hpp"

#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>

namespace artifactd {
namespace {

using test::fault;
using test::must;
using testing::ElementsAre;

TEST(JqProgram, AnswersWithItsOutputs) {
  auto answer = must(run_jq(".[] | . + 1", "[1, 2]"));
  EXPECT_THAT(answer.outputs, ElementsAre("2", "3"));
  EXPECT_EQ(answer.error, "");
  EXPECT_TRUE(must(run_jq("empty", "1")).outputs.empty());
}

TEST(JqProgram, TellsWhatItFailedWith) {
  EXPECT_EQ(must(run_jq("error(\"no\")", "1")).error, "no");
  EXPECT_NE(must(run_jq("error({a: 1})", "1")).error, "");
  EXPECT_NE(must(run_jq(".a", "1")).error.find("Cannot index"), std::string::npos);
  auto late = must(run_jq("1, error(\"later\")", "1"));
  EXPECT_THAT(late.outputs, ElementsAre("1"));
  EXPECT_EQ(late.error, "later");
}

TEST(JqProgram, ThatDoesNotCompileIsAnErrorEachTime) {
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(fault(run_jq("{", "1")), "invalid");
    EXPECT_EQ(fault(check_jq("nosuchfunction")), "invalid");
    EXPECT_EQ(fault(check_jq("import \"nowhere\" as x; .")), "invalid");
  }
  EXPECT_EQ(fault(check_jq(".")), "none");
}

TEST(JqProgram, InputThatJqCannotReadIsAnError) {
  EXPECT_EQ(fault(run_jq(".", "[" + std::string(300, '[') + std::string(300, ']') + "]")), "invalid");
  EXPECT_EQ(fault(run_jq(".", "{")), "invalid");
  EXPECT_THAT(must(run_jq(".", "1")).outputs, ElementsAre("1")); // and the next one is read
}

TEST(JqProgram, KeepsStringsWithNulWhole) {
  EXPECT_THAT(must(run_jq(".", R"("a\u0000b")")).outputs, ElementsAre(R"("a\u0000b")"));
}

TEST(JqProgram, WhatItDoesWithTheDataCostsThisAnswerAlone) {
  JqLimits const limits{.time = std::chrono::seconds(1), .memory = 128ULL << 20, .output = 1000};
  for (auto const* program : {R"(strftime("%Y"))", "last(range(1e18))", "[range(1e9)]", R"("x" * 2000)"}) {
    auto answer = must(run_jq(program, "1e300", limits));
    EXPECT_TRUE(answer.stopped) << program;
    EXPECT_NE(answer.error, "");
    EXPECT_THAT(must(run_jq(".", "1", limits)).outputs, ElementsAre("1"));
  }
}

TEST(JqProgram, AChildThatWasKilledIsReplaced) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(must(run_jq(".", "1")).outputs, ElementsAre("1"));
    std::ifstream list("/proc/thread-self/children");
    pid_t pid = 0;
    ASSERT_TRUE(list >> pid);
    ::kill(pid, SIGKILL);
  }
}

TEST(JqProgram, RunsInManyThreads) {
  std::vector<std::jthread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&right, i] {
      for (int n = 0; n < 50; ++n)
        if (auto answer = run_jq(". * 2", std::to_string(i));
            answer && answer->outputs[0] == std::to_string(2 * i))
          ++right;
    });
  threads.clear();
  EXPECT_EQ(right, 200);
}

} // namespace
} // namespace artifactd
