#include "daemon/mcp/message.hpp"

#include "state/json/diagnose.hpp"
#include "state/json/duplicate_keys.hpp"
#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd::mcp {

namespace {

/// The id to answer with; null without a usable one.
Json id_of(Json const& message) {
  auto const found = message.find("id");
  return found != message.end() && is_token(*found) ? *found : Json();
}

Mistake mistake(ErrorCode code, std::string message, Json id = nullptr) {
  return {.code = code, .message = std::move(message), .id = std::move(id)};
}

Message call_in(Json const& message) {
  auto const method = message.find("method");
  auto const id = id_of(message);
  if (!method->is_string()) return mistake(ErrorCode::invalid_request, "method has to be a string", id);
  if (message.contains("id") && id.is_null())
    return mistake(ErrorCode::invalid_request,
                   fmt::format("id has to be an integer, or a string of at most {} bytes", longest_id));
  auto const params = message.find("params");
  auto const given = params == message.end() ? Json::object() : *params;
  if (id.is_null())
    return Notification{method->get<std::string>(), given.is_object() ? given : Json::object()};
  if (!given.is_object()) return mistake(ErrorCode::invalid_params, "params has to be an object", id);
  return Request{id, method->get<std::string>(), given};
}

Message message_in(Json const& message) {
  if (!message.is_object()) return mistake(ErrorCode::invalid_request, "a message has to be an object");
  if (text_member(message, "jsonrpc") != "2.0")
    return mistake(ErrorCode::invalid_request, "jsonrpc has to be \"2.0\"", id_of(message));
  if (message.contains("method")) return call_in(message);
  if (message.contains("result") || message.contains("error")) return Reply{};
  return mistake(ErrorCode::invalid_request, "there is no method", id_of(message));
}

Line alone(Message message) {
  Line line;
  line.messages.push_back(std::move(message));
  return line;
}

} // namespace

bool is_token(Json const& value) {
  if (value.is_string()) return value.get_ref<std::string const&>().size() <= longest_id;
  return value.is_number_integer();
}

Line read_line(std::string_view text) {
  constexpr json::Limits limits{.depth = deepest_line};
  // The parser recurses and forgives: what it gets has been scanned.
  if (auto const document = json::scan(text, limits); !document) {
    auto const finding = json::describe("", text, document.error(), limits);
    return alone(
        mistake(ErrorCode::parse, fmt::format("byte {}: {}", finding.byte.value_or(0), finding.message)));
  }
  if (auto const twice = json::duplicate_keys(text); !twice.empty())
    return alone(mistake(ErrorCode::parse, fmt::format("byte {}: an object has the key \"{}\" twice",
                                                       twice.front().again, printable(twice.front().key))));
  auto const json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return alone(mistake(ErrorCode::parse, "this is not JSON"));
  if (!json.is_array()) return alone(message_in(json));
  if (json.empty()) return alone(mistake(ErrorCode::invalid_request, "a batch needs a message"));
  if (json.size() > largest_batch)
    return alone(
        mistake(ErrorCode::invalid_request,
                fmt::format("a batch has at most {} messages, this one has {}", largest_batch, json.size())));
  Line line{.messages = {}, .batch = true};
  for (auto const& each : json)
    line.messages.push_back(message_in(each));
  return line;
}

Json answer(Json const& id, Json result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

Json answer(Mistake const& mistake) {
  return {{"jsonrpc", "2.0"},
          {"id", mistake.id},
          {"error", {{"code", static_cast<int>(mistake.code)}, {"message", mistake.message}}}};
}

Json notification(std::string_view method, Json params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

} // namespace artifactd::mcp
