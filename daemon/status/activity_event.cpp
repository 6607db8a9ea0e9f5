#include "daemon/status/activity_event.hpp"

#include "state/platform/clock.hpp"

#include <array>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

constexpr std::array closing_words = {"merged",     "unchanged", "vanished", "gone",
                                      "play_issue", "completed", "failed"};

struct TextMember {
  char const* key;
  std::string ActivityEvent::* value;
};
constexpr std::array text_members = {
    TextMember{"session", &ActivityEvent::session}, TextMember{"name", &ActivityEvent::name},
    TextMember{"kind", &ActivityEvent::kind},       TextMember{"what", &ActivityEvent::what},
    TextMember{"code", &ActivityEvent::code},       TextMember{"error", &ActivityEvent::error},
    TextMember{"reason", &ActivityEvent::reason},   TextMember{"text", &ActivityEvent::text}};

struct NumberMember {
  char const* key;
  int ActivityEvent::* value;
};
constexpr std::array number_members = {NumberMember{"attempt", &ActivityEvent::attempt},
                                       NumberMember{"attempts", &ActivityEvent::attempts}};

} // namespace

bool ActivityEvent::over() const noexcept {
  return escalated || std::ranges::find(closing_words, what) != closing_words.end();
}

nlohmann::ordered_json to_json(ActivityEvent const& event) {
  nlohmann::ordered_json json{{"version", 1}, {"time", iso8601(event.wall_ns)}, {"time_ns", event.wall_ns}};
  for (auto const& member : text_members)
    if (auto const& text = event.*member.value; !text.empty()) json[member.key] = text;
  for (auto const& member : number_members)
    if (event.*member.value > 0) json[member.key] = event.*member.value;
  if (event.escalated) json["escalated"] = true;
  if (!event.board.empty()) json["board"] = event.board;
  if (!event.details.empty()) json["run"] = nlohmann::ordered_json::parse(event.details);
  return json;
}

std::optional<ActivityEvent> activity_from_json(nlohmann::ordered_json const& json) {
  if (!json.is_object()) return std::nullopt;
  ActivityEvent event;
  for (auto const& member : text_members)
    if (auto found = json.find(member.key); found != json.end() && found->is_string())
      event.*member.value = found->get<std::string>();
  for (auto const& member : number_members)
    if (auto found = json.find(member.key); found != json.end() && found->is_number_integer())
      event.*member.value = found->get<int>();
  if (auto found = json.find("time_ns"); found != json.end() && found->is_number_integer())
    event.wall_ns = found->get<std::int64_t>();
  if (auto found = json.find("escalated"); found != json.end() && found->is_boolean())
    event.escalated = found->get<bool>();
  if (auto found = json.find("board"); found != json.end() && found->is_array())
    for (auto const& line : *found)
      if (line.is_string()) event.board.push_back(line.get<std::string>());
  if (auto found = json.find("run"); found != json.end() && found->is_object()) event.details = found->dump();
  if (event.what.empty() || event.name.empty()) return std::nullopt;
  return event;
}

} // namespace artifactd
