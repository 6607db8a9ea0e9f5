// Requests that are wrong, foreign, too large, too slow or too many: each gets a clear error, nothing else
// happens, and settling goes on.
#include "tests/e2e/web_site.hpp"

#include <regex>
#include <sys/resource.h>

namespace artifactd::test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

class HostileWeb : public WebSite {
protected:
  explicit HostileWeb(std::string const& more = "patience = \"300ms\"\nbody_bytes = \"4KiB\"\n")
      : WebSite(more) {}

  [[nodiscard]] std::string host() { return "Host: 127.0.0.1:" + std::to_string(port()) + "\r\n"; }
  /// Sends this and expects an error and the end of the connection.
  void expect_refused(std::string const& bytes, int status) {
    HttpConnection connection(port());
    connection.send(bytes);
    auto answer = connection.answer();
    EXPECT_EQ(answer.status, status) << bytes.substr(0, 200) << "\n" << answer.body;
    EXPECT_EQ(answer.headers["connection"], "close") << bytes.substr(0, 200);
    EXPECT_TRUE(answer.json().is_object()) << answer.body;
    EXPECT_TRUE(connection.ends());
  }
};

TEST_F(HostileWeb, ForeignNamesAndPagesAreRefused) {
  auto const session = refused_session();
  auto const all = token("operator");
  auto const retry = "/api/v1/sessions/" + id("s1") + "/signals/a/retry";
  for (auto const* name : {"evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", ""})
    expect_refused(request("POST", retry, {.token = all, .headers = {{"Host", name}}}), 421);
  for (auto const* origin : {"http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", ""})
    expect_refused(request("POST", retry, {.token = all, .headers = {{"Origin", origin}}}), 403);
  for (auto const* site : {"cross-site", "same-site"})
    expect_refused(request("POST", retry, {.token = all, .headers = {{"Sec-Fetch-Site", site}}}), 403);
  for (auto const* type : {"text/plain", "application/x-www-form-urlencoded",
                           "multipart/form-data; boundary=x", "application/jsonp", ""})
    expect_refused(request("POST", retry, {.token = all, .headers = {{"Content-Type", type}}}), 415);
  EXPECT_TRUE(session.refused("a")) << "none of them did anything";
  auto const own = "http://127.0.0.1:" + std::to_string(port());
  EXPECT_EQ(
      post(retry, {.token = all, .headers = {{"Origin", own}, {"Sec-Fetch-Site", "same-origin"}}}).status,
      200);
}

TEST_F(HostileWeb, NoPreflightIsAnswered) {
  expect_refused("OPTIONS /api/v1/roots HTTP/1.1\r\n" + host() +
                     "Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n\r\n",
                 403);
  EXPECT_EQ(raw("OPTIONS /api/v1/roots HTTP/1.1\r\n" + host() + "\r\n").status, 405);
  for (auto const& [path, allowed] :
       {std::pair("/api/v1/inbox", "GET, HEAD"), {"/healthz", "GET, HEAD"}, {"/mcp/x", "POST, DELETE"}}) {
    auto answer = raw("PUT " + std::string(path) + " HTTP/1.1\r\n" + host() + "Content-Length: 2\r\n\r\n{}");
    EXPECT_EQ(answer.status, 405) << path;
    EXPECT_EQ(answer.headers["allow"], allowed) << path;
  }
}

