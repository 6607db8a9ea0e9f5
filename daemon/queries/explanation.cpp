#include "daemon/queries/explanation.hpp"

#include "daemon/queries/at_work.hpp"
#include "daemon/queries/event_json.hpp"
#include "daemon/queries/journal_news.hpp"
#include "daemon/queries/odd_file.hpp"
#include "daemon/queries/told_refusal.hpp"
#include "daemon/settling/policies.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/stamp.hpp"
#include "state/session/session_layout.hpp"

#include <thread>

namespace artifactd {

namespace {

SignalPresence present(Result<NamedSession> const& named, SignalName const& signal) {
  if (!named && named.error().fault == Fault::missing) return {.word = "no session"};
  if (!named) return {.word = "out of reach", .barrier = named.error().message};
  auto directory = named->session.directory();
  auto pending = stamp_at(directory, layout::signal(signal));
  auto refused = stamp_at(directory, layout::refused(signal));
  SignalPresence now;
  auto document = signal.kind.is_document(); // always present
  if (!document && pending.has_value() != refused.has_value()) {
    auto const& file = pending ? pending : refused;
    auto why = why_ignored(named->session, pending ? layout::signal(signal) : layout::refused(signal));
    if (!why.empty()) return {.word = "ignored", .barrier = std::move(why), .since_ns = file->changed_ns};
  }
  now.word = pending && refused ? "both" : pending ? "pending" : refused ? "refused" : "gone";
  if (document && pending) now.word = refused ? "refused" : "in place";
  if (pending || refused) now.since_ns = (pending ? pending : refused)->changed_ns;
  if (!refused) return now;
  auto told = told_refusal(directory, signal);
  now.instructions = std::move(told.lines);
  now.edited = told.edited;
  return now;
}

/// The recorded events of `signal`, and the attempts and hints.
struct Recorded {
  std::vector<Event> events;
  std::vector<Spending> spendings;
};

/// What was counted for a pending signal since it was dropped is no attempt yet: its refusal could not be
/// written.
Result<Recorded> on_record(Config const& config, std::string const& session, SignalName const& signal,
                           SignalPresence const& now) {
  auto reader = TRY(JournalReader::open(config.journal_path()));
  auto spendings = now.word == "pending" || now.word == "both"
                       ? TRY(reader.spendings(session, signal, *now.since_ns))
                       : TRY(reader.spendings(session, signal));
  return Recorded{TRY(reader.timeline(session, signal)), std::move(spendings)};
}

/// A signal that is gone and unknown may be about to be recorded.
Result<Recorded> await_record(Config const& config, std::string const& session, SignalName const& signal,
                              SignalPresence const& now) {
  constexpr auto writing_takes = std::chrono::seconds(1);
  constexpr auto about_to_tell = std::chrono::milliseconds(250);
  auto const start = Monotonic::now();
  for (;;) {
    auto const answers = await_journal(config.control_path(), start + writing_takes);
    auto told = on_record(config, session, signal, now);
    auto const more_may_come = answers && told && told->events.empty() && !now.since_ns;
    if (!more_may_come || Monotonic::now() > start + about_to_tell) return told;
    std::this_thread::sleep_for(std::chrono::milliseconds(10)); // nothing reports that moment
  }
}

} // namespace

Explanation explain(Config const& config, std::string const& session, SignalName const& signal) {
  auto named = session_argument(config, session);
  auto path = named ? named->session.shown() : session_path(config, session).value_or(session);
  auto now = present(named, signal);
  auto told = await_record(config, path, signal, now);
  auto running = run_under_way(config, path, signal);
  auto no_journal = told ? std::string() : told.error().message;
  auto record = told ? *std::move(told) : Recorded{};
  return {.session = std::move(path),
          .signal = signal,
          .now = std::move(now),
          .at_work = std::move(running),
          .events = std::move(record.events),
          .budget = Budget(policies(config).refusal.budget, record.spendings),
          .no_journal = std::move(no_journal)};
}

Json to_json(Explanation const& found) {
  Json document{{"version", 1},
                {"session", found.session},
                {"signal", layout::signal(found.signal)},
                {"now", {{"state", found.now.word}, {"instructions", found.now.instructions}}},
                {"attempts", found.budget.used()},
                {"budget", found.budget.total()},
                {"events", json_list(found.events)}};
  if (!found.now.barrier.empty()) document["now"]["reason"] = found.now.barrier;
  if (found.at_work) document["at_work"] = to_json(*found.at_work);
  if (found.now.since_ns) document["now"]["since"] = iso8601(*found.now.since_ns);
  return document;
}

} // namespace artifactd
