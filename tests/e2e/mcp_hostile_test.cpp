// What a hostile client says to `artifactctl mcp`, and what a hostile session puts in its way: every answer
// is an error that says why, nothing outside of the agent's own work is reached, and the next request is
// served.
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

class McpHostile : public testing::Test {
protected:
  [[nodiscard]] static std::string code(Json const& result) {
    return result.value(Json::json_pointer("/structuredContent/error/code"), "");
  }
  /// What stands in the site, with sizes.
  [[nodiscard]] std::vector<std::string> everything_outside() const {
    std::vector<std::string> found;
    for (auto const& entry : fs::recursive_directory_iterator(site.path()))
      if (entry.is_regular_file() && !entry.path().string().starts_with(session.path().string()))
        found.push_back(entry.path().string() + " " + std::to_string(entry.file_size()));
    std::ranges::sort(found);
    return found;
  }

  Site site;
  SessionDir session = site.session("s");
  SessionDir other = site.session("other");
};

TEST_F(McpHostile, LinesThatAreNoMessagesAreAnsweredByErrors) {
  McpClient agent(site, session.path(), "writer");
  auto const errors = [&] {
    auto const& all = agent.messages();
    return std::ranges::count_if(all, [](Json const& each) { return each.contains("error"); });
  };
  for (std::string const& line :
       {std::string("nonsense"), std::string("{"), std::string("\xff\xfe\x00\x01", 4), std::string("[]"),
        std::string("7"), std::string("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"\0\"}", 42),
        std::string(200'000, '['), std::string("{\"a\":") + std::string(5'000'000, '{'),
        std::string(R"([{"jsonrpc": "2.0", "id": 1, "method": "ping"}])")}) {
    auto const before = errors();
    agent.send_text(line + "\n");
    EXPECT_TRUE(eventually([&] { return errors() == before + 1; })) << line.substr(0, 50);
  }
  EXPECT_EQ(agent.ask("ping"), Json::object());
  for (auto const& each : agent.messages())
    EXPECT_TRUE(each.is_object()) << agent.output();
}

TEST_F(McpHostile, ALineOfAHundredMegabytesTakesNoMemoryAndIsRefused) {
  McpClient agent(site, session.path(), "writer");
  std::string const part(std::size_t{1} << 20, 'x');
  for (int i = 0; i < 100; ++i)
    agent.send_text(part);
  agent.send_text("\n");
  EXPECT_EQ(agent.ask("ping"), Json::object());
  EXPECT_THAT(agent.output(), HasSubstr("a line has at most 10485760 bytes"));
  EXPECT_EQ(agent.end(), 0);
}

TEST_F(McpHostile, FilesStayWhereTheAgentsFilesBelong) {
  McpClient agent(site, session.path(), "writer");
  auto const before = everything_outside();
  for (std::string const& name :
       {std::string("../other.json"), std::string("/etc/x.json"), std::string("a/b.json"), std::string(".."),
        std::string(".hidden.json"), std::string("x.json\0.json", 12), std::string("x.txt"), std::string(),
        std::string(256, 'x') + ".json", std::string(251, 'x') + ".json"}) {
    auto const refused = agent.call("write_artifact", file_argument(name, "{}"));
    EXPECT_EQ(refused["isError"], true) << name << refused;
    auto const submitted = agent.call("submit", {{"files", Json::array({file_argument(name, "{}")})}});
    EXPECT_EQ(submitted["isError"], true) << name << submitted;
  }
  EXPECT_EQ(everything_outside(), before);
  EXPECT_FALSE(session.pending("writer"));
  EXPECT_TRUE(!fs::exists(session / "artifacts/writer") || fs::is_empty(session / "artifacts/writer"));
}

TEST_F(McpHostile, LinksInTheSessionAreNotFollowed) {
  other.artifact("victim", "x.json", "untouched");
  fs::create_directories(session / "artifacts/writer");
  fs::create_symlink(other / "artifacts/victim/x.json", session / "artifacts/writer/x.json");
  McpClient agent(site, session.path(), "writer");
  EXPECT_FALSE(agent.call("write_artifact", file_argument("x.json", "{}")).contains("isError"));
  EXPECT_FALSE(fs::is_symlink(session / "artifacts/writer/x.json"));
  fs::remove_all(session / "artifacts/writer");
  fs::create_directory_symlink(other / "artifacts/victim", session / "artifacts/writer");
  EXPECT_EQ(agent.call("write_artifact", file_argument("x.json", "{}"))["isError"], true);
  EXPECT_EQ(other.text("artifacts/victim/x.json"), "untouched");

  other.write("knowledge-graph.json", R"({"secret": 1})");
  fs::create_symlink(other / "knowledge-graph.json", session / "knowledge-graph.json");
  EXPECT_EQ(agent.call("query_graph", {{"filter", "."}})["isError"], true);
  EXPECT_TRUE(agent.ask("resources/read", {{"uri", "artifactd://session/graph"}}).contains("error"));
  EXPECT_EQ(agent.output().find("secret"), std::string::npos);
}

TEST_F(McpHostile, AnotherDirectoryInTheSessionsPlaceIsNotServed) {
  McpClient agent(site, session.path(), "writer");
  fs::rename(session.path(), site.path() / "elsewhere");
  fs::create_directory_symlink(other.path(), session.path());
  for (auto const* tool : {"submit", "validate", "status", "hint_read"}) {
    auto const refused = agent.call(tool);
    EXPECT_EQ(refused["isError"], true) << tool;
    EXPECT_THAT(agent.text(refused), HasSubstr("another directory")) << tool;
  }
  EXPECT_TRUE(fs::is_empty(other.path()));
}

TEST_F(McpHostile, OnlyTheAgentsOwnWorkIsReached) {
  RunningDaemon const daemon(site);
  session.artifact("rival", "x.json", "{");
  session.drop("rival");
  ASSERT_TRUE(eventually([&] { return session.refused("rival"); }));
  McpClient agent(site, session.path(), "writer");
  EXPECT_EQ(agent.call("wait", {{"signal", "rival.kg"}})["isError"], true);
  EXPECT_EQ(agent.call("wait", {{"signal", "writer.confirm"}})["isError"], true);
  for (auto const* kind : {"confirm", "reject", "state", "nothing", "kg.lock"}) {
    EXPECT_EQ(code(agent.call("submit", {{"kind", kind}})), "usage") << kind;
    EXPECT_EQ(code(agent.call("hint_read", {{"kind", kind}})), "usage") << kind;
  }
  for (auto const* tool : {"hint", "retry", "confirm", "abandon", "restore"})
    EXPECT_EQ(agent.call(tool)["error"]["code"], -32602) << tool;
  EXPECT_TRUE(session.refused("rival"));
  EXPECT_FALSE(session.pending("writer"));
}

TEST_F(McpHostile, StatusTellsNothingAboutOtherSessions) {
  RunningDaemon const daemon(site);
  other.artifact("rival", "x.json", "{");
  other.drop("rival");
  ASSERT_TRUE(eventually([&] { return other.refused("rival"); }));
  McpClient agent(site, session.path(), "writer");
  auto const status = agent.call("status").dump();
  EXPECT_THAT(status, HasSubstr("\"running\":true"));
  EXPECT_EQ(status.find("rival"), std::string::npos) << status;
  EXPECT_EQ(status.find(other.path().string()), std::string::npos) << status;
}

TEST_F(McpHostile, ArgumentsAreChecked) {
  McpClient agent(site, session.path(), "writer");
  EXPECT_EQ(code(agent.call("write_artifact", {{"file", 7}, {"content", "{}"}})), "usage");
  EXPECT_EQ(code(agent.call("write_artifact", {{"file", "x.json"}})), "usage");
  EXPECT_EQ(code(agent.call("write_artifact", {{"file", "x.json"}, {"content", {{"x", 1}}}})), "usage");
  EXPECT_EQ(code(agent.call("submit", {{"fresh", true}})), "usage");
  EXPECT_EQ(code(agent.call("submit", {{"files", {{"x.json", "{}"}}}})), "usage");
  EXPECT_EQ(code(agent.call("turn_say", {{"text", ""}})), "usage");
  EXPECT_EQ(code(agent.call("report_issue", {{"message", "m"}, {"step", -1}})), "usage");
  EXPECT_THAT(agent.text(agent.call("submit", {{"fresh", true}})), HasSubstr("fresh"));
  auto const twice = Json::array({file_argument("x.json", "{}"), file_argument("x.json", "[]")});
  EXPECT_EQ(agent.call("submit", {{"files", twice}})["isError"], true);
  EXPECT_FALSE(session.pending("writer"));
}

TEST_F(McpHostile, JqIsConfined) {
  session.write("knowledge-graph.json", R"({"a": 1})");
  McpClient agent(site, session.path(), "writer");
  for (auto const* filter : {"env | keys", "$ENV | keys", "input_filename", "import \"x\" as x; .",
                             "[limit(100; repeat(\"x\"))] | implode", "syntax error (", "input"}) {
    auto const answer = agent.call("query_graph", {{"filter", filter}});
    EXPECT_EQ(answer.dump().find("PATH"), std::string::npos) << filter;
    EXPECT_TRUE(answer.contains("content")) << filter << answer;
  }
  EXPECT_EQ(agent.call("query_graph", {{"filter", "syntax error ("}})["isError"], true);
  auto const text = agent.call("query_graph", {{"filter", R"("\u0000\u001b[2J\u202e")"}});
  EXPECT_FALSE(text.contains("isError")) << text;
}

TEST_F(McpHostile, InstructionsThatAnAgentWroteAreOnlyText) {
  session.artifact("writer", "x.json", "{");
  session.write("writer.kg.lock.error", "");
  McpClient agent(site, session.path(), "writer");
  for (std::string const& text :
       {std::string("[]"), std::string("{\"hints\": 7, \"findings\": 7}"), std::string(1'000, '['),
        std::string("{\"hints\": [7, {\"text\": []}]}"), std::string("\xff")}) {
    session.write("writer.retry-instructions.json", text);
    EXPECT_TRUE(agent.call("hint_read").contains("content")) << text;
    EXPECT_TRUE(agent.call("wait").contains("content")) << text;
  }
}

TEST_F(McpHostile, DoesNotStartForWhatDoesNotExist) {
  auto const start = [&](std::string const& where, std::string const& who, std::string const& wait = "1s") {
    return site.artifactctl({"mcp", "--session", where, "--agent", who, "--wait", wait}).exit;
  };
  EXPECT_EQ(start("nowhere", "writer"), 3);
  EXPECT_EQ(start(session.path(), "../writer"), 2);
  EXPECT_EQ(start(session.path(), "writer.kg"), 2);
  EXPECT_EQ(start(session.path(), "state"), 2);
  EXPECT_EQ(start(session.path(), "writer", "46s"), 2);
  EXPECT_EQ(start(session.path(), "writer"), 0);
  EXPECT_EQ(site.artifactctl({"mcp", "--session", session.path()}).exit, 2);
}

} // namespace
} // namespace artifactd::test
