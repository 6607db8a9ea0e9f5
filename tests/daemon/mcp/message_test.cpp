// Lines of the Model Context Protocol as messages: what is accepted, and what is wrong with the rest.
#include "daemon/mcp/message.hpp"

#include <gmock/gmock.h>

namespace artifactd::mcp {
namespace {

using testing::HasSubstr;

Message only(std::string_view text) {
  auto line = read_line(text);
  EXPECT_EQ(line.messages.size(), 1U) << text;
  EXPECT_FALSE(line.batch) << text;
  return std::move(line.messages.at(0));
}

Mistake wrong(std::string_view text) {
  auto const message = only(text);
  auto const* mistake = std::get_if<Mistake>(&message);
  EXPECT_NE(mistake, nullptr) << text;
  return mistake == nullptr ? Mistake{ErrorCode::internal, "accepted"} : *mistake;
}

TEST(McpMessage, ARequestHasAnIdAMethodAndParameters) {
  auto const request = std::get<Request>(
      only(R"({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "submit"}})"));
  EXPECT_EQ(request.id, 7);
  EXPECT_EQ(request.method, "tools/call");
  EXPECT_EQ(request.params["name"], "submit");
  EXPECT_EQ(std::get<Request>(only(R"({"jsonrpc":"2.0","id":"a","method":"ping"})")).params, Json::object());
}

TEST(McpMessage, WithoutAnIdItIsANotification) {
  auto const told = only(R"({"jsonrpc": "2.0", "method": "notifications/initialized", "params": [1]})");
  EXPECT_EQ(std::get<Notification>(told).method, "notifications/initialized");
  EXPECT_EQ(std::get<Notification>(told).params, Json::object()); // nobody answers a notification
}

TEST(McpMessage, AReplyIsNoRequest) {
  EXPECT_TRUE(std::holds_alternative<Reply>(only(R"({"jsonrpc": "2.0", "id": 1, "result": {}})")));
  EXPECT_TRUE(std::holds_alternative<Reply>(only(R"({"jsonrpc": "2.0", "id": 1, "error": {}})")));
}

TEST(McpMessage, TextThatIsNoStrictJsonIsAParseError) {
  for (std::string_view const text :
       {"", "{", "{} {}", "nonsense", "{\"a\": NaN}", "\xff\xfe", "{\"a\": \"\xc3\x28\"}", "{\"a\": 01}"})
    EXPECT_EQ(wrong(text).code, ErrorCode::parse) << text;
  EXPECT_EQ(wrong(std::string_view("{\"a\": \"\0\"}", 10)).code, ErrorCode::parse);
  EXPECT_THAT(wrong("{\"a\": }").message, HasSubstr("byte 6"));
}

TEST(McpMessage, AKeyThatAnObjectHasTwiceIsAParseError) {
  for (std::string_view const text :
       {R"({"jsonrpc":"2.0","id":1,"id":2,"method":"ping"})",
        R"([{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":{"b":1,"\u0062":2}}}])"})
    EXPECT_EQ(wrong(text).code, ErrorCode::parse) << text;
  EXPECT_EQ(wrong(R"({"jsonrpc":"2.0","id":1,"id":2})").message,
            "byte 24: an object has the key \"id\" twice");
}

TEST(McpMessage, DepthIsLimited) {
  auto const nested = [](unsigned depth) {
    return R"({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": )" + std::string(depth - 2, '[') +
           std::string(depth - 2, ']') + "}}";
  };
  EXPECT_TRUE(std::holds_alternative<Request>(only(nested(deepest_line))));
  EXPECT_EQ(wrong(nested(deepest_line + 1)).code, ErrorCode::parse);
  EXPECT_EQ(wrong(std::string(9 << 20, '[')).code, ErrorCode::parse);
}

TEST(McpMessage, WhatIsNoMessageIsAnInvalidRequest) {
  for (auto const* text :
       {"1", "\"ping\"", "null", "[]", R"({"id": 1, "method": "ping"})",
        R"({"jsonrpc": "1.0", "id": 1, "method": "ping"})", R"({"jsonrpc": "2.0", "id": 1})",
        R"({"jsonrpc": "2.0", "id": 1, "method": 7})", R"({"jsonrpc": "2.0", "id": null, "method": "ping"})",
        R"({"jsonrpc": "2.0", "id": 1.5, "method": "ping"})",
        R"({"jsonrpc": "2.0", "id": 99999999999999999999, "method": "ping"})",
        R"({"jsonrpc": "2.0", "id": {}, "method": "ping"})"})
    EXPECT_EQ(wrong(text).code, ErrorCode::invalid_request) << text;
  auto const long_id =
      R"({"jsonrpc": "2.0", "id": ")" + std::string(longest_id + 1, 'x') + R"(", "method": "a"})";
  EXPECT_EQ(wrong(long_id).code, ErrorCode::invalid_request);
  EXPECT_EQ(wrong(long_id).id, nullptr);
}

TEST(McpMessage, AMistakeIsAnsweredUnderItsId) {
  EXPECT_EQ(wrong(R"({"jsonrpc": "2.0", "id": 5, "method": "ping", "params": [1]})").id, 5);
  EXPECT_EQ(wrong(R"({"jsonrpc": "2.0", "id": 5, "method": "ping", "params": [1]})").code,
            ErrorCode::invalid_params);
  EXPECT_EQ(wrong(R"({"id": "x", "method": "ping"})").id, "x");
}

TEST(McpMessage, ABatchHasAMessageOfEachKind) {
  auto const line = read_line(R"([{"jsonrpc": "2.0", "id": 1, "method": "ping"}, 7,
                                  {"jsonrpc": "2.0", "method": "notifications/initialized"}])");
  EXPECT_TRUE(line.batch);
  ASSERT_EQ(line.messages.size(), 3U);
  EXPECT_TRUE(std::holds_alternative<Request>(line.messages[0]));
  EXPECT_TRUE(std::holds_alternative<Mistake>(line.messages[1]));
  EXPECT_TRUE(std::holds_alternative<Notification>(line.messages[2]));
}

TEST(McpMessage, ABatchThatIsTooLargeGetsOneAnswer) {
  std::string text = "[1";
  for (std::size_t i = 0; i < largest_batch; ++i)
    text += ",1";
  EXPECT_EQ(wrong(text + "]").code, ErrorCode::invalid_request);
}

} // namespace
} // namespace artifactd::mcp
