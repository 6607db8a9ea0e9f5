// The Model Context Protocol over HTTP: one agent's token, one session.
#include "tests/e2e/web_site.hpp"

#include <filesystem>

namespace artifactd::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class WebMcp : public WebSite {
protected:
  explicit WebMcp(std::string const& settings = "") : WebSite(settings) {}

  [[nodiscard]] HttpAnswer say(json const& message, std::map<std::string, std::string> headers = {}) {
    if (!headers.contains("MCP-Protocol-Version")) headers["MCP-Protocol-Version"] = "2025-11-25";
    return post(path_, {.token = own_, .headers = headers, .body = message.dump()});
  }
  [[nodiscard]] static json request(std::string const& method, json const& params = json::object()) {
    return {{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}};
  }
  [[nodiscard]] json use(std::string const& tool, json const& arguments = json::object()) {
    auto const answer = say(request("tools/call", {{"name", tool}, {"arguments", arguments}}));
    EXPECT_EQ(answer.status, 200) << answer.body;
    return answer.json()["result"];
  }

  SessionDir session_ = site_.session("s1");
  std::string path_ = "/mcp/" + id("s1");
  std::string own_ = token("agent", {"--session", session_.path().string(), "--agent", "writer"});
};

TEST_F(WebMcp, ASubmissionIsWaitedForAndRepaired) {
  auto const begun = say(request("initialize", {{"protocolVersion", "2025-06-18"},
                                                {"capabilities", json::object()},
                                                {"clientInfo", {{"name", "t"}, {"version", "1"}}}}));
  ASSERT_EQ(begun.status, 200) << begun.body;
  EXPECT_EQ(begun.json()["result"]["protocolVersion"], "2025-06-18");
  EXPECT_THAT(begun.json()["result"]["instructions"].get<std::string>(), HasSubstr("the agent writer"));
  EXPECT_EQ(say({{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}}).status, 202);
  EXPECT_GE(say(request("tools/list")).json()["result"]["tools"].size(), 9U);
  auto const refused = use("submit", {{"files", {{{"file", "a.json"}, {"content", "{\"a\": 1,}"}}}}});
  EXPECT_EQ(refused["isError"], true);
  EXPECT_EQ(refused["structuredContent"]["findings"][0]["line"], 1);
  auto const merged = use("submit", {{"files", {{{"file", "a.json"}, {"content", "{\"a\": 1}"}}}}});
  EXPECT_EQ(merged["structuredContent"]["outcome"], "merged") << merged;
  EXPECT_EQ(use("query_graph", {{"filter", ".writer.a"}})["structuredContent"]["outputs"], json({1}));
  EXPECT_EQ(use("validate")["structuredContent"]["valid"], true);
  EXPECT_EQ(use("status")["structuredContent"]["version"], 1);
  EXPECT_EQ(use("hint_read")["structuredContent"]["hints"], json::array());
  EXPECT_EQ(use("turn_say", {{"text", "hello"}})["isError"], true) << "there is no story";
  auto const graph = say(request("resources/read", {{"uri", "artifactd://session/graph"}})).json();
  EXPECT_THAT(graph["result"]["contents"][0]["text"].get<std::string>(), HasSubstr("writer"));
}

TEST_F(WebMcp, AWaitDelaysNobodyElse) {
  std::filesystem::create_directory(session_.path() / ".kg-merge.lock");
  std::vector<std::unique_ptr<HttpConnection>> waiting;
  for (int i = 0; i < 4; ++i) {
    auto const call =
        i == 0
            ? request("tools/call", {{"name", "submit"},
                                     {"arguments", {{"files", {{{"file", "a.json"}, {"content", "{}"}}}}}}})
            : request("tools/call", {{"name", "wait"}, {"arguments", json::object()}});
    auto& connection = waiting.emplace_back(std::make_unique<HttpConnection>(port()));
    connection->send(WebSite::request(
        "POST", path_,
        {.token = own_, .headers = {{"MCP-Protocol-Version", "2025-11-25"}}, .body = call.dump()}));
    ASSERT_TRUE(eventually([&] { return session_.pending("writer"); }));
  }
  auto const reader = token("read");
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(get("/api/v1/roots", {.token = reader}).status, 200);
  std::filesystem::remove(session_.path() / ".kg-merge.lock");
  for (auto const& connection : waiting)
    EXPECT_EQ(connection->answer().json()["result"]["structuredContent"]["outcome"], "merged");
}

TEST_F(WebMcp, OnlyTheTokenOfThatAgentMayUseIt) {
  auto const other = site_.session("s2");
  auto const ping = request("ping").dump();
  EXPECT_EQ(post(path_, {.token = own_, .body = ping}).status, 200);
  auto unknown = post(path_, {.body = ping});
  EXPECT_EQ(unknown.status, 401);
  EXPECT_EQ(unknown.headers["www-authenticate"], "Bearer") << "without metadata of an OAuth server";
  for (auto const* scope : {"read", "content", "operator"})
    EXPECT_EQ(post(path_, {.token = token(scope), .body = ping}).status, 403) << scope;
  EXPECT_EQ(post("/mcp/" + id("s2"), {.token = own_, .body = ping}).status, 403);
  EXPECT_EQ(post("/mcp/nothing", {.token = own_, .body = ping}).status, 403);
  auto reading = raw(WebSite::request("GET", path_, {.token = own_}));
  EXPECT_EQ(reading.status, 405);
  EXPECT_THAT(reading.headers["allow"], HasSubstr("POST"));
  EXPECT_EQ(raw(WebSite::request("DELETE", path_, {.token = own_})).status, 200);
  EXPECT_EQ(raw(WebSite::request("DELETE", path_, {})).status, 401);
}

