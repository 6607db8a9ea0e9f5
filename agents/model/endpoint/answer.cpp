#include "agents/model/endpoint/answer.hpp"

#include "state/json/json_member.hpp"
#include "state/json/scan.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::model {

namespace {

constexpr unsigned deepest_answer = 64;
constexpr std::uint64_t most_tokens = 1'000'000'000'000;

/// The status that an error type implies: the only status there is if the error comes with a 200.
int status_of_type(std::string_view type) {
  struct Row {
    std::string_view type;
    int status;
  };
  constexpr std::array rows = {Row{"invalid_request_error", 400}, Row{"authentication_error", 401},
                               Row{"billing_error", 402},         Row{"permission_error", 403},
                               Row{"not_found_error", 404},       Row{"conflict_error", 409},
                               Row{"rate_limit_error", 429},      Row{"api_error", 500},
                               Row{"timeout_error", 504},         Row{"overloaded_error", 529}};
  auto const* const row = std::ranges::find(rows, type, &Row::type);
  return row == rows.end() ? 500 : row->status;
}

/// A numeric error code is an HTTP status (Gemini, and proxies that pass on the errors of others).
int status_in(nlohmann::ordered_json const& error) {
  auto const& code = member_of(error, "code");
  auto const status = code.is_number_integer() ? code.get<std::int64_t>() : 0;
  return status >= 400 && status < 600 ? static_cast<int>(status) : 0;
}

Complaint complaint_in(int status, nlohmann::ordered_json const& json) {
  auto const& error = member_of(json, "error");
  Complaint complaint{.status = status};
  complaint.type = text_member(error, "type");
  if (complaint.type.empty()) complaint.type = text_member(error, "status");
  complaint.code = text_member(member_of(error, "details"), "error_code");
  if (complaint.code.empty()) complaint.code = text_member(error, "code");
  complaint.message = error.is_string() ? error.get<std::string>() : text_member(error, "message");
  for (auto const* elsewhere : {"message", "detail"})
    if (complaint.message.empty()) complaint.message = text_member(json, elsewhere);
  complaint.request_id = text_member(json, "request_id");
  if (status >= 200 && status < 300) {
    auto const said = status_in(error);
    complaint.status = said != 0 ? said : status_of_type(complaint.type);
  }
  return complaint;
}

Complaint complaint_of(int status, std::string_view text) {
  auto json = json::scan(text, {.depth = deepest_answer})
                  ? nlohmann::ordered_json::parse(text, nullptr, false)
                  : nlohmann::ordered_json();
  if (json.is_array() && !json.empty()) json = nlohmann::ordered_json(std::move(json.front())); // Gemini
  if (json.is_object()) return complaint_in(status, json);
  if (text.empty()) return {.status = status, .message = "the body is empty"};
  return {.status = status, .message = fmt::format("the body is not a JSON object: {}", text)};
}

} // namespace

std::string_view behind_keep_alive(std::string_view body) noexcept {
  for (;;) {
    body.remove_prefix(std::min(body.find_first_not_of(" \t\r\n"), body.size()));
    if (!body.starts_with(':')) return body;
    body.remove_prefix(std::min(body.find('\n'), body.size()));
  }
}

std::expected<nlohmann::ordered_json, Answer> answer_object(int status, std::string_view body) {
  auto const text = behind_keep_alive(body);
  if (status < 200 || status >= 300) return std::unexpected(complaint_of(status, text));
  auto const scanned = json::scan(text, {.depth = deepest_answer});
  if (!scanned) {
    auto const breach = scanned.error().breach;
    if (breach == json::Breach::empty || breach == json::Breach::truncated)
      return std::unexpected(
          Unusable{Failing::transient, "broken off: the answer ends in the middle", std::string(body)});
    return std::unexpected(Unusable{Failing::malformed, "the answer is not JSON", std::string(body)});
  }
  auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (json.is_array() && !json.empty() && !member_of(json.front(), "error").is_null())
    return std::unexpected(complaint_in(status, json.front()));
  if (!json.is_object())
    return std::unexpected(
        Unusable{Failing::malformed, "the answer is not a JSON object", std::string(body)});
  if (!member_of(json, "error").is_null() || text_member(json, "type") == "error")
    return std::unexpected(complaint_in(status, json));
  return json;
}

std::uint64_t count_member(nlohmann::ordered_json const& json, char const* name) {
  auto const& count = member_of(json, name);
  if (count.is_number_unsigned()) return std::min(count.get<std::uint64_t>(), most_tokens);
  if (!count.is_number_float()) return 0;
  auto const number = count.get<double>();
  return number > 0 ? static_cast<std::uint64_t>(std::min(number, static_cast<double>(most_tokens))) : 0;
}

nlohmann::ordered_json const& member_of(nlohmann::ordered_json const& json, char const* name) {
  static nlohmann::ordered_json const null;
  if (!json.is_object()) return null;
  auto const found = json.find(name);
  return found == json.end() ? null : *found;
}

std::string text_parts(nlohmann::ordered_json const& parts) {
  std::string text;
  if (!parts.is_array()) return text;
  for (auto const& part : parts)
    if (text_member(part, "type") == "text") text += text_member(part, "text");
  return text;
}

} // namespace artifactd::model
