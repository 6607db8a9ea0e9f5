#include "agents/model/step.hpp"
#include "tests/agents/model/fault_endpoint.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <sys/eventfd.h>
#include <thread>

namespace artifactd::model {
namespace {

using namespace std::chrono_literals;
using namespace mock;
using artifactd::test::hold;
using artifactd::test::reset;
using artifactd::test::say;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;

class HttpModelTest : public testing::Test {
protected:
  std::expected<Reply, Failure> ask(int cancel = -1) { return ask(for_a_while(cancel)); }
  std::expected<Reply, Failure> ask(CallLimits const& limits) {
    return HttpModel(endpoint, gate, [] { return 0.0; }).ask(simple_request(), limits);
  }
  Failure failure() {
    auto reply = ask();
    EXPECT_FALSE(reply) << reply->text;
    return reply ? Failure{} : reply.error();
  }

  FaultServer server;
  Endpoint endpoint = endpoint_at(server);
  Gate gate;
};

TEST_F(HttpModelTest, BringsAReplyWithWhatItTook) {
  server.answer(200, whole_message, {"request-id: req_1"});
  auto const reply = ask();
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "hello");
  EXPECT_EQ(reply->model, "m-1");
  EXPECT_EQ(reply->usage, (Usage{.input = 5, .output = 2}));
  ASSERT_EQ(reply->attempts.size(), 1U);
  auto const& attempt = reply->attempts.front();
  EXPECT_EQ(attempt.status, 200);
  EXPECT_EQ(attempt.outcome, "ok");
  EXPECT_EQ(attempt.request_id, "req_1");
  EXPECT_EQ(attempt.usage, reply->usage);
  EXPECT_GT(attempt.wall, 0ns);
  auto const got = server.received().at(0);
  EXPECT_THAT(got.head, testing::StartsWith("POST /v1/messages "));
  EXPECT_THAT(got.body, HasSubstr("Be brief."));
}

TEST_F(HttpModelTest, SpeaksTheOtherDialect) {
  endpoint.dialect = Dialect::openai;
  endpoint.base_url += "/v1/";
  server.answer(200, "\n\n"
                     R"({"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]})");
  auto const reply = ask();
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "hi");
  EXPECT_EQ(reply->model, "m"); // the requested model if the endpoint names none
  EXPECT_THAT(server.received().at(0).head, testing::StartsWith("POST /v1/chat/completions "));
}

TEST_F(HttpModelTest, TriesAgainWhatMayPass) {
  server.answer(529, overloaded, {"retry-after-ms: 1"});
  server.script({reset()});
  server.answer(200, whole_message);
  auto const reply = ask();
  ASSERT_TRUE(reply) << reply.error().message;
  ASSERT_EQ(reply->attempts.size(), 3U);
  EXPECT_EQ(reply->attempts[0].status, 529);
  EXPECT_EQ(reply->attempts[0].outcome, "529 overloaded_error");
  EXPECT_EQ(reply->attempts[0].request_id, "req_body");
  EXPECT_EQ(reply->attempts[1].status, 0);
  EXPECT_THAT(reply->attempts[1].outcome, testing::StartsWith("broken off: "));
  EXPECT_EQ(reply->attempts[2].outcome, "ok");
  auto const requests = server.received();
  EXPECT_EQ(requests.at(0).body, requests.at(2).body);
}

TEST_F(HttpModelTest, TriesAgainWhatFailsBehindSuccess) {
  server.answer(200, overloaded, {"retry-after-ms: 1"});
  server.script({say("HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n" + std::string(whole_message))});
  server.answer(200, whole_message);
  auto const reply = ask();
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->attempts.at(0).outcome, "529 overloaded_error");
  EXPECT_EQ(reply->attempts.at(0).status, 200);
  EXPECT_EQ(reply->attempts.at(1).outcome, "broken off: the answer ends in the middle");
}

