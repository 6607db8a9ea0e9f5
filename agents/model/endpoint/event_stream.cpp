#include "agents/model/endpoint/event_stream.hpp"

#include <algorithm>
#include <optional>
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

/// Passes each line without its end; an unterminated last line was cut short and is skipped.
template <class Take>
void for_each_line(std::string_view body, Take const& take) {
  for (auto end = body.find('\n'); end != body.npos; end = body.find('\n')) {
    take(without_blanks(body.substr(0, end)));
    body.remove_prefix(end + 1);
  }
}

} // namespace

bool is_streamed(Request const& request, Endpoint const& endpoint) noexcept {
  return endpoint.stream && request.max_tokens > longest_at_once;
}

bool is_event_stream(std::string_view body) noexcept {
  for (;;) {
    body.remove_prefix(std::min(body.find_first_not_of(" \t\r\n"), body.size()));
    if (!body.starts_with(':')) break; // a comment that keeps the connection alive
    body.remove_prefix(std::min(body.find('\n'), body.size()));
  }
  return body.starts_with(data_field) || body.starts_with("event:");
}

/// Both dialects write each event's data on one line.
std::expected<std::vector<nlohmann::ordered_json>, Answer> events_of(std::string_view body) {
  std::vector<nlohmann::ordered_json> events;
  std::optional<Answer> trouble;
  for_each_line(body, [&](std::string_view line) {
    if (trouble || !line.starts_with(data_field)) return;
    auto const data = without_blanks(line.substr(data_field.size()));
    if (data.empty() || data == "[DONE]") return;
    auto object = answer_object(200, data);
    if (object)
      events.push_back(*std::move(object));
    else
      trouble = std::move(object).error();
  });
  if (!trouble) return events;
  if (auto* unusable = std::get_if<Unusable>(&*trouble)) unusable->raw = std::string(body);
  return std::unexpected(*std::move(trouble));
}

Answer broken_off(std::string_view body) {
  return Unusable{Failing::transient, "broken off: the stream ends in the middle of the reply",
                  std::string(body)};
}

} // namespace artifactd::model
