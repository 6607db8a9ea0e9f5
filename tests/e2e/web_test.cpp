// The HTTP API of the real processes: who may read what, how it is described, and what becomes of the web
// process.
#include "state/platform/fd.hpp"
#include "tests/e2e/web_site.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <netinet/in.h>
#include <sys/socket.h>

namespace artifactd::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Web : public WebSite {
protected:
  using WebSite::WebSite;

  [[nodiscard]] std::vector<std::filesystem::path> processes() const {
    std::vector<std::filesystem::path> found;
    for (auto const& each : std::filesystem::directory_iterator("/proc")) {
      std::ifstream file(each.path() / "cmdline");
      std::string const words{std::istreambuf_iterator<char>(file), {}};
      if (words.contains(site_.path().string()) && words.contains(std::string("\0web\0--core", 10)))
        found.push_back(each.path());
    }
    return found;
  }
};

TEST_F(Web, HealthAndVersionNeedNoToken) {
  EXPECT_EQ(get("/healthz").status, 200);
  EXPECT_EQ(get("/version").json()["api"], 1);
  EXPECT_EQ(get("/api/v1/openapi.json").json()["openapi"], "3.1.0");
}

TEST_F(Web, EverythingElseNeedsOne) {
  for (auto const* path :
       {"/readyz", "/metrics", "/api/v1/counts", "/api/v1/roots", "/api/v1/sessions", "/api/v1/status",
        "/api/v1/inbox", "/api/v1/log", "/api/v1/events", "/no/such/path"}) {
    auto answer = get(path);
    EXPECT_EQ(answer.status, 401) << path;
    EXPECT_EQ(answer.headers["www-authenticate"], "Bearer") << path;
    EXPECT_EQ(get(path, {.token = "artifactd_0000"}).status, 401) << path;
  }
}

TEST_F(Web, ATokenReadsWhatItsScopeAllows) {
  auto const session = refused_session();
  auto const read = token("read");
  auto const content = token("content");
  auto const here = "/api/v1/sessions/" + id("s1");
  for (auto const& path : {std::string("/api/v1/roots"), std::string("/api/v1/sessions"),
                           std::string("/api/v1/log"), std::string("/api/v1/stats"),
                           std::string("/api/v1/models"), here, here + "/generations", here + "/runs"}) {
    EXPECT_EQ(get(path, {.token = read}).status, 200) << path;
    EXPECT_EQ(get(path, {.token = content}).status, 200) << path;
  }
  for (auto const& path : {std::string("/api/v1/status"), std::string("/api/v1/inbox"), here + "/signals/a",
                           here + "/signals/a/attempts", here + "/plays"}) {
    EXPECT_EQ(get(path, {.token = read}).status, 403) << path;
    EXPECT_EQ(get(path, {.token = content}).status, 200) << path;
  }
  EXPECT_EQ(post(here + "/signals/a/retry", {.token = content}).status, 403);
  EXPECT_TRUE(session.refused("a"));
}

TEST_F(Web, ATokenForMetadataShowsNothingThatAgentsWrote) {
  auto const session = refused_session();
  auto const reader = token("read");
  ASSERT_TRUE(eventually([&] { return !get("/api/v1/log", {.token = reader}).json()["events"].empty(); }));
  EXPECT_THAT(get("/api/v1/log", {.token = reader}).body, Not(HasSubstr("\"detail\"")));
  EXPECT_THAT(get("/api/v1/log", {.token = token("content")}).body, HasSubstr("\"detail\""));
}

TEST_F(Web, AnswersAreWhatTheCommandsPrint) {
  auto const session = refused_session();
  auto const content = token("content");
  auto inbox = get("/api/v1/inbox", {.token = content}).json();
  auto printed = site_.json({"inbox", "--list"});
  EXPECT_EQ(inbox["waiting"][0]["session_id"], id("s1"));
  for (auto* each : {&inbox, &printed})
    (*each)["waiting"][0].erase("age_seconds");
  inbox["waiting"][0].erase("session_id");
  EXPECT_EQ(inbox, printed);
  auto const explained = get("/api/v1/sessions/" + id("s1") + "/signals/a", {.token = content}).json();
  EXPECT_EQ(explained, site_.json({"explain", session.path().string(), "a"}));
}

TEST_F(Web, SessionsComePageByPage) {
  for (auto const* name : {"a", "b", "c"})
    std::ignore = site_.session(name);
  auto const reader = token("read");
  auto const first = get("/api/v1/sessions?limit=2", {.token = reader}).json();
  EXPECT_EQ(first["total"], 3);
  EXPECT_EQ(first["sessions"][1]["id"], id("b"));
  auto const second =
      get("/api/v1/sessions?limit=2&after=" + first["next"].get<std::string>(), {.token = reader}).json();
  ASSERT_EQ(second["sessions"].size(), 1U);
  EXPECT_EQ(second["sessions"][0]["id"], id("c"));
  EXPECT_FALSE(second.contains("next"));
  EXPECT_EQ(get("/api/v1/sessions?limit=0", {.token = reader}).status, 400);
  EXPECT_EQ(get("/api/v1/sessions?limit=x", {.token = reader}).status, 400);
  EXPECT_EQ(get("/api/v1/sessions?after=root~bm9uZQ", {.token = reader}).status, 404);
}

