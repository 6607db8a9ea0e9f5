#include "agents/model/endpoint/openai.hpp"

#include <gmock/gmock.h>

namespace artifactd::model {
namespace {

Endpoint chat_endpoint() {
  return {.dialect = Dialect::openai, .base_url = "http://127.0.0.1:1/v1", .model = "m"};
}

Request plan_request() {
  return {
      .system = "You edit.",
      .messages = {{Message::Role::user, "Repair it."}},
      .shape =
          ReplyShape{"plan", nlohmann::ordered_json::parse(
                                 R"({"type":"object","properties":{"a":{"minLength":1}},"required":["a"]})")},
      .max_tokens = 20};
}

constexpr std::string_view body_asked =
    R"({"model":"m","messages":[{"role":"system","content":"You edit."},{"role":"user","content":"Repair it."}],)";

std::string with_rest(std::string_view rest) {
  return std::string(body_asked).append(rest);
}

std::string chosen(std::string_view choice, std::string_view usage = "null") {
  return std::string(R"({"id":"c","object":"chat.completion","model":"m-1","choices":[)")
      .append(choice)
      .append(R"(],"usage":)")
      .append(usage)
      .append("}");
}

TEST(OpenAi, AsksForTheShapeAsTheEndpointTakesIt) {
  struct Row {
    ShapeForm form;
    char const* rest;
  };
  for (
      auto const& row :
      {Row{ShapeForm::json_schema,
           R"("max_completion_tokens":20,"response_format":{"type":"json_schema","json_schema":{"name":"plan",)"
           R"-("strict":true,"schema":{"type":"object","properties":{"a":{"description":"(minLength: 1)"}},)-"
           R"("required":["a"],"additionalProperties":false}}},"stream":false})"},
       Row{ShapeForm::flat_schema,
           R"("max_completion_tokens":20,"response_format":{"type":"json_object","schema":{"type":"object",)"
           R"("properties":{"a":{"minLength":1}},"required":["a"]}},"stream":false})"},
       Row{ShapeForm::json_object,
           R"("max_completion_tokens":20,"response_format":{"type":"json_object"},"stream":false})"},
       Row{ShapeForm::none, R"("max_completion_tokens":20,"stream":false})"}}) {
    auto endpoint = chat_endpoint();
    endpoint.shape = row.form;
    EXPECT_EQ(openai::body_of(plan_request(), endpoint), with_rest(row.rest));
  }
}

TEST(OpenAi, SendsASchemaThatCannotBeStrictAsItIs) {
  auto request = plan_request();
  auto schema = request.shape->schema();
  schema["required"] = nlohmann::ordered_json::array();
  request.shape.emplace("plan", std::move(schema));
  EXPECT_EQ(openai::body_of(request, chat_endpoint()),
            with_rest(R"("max_completion_tokens":20,"response_format":{"type":"json_schema","json_schema":)"
                      R"({"name":"plan","strict":false,"schema":{"type":"object","properties":{"a":)"
                      R"({"minLength":1}},"required":[]}}},"stream":false})"));
}

TEST(OpenAi, SendsWhatIsSetUnderTheNameTheEndpointKnows) {
  auto endpoint = chat_endpoint();
  endpoint.max_tokens_name = "max_tokens";
  endpoint.seed = 7;
  endpoint.temperature = 0;
  auto request = plan_request();
  request.shape.reset();
  EXPECT_EQ(openai::body_of(request, endpoint),
            with_rest(R"("max_tokens":20,"temperature":0.0,"seed":7,"stream":false})"));
  request.system.clear();
  EXPECT_EQ(
      openai::body_of(request, chat_endpoint()),
      R"({"model":"m","messages":[{"role":"user","content":"Repair it."}],"max_completion_tokens":20,"stream":false})");
}

TEST(OpenAi, CarriesTheKeyAsABearer) {
  EXPECT_THAT(openai::headers_of(Secret("sk-1")), testing::Contains("authorization: Bearer sk-1"));
  EXPECT_THAT(openai::headers_of(Secret()), testing::Each(testing::Not(testing::HasSubstr("authorization"))));
}

TEST(OpenAi, ReadsAReply) {
  auto const answer = openai::reply_of(
      200, chosen(R"({"message":{"role":"assistant","content":"hi","refusal":null,"reasoning_content":"hm"},)"
                  R"("finish_reason":"stop"})",
                  R"({"prompt_tokens":100,"completion_tokens":5,"total_tokens":105,)"
                  R"("prompt_tokens_details":{"cached_tokens":60,"cache_write_tokens":30}})"));
  ASSERT_TRUE(std::holds_alternative<Spoken>(answer));
  auto const& spoken = std::get<Spoken>(answer);
  EXPECT_EQ(spoken.text, "hi");
  EXPECT_EQ(spoken.model, "m-1");
  EXPECT_EQ(spoken.usage, (Usage{.input = 100, .cached = 60, .cache_written = 30, .output = 5}));
}

TEST(OpenAi, CountsAsTheEndpointsDo) {
  struct Row {
    char const* usage;
    Usage counted;
  };
  for (
      auto const& row :
      {Row{R"({"prompt_tokens":9,"completion_tokens":2,"prompt_cache_hit_tokens":4,"prompt_cache_miss_tokens":5})",
           {.input = 9, .cached = 4, .output = 2}},
       Row{R"({"prompt_tokens":9,"completion_tokens":null,"prompt_tokens_details":null})", {.input = 9}},
       Row{"null", {}}}) {
    auto const answer = openai::reply_of(
        200,
        chosen(R"({"message":{"content":[{"type":"text","text":"hi"}]},"finish_reason":"stop"})", row.usage));
    ASSERT_TRUE(std::holds_alternative<Spoken>(answer)) << row.usage;
    EXPECT_EQ(std::get<Spoken>(answer).usage, row.counted) << row.usage;
  }
}

TEST(OpenAi, StreamsWhatMayBecomeLong) {
  auto request = plan_request();
  request.max_tokens = 8193;
  EXPECT_TRUE(openai::body_of(request, chat_endpoint())
                  .ends_with(R"("stream":true,"stream_options":{"include_usage":true}})"));
  auto never = chat_endpoint();
  never.stream = false;
  EXPECT_TRUE(openai::body_of(request, never).ends_with(R"("stream":false})"));
}

std::string streamed_chunks(std::string const& reason, std::string const& after = "data: [DONE]\n\n") {
  return R"(data: {"model":"m-1","choices":[{"delta":{"role":"assistant","content":""},"finish_reason":null}]})"
         "\n\n"
         R"(data: {"model":"m-1","choices":[{"delta":{"content":"{\"a\""},"finish_reason":null}],"usage":null})"
         "\n\n: keep-alive\n\n"
         R"(data: {"model":"m-1","choices":[{"delta":{"content":":1}"},"finish_reason":null}]})"
         "\n\n"
         R"(data: {"model":"m-1","choices":[{"delta":{},"finish_reason":)" +
         reason +
         "}]}\n\n"
         R"(data: {"model":"m-1","choices":[],"usage":{"prompt_tokens":10,"completion_tokens":7}})"
         "\n\n" +
         after;
}

