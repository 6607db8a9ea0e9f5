#include "agents/model/endpoint/http.hpp"
#include "tests/agents/model/fault_endpoint.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <thread>

namespace artifactd::model {
namespace {

using namespace std::chrono_literals;
using artifactd::test::drip;
using artifactd::test::hold;
using artifactd::test::http_answer;
using artifactd::test::reset;
using artifactd::test::say;
using testing::HasSubstr;

class HttpTest : public testing::Test {
protected:
  HttpCall call() const {
    return {.url = server.url() + "/v1/messages",
            .headers = {"x-api-key: sk-1"},
            .body = R"({"a":1})",
            .timeouts = {.connect = 20s, .first_byte = 20s, .idle = 20s, .total = 20s},
            .most_bytes = 1000,
            .deadline = Monotonic::now() + 20s};
  }

  /// The failure of the call, which must fail.
  static HttpFailure trouble_of(HttpCall const& call) {
    auto answer = post(call);
    EXPECT_FALSE(answer) << answer->body;
    return answer ? HttpFailure{} : answer.error();
  }

  artifactd::test::FaultServer server;
};

TEST_F(HttpTest, PostsAndBringsTheAnswer) {
  server.answer(200, "body",
                {"Request-ID: req_1", "X-Should-Retry:  true ", "retry-after-ms: 5", "Retry-After: 7"});
  auto const answer = post(call());
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->body, "body");
  EXPECT_EQ(answer->headers.request_id, "req_1");
  EXPECT_EQ(answer->headers.should_retry, "true");
  EXPECT_EQ(answer->headers.retry_after_ms, "5");
  EXPECT_EQ(answer->headers.retry_after, "7");
  auto const got = server.received().at(0);
  EXPECT_THAT(got.head, testing::StartsWith("POST /v1/messages HTTP/1.1\r\n"));
  EXPECT_TRUE(got.has("x-api-key: sk-1")) << got.head;
  EXPECT_EQ(got.body, R"({"a":1})");
}

TEST_F(HttpTest, BringsAnErrorAsAnAnswer) {
  server.answer(529, "busy", {"x-request-id: r"});
  auto const answer = post(call());
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 529);
  EXPECT_EQ(answer->headers.request_id, "r");
}

TEST_F(HttpTest, ForgetsTheHeadersOfAnInterimAnswer) {
  server.script({say("HTTP/1.1 103 Early Hints\r\nretry-after: 9\r\n\r\n" + http_answer(200, "a"))});
  auto const answer = post(call());
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->headers.retry_after, "");
}

TEST_F(HttpTest, TakesNothingFromWhatTrailsTheBody) {
  server.script({say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                     "4\r\nfour\r\n0\r\nretry-after: 9\r\n\r\n")});
  auto const answer = post(call());
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->body, "four");
  EXPECT_EQ(answer->headers.retry_after, "");
}

TEST_F(HttpTest, SendsALargeBodyAtOnce) {
  std::string const large(3 << 20, 'x');
  server.answer(200, "a");
  auto posted = call();
  posted.body = large;
  ASSERT_TRUE(post(posted));
  EXPECT_EQ(server.received().at(0).body, large);
  EXPECT_THAT(server.received().at(0).head, testing::Not(HasSubstr("100-continue")));
}

TEST_F(HttpTest, FollowsNoRedirect) {
  server.answer(307, "", {"Location: " + server.url() + "/elsewhere"});
  auto const answer = post(call());
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 307);
  EXPECT_EQ(server.received().size(), 1U);
}

TEST_F(HttpTest, SpeaksNothingButHttp) {
  auto posted = call();
  for (auto const* const url : {"file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/"}) {
    posted.url = url;
    EXPECT_EQ(trouble_of(posted).what, HttpTrouble::transport) << url;
  }
}

TEST_F(HttpTest, AsksTheEnvironmentForNoProxy) {
  for (auto const* const name : {"http_proxy", "all_proxy", "ALL_PROXY"})
    ::setenv(name, "http://127.0.0.1:1", 1);
  server.answer(200, "direct");
  auto const direct = post(call());
  for (auto const* const name : {"http_proxy", "all_proxy", "ALL_PROXY"})
    ::unsetenv(name);
  ASSERT_TRUE(direct) << direct.error().message;

  // Uses only the configured proxy, even for names that the environment exempts.
  ::setenv("no_proxy", "*", 1);
  server.answer(200, "by proxy");
  auto posted = call();
  posted.proxy = server.url();
  posted.url = "http://models.invalid/v1";
  auto const passed_on = post(posted);
  ::unsetenv("no_proxy");
  ASSERT_TRUE(passed_on) << passed_on.error().message;
  EXPECT_THAT(server.received().at(1).head,
              testing::StartsWith("POST http://models.invalid/v1 HTTP/1.1\r\n"));
}