TEST_F(Web, TheLogIsReadForwardPageByPage) {
  auto const session = site_.session("s1");
  for (auto const* agent : {"a", "b"})
    session.submit(agent);
  auto const reader = token("read");
  auto const log = [&](std::string const& query) {
    return get("/api/v1/log?" + query, {.token = reader}).json();
  };
  ASSERT_TRUE(eventually([&] { return log("limit=1000")["events"].size() >= 2; }));
  auto const all = log("limit=1000")["events"];
  auto const first = log("limit=1&after=0");
  ASSERT_EQ(first["events"].size(), 1U);
  EXPECT_EQ(first["events"][0], all[0]) << "the oldest";
  ASSERT_TRUE(first.contains("next"));
  EXPECT_EQ(first["next"], all[0]["id"]);
  EXPECT_EQ(log("limit=1&after=" + first["next"].dump())["events"][0], all[1]);
  auto const last = log("after=" + all.back()["id"].dump());
  EXPECT_EQ(last["events"], json::array());
  EXPECT_FALSE(last.contains("next"));
  auto const newest = log("limit=1");
  EXPECT_EQ(newest["events"][0], all.back());
  EXPECT_FALSE(newest.contains("next"));
}

TEST_F(Web, AHeadIsAnsweredLikeAGetWithoutContent) {
  auto const reader = token("read");
  HttpConnection connection(port());
  for (auto const& [path, status] : {std::pair("/healthz", 200), {"/api/v1/roots", 200}, {"/no/path", 404}}) {
    connection.send(request("HEAD", path, {.token = reader}) + request("GET", path, {.token = reader}));
    auto head = connection.answer();
    auto whole = connection.answer();
    EXPECT_EQ(head.status, status) << path;
    EXPECT_EQ(head.body, "") << path;
    EXPECT_EQ(head.headers, whole.headers) << path;
    EXPECT_EQ(whole.status, status) << path << ": what follows is the answer to the GET";
    EXPECT_NE(whole.body, "") << path;
  }
  HttpConnection stream(port());
  stream.send(request("HEAD", "/api/v1/events", {.token = reader}));
  EXPECT_EQ(stream.header().status, 200);
  EXPECT_TRUE(stream.ends());
  HttpConnection foreign(port());
  foreign.send(request("HEAD", "/healthz", {.headers = {{"Host", "evil.example"}}}));
  EXPECT_EQ(foreign.header().status, 421);
  EXPECT_EQ(foreign.event(), "");
}

TEST_F(Web, ASessionIsLookedUpAndNeverAPath) {
  auto const session = site_.session("s1");
  std::ofstream(site_.path() / "secret") << "x";
  auto const reader = token("read");
  EXPECT_EQ(get("/api/v1/sessions/s1", {.token = reader}).status, 200) << "by its name, which only it has";
  for (auto const& path : {id(".."), id("../secret"), id("s1/../s1"), std::string("root~"),
                           std::string("~czE"), std::string("%2e%2e"), std::string("..%2fsecret")})
    EXPECT_THAT(get("/api/v1/sessions/" + path, {.token = reader}).status, testing::AnyOf(404, 400)) << path;
}

TEST_F(Web, AGraphHasItsNumbersAsTheyAreWritten) {
  auto const session = site_.session("s1");
  session.artifact("a", "x.json", "{\"huge\": 1e400,\n \"long\": 12345678901234567890123}");
  session.drop("a");
  ASSERT_TRUE(eventually([&] { return !session.pending("a"); }));
  auto const content = token("content");
  auto const here = "/api/v1/sessions/" + id("s1") + "/graph";
  auto graph = raw(request("GET", here, {.token = content}));
  ASSERT_EQ(graph.status, 200) << graph.body;
  EXPECT_THAT(graph.body, HasSubstr("1e400"));
  EXPECT_THAT(graph.body, HasSubstr("12345678901234567890123"));
  auto const again =
      raw(request("GET", here, {.token = content, .headers = {{"If-None-Match", graph.headers["etag"]}}}));
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
}

TEST_F(Web, ReadinessAndMetricsAreForThoseWhoMayRead) {
  auto const reader = token("read");
  EXPECT_EQ(get("/readyz", {.token = reader}).json()["ready"], true);
  EXPECT_THAT(get("/metrics", {.token = reader}).body, HasSubstr("artifactd_up 1"));
}

TEST_F(Web, ARevokedOrExpiredTokenIsWorthNothing) {
  auto const made = site_.json({"web", "token", "add", "short", "--expires", "1ms"});
  EXPECT_TRUE(eventually([&] { return get("/api/v1/roots", {.token = made["token"]}).status == 401; }));
  auto const other = site_.json({"web", "token", "add", "other"});
  EXPECT_EQ(get("/api/v1/roots", {.token = other["token"]}).status, 200);
  EXPECT_EQ(site_.artifactctl({"web", "token", "add", "other"}).exit, 4) << "the name is taken";
  EXPECT_EQ(site_.artifactctl({"web", "token", "revoke", "other"}).exit, 0);
  EXPECT_EQ(get("/api/v1/roots", {.token = other["token"]}).status, 401);
  EXPECT_EQ(site_.artifactctl({"web", "token", "revoke", "other"}).exit, 3);
}

