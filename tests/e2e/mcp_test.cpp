// `artifactctl mcp` with the real daemon: an agent that has tools instead of a shell writes, submits, is
// refused, repairs, waits, asks, and reaches nothing but its own work.
#include "tests/e2e/mcp_client.hpp"
#include "tests/e2e/running_daemon.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

Json files(std::string const& name, std::string const& content) {
  return {{"files", Json::array({file_argument(name, content)})}};
}

class Mcp : public testing::Test {
protected:
  [[nodiscard]] McpClient client(std::vector<std::string> const& more = {},
                                 std::string const& revision = "2025-11-25") const {
    return {site, session.path(), "writer", more, revision};
  }
  /// Submissions stay pending meanwhile.
  void hold_mutex() const { fs::create_directory(session / ".kg-merge.lock"); }
  void free_mutex() const { fs::remove(session / ".kg-merge.lock"); }

  Site site;
  SessionDir session = site.session("s");
};

TEST_F(Mcp, OffersItsToolsAndSaysWhoTheModelIs) {
  McpClient agent(site, session.path(), "writer", {}, "");
  auto const begun = agent.ask("initialize", {{"protocolVersion", "2025-06-18"}});
  EXPECT_EQ(begun["protocolVersion"], "2025-06-18");
  EXPECT_THAT(begun["instructions"].get<std::string>(), HasSubstr("the agent writer"));
  std::vector<std::string> names;
  auto const listed = agent.ask("tools/list");
  for (auto const& tool : listed["tools"]) {
    names.push_back(tool["name"]);
    EXPECT_EQ(tool["inputSchema"]["type"], "object") << tool;
    EXPECT_EQ(tool["inputSchema"]["additionalProperties"], false) << tool;
    EXPECT_EQ(tool["outputSchema"]["required"], Json::array({"version"})) << tool;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"write_artifact", "submit", "wait", "validate", "status",
                                             "query_graph", "hint_read", "turn_say", "report_issue"}));
  EXPECT_EQ(agent.end(), 0);
}

TEST_F(Mcp, WritesSubmitsAndFindsItsWorkInTheGraph) {
  RunningDaemon const daemon(site);
  auto agent = client();
  auto const written =
      agent.call("write_artifact", file_argument("x.json", R"({"entities": {"ada": 1.50}})"));
  EXPECT_EQ(agent.structured(written)["path"], "artifacts/writer/x.json");
  auto const valid = agent.call("validate");
  EXPECT_EQ(agent.structured(valid)["valid"], true) << valid;
  auto const merged = agent.call("submit");
  EXPECT_EQ(agent.structured(merged)["outcome"], "merged") << merged;
  EXPECT_FALSE(merged.contains("isError"));
  EXPECT_THAT(session.graph_text(), HasSubstr("1.50"));
  auto const found = agent.call("query_graph", {{"filter", ".writer.entities | keys"}});
  EXPECT_EQ(agent.structured(found)["outputs"], Json::parse(R"([["ada"]])"));
  EXPECT_EQ(agent.end(), 0);
  EXPECT_EQ(agent.log(), "");
}

TEST_F(Mcp, TellsWarningsOfMergedWork) {
  RunningDaemon const daemon(site);
  auto agent = client();
  auto const merged = agent.call("submit", files("x.ndjson", "{\"x\": 1}\n{\"y\": 2}"));
  EXPECT_EQ(agent.structured(merged)["outcome"], "merged") << merged;
  EXPECT_EQ(agent.structured(merged)["warnings"][0]["code"], "log.torn") << merged;
  EXPECT_THAT(agent.text(merged), HasSubstr("Warning: artifacts/writer/x.ndjson, line 2"));
}

