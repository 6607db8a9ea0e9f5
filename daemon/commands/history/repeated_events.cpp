#include "daemon/commands/history/repeated_events.hpp"

#include "daemon/commands/history/event_text.hpp"
#include "daemon/queries/event_json.hpp"
#include "state/json/json_member.hpp"

#include <array>
#include <map>

namespace artifactd {

namespace {

using SignalKey = std::array<std::string, 3>;

bool waits(Event const& event) {
  return event.event == "settled" && event.outcome == "pending";
}

} // namespace

std::vector<RepeatedEvent> with_repeats_counted(std::vector<Event> const& events) {
  std::vector<RepeatedEvent> rows;
  std::map<SignalKey, std::map<std::string, std::size_t>> waiting; // by reason, the row
  for (auto const& event : events) {
    SignalKey const key{event.session, event.name, event.kind};
    if (waits(event)) {
      auto const [known, first] =
          waiting[key].try_emplace(text_member(detail_of(event), "reason"), rows.size());
      if (!first) {
        auto& row = rows[known->second];
        ++row.times;
        row.until_ns = event.wall_ns;
        continue;
      }
    } else {
      waiting.erase(key);
    }
    rows.push_back({event, 1, event.wall_ns});
  }
  return rows;
}

} // namespace artifactd