TEST_F(Web, ATokenThatCouldNotBeUsedIsNotMade) {
  auto const expired = site_.artifactctl({"web", "token", "add", "n", "--expires", "0s"});
  EXPECT_EQ(expired.exit, 2);
  EXPECT_EQ(expired.out, "");
  EXPECT_THAT(expired.err, HasSubstr("would have expired already"));
  EXPECT_EQ(site_.artifactctl({"web", "token", "add", "n", "--expires", "106000d"}).exit, 2);
  auto const unnamed = site_.artifactctl({"web", "token", "add", "a b"});
  EXPECT_EQ(unnamed.exit, 2);
  EXPECT_THAT(unnamed.err, HasSubstr("letters, digits"));
}

TEST_F(Web, OnlyHashesOfTokensAreStored) {
  auto const text = token("operator");
  auto const file = site_.path() / "state/web-tokens.json";
  std::ifstream in(file);
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(in), {}), Not(HasSubstr(text)));
  EXPECT_EQ(std::filesystem::status(file).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_THAT(site_.artifactctl({"web", "token", "list"}).out, Not(HasSubstr(text)));
  EXPECT_THAT(daemon_->log(), Not(HasSubstr(text)));
}

TEST_F(Web, AWebProcessThatEndsIsStartedAgain) {
  auto const first = port();
  auto const before = processes();
  ASSERT_EQ(before.size(), 1U);
  ::kill(std::stoi(before[0].filename()), SIGKILL);
  EXPECT_TRUE(eventually([&] { return daemon_->logged("web ready") == 2; }));
  EXPECT_NE(first, 0U);
  EXPECT_EQ(daemon_->logged("no web"), 1);
}

TEST(WebWithoutAPort, IsReportedAndNotTakenForADaemonThatCannotStart) {
  UniqueFd const taken(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(taken.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(taken.get(), 1), 0);
  ASSERT_EQ(::getsockname(taken.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
  auto const listen = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
  Site const site("[web]\nlisten = \"" + listen + "\"\n");
  RunningDaemon const daemon(site);
  EXPECT_TRUE(eventually([&] { return site.status_text().contains("the page is not served"); }));
  EXPECT_GT(daemon.logged("no web", {listen, "Address already in use"}), 0);
  EXPECT_EQ(daemon.logged("cannot start"), 0);
  auto const doctor = site.artifactctl({"doctor"});
  EXPECT_EQ(doctor.exit, 1);
  EXPECT_THAT(doctor.out, HasSubstr("[web] listen = \"" + listen + "\""));
}

TEST_F(Web, ItEndsWithItsDaemon) {
  ASSERT_NE(port(), 0U);
  daemon_->kill();
  EXPECT_TRUE(eventually([&] { return processes().empty(); }));
}

class AnonymousWeb : public WebSite {
protected:
  AnonymousWeb() : WebSite("anonymous = \"read\"\n") {}
};

TEST_F(AnonymousWeb, HealthAndCountsAreForEveryoneAndNamesAreNot) {
  auto const session = refused_session();
  EXPECT_EQ(get("/readyz").status, 200);
  EXPECT_THAT(get("/metrics").body, HasSubstr("artifactd_up 1"));
  auto const counts = get("/api/v1/counts");
  EXPECT_EQ(counts.json()["sessions"], 1);
  EXPECT_THAT(counts.body, Not(HasSubstr("s1")));
  for (auto const* path :
       {"/api/v1/roots", "/api/v1/sessions", "/api/v1/status", "/api/v1/log", "/api/v1/events"})
    EXPECT_EQ(get(path).status, 401) << path;
}

TEST_F(Web, APersonsOwnProcessEndsWithItsToken) {
  Child serving({.words = {built("artifactctl"), "--config", site_.config().string(), "web", "--json"}});
  ASSERT_TRUE(eventually([&] { return serving.out().contains('\n'); })) << serving.err();
  auto const printed = json::parse(serving.out());
  auto const url = printed["url"].get<std::string>();
  auto const colon = url.find(':', url.find("127"));
  HttpConnection connection(static_cast<unsigned>(std::stoul(url.substr(colon + 1))));
  auto const host = url.substr(7, url.find('/', 7) - 7);
  auto const asked = "GET /api/v1/roots HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " +
                     printed["token"].get<std::string>() + "\r\n\r\n";
  connection.send(asked);
  EXPECT_EQ(connection.answer().status, 200);
  EXPECT_THAT(url, HasSubstr("/#token=" + printed["token"].get<std::string>()));
  serving.send(SIGINT);
  EXPECT_EQ(serving.wait(), 0);
  EXPECT_THAT(site_.json({"web", "token", "list"})["tokens"], testing::IsEmpty());
  EXPECT_FALSE(HttpConnection(static_cast<unsigned>(std::stoul(url.substr(colon + 1)))).connected());
}

} // namespace
} // namespace artifactd::test
