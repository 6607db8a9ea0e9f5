// The server's side of a conversation: what each message means before and after initialize.
#include "daemon/mcp/conversation.hpp"

#include <gmock/gmock.h>

namespace artifactd::mcp {
namespace {

using testing::HasSubstr;

class McpConversation : public testing::Test {
protected:
  Conversation::Step take(Json message) {
    if (!message.contains("jsonrpc")) message["jsonrpc"] = "2.0";
    auto steps = conversation.take(read_line(compact(message)));
    EXPECT_EQ(steps.size(), 1U);
    return std::move(steps.at(0));
  }
  Json asked(std::string const& method, Json params = Json::object()) {
    auto step = take({{"id", 1}, {"method", method}, {"params", std::move(params)}});
    auto const* answered = std::get_if<Json>(&step);
    return answered == nullptr ? Json("no answer yet") : *answered;
  }
  Json initialize(std::string const& revision) {
    return asked("initialize", {{"protocolVersion", revision}, {"capabilities", Json::object()}});
  }
  int code(Json const& answered) { return answered.value(Json::json_pointer("/error/code"), 0); }

  Conversation conversation{{.version = "1.2.3",
                             .instructions = "Write, then submit.",
                             .tools = {{.name = "submit",
                                        .title = "Submit",
                                        .description = "Submits.",
                                        .input = {{"type", "object"}},
                                        .output = {{"type", "object"}},
                                        .read_only = false}}}};
};

TEST_F(McpConversation, NegotiatesTheRevision) {
  for (auto const* revision : {"2025-03-26", "2025-06-18", "2025-11-25"}) {
    Conversation fresh{{}};
    std::swap(fresh, conversation);
    auto const result = initialize(revision)["result"];
    EXPECT_EQ(result["protocolVersion"], revision);
    EXPECT_EQ(result["serverInfo"]["name"], "artifactd");
    EXPECT_TRUE(result["capabilities"].contains("tools"));
  }
  for (auto const* revision : {"2024-11-05", "2099-01-01", "nonsense"}) {
    conversation = Conversation{{}};
    EXPECT_EQ(initialize(revision)["result"]["protocolVersion"], "2025-11-25") << revision;
  }
}

TEST_F(McpConversation, TellsTheModelHowToWork) {
  auto const result = initialize("2025-11-25")["result"];
  EXPECT_EQ(result["instructions"], "Write, then submit.");
  EXPECT_EQ(result["serverInfo"]["version"], "1.2.3");
}

TEST_F(McpConversation, AnswersOnlyPingBeforeInitialize) {
  EXPECT_EQ(asked("ping")["result"], Json::object());
  EXPECT_EQ(code(asked("tools/list")), -32600);
  EXPECT_EQ(code(asked("tools/call", {{"name", "submit"}})), -32600);
  EXPECT_EQ(code(asked("initialize")), -32602);
  EXPECT_FALSE(conversation.revision());
  initialize("2025-11-25");
  EXPECT_EQ(code(initialize("2025-11-25")), -32600);
}

TEST_F(McpConversation, ListsTools) {
  initialize("2025-11-25");
  auto const tools = asked("tools/list")["result"]["tools"];
  ASSERT_EQ(tools.size(), 1U);
  EXPECT_EQ(tools[0]["name"], "submit");
  EXPECT_TRUE(tools[0].contains("outputSchema"));
  EXPECT_EQ(tools[0]["annotations"]["readOnlyHint"], false);
  EXPECT_EQ(code(asked("tools/list", {{"cursor", "2"}})), -32602);
}

TEST_F(McpConversation, AnOlderClientSeesNoOutputSchema) {
  initialize("2025-03-26");
  EXPECT_FALSE(asked("tools/list")["result"]["tools"][0].contains("outputSchema"));
}

TEST_F(McpConversation, ACallIsWork) {
  initialize("2025-11-25");
  auto const step = take({{"id", "x"},
                          {"method", "tools/call"},
                          {"params", {{"name", "submit"}, {"_meta", {{"progressToken", 9}}}}}});
  auto const& work = std::get<Work>(step);
  EXPECT_EQ(work.what, Work::What::tool);
  EXPECT_EQ(work.id, "x");
  EXPECT_EQ(work.name, "submit");
  EXPECT_EQ(work.arguments, Json::object());
  EXPECT_EQ(work.progress_token, 9);
}

TEST_F(McpConversation, ProgressTokensOfTheWrongTypeAreIgnored) {
  initialize("2025-11-25");
  for (auto const& meta : {Json(7), Json::array({1}), Json{{"progressToken", Json::array()}},
                           Json{{"progressToken", std::string(longest_id + 1, 'x')}}}) {
    auto const step =
        take({{"id", 1}, {"method", "tools/call"}, {"params", {{"name", "submit"}, {"_meta", meta}}}});
    EXPECT_EQ(std::get<Work>(step).progress_token, nullptr) << meta;
  }
}

TEST_F(McpConversation, RefusesWhatItDoesNotKnow) {
  initialize("2025-11-25");
  EXPECT_EQ(code(asked("prompts/list")), -32601);
  EXPECT_EQ(code(asked("tools/call", {{"name", "rm"}})), -32602);
  EXPECT_EQ(code(asked("tools/call", {{"name", 7}})), -32602);
  EXPECT_EQ(code(asked("tools/call", {{"name", "submit"}, {"arguments", Json::array()}})), -32602);
  EXPECT_EQ(code(asked("resources/read")), -32602);
  auto const told = asked(std::string(100'000, 'x') + "\x1b[2J");
  EXPECT_LT(compact(told).size(), 500U);
}

TEST_F(McpConversation, ResourcesAreWork) {
  initialize("2025-11-25");
  EXPECT_EQ(std::get<Work>(take({{"id", 1}, {"method", "resources/list"}})).what, Work::What::resource_list);
  auto const read = take({{"id", 1}, {"method", "resources/read"}, {"params", {{"uri", "a://b"}}}});
  EXPECT_EQ(std::get<Work>(read).name, "a://b");
  EXPECT_EQ(asked("resources/templates/list")["result"]["resourceTemplates"], Json::array());
}

TEST_F(McpConversation, HearsCancellation) {
  initialize("2025-11-25");
  auto const step = take({{"method", "notifications/cancelled"}, {"params", {{"requestId", 3}}}});
  EXPECT_EQ(std::get<Cancelled>(step).id, 3);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(take({{"method", "notifications/cancelled"}})));
  EXPECT_TRUE(std::holds_alternative<std::monostate>(take({{"method", "notifications/unheard-of"}})));
}

TEST_F(McpConversation, OnlyTheFirstRevisionHasBatches) {
  auto const batch = Json::array({{{"jsonrpc", "2.0"}, {"id", 1}, {"method", "ping"}},
                                  {{"jsonrpc", "2.0"}, {"id", 2}, {"method", "ping"}}});
  auto const steps_of = [&] { return conversation.take(read_line(compact(batch))); };
  EXPECT_EQ(steps_of().size(), 1U); // nothing is negotiated
  initialize("2025-03-26");
  EXPECT_EQ(steps_of().size(), 2U);
  conversation = Conversation{{}};
  initialize("2025-06-18");
  auto const refused = steps_of();
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_EQ(code(std::get<Json>(refused[0])), -32600);
}

TEST_F(McpConversation, AnErrorWithoutAnIdHasTheFormOfItsRevision) {
  auto const answer_to_nonsense = [&] { return std::get<Json>(conversation.take(read_line("{")).at(0)); };
  EXPECT_EQ(answer_to_nonsense()["id"], nullptr);
  initialize("2025-11-25");
  EXPECT_FALSE(answer_to_nonsense().contains("id"));
}

} // namespace
} // namespace artifactd::mcp