TEST_F(HttpModelTest, GivesUpAfterItsRetries) {
  for (int i = 0; i < 3; ++i)
    server.answer(503, "<html>\nbusy</html>");
  auto const failed = failure();
  EXPECT_EQ(failed.why, Failing::transient);
  EXPECT_EQ(failed.attempts.size(), 3U);
  EXPECT_EQ(failed.message,
            "the endpoint answered 503: the body is not a JSON object: <html>\\x0abusy</html>");
  EXPECT_EQ(server.received().size(), 3U);
}

TEST_F(HttpModelTest, NeverRepeatsWhatStaysWrong) {
  struct Row {
    int status;
    char const* body;
    Failing why;
  };
  std::size_t asked = 0;
  for (
      auto const& row :
      {Row{400, R"({"error":{"type":"invalid_request_error","message":"no"}})", Failing::bad_request},
       Row{401, R"({"error":{"type":"authentication_error"}})", Failing::auth}, Row{403, "", Failing::auth},
       Row{402, "", Failing::quota}, Row{307, "", Failing::bad_request},
       Row{429,
           R"({"error":{"type":"rate_limit_error","details":{"error_code":"enforced_spend_limit_reached"}}})",
           Failing::quota},
       Row{200, "<html>", Failing::malformed},
       Row{200, R"({"content":[{"type":"text","text":"x"}],"stop_reason":"refusal"})", Failing::refused},
       Row{200, R"({"content":[{"type":"text","text":"x"}],"stop_reason":"max_tokens"})",
           Failing::truncated}}) {
    server.answer(row.status, row.body);
    auto const failed = failure();
    EXPECT_EQ(failed.why, row.why) << row.body;
    EXPECT_EQ(failed.attempts.size(), 1U) << row.body;
    EXPECT_EQ(server.received().size(), ++asked) << row.body;
  }
}

TEST_F(HttpModelTest, BooksAndKeepsWhatItCannotUse) {
  server.answer(200, R"({"content":[{"type":"text","text":"{\"a\":"}],"stop_reason":"max_tokens",)"
                     R"("usage":{"input_tokens":50,"output_tokens":9}})");
  auto const failed = failure();
  EXPECT_EQ(failed.raw, "{\"a\":");
  EXPECT_EQ(failed.usage, (Usage{.input = 50, .output = 9}));
  EXPECT_THAT(failed.attempts, ElementsAre(Field(&Attempt::outcome, "truncated")));
  EXPECT_EQ(failed.attempts.at(0).usage, failed.usage);
}

TEST_F(HttpModelTest, TellsWhenToComeBackInsteadOfSleeping) {
  server.answer(429, "", {"Retry-After: 3600"});
  auto const failed = failure();
  EXPECT_EQ(failed.why, Failing::wait);
  EXPECT_EQ(failed.retry_after, 1h);
  EXPECT_EQ(failed.attempts.size(), 1U);

  server.answer(429, "", {"Retry-After: 30"}); // shorter than the longest pause, but past the deadline
  EXPECT_EQ(failure().retry_after, 30s);
}

TEST_F(HttpModelTest, HangsUpOnAnAnswerThatNeverEnds) {
  endpoint.most_bytes = 1000;
  server.script({say("HTTP/1.1 200 OK\r\n\r\n" + std::string(5000, ' ')), hold()});
  auto const failed = failure();
  EXPECT_EQ(failed.why, Failing::malformed);
  EXPECT_EQ(failed.attempts.size(), 1U);
  EXPECT_TRUE(server.wait_for_hangups(1));
}

TEST_F(HttpModelTest, KnowsWhatMayHaveBeenWorkedAt) {
  endpoint.retries = 0;
  server.script({say("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nhalf")});
  EXPECT_TRUE(failure().attempts.at(0).unmetered);
  server.answer(529, "");
  EXPECT_FALSE(failure().attempts.at(0).unmetered);
  endpoint.base_url = "http://127.0.0.1:1";
  EXPECT_FALSE(failure().attempts.at(0).unmetered);
}

