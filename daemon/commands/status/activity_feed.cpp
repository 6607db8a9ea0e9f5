#include "daemon/commands/status/activity_feed.hpp"

#include "daemon/commands/history/event_text.hpp"
#include "daemon/queries/event_json.hpp"
#include "daemon/status/short_error.hpp"
#include "state/json/json_text.hpp"

namespace artifactd {

namespace {

constexpr auto patience = std::chrono::seconds(2);
constexpr auto look_again = std::chrono::milliseconds(200); ///< a person reads no faster
constexpr auto connect_again = std::chrono::seconds(1);
constexpr std::size_t most_rows = 10'000; ///< per look at the journal

} // namespace

std::optional<ActivityEvent> activity_from_journal(Kinds const& kinds, Event const& event) {
  if (event.event != "settled" || event.name.empty()) return std::nullopt;
  auto detail = detail_of(event);
  detail["what"] = event.outcome;
  detail["session"] = event.session;
  detail["name"] = event.name;
  detail["kind"] = event.kind;
  detail["time_ns"] = event.wall_ns;
  auto activity = activity_from_json(detail);
  auto findings = detail.find("findings");
  if (!activity || event.outcome != "refused" || findings == detail.end() || !findings->is_array())
    return activity;
  for (auto const& each : *findings) {
    auto complete = each;
    if (complete.is_object() && !complete.contains("severity")) complete["severity"] = "error";
    auto finding = finding_from_json(complete);
    if (!finding || finding->severity != Severity::error) continue;
    activity->code = finding->code;
    activity->error = short_error(kinds, *finding);
    break;
  }
  return activity;
}

ActivityFeed::ActivityFeed(Config const& config, std::string session,
                           std::function<void(std::string const&)> notice)
    : config_(config), session_(std::move(session)), notice_(std::move(notice)) {}

Result<void> ActivityFeed::open() {
  auto connected = connect();
  if (connected) return {};
  if (auto skipped = skip_journal(); !skipped)
    return fail(connected.error().fault, "artifactd does not answer: " + connected.error().message);
  notice_("artifactd does not answer (" + connected.error().message +
          "); following its journal, which shows results but not what is in progress");
  return {};
}

Result<void> ActivityFeed::connect() {
  next_connect_ = Monotonic::now() + connect_again;
  client_ = TRY(ControlClient::ask(config_.control_path(), {"watch", session_}, patience));
  started_over_ = true;
  return {};
}

/// Earlier events are for `log` to show.
Result<void> ActivityFeed::skip_journal() {
  auto reader = TRY(JournalReader::open(config_.journal_path()));
  for (auto const& event : TRY(reader.recent(1, {})))
    last_id_ = event.id;
  return {};
}

std::vector<ActivityEvent> ActivityFeed::take() {
  std::vector<ActivityEvent> events;
  if (!client_ && Monotonic::now() >= next_connect_ && connect()) notice_("artifactd answers again");
  if (client_)
    from_socket(events);
  else if (Monotonic::now() >= next_look_)
    from_journal(events);
  return events;
}

void ActivityFeed::from_socket(std::vector<ActivityEvent>& events) {
  for (;;) {
    auto line = client_->next(Monotonic::now());
    if (!line) {
      client_.reset();
      [[maybe_unused]] auto skipped = skip_journal(); // retried at every look
      notice_(line.error().message + "; following its journal until it answers again");
      return;
    }
    if (!*line) return;
    if (auto event = activity_from_json(object_in(**line))) events.push_back(*std::move(event));
  }
}

void ActivityFeed::from_journal(std::vector<ActivityEvent>& events) {
  next_look_ = Monotonic::now() + look_again;
  auto reader = JournalReader::open(config_.journal_path());
  if (!reader) return;
  EventFilter filter{.after_id = last_id_};
  if (!session_.empty()) filter.session = session_;
  auto rows = reader->recent(most_rows, filter);
  if (!rows) return;
  for (auto const& row : *rows) {
    last_id_ = row.id;
    if (auto event = activity_from_journal(config_.served.kinds, row)) events.push_back(*std::move(event));
  }
}

} // namespace artifactd