TEST_F(HttpTest, TakesHalfAnAnswerForNone) {
  struct Row {
    char const* what;
    std::vector<artifactd::test::Act> acts;
  };
  for (auto& row : {
           Row{"nothing at all", {}},
           Row{"half the headers", {say("HTTP/1.1 200 OK\r\nContent-")}},
           Row{"an interim answer", {say("HTTP/1.1 103 Early Hints\r\n\r\n")}},
           Row{"half the body", {say("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour")}},
           Row{"no last chunk", {say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n")}},
           Row{"no chunk", {say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfour")}},
           Row{"a reset", {reset()}},
           Row{"a reset in the body", {say("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour"), reset()}},
           Row{"no HTTP", {say("four\r\n\r\n")}},
           Row{"a length that is none", {say("HTTP/1.1 200 OK\r\nContent-Length: nine\r\n\r\nfour")}},
       }) {
    server.script(row.acts);
    auto const failed = trouble_of(call());
    EXPECT_EQ(failed.what, HttpTrouble::transport) << row.what << ": " << failed.message;
    EXPECT_THAT(failed.message, testing::StartsWith("broken off: ")) << row.what;
  }
}

TEST_F(HttpTest, SaysWhereThereIsNoConnection) {
  auto posted = call();
  posted.url = artifactd::test::FaultServer().url(); // already closed again
  auto const failed = trouble_of(posted);
  EXPECT_EQ(failed.what, HttpTrouble::transport);
  EXPECT_THAT(failed.message, testing::StartsWith("no connection: "));
  EXPECT_EQ(failed.status, 0);
}

TEST_F(HttpTest, TellsTheFourTimeoutsApart) {
  auto slow = call();
  slow.timeouts.first_byte = 50ms;
  server.script({hold()});
  EXPECT_EQ(trouble_of(slow).message, "timeout: no first byte within 50.0 ms");

  slow = call();
  slow.timeouts.idle = 50ms;
  server.script({say("HTTP/1.1 200 OK\r\n\r\n\n\n"), hold()});
  auto const idle = trouble_of(slow);
  EXPECT_EQ(idle.message, "timeout: no further byte within 50.0 ms");
  EXPECT_EQ(idle.what, HttpTrouble::timeout);
  EXPECT_EQ(idle.status, 200);

  // Never idle, and never finished.
  slow = call();
  slow.timeouts.total = 200ms;
  slow.most_bytes = 100'000;
  server.script({say("HTTP/1.1 200 OK\r\n\r\n"), drip(std::string(10'000, '\n'), 5ms)});
  EXPECT_EQ(trouble_of(slow).message, "timeout: no complete answer within 200.0 ms");

  // The server accepts the connection but does not speak TLS.
  slow = call();
  slow.timeouts.connect = 50ms;
  slow.url.replace(0, 4, "https");
  EXPECT_EQ(trouble_of(slow).message, "timeout: no connection within 50.0 ms");
}

TEST_F(HttpTest, KeepsTheCallersDeadline) {
  auto posted = call();
  posted.deadline = Monotonic::now() + 50ms;
  server.script({hold()});
  EXPECT_EQ(trouble_of(posted).what, HttpTrouble::deadline);
  EXPECT_TRUE(server.wait_for_hangups(1));
}

TEST_F(HttpTest, HangsUpOnTooLargeAnAnswer) {
  server.script({say("HTTP/1.1 200 OK\r\n\r\n" + std::string(1001, 'a')), hold()});
  auto const body = trouble_of(call());
  EXPECT_EQ(body.what, HttpTrouble::too_large);
  EXPECT_EQ(body.message, "too large: the answer has more than 1000 bytes");
  EXPECT_TRUE(server.wait_for_hangups(1));
  server.answer(200, std::string(1000, 'a'));
  EXPECT_TRUE(post(call()));

  std::string endless = "HTTP/1.1 200 OK\r\n";
  for (int i = 0; i < 10'000; ++i)
    endless += "x-more: and more\r\n";
  server.script({say(endless), hold()});
  EXPECT_EQ(trouble_of(call()).what, HttpTrouble::too_large);
}

TEST_F(HttpTest, CutsAHeaderThatIsTooLong) {
  server.answer(200, "a", {"request-id: " + std::string(5000, 'r')});
  EXPECT_EQ(post(call())->headers.request_id, std::string(256, 'r'));
}

TEST_F(HttpTest, HangsUpWhenCancelled) {
  for (auto const& acts : {std::vector{hold()}, std::vector{say("HTTP/1.1 200 OK\r\n\r\nhalf"), hold()}}) {
    UniqueFd const cancel(::eventfd(0, EFD_CLOEXEC));
    server.script(acts);
    auto const before = server.received().size();
    std::jthread const canceller([&] {
      EXPECT_TRUE(server.wait_for_requests(before + 1));
      ::eventfd_write(cancel.get(), 1);
    });
    auto posted = call();
    posted.cancel = cancel.get();
    EXPECT_EQ(trouble_of(posted).what, HttpTrouble::cancelled);
    EXPECT_TRUE(server.wait_for_hangups(before + 1));
  }
}

TEST_F(HttpTest, SendsNothingOnceCancelled) {
  UniqueFd const cancel(::eventfd(1, EFD_CLOEXEC));
  auto posted = call();
  posted.cancel = cancel.get();
  EXPECT_EQ(trouble_of(posted).what, HttpTrouble::cancelled);
  EXPECT_TRUE(server.received().empty());
}

TEST_F(HttpTest, LetsNoProcessInheritItsConnection) {
  server.script({hold(), say(http_answer(200, "a"))});
  std::jthread const looker([&] {
    EXPECT_TRUE(server.wait_for_requests(1));
    for (int fd = 3; fd < 256; ++fd) {
      int const flags = ::fcntl(fd, F_GETFD);
      sockaddr_storage address{};
      socklen_t size = sizeof address;
      bool const connection = ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0 &&
                              address.ss_family == AF_INET;
      if (!connection) continue;
      EXPECT_TRUE(flags & FD_CLOEXEC) << fd;
    }
    server.release();
  });
  EXPECT_TRUE(post(call()));
}

} // namespace
} // namespace artifactd::model
