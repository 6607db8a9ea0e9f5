// A program as a model: its input, its permitted output, and every way in which it fails.
#include "agents/model/command_model.hpp"
#include "state/platform/fd.hpp"
#include "tests/agents/model/calls.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace artifactd::model {
namespace {

using test::any_text;
using test::patient;
using test::question;
using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

CommandModel shell_model(std::string script, std::size_t most_output = 4096) {
  return {{.id = "local-1", .argv = {"/bin/sh", "-c", std::move(script)}, .most_output = most_output}, run};
}

Failure failure_of(CommandModel model, CallLimits const& limits = patient()) {
  auto outcome = model.ask(question("why?"), limits);
  EXPECT_FALSE(outcome);
  return outcome ? Failure{} : std::move(outcome).error();
}

TEST(CommandModel, GivesTheRequestOnStdinAndTakesStdoutAsItIs) {
  auto request = question("why?\n");
  request.shape = ReplyShape{"answer", {{"type", "object"}}};
  auto const reply = shell_model("cat; printf '\\377 \\n'").ask(request, patient());
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->text, plain_text(request) + "\xFF \n");
  EXPECT_EQ(reply->model, "local-1");
  EXPECT_EQ(reply->usage, Usage{});
  ASSERT_EQ(reply->attempts.size(), 1u);
  EXPECT_EQ(reply->attempts[0].outcome, "ok");
  EXPECT_GT(reply->attempts[0].wall, 0ns);
}

TEST(CommandModel, SaysWhichModelAndHowMuchItMaySay) {
  auto const reply = shell_model("echo $ARTIFACTD_MODEL $ARTIFACTD_MAX_TOKENS").ask(question(""), patient());
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->text, "local-1 4096\n");
}

TEST(CommandModel, WritesTheRequestInSections) {
  Request request{.system = "Be short.",
                  .messages = {{Message::Role::user, "one"}, {Message::Role::assistant, "two"}},
                  .shape = ReplyShape{"s", {{"type", "object"}}}};
  EXPECT_EQ(plain_text(request),
            "===== system =====\nBe short.\n"
            "===== user =====\none\n"
            "===== assistant =====\ntwo\n"
            "===== reply =====\n"
            "Reply with one JSON value that this JSON Schema accepts, and with nothing else.\n"
            "{\"type\":\"object\"}\n");
}

RC_GTEST_PROP(CommandModelProperty, NoTextPassesForASection, ()) {
  auto const line = *rc::gen::element<std::string>("===== system =====", "=======", "a ===== b", "", "\n");
  auto const text = *any_text() + "\n" + line + "\n" + *any_text() + line;
  auto const written = plain_text(question(text));
  auto const rule = written.substr(0, written.find(' '));
  std::size_t sections = 0;
  for (std::size_t at = 0; at != std::string::npos; at = written.find('\n' + rule, at + 1))
    ++sections;
  RC_ASSERT(sections == 2u); // system and user
}

TEST(CommandModel, ReportsABadEndWithItsLastWords) {
  auto const failure = failure_of(shell_model("echo half; printf '\\033[31mno model\\n' >&2; exit 3"));
  EXPECT_EQ(failure.why, Failing::transient);
  EXPECT_THAT(failure.message,
              AllOf(HasSubstr("exit status 3"), HasSubstr("no model"), Not(HasSubstr("\x1b"))));
  EXPECT_EQ(failure.raw, "half\n");
  EXPECT_EQ(failure.attempts.size(), 1u);
  EXPECT_THAT(failure_of(shell_model("kill -9 $$")).message, HasSubstr("signal 9"));
}

TEST(CommandModel, EndsWhatTakesTooLong) {
  auto const failure = failure_of(shell_model("exec sleep 60"), {.deadline = Monotonic::now() + 50ms});
  EXPECT_EQ(failure.why, Failing::transient);
  EXPECT_THAT(failure.message, HasSubstr("timeout"));
  EXPECT_TRUE(failure_of(shell_model("exec sleep 60"), {.deadline = Monotonic::now()}).attempts.empty());
}

TEST(CommandModel, TakesNoLongerOutputThanAllowed) {
  EXPECT_TRUE(shell_model("printf 12345678", 8).ask(question(""), patient()));
  auto const failure = failure_of(shell_model("printf 123456789", 8));
  EXPECT_EQ(failure.why, Failing::truncated);
  EXPECT_EQ(failure.raw, "12345678");
  EXPECT_EQ(failure_of(shell_model("echo")).why, Failing::empty);
}

TEST(CommandModel, IsCancelled) {
  UniqueFd const cancel(::eventfd(1, EFD_CLOEXEC));
  auto limits = patient();
  limits.cancel = cancel.get();
  EXPECT_EQ(failure_of(shell_model("exec sleep 60"), limits).why, Failing::cancelled);
}

TEST(CommandModel, TellsAMissingProgramFromAMachineInTrouble) {
  auto const missing = failure_of({{.id = "m", .argv = {"/nowhere/to/be/found"}}, run});
  EXPECT_EQ(missing.why, Failing::bad_request);
  EXPECT_THAT(missing.message, HasSubstr("/nowhere/to/be/found"));
  auto const no_runner = [](Command const&) -> Result<Ran> { return fail(Fault::busy, "nobody runs it"); };
  EXPECT_EQ(failure_of({{.id = "m", .argv = {"x"}}, no_runner}).why, Failing::transient);
}

} // namespace
} // namespace artifactd::model
