#include "agents/model/endpoint/event_stream.hpp"

#include <algorithm>
#include <variant>

namespace artifactd::model {

namespace {

constexpr unsigned longest_at_once = 8192; // tokens: less than three minutes at 50 a second
constexpr std::string_view data_field = "data:";

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  while (!text.empty() && (text.back() == '\r' || text.back() == ' '))
    text.remove_suffix(1);
  return text;
}

bool is_event_stream(std::string_view body) noexcept {
  body = behind_keep_alive(body);
  return body.starts_with(data_field) || body.starts_with("event:");
}

/// Both dialects write each event's data on one line. An unterminated last line was cut short and is skipped.
std::expected<std::vector<nlohmann::ordered_json>, Answer> events_of(std::string_view body) {
  std::vector<nlohmann::ordered_json> events;
  auto rest = body;
  for (auto end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
    auto const line = without_blanks(rest.substr(0, end));
    rest.remove_prefix(end + 1);
    if (!line.starts_with(data_field)) continue;
    auto const data = without_blanks(line.substr(data_field.size()));
    if (data.empty() || data == "[DONE]") continue;
    auto object = answer_object(200, data);
    if (!object) {
      if (auto* unusable = std::get_if<Unusable>(&object.error())) unusable->raw = std::string(body);
      return std::unexpected(std::move(object).error());
    }
    events.push_back(*std::move(object));
  }
  return events;
}

} // namespace

bool is_streamed(Request const& request, Endpoint const& endpoint) noexcept {
  return endpoint.stream && request.max_tokens > longest_at_once;
}

std::expected<nlohmann::ordered_json, Answer> whole_answer(int status, std::string_view body,
                                                           Assemble& assemble) {
  if (status != 200 || !is_event_stream(body)) return answer_object(status, body);
  auto const events = events_of(body);
  if (!events) return std::unexpected(events.error());
  if (auto whole = assemble(*events)) return *std::move(whole);
  return std::unexpected(Unusable{
      Failing::transient, "broken off: the stream ends in the middle of the reply", std::string(body)});
}

} // namespace artifactd::model
