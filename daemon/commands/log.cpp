#include "daemon/commands/commands.hpp"
#include "daemon/commands/event_text.hpp"
#include "state/journal.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <poll.h>

namespace artifactd {

namespace {

constexpr int look_again_ms = 200;         ///< a person reads no faster
constexpr std::size_t most_rows = 100'000; ///< of one look: bounds memory, not what is shown in the end

void print(Cli const& cli, std::vector<Event> const& events) {
  for (auto const& event : events)
    if (cli.output == Output::json)
      print_json(to_json(event));
    else
      fmt::print("{}\n", one_line(event));
  std::fflush(stdout);
}

/// A session that is gone is still known by the name it had.
std::string session_name(Config const& config, std::string const& argument) {
  auto session = session_argument(config, argument);
  return session ? session->session.shown() : argument;
}

Result<std::vector<Event>> look(Config const& config, std::size_t count, EventFilter const& filter) {
  auto reader = TRY(JournalReader::open(config.journal_path()));
  return reader.recent(count, filter);
}

} // namespace

Exit log_command(Cli const& cli, LogOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  EventFilter filter;
  if (options.session) filter.session = session_name(*config, *options.session);
  if (options.signal) {
    auto signal = parse_signal_argument(*options.signal);
    if (!signal) {
      complain(cli, signal.error());
      return Exit::usage;
    }
    filter.name = signal->name.str();
    filter.kind = kind_word(signal->kind);
  }
  auto events = look(*config, std::min(options.count, most_rows), filter);
  if (!events) return complain(cli, events.error());
  print(cli, *events);
  while (options.follow == LogOptions::Follow::yes && std::ferror(stdout) == 0) {
    if (!events->empty()) filter.after_id = events->back().id;
    ::poll(nullptr, 0, look_again_ms);
    events = look(*config, most_rows, filter);
    if (!events) return complain(cli, events.error());
    print(cli, *events);
  }
  return Exit::ok;
}

} // namespace artifactd