TEST_F(WebMcp, RequestsReachNoFurtherThanTheAgent) {
  auto const ending = R"({"user_action_id": "u", "do": "end"})";
  for (auto const* tool : {"submit", "write_artifact"}) {
    auto const given = [&](char const* kind, char const* text) {
      json arguments = {{"kind", kind}, {"file", "writer.json"}, {"content", text}};
      if (std::string(tool) == "submit")
        arguments = {{"kind", kind}, {"files", {{{"file", "writer.json"}, {"content", text}}}}};
      return use(tool, arguments);
    };
    EXPECT_EQ(given("turn", ending)["isError"], true) << tool;
    EXPECT_THAT(given("edit", R"({"agent": "other"})").dump(), HasSubstr("its own files")) << tool;
  }
  EXPECT_FALSE(std::filesystem::exists(session_ / "turns"));
  EXPECT_FALSE(std::filesystem::exists(session_ / "edits"));
}

TEST_F(WebMcp, WhatIsWrongWithAMessageIsSaid) {
  auto const own = "http://127.0.0.1:" + std::to_string(port());
  EXPECT_EQ(say(request("ping"), {{"MCP-Protocol-Version", "1999-01-01"}}).status, 400);
  EXPECT_EQ(say(request("ping"), {{"Origin", "http://evil.example"}}).status, 403);
  EXPECT_EQ(say(request("ping"), {{"Origin", own}}).status, 200);
  EXPECT_EQ(say(request("ping"), {{"Content-Type", "text/plain"}}).status, 415);
  auto const broken = post(path_, {.token = own_, .body = "{"});
  EXPECT_EQ(broken.status, 400);
  EXPECT_EQ(broken.json()["error"]["code"], -32700);
  EXPECT_EQ(say(request("no/such")).json()["error"]["code"], -32601);
  EXPECT_EQ(say(request("tools/call", {{"name", "confirm"}})).json()["error"]["code"], -32602);
  EXPECT_EQ(use("validate", {{"kind", "state"}})["isError"], true);
  auto const batch = json::array({request("ping"), request("ping")});
  EXPECT_EQ(say(batch).json()["error"]["code"], -32600) << "this revision has no batches";
  auto const old = say(batch, {{"MCP-Protocol-Version", "2025-03-26"}});
  EXPECT_EQ(old.json().size(), 2U) << old.body;
}

TEST_F(WebMcp, TheJournalNamesWhatChangedSomething) {
  std::ignore = use("validate");
  std::ignore = use("write_artifact", {{"file", "a.json"}, {"content", "{}"}});
  EXPECT_TRUE(std::filesystem::exists(session_.path() / "artifacts/writer/a.json"));
  ASSERT_TRUE(eventually([&] { return !on_record().empty(); }));
  auto const done = on_record();
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0]["outcome"], "mcp write_artifact");
  EXPECT_EQ(done[0]["name"], "writer");
  EXPECT_EQ(done[0]["kind"], "kg");
  EXPECT_THAT(done[0]["detail"]["by"].get<std::string>(), testing::StartsWith("agent-"));
}

TEST_F(WebMcp, TheJournalNamesTheKindOfASubmission) {
  std::ignore = use("submit", {{"kind", "edit"}, {"files", {{{"content", "{}"}}}}});
  std::ignore = use("turn_say", {{"text", "hello"}});
  ASSERT_TRUE(eventually([&] { return on_record().size() == 2; }));
  EXPECT_EQ(on_record()[0]["outcome"], "mcp submit");
  EXPECT_EQ(on_record()[0]["kind"], "edit");
  EXPECT_EQ(on_record()[1]["kind"], "") << "a turn has a signal of its own";
}

TEST_F(WebMcp, AFileWithoutANameIsMissingOne) {
  auto const answer = use("write_artifact", {{"content", "{}"}});
  EXPECT_EQ(answer["isError"], true);
  EXPECT_THAT(answer.dump(), HasSubstr("is missing"));
}

TEST_F(WebMcp, ADaemonThatEndsWaitsForNoVerdict) {
  std::filesystem::create_directory(session_.path() / ".kg-merge.lock");
  HttpConnection waiting(port());
  auto const call = request("tools/call", {{"name", "submit"}, {"arguments", json::object()}});
  session_.artifact("writer", "a.json", "{}");
  waiting.send(WebSite::request("POST", path_, {.token = own_, .body = call.dump()}));
  ASSERT_TRUE(eventually([&] { return session_.pending("writer"); }));
  auto const begin = std::chrono::steady_clock::now();
  EXPECT_EQ(daemon_->stop(), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(15));
}

} // namespace
} // namespace artifactd::test