TEST(OpenAi, ReadsAStreamAsIfItHadComeAtOnce) {
  for (auto const* const after : {"data: [DONE]\n\n", ""}) {
    auto const answer = openai::reply_of(200, streamed_chunks(R"("stop")", after));
    ASSERT_TRUE(std::holds_alternative<Spoken>(answer));
    EXPECT_EQ(std::get<Spoken>(answer).text, R"({"a":1})");
    EXPECT_EQ(std::get<Spoken>(answer).model, "m-1");
    EXPECT_EQ(std::get<Spoken>(answer).usage, (Usage{.input = 10, .output = 7}));
  }
  auto const cut = openai::reply_of(200, streamed_chunks(R"("length")"));
  EXPECT_EQ(std::get<Unusable>(cut).why, Failing::truncated);
  EXPECT_EQ(std::get<Unusable>(cut).usage.output, 7U);
}

TEST(OpenAi, TakesNoPartOfAStreamForAReply) {
  auto const unfinished = openai::reply_of(200, streamed_chunks("null"));
  EXPECT_EQ(std::get<Unusable>(unfinished).why, Failing::transient);
  auto const error = openai::reply_of(200, "data: {\"error\":{\"code\":429,\"message\":\"m\"}}\n\n");
  EXPECT_EQ(std::get<Complaint>(error).status, 429);
}

