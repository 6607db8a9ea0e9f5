#include "agents/model/endpoint/anthropic.hpp"

#include <gmock/gmock.h>

namespace artifactd::model {
namespace {

Endpoint messages_endpoint() {
  return {.base_url = "https://api.anthropic.com", .model = "claude-haiku-4-5"};
}

Request change_request() {
  return {.system = "You edit.",
          .messages = {{Message::Role::user, "Repair \"a\"."},
                       {Message::Role::assistant, "Done."},
                       {Message::Role::user, "Again."}},
          .shape = ReplyShape{"change_plan", nlohmann::ordered_json::parse(
                                                 R"({"type":"object","properties":{},"required":[]})")},
          .max_tokens = 2048};
}

/// A reply to change_request() that ended with the stop reason `reason`, given as JSON.
std::string ended_for(std::string_view reason) {
  return std::string(R"({"id":"msg_1","type":"message","role":"assistant","model":"claude-haiku-4-5-2025",)"
                     R"("content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"{\"a\""},)"
                     R"({"type":"text","text":":1}"}],"stop_reason":)")
      .append(reason)
      .append(R"(,"stop_sequence":null,"usage":{"input_tokens":10,"cache_creation_input_tokens":200,)"
              R"("cache_read_input_tokens":3000,"output_tokens":7,"service_tier":"standard"}})");
}

TEST(Anthropic, AsksWithTheCachedPromptFirst) {
  EXPECT_EQ(anthropic::body_of(change_request(), messages_endpoint()),
            R"({"model":"claude-haiku-4-5","system":[{"type":"text","text":"You edit.",)"
            R"("cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":"Repair \"a\"."},)"
            R"({"role":"assistant","content":"Done."},{"role":"user","content":"Again."}],"max_tokens":2048,)"
            R"("output_config":{"format":{"type":"json_schema","schema":{"type":"object","properties":{},)"
            R"("required":[],"additionalProperties":false}}},"stream":false})");
}

TEST(Anthropic, SendsNothingThatIsNotSet) {
  auto request = change_request();
  request.system.clear();
  request.messages.resize(1);
  auto endpoint = messages_endpoint();
  endpoint.shape = ShapeForm::none;
  constexpr std::string_view plain =
      R"({"model":"claude-haiku-4-5","messages":[{"role":"user","content":"Repair \"a\"."}],"max_tokens":2048,)";
  EXPECT_EQ(anthropic::body_of(request, endpoint), std::string(plain) + R"("stream":false})");
  endpoint.temperature = 0.5;
  EXPECT_EQ(anthropic::body_of(request, endpoint),
            std::string(plain) + R"("temperature":0.5,"stream":false})");
  endpoint.shape = ShapeForm::json_schema;
  request.shape.reset();
  EXPECT_EQ(anthropic::body_of(request, endpoint),
            std::string(plain) + R"("temperature":0.5,"stream":false})");
}

TEST(Anthropic, SharesItsFirstBytesBetweenCallsOfOneKind) {
  auto other = change_request();
  other.messages = {{Message::Role::user, "Something else"}};
  other.max_tokens = 5;
  other.shape.reset();
  auto const a = anthropic::body_of(change_request(), messages_endpoint());
  auto const b = anthropic::body_of(other, messages_endpoint());
  auto const shared = a.substr(0, a.find(R"("messages")"));
  EXPECT_THAT(shared, testing::HasSubstr("You edit."));
  EXPECT_THAT(b, testing::StartsWith(shared));
}

TEST(Anthropic, SendsAnyBytes) {
  auto request = change_request();
  request.messages.front().text = "\xff\xc3";
  EXPECT_THAT(anthropic::body_of(request, messages_endpoint()), testing::HasSubstr("\xEF\xBF\xBD"));
}

TEST(Anthropic, NamesItsVersionAndItsKey) {
  EXPECT_THAT(anthropic::headers_of(Secret("sk-1")),
              testing::IsSupersetOf(
                  {"x-api-key: sk-1", "anthropic-version: 2023-06-01", "content-type: application/json"}));
  EXPECT_THAT(anthropic::headers_of(Secret()), testing::Each(testing::Not(testing::HasSubstr("x-api-key"))));
}

TEST(Anthropic, ReadsAReply) {
  for (auto const* const reason : {R"("end_turn")", R"("stop_sequence")", R"("tool_use")"}) {
    auto const answer = anthropic::reply_of(200, ended_for(reason));
    ASSERT_TRUE(std::holds_alternative<Spoken>(answer)) << reason;
    auto const& spoken = std::get<Spoken>(answer);
    EXPECT_EQ(spoken.text, R"({"a":1})");
    EXPECT_EQ(spoken.model, "claude-haiku-4-5-2025");
    EXPECT_EQ(spoken.usage, (Usage{.input = 3210, .cached = 3000, .cache_written = 200, .output = 7}));
  }
}

