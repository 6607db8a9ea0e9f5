#include "agents/model/endpoint/openai.hpp"

#include "agents/model/endpoint/event_stream.hpp"
#include "agents/model/endpoint/shape_schema.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::model::openai {

namespace {

Json chat_message(std::string_view role, std::string const& text) {
  return {{"role", role}, {"content", text}};
}

Json response_format(ReplyShape const& shape, ShapeForm form) {
  switch (form) {
  case ShapeForm::json_schema: {
    auto strict = strict_schema(shape.schema());
    bool const is_strict = strict.has_value();
    Json schema{{"name", shape.name}, {"strict", is_strict}};
    schema["schema"] = is_strict ? *std::move(strict) : shape.schema();
    return {{"type", "json_schema"}, {"json_schema", std::move(schema)}};
  }
  case ShapeForm::flat_schema:
    return {{"type", "json_object"}, {"schema", shape.schema()}};
  case ShapeForm::json_object:
    return {{"type", "json_object"}};
  case ShapeForm::none:
    break;
  }
  return nullptr;
}

Usage chat_usage(Json const& usage) {
  auto const& details = member_of(usage, "prompt_tokens_details");
  return {.input = count_member(usage, "prompt_tokens"),
          .cached = std::max(count_member(details, "cached_tokens"),
                             count_member(usage, "prompt_cache_hit_tokens")), // DeepSeek's name for it
          .cache_written = count_member(details, "cache_write_tokens"),
          .output = count_member(usage, "completion_tokens")};
}

std::string content_text(Json const& content) {
  return content.is_string() ? content.get<std::string>() : text_parts(content);
}

/// The completion assembled from the chunks; std::nullopt if they end before its finish reason.
std::optional<Json> told_completion(std::vector<Json> const& chunks) {
  std::string text;
  std::string refusal;
  Json choice{{"finish_reason", nullptr}};
  Json completion = Json::object();
  for (auto const& chunk : chunks) {
    if (auto const model = text_member(chunk, "model"); !model.empty()) completion["model"] = model;
    if (member_of(chunk, "usage").is_object()) completion["usage"] = member_of(chunk, "usage");
    auto const& choices = member_of(chunk, "choices");
    if (!choices.is_array() || choices.empty()) continue;
    auto const& delta = member_of(choices.front(), "delta");
    text += content_text(member_of(delta, "content"));
    refusal += text_member(delta, "refusal");
    if (auto const reason = text_member(choices.front(), "finish_reason"); !reason.empty())
      choice["finish_reason"] = reason;
  }
  if (choice["finish_reason"].is_null()) return std::nullopt;
  choice["message"] = {{"content", std::move(text)}, {"refusal", std::move(refusal)}};
  completion["choices"] = Json::array({std::move(choice)});
  return completion;
}

} // namespace

std::string body_of(Request const& request, Endpoint const& endpoint) {
  Json body{{"model", endpoint.model}};
  auto& messages = body["messages"] = Json::array();
  if (!request.system.empty()) messages.push_back(chat_message("system", request.system));
  for (auto const& message : request.messages)
    messages.push_back(chat_message(role_word(message.role), message.text));
  body[endpoint.max_tokens_name] = request.max_tokens;
  if (request.shape && endpoint.shape != ShapeForm::none)
    body["response_format"] = response_format(*request.shape, endpoint.shape);
  if (endpoint.temperature) body["temperature"] = *endpoint.temperature;
  if (endpoint.seed) body["seed"] = *endpoint.seed;
  body["stream"] = is_streamed(request, endpoint);
  if (is_streamed(request, endpoint)) body["stream_options"] = {{"include_usage", true}};
  return compact(body);
}

std::vector<std::string> headers_of(Secret const& key) {
  std::vector<std::string> headers{"content-type: application/json", "accept: application/json"};
  if (key) headers.push_back("authorization: Bearer " + key.reveal());
  return headers;
}

Answer reply_of(int status, std::string_view body) {
  auto const object = whole_answer(status, body, told_completion);
  if (!object) return object.error();
  auto const usage = chat_usage(member_of(*object, "usage"));
  auto const& choices = member_of(*object, "choices");
  if (!choices.is_array() || choices.empty())
    return Unusable{Failing::malformed, "the answer has no choices", std::string(body), usage};
  auto const& choice = choices.front();
  auto const& message = member_of(choice, "message");
  auto text = content_text(member_of(message, "content"));
  auto const unusable = [&](Failing why, std::string words) {
    return Unusable{why, std::move(words), text.empty() ? std::string(body) : std::move(text), usage};
  };
  auto const reason = text_member(choice, "finish_reason");
  if (reason == "content_filter" || !text_member(message, "refusal").empty())
    return unusable(Failing::refused, "the model declined to answer");
  if (reason == "length") return unusable(Failing::truncated, "the reply ended early: length");
  if (reason != "stop")
    return unusable(Failing::malformed, fmt::format("the reply ended for an unknown reason: \"{}\"", reason));
  if (text.empty()) return unusable(Failing::empty, "the reply has no text");
  return Spoken{std::move(text), text_member(*object, "model"), usage};
}

} // namespace artifactd::model::openai