TEST_F(HostileWeb, WhatProxiesMayReadDifferentlyIsRefused) {
  auto const start = "POST /healthz HTTP/1.1\r\n" + host() + "Content-Type: application/json\r\n";
  expect_refused(start + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 400);
  expect_refused(start + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 400);
  expect_refused(start + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", 400);
  expect_refused(start + "Content-Length: 2, 2\r\n\r\n{}", 400);
  expect_refused(start + "Content-Length: +2\r\n\r\n{}", 400);
  for (auto const* coding : {"chunked", "chunked, identity", "xchunked", "gzip"})
    expect_refused(start + "Transfer-Encoding: " + coding + "\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 411);
  expect_refused(start + "X-A: 1\r\n folded: 2\r\n\r\n", 400);
  expect_refused(start + "X-A : 1\r\n\r\n", 400);
  expect_refused("GET /healthz HTTP/1.1\r\n" + host() + host() + "\r\n", 400);
  expect_refused("GET /healthz HTTP/1.1\n" + host() + "\r\n", 400);
  expect_refused("GET /healthz HTTP/1.1\r\n" + host() + "X: a\rb\r\n\r\n", 400);
  expect_refused("GET /healthz HTTP/1.1\r\n" + host() + std::string("X: a\0b\r\n\r\n", 10), 400);
  expect_refused("GET /healthz HTTP/1.1\r\n\r\n", 400);
}

TEST_F(HostileWeb, TargetsThatAreNoPathsAreRefused) {
  for (auto const* target : {"http://127.0.0.1/healthz", "*", "healthz", "/a/../healthz", "/%2e%2e/healthz",
                             "/a%2fb", "/%", "/%zz", "/a%00b", "//healthz", "/a?b=1&b=2", "/a#b"})
    EXPECT_THAT(raw("GET " + std::string(target) + " HTTP/1.1\r\n" + host() + "\r\n").status, AnyOf(400, 401))
        << target;
  expect_refused("GET /" + std::string(9000, 'a') + " HTTP/1.1\r\n" + host() + "\r\n", 414);
}

TEST_F(HostileWeb, TokensThatCannotBeReadTellNobodyWhereTheyAre) {
  auto const reader = token("read");
  std::filesystem::remove(site_.path() / "state/web-tokens.json");
  std::filesystem::create_directory(site_.path() / "state/web-tokens.json");
  auto const answer = get("/api/v1/roots", {.token = reader});
  EXPECT_EQ(answer.status, 503);
  EXPECT_THAT(answer.body, Not(HasSubstr("state")));
}

TEST_F(HostileWeb, WhatIsNotHttpIsRefused) {
  expect_refused(std::string("\x16\x03\x01\x02\x00\x01", 6), 400);
  expect_refused("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505);
  expect_refused("hello\r\n\r\n", 400);
  expect_refused("GET /healthz\r\n\r\n", 400);
  expect_refused("GET /healthz HTTP/3.0\r\n" + host() + "\r\n", 505);
}

TEST_F(HostileWeb, WhatIsTooLargeIsRefused) {
  expect_refused("GET /healthz HTTP/1.1\r\n" + host() + "X: " + std::string(20'000, 'x') + "\r\n\r\n", 431);
  expect_refused("GET /healthz HTTP/1.1\r\n" + host() + "X: " + std::string(20'000, 'x'), 431);
  expect_refused(request("POST", "/api/v1/sessions/x/restore",
                         {.token = token("operator"), .body = std::string(5000, ' ')}),
                 413);
}

TEST_F(HostileWeb, ATruncatedRequestDoesNothing) {
  auto const session = refused_session();
  auto const whole = request("POST", "/api/v1/sessions/" + id("s1") + "/signals/a/retry",
                             {.token = token("operator"), .body = R"({"fresh":true})"});
  for (auto const size : {std::size_t{1}, std::size_t{20}, whole.size() - 20, whole.size() - 1}) {
    HttpConnection connection(port());
    connection.send(whole.substr(0, size));
    connection.finish();
    EXPECT_TRUE(connection.ends());
  }
  EXPECT_TRUE(session.refused("a"));
}

TEST_F(HostileWeb, PipelinedRequestsAreAnsweredInOrder) {
  auto const reader = token("read");
  HttpConnection connection(port());
  connection.send(request("GET", "/api/v1/roots", {.token = reader}) + request("GET", "/healthz", {}) +
                  request("GET", "/api/v1/counts", {.token = reader}) + "nonsense\r\n\r\n");
  EXPECT_TRUE(connection.answer().json().contains("roots"));
  EXPECT_TRUE(connection.answer().json().contains("alive"));
  EXPECT_TRUE(connection.answer().json().contains("counts"));
  EXPECT_EQ(connection.answer().status, 400);
  EXPECT_TRUE(connection.ends());
}

TEST_F(HostileWeb, ABodyMayComeAfterAQuestion) {
  auto const start = "GET /healthz HTTP/1.1\r\n" + host();
  HttpConnection connection(port());
  connection.send(start + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(connection.header().status, 100);
  connection.send("{}");
  EXPECT_EQ(connection.answer().status, 200);
  expect_refused(start + "Expect: 200-ok\r\n\r\n", 417);
}

TEST_F(HostileWeb, ASlowClientIsToldSoAndLeft) {
  HttpConnection connection(port());
  connection.send("GET /healthz HT");
  EXPECT_EQ(connection.answer().status, 408);
  EXPECT_TRUE(connection.ends());
  HttpConnection silent(port());
  EXPECT_TRUE(silent.ends()) << "nothing was asked";
}

TEST_F(HostileWeb, AClientThatDoesNotReadIsLeft) {
  HttpConnection connection(port());
  auto const ask = request("GET", "/api/v1/openapi.json", {});
  // Once the sockets are full the server reads no more of it either, and in the end hangs up.
  while (connection.send(ask)) {
  }
  EXPECT_EQ(get("/healthz").status, 200);
}

class HostileNames : public WebSite {};

TEST_F(HostileNames, AreErrorsOfThoseWhoAsk) {
  auto const session = refused_session();
  auto const all = token("operator");
  auto const described = get("/api/v1/openapi.json").json()["paths"];
  std::string const hostile[] = {"-1", "18446744073709551616", "%ff%fe", "a%0ab%1b", std::string(3000, 'a')};
  for (auto const& [path, operations] : described.items()) {
    if (!path.contains('{') || !operations.contains("get")) continue;
    for (auto const& name : hostile)
      for (auto const& [place, query] :
           {std::pair(name, ""), {id("s1"), "?limit=-1&after=x&turn=-5&to=1e9&at=-1&id=%ff"}}) {
        auto asked = std::regex_replace(path, std::regex(R"(\{session\})"), place);
        asked = std::regex_replace(asked, std::regex(R"(\{[^}]*\})"), name) + query;
        auto const status = get(asked, {.token = all}).status;
        EXPECT_TRUE(status >= 200 && status < 500) << status << " " << asked.substr(0, 200);
      }
  }
  EXPECT_TRUE(daemon_->alive());
}

class CrowdedWeb : public HostileWeb {
protected:
  CrowdedWeb() : HostileWeb("connections = 40\nstrangers = 8\nstreams = 4\npatience = \"60s\"\n") {}
};

TEST_F(CrowdedWeb, StrangersLeaveRoomForThoseWithAToken) {
  auto const reader = token("read");
  HttpConnection known(port());
  known.send(request("GET", "/api/v1/roots", {.token = reader}));
  EXPECT_EQ(known.answer().status, 200);
  std::vector<std::unique_ptr<HttpConnection>> strangers;
  for (int i = 0; i < 8; ++i)
    strangers.push_back(std::make_unique<HttpConnection>(port()));
  EXPECT_TRUE(eventually([&] { return HttpConnection(port()).answer().status == 503; }));
  known.send(request("GET", "/api/v1/roots", {.token = reader}));
  EXPECT_EQ(known.answer().status, 200);
  strangers.clear();
  EXPECT_TRUE(eventually([&] { return raw(request("GET", "/healthz", {})).status == 200; }));
}

TEST_F(CrowdedWeb, ConnectionsAndStreamsAreBounded) {
  auto const reader = token("read");
  std::vector<std::unique_ptr<HttpConnection>> open;
  std::vector<int> statuses;
  for (int i = 0; i < 45; ++i) {
    auto& connection = open.emplace_back(std::make_unique<HttpConnection>(port()));
    connection->send(request("GET", i < 6 ? "/api/v1/events" : "/api/v1/roots", {.token = reader}));
    statuses.push_back(i < 6 ? connection->header().status : connection->answer().status);
  }
  EXPECT_EQ(std::ranges::count(std::span(statuses).first(6), 200), 4) << "streams";
  EXPECT_EQ(std::ranges::count(std::span(statuses).subspan(6), 200), 34) << "connections";
  EXPECT_EQ(statuses.back(), 503);
}

TEST_F(CrowdedWeb, TenThousandAttemptsDisturbNothing) {
  auto const session = site_.session("s1");
  std::vector<std::unique_ptr<HttpConnection>> held;
  for (int i = 0; i < 10'000; ++i) {
    auto connection = std::make_unique<HttpConnection>(port());
    if (i % 10 == 0) connection->send("GET /healthz HTTP/1.1\r\n");
    if (held.size() < 500) held.push_back(std::move(connection));
    if (i % 1000 == 0) {
      auto const agent = "a" + std::to_string(i);
      session.submit(agent);
      EXPECT_TRUE(eventually([&] { return session.merged(agent); }, std::chrono::seconds(20)));
    }
  }
  held.clear();
  EXPECT_TRUE(eventually([&] { return raw(request("GET", "/healthz", {})).status == 200; }));
  EXPECT_TRUE(daemon_->alive());
}

} // namespace
} // namespace artifactd::test