TEST_F(Mcp, ARefusalIsAnErrorWithFindingsAndIsRepaired) {
  RunningDaemon const daemon(site);
  auto agent = client();
  auto const refused = agent.call("submit", files("x.json", R"({"x": 1,})"));
  EXPECT_EQ(refused["isError"], true);
  EXPECT_THAT(agent.text(refused), HasSubstr("Remove the comma"));
  EXPECT_THAT(agent.text(refused), HasSubstr("Then call submit again."));
  auto const structured = agent.structured(refused);
  EXPECT_EQ(structured["outcome"], "refused");
  EXPECT_EQ(structured["findings"][0]["file"], "artifacts/writer/x.json") << structured;
  EXPECT_EQ(structured["findings"][0]["line"], 1);
  EXPECT_EQ(structured["instructions"]["attempt"], 1) << structured;

  auto const again = agent.call("validate");
  EXPECT_EQ(agent.structured(again)["valid"], false);
  auto const resource = agent.ask("resources/read", {{"uri", "artifactd://session/instructions/kg"}});
  EXPECT_THAT(resource["contents"][0]["text"].get<std::string>(), HasSubstr("artifacts/writer/x.json"));

  auto const repaired = agent.call("submit", files("x.json", R"({"x": 1})"));
  EXPECT_EQ(agent.structured(repaired)["outcome"], "merged") << repaired;
  EXPECT_EQ(session.graph()["writer"]["x"], 1);
}

TEST_F(Mcp, SaysWhenAPersonIsNeededAndReadsHints) {
  RunningDaemon const daemon(site);
  auto agent = client();
  Json refused;
  for (int i = 0; i < 3; ++i)
    refused = agent.call("submit", files("x.json", "{\"x\": " + std::to_string(i) + ",}"));
  EXPECT_THAT(agent.text(refused), HasSubstr("a person decides"));
  EXPECT_EQ(agent.structured(agent.call("hint_read"))["hints"], Json::array());
  ASSERT_EQ(site.artifactctl({"hint", session.path(), "writer", "no comma before a brace"}).exit, 0);
  ASSERT_TRUE(eventually([&] {
    auto const read = agent.call("hint_read");
    return agent.text(read).contains("no comma before a brace");
  }));
}

TEST_F(Mcp, APendingSubmissionIsReportedAndWaitGoesOn) {
  RunningDaemon const daemon(site);
  hold_mutex();
  auto agent = client({"--wait", "1300ms"});
  auto const id = agent.send("tools/call", {{"name", "submit"},
                                            {"arguments", files("x.json", R"({"x": 1})")},
                                            {"_meta", {{"progressToken", "t"}}}});
  auto const pending = agent.answer_to(id)["result"];
  EXPECT_EQ(agent.structured(pending)["outcome"], "pending") << pending;
  EXPECT_FALSE(pending.contains("isError"));
  EXPECT_THAT(agent.text(pending), HasSubstr("call wait"));
  auto const& all = agent.messages();
  EXPECT_TRUE(std::ranges::any_of(all, [](Json const& each) {
    return each.value("method", "") == "notifications/progress" && each["params"]["progressToken"] == "t";
  }));

  EXPECT_EQ(agent.structured(agent.call("write_artifact", file_argument("y.json", "{}")))["error"]["code"],
            "conflict");
  EXPECT_THAT(agent.text(agent.call("status")), HasSubstr("writer.kg"));
  free_mutex();
  auto merged = agent.call("wait");
  if (agent.structured(merged)["outcome"] == "pending") merged = agent.call("wait");
  EXPECT_EQ(agent.structured(merged)["outcome"], "merged") << merged;
}

TEST_F(Mcp, OthersAreServedWhileASubmissionWaitsAndItCanBeCancelled) {
  RunningDaemon const daemon(site);
  hold_mutex();
  auto agent = client();
  auto const id =
      agent.send("tools/call", {{"name", "submit"}, {"arguments", files("x.json", R"({"x": 1})")}});
  ASSERT_TRUE(eventually([&] { return session.pending("writer"); }));
  EXPECT_EQ(agent.ask("ping"), Json::object());
  EXPECT_TRUE(agent.call("status").contains("content"));
  agent.tell("notifications/cancelled", {{"requestId", id}});
  EXPECT_EQ(agent.ask("ping"), Json::object());
  EXPECT_EQ(agent.end(), 0);
  for (auto const& each : agent.messages())
    EXPECT_NE(each.value("id", Json()), id);
  EXPECT_TRUE(session.pending("writer"));
  free_mutex();
  EXPECT_TRUE(eventually([&] { return session.merged("writer"); }));
}

