// Server-sent events: what happens, to whom it is told, and how a client goes on where it was.
#include "tests/e2e/web_site.hpp"

namespace artifactd::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct ToldEvent {
  std::string id = {};
  std::string event = {};
  json data = nullptr;
};

class WebEvents : public WebSite {
protected:
  [[nodiscard]] std::unique_ptr<HttpConnection> listen(std::string const& token,
                                                       std::string const& last = "") {
    auto connection = std::make_unique<HttpConnection>(port());
    Asking asking{.token = token};
    if (!last.empty()) asking.headers["Last-Event-ID"] = last;
    connection->send(request("GET", "/api/v1/events", asking));
    auto answer = connection->header();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.headers["content-type"], "text/event-stream");
    EXPECT_EQ(answer.headers["x-accel-buffering"], "no");
    return connection;
  }
  [[nodiscard]] static ToldEvent next(HttpConnection& stream) {
    ToldEvent told;
    std::istringstream lines(stream.event());
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("id: ")) told.id = line.substr(4);
      if (line.starts_with("event: ")) told.event = line.substr(7);
      if (line.starts_with("data: ")) told.data = json::parse(line.substr(6), nullptr, false);
    }
    return told;
  }
  /// The next one of that name; the others are skipped.
  [[nodiscard]] static ToldEvent next(HttpConnection& stream, std::string const& event) {
    for (;;) {
      auto told = next(stream);
      if (told.event == event || told.event.empty()) return told;
    }
  }
  [[nodiscard]] static ToldEvent settled(HttpConnection& stream) {
    for (;;) {
      auto told = next(stream, "journal");
      if (told.event.empty() || told.data["event"] == "settled") return told;
    }
  }
};

TEST_F(WebEvents, TellWhatHappens) {
  auto const session = site_.session("s1");
  auto const stream = listen(token("content"));
  EXPECT_EQ(next(*stream).event, "begin");
  session.submit("a");
  auto const activity = next(*stream, "activity");
  EXPECT_EQ(activity.data["session_id"], id("s1"));
  EXPECT_EQ(activity.id, "") << "it is not in the journal";
  auto const told = settled(*stream);
  EXPECT_EQ(told.data["outcome"], "merged");
  EXPECT_EQ(told.data["session_id"], id("s1"));
  EXPECT_TRUE(told.data["detail"].is_object());
}

TEST_F(WebEvents, AreToldWithoutWhatAgentsWroteToThoseWhoReadMetadata) {
  auto const session = site_.session("s1");
  auto const stream = listen(token("read"));
  EXPECT_EQ(next(*stream).event, "begin");
  session.artifact("a", "x.json", R"({"written": )");
  session.drop("a");
  for (;;) {
    auto const told = next(*stream);
    ASSERT_NE(told.event, "");
    for (auto const* member : {"detail", "error", "reason", "text"})
      EXPECT_FALSE(told.data.contains(member)) << told.data;
    if (told.data.value("event", "") == "settled") break;
  }
}

TEST_F(WebEvents, GoOnAfterTheLastOneThatAClientHas) {
  auto const session = site_.session("s1");
  auto const content = token("content");
  session.submit("a");
  std::string seen;
  {
    auto const stream = listen(content);
    seen = next(*stream).id;
  }
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
  session.submit("b");
  ASSERT_TRUE(eventually([&] { return site_.settled(session, "b", "merged") == 1; }));
  auto const stream = listen(content, seen);
  EXPECT_EQ(seen.rfind('-') != std::string::npos, true);
  std::vector<std::string> names;
  std::string last;
  for (auto told = settled(*stream); names.empty() || names.back() != "b"; told = settled(*stream)) {
    ASSERT_NE(told.event, "");
    names.push_back(told.data["name"]);
    last = told.id;
    if (names.back() == "b") break;
  }
  session.submit("c");
  auto const told = settled(*stream);
  EXPECT_EQ(told.data["name"], "c") << "each once, also where replay and live meet";
  EXPECT_GT(std::stol(told.id.substr(told.id.rfind('-') + 1)), std::stol(last.substr(last.rfind('-') + 1)));
}

TEST_F(WebEvents, SurviveARestartOfTheDaemon) {
  auto const session = site_.session("s1");
  auto const content = token("content");
  session.submit("a");
  ASSERT_TRUE(eventually([&] { return site_.settled(session, "a", "merged") == 1; }));
  auto const id_before = next(*listen(content)).id;
  EXPECT_EQ(daemon_->stop(), 0);
  daemon_ = std::make_unique<RunningDaemon>(site_);
  forget_port();
  session.submit("b");
  auto const stream = listen(content, id_before);
  EXPECT_EQ(settled(*stream).data["name"], "b");
}

TEST_F(WebEvents, SayThatSomethingWasMissed) {
  auto const content = token("content");
  for (auto const* unknown : {"0123456789ab-1", "nonsense", "-", "0123456789ab-99999999999999999999"}) {
    auto const stream = listen(content, unknown);
    auto const told = next(*stream);
    EXPECT_EQ(told.event, "reset") << unknown;
    EXPECT_THAT(told.id, Not(StartsWith("0123")));
  }
  auto const here = next(*listen(content)).id;
  auto const future = here.substr(0, here.rfind('-')) + "-999999";
  EXPECT_EQ(next(*listen(content, future)).event, "reset");
}

TEST_F(WebEvents, EndWithTheirToken) {
  auto const made = site_.json({"web", "token", "add", "short", "--scope", "content"});
  auto const stream = listen(made["token"]);
  auto const other = listen(token("content"));
  EXPECT_EQ(next(*stream).event, "begin");
  EXPECT_EQ(site_.artifactctl({"web", "token", "revoke", "short"}).exit, 0);
  EXPECT_TRUE(stream->ends());
  EXPECT_EQ(next(*other).event, "begin");
  site_.session("s1").submit("a");
  EXPECT_EQ(settled(*other).data["name"], "a");
}

TEST_F(WebEvents, OfAnAgentAreThoseOfItsSession) {
  auto const mine = site_.session("s1");
  auto const foreign = site_.session("s2");
  auto const stream = listen(token("agent", {"--session", mine.path().string(), "--agent", "a"}));
  EXPECT_EQ(next(*stream).event, "begin");
  foreign.submit("x");
  ASSERT_TRUE(eventually([&] { return foreign.merged("x"); }));
  mine.submit("a");
  EXPECT_EQ(settled(*stream).data["session_id"], id("s1")) << "nothing is told of the foreign session";
}

TEST_F(WebEvents, FeedManyClients) {
  auto const session = site_.session("s1");
  auto const content = token("content");
  std::vector<std::unique_ptr<HttpConnection>> streams;
  for (int i = 0; i < 100; ++i) {
    streams.push_back(listen(content));
    EXPECT_EQ(next(*streams.back()).event, "begin");
  }
  session.submit("a");
  for (auto const& stream : streams)
    EXPECT_EQ(settled(*stream).data["name"], "a");
}

} // namespace
} // namespace artifactd::test
