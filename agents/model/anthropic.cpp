#include "agents/model/anthropic.hpp"

#include "agents/model/shape_schema.hpp"
#include "state/json_member.hpp"
#include "state/json_text.hpp"

#include <fmt/core.h>

namespace artifactd::model::anthropic {

namespace {

Usage messages_usage(Json const& usage) {
  Usage tokens{.cached = count_member(usage, "cache_read_input_tokens"),
               .cache_written = count_member(usage, "cache_creation_input_tokens"),
               .output = count_member(usage, "output_tokens")};
  tokens.input = count_member(usage, "input_tokens") + tokens.cached + tokens.cache_written;
  return tokens;
}

} // namespace

std::string body_of(Request const& request, Endpoint const& endpoint) {
  Json body{{"model", endpoint.model}};
  if (!request.system.empty())
    body["system"] = Json::array(
        {{{"type", "text"}, {"text", request.system}, {"cache_control", {{"type", "ephemeral"}}}}});
  auto& messages = body["messages"] = Json::array();
  for (auto const& message : request.messages)
    messages.push_back(
        {{"role", message.role == Message::Role::user ? "user" : "assistant"}, {"content", message.text}});
  body["max_tokens"] = request.max_tokens;
  if (request.shape && endpoint.shape == ShapeForm::json_schema)
    if (auto schema = anthropic_schema(request.shape->schema))
      body["output_config"] = {{"format", {{"type", "json_schema"}, {"schema", *std::move(schema)}}}};
  if (endpoint.temperature) body["temperature"] = *endpoint.temperature;
  body["stream"] = false;
  return compact(body);
}

std::vector<std::string> headers_of(Secret const& key) {
  std::vector<std::string> headers{"content-type: application/json", "accept: application/json",
                                   "anthropic-version: 2023-06-01"};
  if (key) headers.push_back("x-api-key: " + key.reveal());
  return headers;
}

Answer reply_of(int status, std::string_view body) {
  auto const object = answer_object(status, body);
  if (!object) return object.error();
  auto const usage = messages_usage(member_of(*object, "usage"));
  auto text = text_parts(member_of(*object, "content"));
  auto const reason = text_member(*object, "stop_reason");
  auto const unusable = [&](Failing why, std::string message) {
    return Unusable{why, std::move(message), text.empty() ? std::string(body) : std::move(text), usage};
  };
  if (reason == "max_tokens" || reason == "model_context_window_exceeded" || reason == "pause_turn")
    return unusable(Failing::truncated, fmt::format("the reply ended early: {}", reason));
  if (reason == "refusal") return unusable(Failing::refused, "the model declined to answer");
  if (reason != "end_turn" && reason != "stop_sequence" && reason != "tool_use")
    return unusable(Failing::malformed, fmt::format("the reply ended for no known reason: \"{}\"", reason));
  if (text.empty()) return unusable(Failing::empty, "the reply has no text");
  return Spoken{std::move(text), text_member(*object, "model"), usage};
}

} // namespace artifactd::model::anthropic
