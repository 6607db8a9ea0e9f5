#include "daemon/queries/event_json.hpp"

#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"
#include "state/platform/clock.hpp"

namespace artifactd {

Json detail_of(Event const& event) {
  // Checks the depth first: parsing recurses for every bracket.
  if (!json::scan(event.detail, {.depth = 32})) return Json::object();
  auto detail = Json::parse(event.detail, nullptr, false);
  return detail.is_object() ? detail : Json::object();
}

Json to_json(Event const& event) {
  return {{"version", 1},
          {"id", event.id},
          {"time", iso8601(event.wall_ns)},
          {"session", event.session},
          {"name", event.name},
          {"kind", event.kind},
          {"event", event.event},
          {"outcome", event.outcome},
          {"detail", detail_of(event)}};
}

} // namespace artifactd
