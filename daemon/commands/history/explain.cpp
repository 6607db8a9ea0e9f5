#include "daemon/commands/commands.hpp"
#include "daemon/commands/display_text.hpp"
#include "daemon/commands/history/event_text.hpp"
#include "daemon/commands/history/journal_news.hpp"
#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/commands/inbox/stuck.hpp"
#include "daemon/commands/inbox/told_refusal.hpp"
#include "daemon/settling/policies.hpp"
#include "state/journal/journal.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/stamp.hpp"
#include "state/session/session_layout.hpp"
#include "watchers/scan.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <thread>

namespace artifactd {

namespace {

/// What exists on disk now.
struct Present {
  std::string word; ///< pending, refused, both, gone, no session; for a document: in place
  std::optional<std::int64_t> since_ns;
  std::vector<std::string> instructions;
  bool edited = false; ///< the editor tries next, if a daemon runs
};

Present present(Result<NamedSession> const& named, SignalName const& signal) {
  if (!named) return {"no session", std::nullopt, {}};
  auto directory = named->session.directory();
  auto pending = stamp_at(directory, layout::signal(signal));
  auto refused = stamp_at(directory, layout::refused(signal));
  Present now;
  auto document = signal.kind.is_document(); // always present
  now.word = pending && refused ? "both" : pending ? "pending" : refused ? "refused" : "gone";
  if (document && pending) now.word = refused ? "refused" : "in place";
  if (pending || refused) now.since_ns = (pending ? pending : refused)->changed_ns;
  if (!refused) return now;
  auto told = told_refusal(directory, signal);
  now.instructions = std::move(told.lines);
  now.edited = told.edited;
  return now;
}

std::string sentence(Present const& now, SignalName const& signal, std::vector<Event> const& events) {
  auto since = now.since_ns ? " since " + iso8601(*now.since_ns) : std::string();
  if (now.word == "pending") return fmt::format("pending{}: {} exists", since, layout::signal(signal));
  if (now.word == "in place") return fmt::format("{} is in place{}", layout::signal(signal), since);
  if (now.word == "refused")
    return fmt::format("refused{}: {} exists{}", since, layout::refused(signal),
                       now.edited ? "; the editor is working on it, or about to, while a daemon runs" : "");
  if (now.word == "both")
    return fmt::format("pending{}, beside an earlier {}", since, layout::refused(signal));
  if (now.word == "no session") return "the session does not exist";
  return events.empty() ? "no such signal, and no record of one" : "gone; its recorded events follow";
}

/// The recorded events of `signal`, and the attempts and hints.
struct Story {
  std::vector<Event> events;
  std::vector<Spending> spendings;
};

Result<Story> on_record(Config const& config, std::string const& session, SignalName const& signal) {
  auto reader = TRY(JournalReader::open(config.journal_path()));
  return Story{TRY(reader.timeline(session, signal)), TRY(reader.spendings(session, signal))};
}

/// Waits for what a running daemon has not written yet. A signal that is gone and unknown may be about to be
/// recorded.
Result<Story> story_of(Config const& config, std::string const& session, SignalName const& signal,
                       Present const& now) {
  constexpr auto writing_takes = std::chrono::seconds(1);
  constexpr auto about_to_tell = std::chrono::milliseconds(250);
  auto const start = Monotonic::now();
  for (;;) {
    auto const answers = await_journal(config.control_path(), start + writing_takes);
    auto told = on_record(config, session, signal);
    auto const more_may_come = answers && told && told->events.empty() && !now.since_ns;
    if (!more_may_come || Monotonic::now() > start + about_to_tell) return told;
    std::this_thread::sleep_for(std::chrono::milliseconds(10)); // nothing reports that moment
  }
}

void print_text(Kinds const& kinds, std::string const& session, SignalName const& signal, Present const& now,
                Story const& told, Budget const& budget) {
  fmt::print("signal    {}\nsession   {}\nnow       {}\n", layout::signal(signal), printable(session),
             sentence(now, signal, told.events));
  if (budget.used() > 0) fmt::print("attempts  {} of {}\n", budget.used(), budget.total());
  for (auto const& text : now.instructions)
    for (auto const& line : lines_of(text))
      fmt::print("          {}\n", line);
  for (auto const& row : with_repeats_counted(told.events)) {
    fmt::print("\n");
    for (auto const& line : story(kinds, row))
      fmt::print("{}\n", line);
  }
}

void print_document(std::string const& session, SignalName const& signal, Present const& now,
                    Story const& told, Budget const& budget) {
  auto events = Json::array();
  for (auto const& event : told.events)
    events.push_back(to_json(event));
  Json document{{"version", 1},
                {"session", session},
                {"signal", layout::signal(signal)},
                {"now", {{"state", now.word}, {"instructions", now.instructions}}},
                {"attempts", budget.used()},
                {"budget", budget.total()},
                {"events", std::move(events)}};
  if (now.since_ns) document["now"]["since"] = iso8601(*now.since_ns);
  print_json(document);
}

} // namespace

Exit explain_command(Cli const& cli, ExplainOptions const& options) {
  auto config = configuration_to_look(cli);
  if (!config) return config.error();
  auto const with_path = options.signal.empty();
  if (with_path && !names_signal(*config, options.session) && session_argument(*config, options.session)) {
    tell(cli, which_signal);
    return Exit::usage;
  }
  auto const path = std::filesystem::path(options.session);
  auto signal =
      parse_signal_argument(config->served.kinds, with_path ? path.filename().string() : options.signal);
  if (!signal) {
    complain(cli, signal.error());
    return Exit::usage;
  }
  auto directory = !with_path               ? options.session
                   : path.has_parent_path() ? path.parent_path().string()
                                            : std::string(".");
  auto named = session_argument(*config, directory);
  auto session = named ? named->session.shown() : directory;
  auto now = present(named, *signal);
  auto told = story_of(*config, session, *signal, now);
  if (!told) {
    tell(cli, "no journal: " + printable(told.error().message));
    told = Story{};
  }
  Budget budget(policies(*config).refusal.budget, told->spendings);
  if (cli.output == Output::json)
    print_document(session, *signal, now, *told, budget);
  else
    print_text(config->served.kinds, session, *signal, now, *told, budget);
  return told->events.empty() && !now.since_ns ? Exit::not_found : Exit::ok;
}

} // namespace artifactd