TEST(Anthropic, NeverTakesAnUnfinishedReplyForOne) {
  struct Row {
    char const* reason;
    Failing why;
  };
  for (auto const& row : {Row{R"("max_tokens")", Failing::truncated},
                          Row{R"("model_context_window_exceeded")", Failing::truncated},
                          Row{R"("pause_turn")", Failing::truncated}, Row{R"("refusal")", Failing::refused},
                          Row{R"("something_new")", Failing::malformed}, Row{"null", Failing::malformed},
                          Row{"7", Failing::malformed}}) {
    auto const answer = anthropic::reply_of(200, ended_for(row.reason));
    ASSERT_TRUE(std::holds_alternative<Unusable>(answer)) << row.reason;
    EXPECT_EQ(std::get<Unusable>(answer).why, row.why) << row.reason;
    EXPECT_EQ(std::get<Unusable>(answer).raw, R"({"a":1})");
    EXPECT_EQ(std::get<Unusable>(answer).usage.output, 7U); // paid for nevertheless
  }
}

TEST(Anthropic, MarksWhatOtherCallsBeginWithAsWell) {
  auto request = change_request();
  request.constant = std::string("Repair ").size();
  EXPECT_THAT(anthropic::body_of(request, messages_endpoint()),
              testing::HasSubstr(
                  R"("content":[{"type":"text","text":"Repair ","cache_control":{"type":"ephemeral"}},)"
                  R"({"type":"text","text":"\"a\"."}]},{"role":"assistant","content":"Done."})"));
  for (auto const constant : {std::size_t{0}, request.messages[0].text.size(), std::size_t{100}}) {
    request.constant = constant;
    EXPECT_EQ(anthropic::body_of(request, messages_endpoint()),
              anthropic::body_of(change_request(), messages_endpoint()));
  }
}

TEST(Anthropic, StreamsWhatMayBecomeLong) {
  auto request = change_request();
  request.max_tokens = 8192;
  EXPECT_THAT(anthropic::body_of(request, messages_endpoint()), testing::HasSubstr(R"("stream":false)"));
  request.max_tokens = 8193;
  EXPECT_THAT(anthropic::body_of(request, messages_endpoint()), testing::HasSubstr(R"("stream":true)"));
  auto never = messages_endpoint();
  never.stream = false;
  EXPECT_THAT(anthropic::body_of(request, never), testing::HasSubstr(R"("stream":false)"));
}

std::string const streamed_start =
    "event: message_start\r\n"
    R"(data: {"type":"message_start","message":{"model":"m-1","content":[],"stop_reason":null,)"
    R"("usage":{"input_tokens":10,"cache_read_input_tokens":3000,"output_tokens":1}}})"
    "\r\n\r\nevent: ping\ndata: {\"type\": \"ping\"}\n\n"
    R"(data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}})"
    "\n\n"
    R"(data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"{\"a\""}})"
    "\n\n"
    R"(data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":":1}"}})"
    "\n\n";

std::string streamed_end(std::string const& reason) {
  return R"(data: {"type":"message_delta","delta":{"stop_reason":")" + reason +
         R"("},"usage":{"output_tokens":7}})"
         "\n\ndata: {\"type\":\"message_stop\"}\n\n";
}

TEST(Anthropic, ReadsAStreamAsIfItHadComeAtOnce) {
  auto const answer = anthropic::reply_of(200, ": hello\n\n" + streamed_start + streamed_end("end_turn"));
  ASSERT_TRUE(std::holds_alternative<Spoken>(answer));
  auto const& spoken = std::get<Spoken>(answer);
  EXPECT_EQ(spoken.text, R"({"a":1})");
  EXPECT_EQ(spoken.model, "m-1");
  EXPECT_EQ(spoken.usage, (Usage{.input = 3010, .cached = 3000, .cache_written = 0, .output = 7}));
  auto const cut = anthropic::reply_of(200, streamed_start + streamed_end("max_tokens"));
  EXPECT_EQ(std::get<Unusable>(cut).why, Failing::truncated);
  EXPECT_EQ(std::get<Unusable>(cut).raw, R"({"a":1})");
}

