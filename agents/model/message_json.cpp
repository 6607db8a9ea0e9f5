#include "agents/model/message_json.hpp"

#include "state/json/json_text.hpp"
#include "state/platform/digest.hpp"
#include "state/vocabulary/utf8.hpp"
#include "state/vocabulary/word_table.hpp"

#include <charconv>
#include <fmt/core.h>
#include <limits>
#include <utility>

namespace artifactd::model {

namespace {

constexpr std::size_t most_listed = 10'000; // messages, attempts

Json text_json(std::string_view text) {
  if (is_utf8(text)) return text;
  std::string hex;
  for (char const c : text)
    hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return {{"hex", std::move(hex)}};
}

Json usage_json(Usage const& usage) {
  return {{"input", usage.input},
          {"cached", usage.cached},
          {"cache_written", usage.cache_written},
          {"output", usage.output}};
}

Json attempts_json(std::vector<Attempt> const& attempts) {
  auto all = Json::array();
  for (auto const& each : attempts) {
    all.push_back({{"status", each.status},
                   {"outcome", text_json(each.outcome)},
                   {"request_id", text_json(each.request_id)},
                   {"usage", usage_json(each.usage)},
                   {"wall_ns", each.wall.count()}});
    if (each.unmetered) all.back()["unmetered"] = true;
  }
  return all;
}

std::unexpected<Error> misread(std::string_view name, std::string_view expected) {
  return fail(Fault::invalid, fmt::format("\"{}\" is not {}", name, expected));
}

/// Null if the member is missing or `json` is not an object.
Json const* wanted(Json const& json, char const* name) {
  if (!json.is_object()) return nullptr;
  auto found = json.find(name);
  return found == json.end() ? nullptr : &*found;
}

Result<std::string> bytes_of(char const* name, std::string const& hex) {
  std::string bytes;
  if (hex.size() % 2 != 0) return misread(name, "a text");
  for (std::size_t at = 0; at < hex.size(); at += 2) {
    unsigned char byte = 0;
    auto const* end = hex.data() + at + 2;
    if (std::from_chars(hex.data() + at, end, byte, 16).ptr != end) return misread(name, "a text");
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

Result<std::string> text_at(Json const& json, char const* name) {
  auto const* value = wanted(json, name);
  if (value == nullptr) return misread(name, "present");
  if (value->is_string()) return value->get<std::string>();
  auto const* hex = wanted(*value, "hex");
  if (hex == nullptr || !hex->is_string()) return misread(name, "a text");
  return bytes_of(name, hex->get_ref<std::string const&>());
}

template <class Number>
Result<Number> number_at(Json const& json, char const* name) {
  auto const* value = wanted(json, name);
  if (value == nullptr || !value->is_number_integer()) return misread(name, "a whole number");
  auto const fits = value->is_number_unsigned() ? std::in_range<Number>(value->get<Json::number_unsigned_t>())
                                                : std::in_range<Number>(value->get<Json::number_integer_t>());
  if (!fits) return misread(name, "a number in range");
  return value->get<Number>();
}

Result<Duration> duration_at(Json const& json, char const* name) {
  return Duration(TRY(number_at<Duration::rep>(json, name)));
}

Result<Json const*> list_at(Json const& json, char const* name) {
  auto const* value = wanted(json, name);
  if (value == nullptr || !value->is_array()) return misread(name, "a list");
  if (value->size() > most_listed) return misread(name, "a list of allowed length");
  return value;
}

Result<Usage> usage_at(Json const& json) {
  auto const* value = wanted(json, "usage");
  if (value == nullptr) return misread("usage", "present");
  return Usage{.input = TRY(number_at<std::uint64_t>(*value, "input")),
               .cached = TRY(number_at<std::uint64_t>(*value, "cached")),
               .cache_written = TRY(number_at<std::uint64_t>(*value, "cache_written")),
               .output = TRY(number_at<std::uint64_t>(*value, "output"))};
}

Result<Attempt> attempt_of(Json const& json) {
  Attempt attempt;
  attempt.status = TRY(number_at<int>(json, "status"));
  attempt.outcome = TRY(text_at(json, "outcome"));
  attempt.request_id = TRY(text_at(json, "request_id"));
  attempt.usage = TRY(usage_at(json));
  attempt.wall = TRY(duration_at(json, "wall_ns"));
  auto const* unmetered = wanted(json, "unmetered");
  attempt.unmetered = unmetered != nullptr && *unmetered == true;
  return attempt;
}

Result<std::vector<Attempt>> attempts_at(Json const& json) {
  std::vector<Attempt> attempts;
  for (auto const& each : *TRY(list_at(json, "attempts")))
    attempts.push_back(TRY(attempt_of(each)));
  return attempts;
}

Result<Message> message_of(Json const& json) {
  auto const role = by_word<Message::Role>(role_words, TRY(text_at(json, "role")));
  if (!role) return misread("role", "user or assistant");
  return Message{*role, TRY(text_at(json, "text"))};
}

Result<Failing> failing_at(Json const& json) {
  if (auto const why = by_word<Failing>(failing_words, TRY(text_at(json, "why")))) return *why;
  return misread("why", "a reason");
}

} // namespace

Json to_json(Request const& request) {
  auto messages = Json::array();
  for (auto const& each : request.messages)
    messages.push_back({{"role", role_word(each.role)}, {"text", text_json(each.text)}});
  Json json{{"system", text_json(request.system)}, {"messages", std::move(messages)}};
  if (request.shape)
    json["shape"] = {{"name", text_json(request.shape->name)}, {"schema", request.shape->schema()}};
  json["max_tokens"] = request.max_tokens;
  if (request.constant > 0) json["constant"] = request.constant;
  return json;
}

Json to_json(Reply const& reply) {
  return {{"text", text_json(reply.text)},
          {"model", text_json(reply.model)},
          {"usage", usage_json(reply.usage)},
          {"attempts", attempts_json(reply.attempts)}};
}

Json to_json(Failure const& failure) {
  Json json{{"why", failing_word(failure.why)}, {"message", text_json(failure.message)}};
  if (failure.retry_after) json["retry_after_ns"] = failure.retry_after->count();
  json["raw"] = text_json(failure.raw);
  json["usage"] = usage_json(failure.usage);
  json["attempts"] = attempts_json(failure.attempts);
  return json;
}

Result<Request> request_from_json(Json const& json) {
  Request request;
  request.system = TRY(text_at(json, "system"));
  for (auto const& each : *TRY(list_at(json, "messages")))
    request.messages.push_back(TRY(message_of(each)));
  if (auto const* shape = wanted(json, "shape")) {
    auto const* schema = wanted(*shape, "schema");
    if (schema == nullptr) return misread("schema", "present");
    request.shape = ReplyShape{TRY(text_at(*shape, "name")), *schema};
  }
  request.max_tokens = TRY(number_at<unsigned>(json, "max_tokens"));
  if (wanted(json, "constant") != nullptr) request.constant = TRY(number_at<std::size_t>(json, "constant"));
  return request;
}

Result<Reply> reply_from_json(Json const& json) {
  Reply reply;
  reply.text = TRY(text_at(json, "text"));
  reply.model = TRY(text_at(json, "model"));
  reply.usage = TRY(usage_at(json));
  reply.attempts = TRY(attempts_at(json));
  return reply;
}

Result<Failure> failure_from_json(Json const& json) {
  Failure failure;
  failure.why = TRY(failing_at(json));
  failure.message = TRY(text_at(json, "message"));
  if (wanted(json, "retry_after_ns") != nullptr)
    failure.retry_after = TRY(duration_at(json, "retry_after_ns"));
  failure.raw = TRY(text_at(json, "raw"));
  failure.usage = TRY(usage_at(json));
  failure.attempts = TRY(attempts_at(json));
  return failure;
}

std::string digest_of(std::string_view model, Request const& request) {
  Digest digest;
  digest.add("artifactd call 1").add(model).add(request.system);
  for (auto const& each : request.messages)
    digest.add(role_word(each.role)).add(each.text);
  digest.add(std::to_string(request.max_tokens));
  if (request.shape) digest.add(request.shape->name).add(request.shape->text);
  return digest.hex();
}

} // namespace artifactd::model
