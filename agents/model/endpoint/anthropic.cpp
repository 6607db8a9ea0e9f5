#include "agents/model/endpoint/anthropic.hpp"

#include "agents/model/endpoint/event_stream.hpp"
#include "agents/model/endpoint/shape_schema.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"

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

/// Marks the end of what is to be cached. An endpoint ignores a mark after too few tokens.
Json cached_text(std::string_view text) {
  return {{"type", "text"}, {"text", text}, {"cache_control", {{"type", "ephemeral"}}}};
}

/// The part shared with other calls, and the rest.
Json first_content(std::string const& text, std::size_t constant) {
  if (constant == 0 || constant >= text.size()) return text;
  return Json::array({cached_text(std::string_view(text).substr(0, constant)),
                      {{"type", "text"}, {"text", text.substr(constant)}}});
}

/// The message assembled from the events; std::nullopt if they end before its stop reason.
std::optional<Json> told_message(std::vector<Json> const& events) {
  Json message = Json::object();
  Json usage = Json::object();
  auto const count = [&usage](Json const& told) {
    if (told.is_object()) usage.update(told); // the last value of each count is the total
  };
  std::string text;
  for (auto const& event : events) {
    auto const type = text_member(event, "type");
    if (type == "message_start" && member_of(event, "message").is_object())
      message = member_of(event, "message");
    count(member_of(type == "message_start" ? message : event, "usage"));
    if (type == "content_block_start") text += text_member(member_of(event, "content_block"), "text");
    if (type == "content_block_delta") text += text_member(member_of(event, "delta"), "text");
    if (type != "message_delta") continue;
    if (auto const reason = text_member(member_of(event, "delta"), "stop_reason"); !reason.empty())
      message["stop_reason"] = reason;
  }
  if (text_member(message, "stop_reason").empty()) return std::nullopt;
  message["usage"] = std::move(usage);
  message["content"] = Json::array({{{"type", "text"}, {"text", std::move(text)}}});
  return message;
}

} // namespace

std::string body_of(Request const& request, Endpoint const& endpoint) {
  Json body{{"model", endpoint.model}};
  if (!request.system.empty()) body["system"] = Json::array({cached_text(request.system)});
  auto& messages = body["messages"] = Json::array();
  for (auto const& message : request.messages)
    messages.push_back(
        {{"role", role_word(message.role)},
         {"content", messages.empty() ? first_content(message.text, request.constant) : Json(message.text)}});
  body["max_tokens"] = request.max_tokens;
  if (request.shape && endpoint.shape == ShapeForm::json_schema)
    if (auto schema = anthropic_schema(request.shape->schema()))
      body["output_config"] = {{"format", {{"type", "json_schema"}, {"schema", *std::move(schema)}}}};
  if (endpoint.temperature) body["temperature"] = *endpoint.temperature;
  body["stream"] = is_streamed(request, endpoint);
  return compact(body);
}

std::vector<std::string> headers_of(Secret const& key) {
  std::vector<std::string> headers{"content-type: application/json", "accept: application/json",
                                   "anthropic-version: 2023-06-01"};
  if (key) headers.push_back("x-api-key: " + key.reveal());
  return headers;
}

Answer reply_of(int status, std::string_view body) {
  auto const object = whole_answer(status, body, told_message);
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
    return unusable(Failing::malformed, fmt::format("the reply ended for an unknown reason: \"{}\"", reason));
  if (text.empty()) return unusable(Failing::empty, "the reply has no text");
  return Spoken{std::move(text), text_member(*object, "model"), usage};
}

} // namespace artifactd::model::anthropic