TEST(Anthropic, TakesNoPartOfAStreamForAReply) {
  auto const whole = streamed_start + streamed_end("end_turn");
  for (std::size_t size = 6; size < whole.find("\"usage\":{\"output_tokens\":7"); ++size) {
    auto const answer = anthropic::reply_of(200, whole.substr(0, size));
    ASSERT_TRUE(std::holds_alternative<Unusable>(answer)) << size;
    EXPECT_EQ(std::get<Unusable>(answer).why, Failing::transient) << size;
  }
  auto const error = anthropic::reply_of(
      200, streamed_start + R"(data: {"type":"error","error":{"type":"overloaded_error","message":"m"}})" +
               "\n\n");
  EXPECT_EQ(std::get<Complaint>(error).status, 529);
}

TEST(Anthropic, SurvivesStreamsOfAnyShape) {
  for (auto const* const event : {R"({"type":"message_start","message":7})",
                                  R"({"type":"message_start","message":{"usage":[1],"content":7}})",
                                  R"({"type":"message_delta","delta":[],"usage":"x"})", R"({"type":7})", "[]",
                                  "7", "{}", "\"", "\xff"}) {
    auto const answer =
        anthropic::reply_of(200, std::string("data: ") + event + "\n\n" + streamed_end("end_turn"));
    EXPECT_FALSE(std::holds_alternative<Spoken>(answer)) << event;
  }
}

TEST(Anthropic, WantsSomeText) {
  for (auto const* const body :
       {R"({"content":[],"stop_reason":"end_turn"})", R"({"content":null,"stop_reason":"end_turn"})",
        R"({"content":[{"type":"tool_use","input":{}}],"stop_reason":"tool_use"})",
        R"({"content":"text","stop_reason":"end_turn"})"}) {
    auto const answer = anthropic::reply_of(200, body);
    ASSERT_TRUE(std::holds_alternative<Unusable>(answer)) << body;
    EXPECT_EQ(std::get<Unusable>(answer).why, Failing::empty);
    EXPECT_EQ(std::get<Unusable>(answer).raw, body);
  }
}

TEST(Anthropic, ToleratesAnyUsage) {
  for (auto const* const usage :
       {"null", "[]", "{}", R"({"input_tokens":null,"cache_read_input_tokens":null,"output_tokens":null})",
        R"({"input_tokens":-5,"output_tokens":"7"})"}) {
    auto const body =
        std::string(R"({"content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":)")
            .append(usage)
            .append("}");
    auto const answer = anthropic::reply_of(200, body);
    ASSERT_TRUE(std::holds_alternative<Spoken>(answer)) << usage;
    EXPECT_EQ(std::get<Spoken>(answer).usage, Usage{}) << usage;
  }
  auto const huge = anthropic::reply_of(
      200, R"({"content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":)"
           R"({"input_tokens":18446744073709551615,"cache_read_input_tokens":1e99,"output_tokens":1.5}})");
  EXPECT_EQ(std::get<Spoken>(huge).usage.input, 2'000'000'000'000U);
  EXPECT_EQ(std::get<Spoken>(huge).usage.output, 1U);
}

TEST(Anthropic, ReadsAnError) {
  auto const answer = anthropic::reply_of(
      429, R"({"type":"error","error":{"type":"rate_limit_error","message":"Too many.","details":)"
           R"({"error_code":"enforced_spend_limit_reached"}},"request_id":"req_1"})");
  ASSERT_TRUE(std::holds_alternative<Complaint>(answer));
  auto const& complaint = std::get<Complaint>(answer);
  EXPECT_EQ(complaint.status, 429);
  EXPECT_EQ(complaint.type, "rate_limit_error");
  EXPECT_EQ(complaint.code, "enforced_spend_limit_reached");
  EXPECT_EQ(complaint.message, "Too many.");
  EXPECT_EQ(complaint.request_id, "req_1");
}

TEST(Anthropic, ReadsAnErrorBehindSuccess) {
  struct Row {
    char const* type;
    int status;
  };
  for (auto const& row :
       {Row{"invalid_request_error", 400}, Row{"authentication_error", 401}, Row{"billing_error", 402},
        Row{"permission_error", 403}, Row{"not_found_error", 404}, Row{"conflict_error", 409},
        Row{"rate_limit_error", 429}, Row{"api_error", 500}, Row{"timeout_error", 504},
        Row{"overloaded_error", 529}, Row{"a_new_one", 500}}) {
    auto const answer = anthropic::reply_of(
        200,
        std::string(R"({"type":"error","error":{"type":")").append(row.type).append(R"(","message":"m"}})"));
    ASSERT_TRUE(std::holds_alternative<Complaint>(answer)) << row.type;
    EXPECT_EQ(std::get<Complaint>(answer).status, row.status) << row.type;
  }
  EXPECT_TRUE(std::holds_alternative<Complaint>(anthropic::reply_of(200, R"({"type":"error"})")));
}

} // namespace
} // namespace artifactd::model