TEST(OpenAi, NeverTakesAnUnfinishedReplyForOne) {
  struct Row {
    char const* choice;
    Failing why;
    char const* raw; ///< empty: the whole body
  };
  for (auto const& row :
       {Row{R"({"message":{"content":"{\"a\":"},"finish_reason":"length"})", Failing::truncated, "{\"a\":"},
        Row{R"({"message":{"content":"no"},"finish_reason":"content_filter"})", Failing::refused, "no"},
        Row{R"({"message":{"content":null,"refusal":"I will not"},"finish_reason":"stop"})", Failing::refused,
            ""},
        Row{R"({"message":{"content":"x"},"finish_reason":"tool_calls"})", Failing::malformed, "x"},
        Row{R"({"message":{"content":"x"},"finish_reason":"function_call"})", Failing::malformed, "x"},
        Row{R"({"message":{"content":null,"tool_calls":[{}]},"finish_reason":"stop"})", Failing::empty, ""},
        Row{R"({"message":{"content":"x"},"finish_reason":null})", Failing::malformed, "x"},
        Row{R"({"message":{"content":"x"}})", Failing::malformed, "x"}, Row{"7", Failing::malformed, ""},
        Row{"", Failing::malformed, ""}}) {
    auto const body = chosen(row.choice, R"({"completion_tokens":3})");
    auto const answer = openai::reply_of(200, body);
    ASSERT_TRUE(std::holds_alternative<Unusable>(answer)) << row.choice;
    auto const& unusable = std::get<Unusable>(answer);
    EXPECT_EQ(unusable.why, row.why) << row.choice;
    EXPECT_EQ(unusable.raw, *row.raw == '\0' ? body : row.raw) << row.choice;
    EXPECT_EQ(unusable.usage.output, 3U);
  }
}

TEST(OpenAi, ReadsAnErrorInAnyForm) {
  struct Row {
    int status;
    char const* body;
    Complaint complaint;
  };
  for (
      auto const& row :
      {Row{429,
           R"({"error":{"message":"m","type":"insufficient_quota","param":null,"code":"insufficient_quota"}})",
           {.status = 429, .type = "insufficient_quota", .code = "insufficient_quota", .message = "m"}},
       Row{400,
           R"([{"error":{"code":400,"message":"m","status":"INVALID_ARGUMENT"}}])", // Gemini
           {.status = 400, .type = "INVALID_ARGUMENT", .message = "m"}},
       Row{200, R"([{"error":{"code":503,"status":"UNAVAILABLE"}}])", {.status = 503, .type = "UNAVAILABLE"}},
       Row{200, R"({"error":{"code":502,"message":"m"}})", {.status = 502, .message = "m"}},
       Row{404, R"({"error":"model 'x' not found"})", {.status = 404, .message = "model 'x' not found"}},
       Row{422, R"({"detail":"m"})", {.status = 422, .message = "m"}},
       Row{503, "", {.status = 503, .message = "the body is empty"}},
       Row{502,
           "<html>Bad Gateway</html>",
           {.status = 502, .message = "the body is not a JSON object: <html>Bad Gateway</html>"}},
       Row{500, "[]", {.status = 500, .message = "the body is not a JSON object: []"}},
       Row{500, R"({"error":)", {.status = 500, .message = R"(the body is not a JSON object: {"error":)"}},
       Row{307, "", {.status = 307, .message = "the body is empty"}}}) {
    auto const answer = openai::reply_of(row.status, row.body);
    ASSERT_TRUE(std::holds_alternative<Complaint>(answer)) << row.body;
    auto const& complaint = std::get<Complaint>(answer);
    EXPECT_EQ(complaint.status, row.complaint.status) << row.body;
    EXPECT_EQ(complaint.type, row.complaint.type) << row.body;
    EXPECT_EQ(complaint.code, row.complaint.code) << row.body;
    EXPECT_EQ(complaint.message, row.complaint.message) << row.body;
  }
}

TEST(OpenAi, SkipsWhatKeepsTheConnectionAlive) {
  auto const reply = chosen(R"({"message":{"content":"hi"},"finish_reason":"stop"})");
  for (auto const* const before : {"\n\n \r\n", ": keep-alive\n\n: keep-alive\r\n\n", ":\n"})
    EXPECT_TRUE(std::holds_alternative<Spoken>(openai::reply_of(200, before + reply))) << before;
}

TEST(OpenAi, TellsABrokenOffAnswerFromNone) {
  auto const reply = chosen(R"({"message":{"content":"hi"},"finish_reason":"stop"})");
  for (auto const& body : {std::string(), std::string("\n\n"), std::string(": keep-alive"),
                           reply.substr(0, reply.size() - 1), reply.substr(0, 30)}) {
    auto const answer = openai::reply_of(200, body);
    ASSERT_TRUE(std::holds_alternative<Unusable>(answer)) << body;
    EXPECT_EQ(std::get<Unusable>(answer).why, Failing::transient) << body;
  }
  for (auto const& body : {std::string("<html>"), std::string("[]"), std::string("7"), reply + "x",
                           std::string(100, '['), std::string("{\"a\":\"\xff\"}"), std::string("{}")}) {
    auto const answer = openai::reply_of(200, body);
    ASSERT_TRUE(std::holds_alternative<Unusable>(answer)) << body;
    EXPECT_EQ(std::get<Unusable>(answer).why, Failing::malformed) << body;
    EXPECT_EQ(std::get<Unusable>(answer).raw, body);
  }
}

} // namespace
} // namespace artifactd::model
