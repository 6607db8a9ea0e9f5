#include "daemon/queries/at_work.hpp"

#include "daemon/control/control_client.hpp"

namespace artifactd {

namespace {

/// A postponed run is included, since nothing else says why it does not go on. Of one that has ended, the
/// signal's own state says what comes next.
bool is_work(ActivityEvent const& event) {
  if (event.what == "edit_ended" || event.what == "run_ended") return event.reason.starts_with("postponed");
  return event.what != "refused" && event.what != "pending";
}

} // namespace

std::vector<ActivityEvent> at_work(Config const& config, std::string const& session) {
  constexpr auto patience = std::chrono::milliseconds(250);
  std::vector<ActivityEvent> events;
  auto client = ControlClient::ask(config.control_path(), {"status", session}, patience);
  if (!client) return events;
  auto const line = client->next(Monotonic::now() + patience);
  auto const document = line && *line ? object_in(**line) : Json();
  auto const signals = document.find("signals");
  if (signals == document.end() || !signals->is_array()) return events;
  for (auto const& each : *signals)
    if (auto event = activity_from_json(each); event && !event->over() && is_work(*event))
      events.push_back(*std::move(event));
  return events;
}

std::optional<ActivityEvent> run_under_way(Config const& config, std::string const& session,
                                           SignalName const& signal) {
  for (auto& each : at_work(config, session))
    if (each.signal() == signal_word(signal) && (each.what == "run_started" || each.what == "edit_started"))
      return std::move(each);
  return std::nullopt;
}

} // namespace artifactd
