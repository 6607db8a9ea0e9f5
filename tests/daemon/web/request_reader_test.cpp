#include "daemon/web/request_reader.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace artifactd::web {
namespace {

using testing::ElementsAre;

HttpLimits const small{.target = 100, .header = 400, .body = 50};

std::expected<std::optional<HttpRequest>, HttpFault> read(std::string_view bytes) {
  RequestReader reader(small);
  reader.add(bytes);
  return reader.take();
}

std::string const post =
    "POST /a/b%20c?d=e+f&g HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nX-Y: z\r\n\r\nhello";

TEST(RequestReader, TakesARequestApart) {
  auto const request = read(post);
  ASSERT_TRUE(request && *request);
  EXPECT_EQ((*request)->method, "POST");
  EXPECT_THAT((*request)->path, ElementsAre("a", "b c"));
  EXPECT_EQ((*request)->parameters, (std::map<std::string, std::string>{{"d", "e f"}, {"g", ""}}));
  EXPECT_EQ((*request)->header("x-y"), "z");
  EXPECT_EQ((*request)->body, "hello");
  EXPECT_TRUE((*request)->keep_alive);
}

TEST(RequestReader, TheSameHoweverTheBytesCome) {
  RequestReader reader(small);
  for (std::size_t i = 0; i < post.size(); ++i) {
    auto const request = reader.take();
    ASSERT_TRUE(request) << request.error().reason;
    EXPECT_FALSE(*request) << i;
    EXPECT_EQ(reader.began(), i > 0);
    reader.add(post.substr(i, 1));
  }
  auto const request = reader.take();
  ASSERT_TRUE(request && *request);
  EXPECT_EQ((*request)->body, "hello");
  EXPECT_FALSE(reader.began());
}

TEST(RequestReader, OneAfterTheOther) {
  RequestReader reader(small);
  reader.add(post + "\r\n" + post + "GET / HTTP/1.0\r\n\r\n");
  EXPECT_EQ((*reader.take())->body, "hello");
  EXPECT_EQ((*reader.take())->body, "hello");
  auto const last = *reader.take();
  EXPECT_FALSE(last->keep_alive);
  EXPECT_TRUE(last->path.empty());
  EXPECT_EQ(last->shown_path(), "/");
  EXPECT_FALSE(*reader.take());
}

struct Wrong {
  std::string bytes;
  unsigned status;
};

TEST(RequestReader, RefusesWhatIsWrong) {
  auto const start = std::string("GET / HTTP/1.1\r\nHost: h\r\n");
  for (auto const& [bytes, status] :
       {Wrong{"GET / HTTP/1.1\r\n\r\n", 400},
        Wrong{start + "Host: h\r\n\r\n", 400},
        Wrong{start + "A:b\n\r\n", 400},
        Wrong{start + "A: b\r\n c\r\n\r\n", 400},
        Wrong{start + "A\r\n\r\n", 400},
        Wrong{start + ": b\r\n\r\n", 400},
        Wrong{start + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
        Wrong{start + "Content-Length: 51\r\n\r\n", 413},
        Wrong{start + "Content-Length: x\r\n\r\n", 400},
        Wrong{start + "Content-Length: 99999999999999999999\r\n\r\n", 400},
        Wrong{start + "Transfer-Encoding: gzip\r\n\r\n", 411},
        Wrong{start + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411},
        Wrong{start + "Content-Length: 2, 2\r\n\r\n", 400},
        Wrong{"\r\n\r\n" + start, 400},
        Wrong{"POST / 5\r\n\r\n", 400},
        Wrong{start + "Expect: x\r\n\r\n", 417},
        Wrong{start + "A: " + std::string(400, 'a') + "\r\n\r\n", 431},
        Wrong{start + "A: " + std::string(400, 'a'), 431},
        Wrong{"GET /" + std::string(200, 'a') + " HTTP/1.1\r\nHost: h\r\n\r\n", 414},
        Wrong{"get / HTTP/1.1\r\n", 400},
        Wrong{"GET /a//b HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        Wrong{"GET /../a HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        Wrong{"GET /%2e HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        Wrong{"GET /%0 HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        Wrong{"GET /%00 HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        Wrong{"GET a HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        Wrong{"GET /?a=1&a=2 HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        Wrong{"GET /?=1 HTTP/1.1\r\nHost: h\r\n\r\n", 400},
        Wrong{"GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505}}) {
    auto const request = read(bytes);
    ASSERT_FALSE(request) << bytes;
    EXPECT_EQ(request.error().status, status) << bytes << ": " << request.error().reason;
  }
}

TEST(RequestReader, NothingIsReadAfterAFault) {
  RequestReader reader(small);
  reader.add("GET / HTTP/9.9\r\nHost: h\r\n\r\n");
  EXPECT_FALSE(reader.take());
  reader.add(post);
  EXPECT_FALSE(*reader.take());
  EXPECT_EQ(reader.size(), 0U);
}

TEST(RequestReader, AsksForABodyOnce) {
  RequestReader reader(small);
  reader.add("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_FALSE(*reader.take());
  EXPECT_TRUE(reader.wants_to_continue());
  EXPECT_FALSE(reader.wants_to_continue());
  reader.add("ab");
  EXPECT_EQ((*reader.take())->body, "ab");
}

RC_GTEST_PROP(RequestReader, HasTheSameVerdictInWhateverPiecesBytesCome,
              (std::vector<std::string> const& pieces)) {
  std::string whole = "GET /";
  for (auto const& piece : pieces)
    whole += piece;
  RequestReader at_once(small);
  at_once.add(whole);
  auto const expected = at_once.take();
  RequestReader reader(small);
  reader.add("GET /");
  auto got = reader.take();
  for (auto const& piece : pieces) {
    if (!got || *got) break;
    reader.add(piece);
    got = reader.take();
  }
  // A fault may be noticed sooner; what is accepted is the same.
  RC_ASSERT(got.has_value() == expected.has_value());
}

} // namespace
} // namespace artifactd::web