TEST_F(HttpModelTest, IsCancelledInTheMiddle) {
  UniqueFd const cancel(::eventfd(0, EFD_CLOEXEC));
  server.script({say("HTTP/1.1 200 OK\r\n\r\n{"), hold()});
  std::jthread const canceller([&] {
    EXPECT_TRUE(server.wait_for_requests(1));
    ::eventfd_write(cancel.get(), 1);
  });
  auto const reply = ask(cancel.get());
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().why, Failing::cancelled);
  EXPECT_THAT(reply.error().attempts, ElementsAre(Field(&Attempt::outcome, "cancelled")));
  EXPECT_TRUE(server.wait_for_hangups(1));
}

TEST_F(HttpModelTest, IsCancelledBetweenTwoAttempts) {
  UniqueFd const cancel(::eventfd(0, EFD_CLOEXEC));
  server.answer(429, "", {"retry-after: 15"});
  std::jthread const canceller([&] {
    EXPECT_TRUE(server.wait_for_requests(1));
    ::eventfd_write(cancel.get(), 1);
  });
  auto const began = Monotonic::now();
  auto const reply = ask(cancel.get());
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().why, Failing::cancelled);
  EXPECT_LT(Monotonic::now() - began, 10s);
}

TEST_F(HttpModelTest, SendsNothingBehindTheDeadline) {
  auto const reply = ask(CallLimits{.deadline = Monotonic::now()});
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().why, Failing::transient);
  EXPECT_TRUE(reply.error().attempts.empty());
  EXPECT_TRUE(server.received().empty());
}

TEST_F(HttpModelTest, IsAskedAgainByAStepWhereItsReplyIsCutShort) {
  server.answer(
      200,
      R"({"content":[{"type":"text","text":"{\"a"}],"stop_reason":"max_tokens","usage":{"output_tokens":9}})");
  server.answer(200, R"({"content":[],"stop_reason":"end_turn","usage":{"output_tokens":1}})");
  server.answer(200, R"({"content":[{"type":"text","text":"{}"}],"stop_reason":"end_turn"})");
  HttpModel model(endpoint, gate);
  auto const cut = run_step(model, simple_request(), {{"any", true}}, {.call = for_a_while()});
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().why, Failing::empty);
  EXPECT_EQ(cut.error().record.usage().output, 10U);
  EXPECT_THAT(server.received().at(0).body, HasSubstr(R"("max_tokens":9,)"));
  EXPECT_THAT(server.received().at(1).body, HasSubstr(R"("max_tokens":18,)"));
  EXPECT_TRUE(run_step(model, simple_request(), {{"any", true}}, {.call = for_a_while()}));
}

TEST_F(HttpModelTest, WaitsForAStreamAsLongAsItGoesOn) {
  std::string const body = "event: ping\ndata: {\"type\": \"ping\"}\n\n"
                           R"(data: {"type":"content_block_delta","delta":{"text":"{}"}})"
                           "\n\n"
                           R"(data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}})"
                           "\n\n";
  server.script({say("HTTP/1.1 200 OK\r\ncontent-length: " + std::to_string(body.size()) + "\r\n\r\n"),
                 artifactd::test::drip(body, std::chrono::milliseconds(5))});
  endpoint.timeouts.first_byte = endpoint.timeouts.idle = std::chrono::milliseconds(500);
  HttpModel model(endpoint, gate);
  auto request = simple_request();
  request.max_tokens = 32'000;
  auto const reply = model.ask(request, for_a_while());
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "{}");
  EXPECT_THAT(server.received().at(0).body, HasSubstr(R"("stream":true)"));
}

TEST_F(HttpModelTest, NamesEveryFailing) {
  std::vector<std::string_view> words;
  for (auto const why : {Failing::transient, Failing::wait, Failing::bad_request, Failing::auth,
                         Failing::quota, Failing::over_budget, Failing::truncated, Failing::refused,
                         Failing::empty, Failing::malformed, Failing::cancelled})
    words.push_back(failing_word(why));
  EXPECT_THAT(words, ElementsAre("transient", "wait", "bad_request", "auth", "quota", "over_budget",
                                 "truncated", "refused", "empty", "malformed", "cancelled"));
}

} // namespace
} // namespace artifactd::model