TEST_F(Mcp, EndsWithItsInputWhileASubmissionWaits) {
  RunningDaemon const daemon(site);
  hold_mutex();
  auto agent = client();
  auto const id =
      agent.send("tools/call", {{"name", "submit"}, {"arguments", files("x.json", R"({"x": 1})")}});
  ASSERT_TRUE(eventually([&] { return session.pending("writer"); }));
  EXPECT_EQ(agent.end(), 0);
  EXPECT_EQ(agent.structured(agent.answer_to(id)["result"])["outcome"], "pending");
}

TEST_F(Mcp, SaysWhenNobodyServesTheSession) {
  {
    RunningDaemon daemon(site);
    EXPECT_EQ(daemon.stop(), 0);
  }
  auto agent = client();
  auto const alone = agent.call("submit", files("x.json", R"({"x": 1})"));
  EXPECT_EQ(alone["isError"], true);
  EXPECT_EQ(agent.structured(alone)["outcome"], "unattended");
  EXPECT_TRUE(session.pending("writer"));
}

TEST_F(Mcp, WorksWithEachRevision) {
  RunningDaemon const daemon(site);
  for (auto const* revision : {"2025-03-26", "2025-06-18", "2025-11-25"}) {
    auto agent = client({}, revision);
    auto const refused = agent.call("submit", files("x.json", "{"));
    EXPECT_EQ(refused["isError"], true) << revision;
    EXPECT_THAT(refused.dump(), HasSubstr("json.truncated")) << revision;
    EXPECT_EQ(refused.contains("structuredContent"), revision != std::string("2025-03-26"));
    EXPECT_FALSE(agent.call("submit", files("x.json", "{}")).contains("isError")) << revision;
  }
}

TEST_F(Mcp, CutsWhatIsTooLongAndSaysSo) {
  Json big;
  for (int i = 0; i < 18'000; ++i)
    big["entities"][std::to_string(i)] = "an entity with \"quotes\" and enough text to be long";
  session.write("knowledge-graph.json", big.dump());
  auto agent = client();
  for (auto const* filter : {".", "[.entities[]]"}) {
    auto const answer = agent.call("query_graph", {{"filter", filter}});
    EXPECT_LE(answer.dump().size(), std::size_t{1} << 20) << filter;
    EXPECT_THAT(agent.text(answer), HasSubstr("[cut: ")) << filter;
    EXPECT_EQ(agent.structured(answer)["left_out"]["/outputs"], 1) << filter;
  }
  auto const graph = agent.ask("resources/read", {{"uri", "artifactd://session/graph"}});
  EXPECT_LE(graph.dump().size(), std::size_t{1} << 20);
  EXPECT_THAT(graph["contents"][1]["text"].get<std::string>(), HasSubstr("[cut: "));
  for (auto const& message : agent.messages())
    EXPECT_LE(message.dump().size(), std::size_t{1} << 20);
}

TEST_F(Mcp, SaysThatAProgramMayHaveMoreOutputs) {
  session.write("knowledge-graph.json", R"({"a": 1})");
  auto agent = client();
  auto const most = agent.call("query_graph", {{"filter", "range(100)"}});
  EXPECT_EQ(agent.structured(most)["outputs"].size(), 16U);
  EXPECT_EQ(agent.structured(most)["maybe_more"], true);
  EXPECT_THAT(agent.text(most), HasSubstr("only the first 16 outputs"));
  EXPECT_FALSE(agent.structured(agent.call("query_graph", {{"filter", "range(15)"}})).contains("maybe_more"));
}

TEST_F(Mcp, ListsTheSchemasOfItsFiles) {
  auto const schema = site.path() / "schema.json";
  std::ofstream(schema) << R"({"type": "object", "required": ["title"]})";
  site.configure("[[agent]]\nmatch = \"writer\"\nschemas = {\"*.json\" = \"" + schema.string() + "\"}\n");
  auto agent = client();
  auto const listed = agent.ask("resources/list")["resources"];
  ASSERT_EQ(listed.size(), 2U) << listed;
  EXPECT_EQ(listed[1]["uri"], "artifactd://session/schemas/kg/%2A.json");
  auto const read = agent.ask("resources/read", {{"uri", listed[1]["uri"]}});
  EXPECT_THAT(read["contents"][0]["text"].get<std::string>(), HasSubstr("title"));
}

} // namespace
} // namespace artifactd::test
