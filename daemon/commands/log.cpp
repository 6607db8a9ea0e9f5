#include "daemon/commands/commands.hpp"
#include "daemon/commands/event_text.hpp"
#include "daemon/control_client.hpp"
#include "state/journal.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <poll.h>

namespace artifactd {

namespace {

constexpr auto look_interval = std::chrono::milliseconds(200); ///< a person reads no faster
// While the daemon tells of every event: commands write to the journal as well, and nobody tells of that.
constexpr auto look_at_others = std::chrono::seconds(1);
constexpr auto reply_patience = std::chrono::seconds(2);
constexpr std::size_t most_rows_at_once =
    100'000; ///< of one look: bounds memory, not what is shown in the end

void print(Cli const& cli, Kinds const& kinds, std::vector<Event> const& events) {
  for (auto const& event : events)
    if (cli.output == Output::json)
      print_json(to_json(event));
    else
      fmt::print("{}\n", one_line(kinds, event));
  std::fflush(stdout);
}

Result<std::vector<Event>> look(Config const& config, std::size_t count, EventFilter const& filter) {
  auto reader = TRY(JournalReader::open(config.journal_path()));
  return reader.recent(count, filter);
}

/// Of a signal or session that nothing is known of.
Exit tell_nothing_known(Cli const& cli, Config const& config, LogOptions const& options,
                        EventFilter const& filter) {
  auto const signal = filter.name ? signal_word(*filter.name, *filter.kind) : std::string();
  auto const in = filter.session ? printable(*filter.session) : std::string();
  tell(cli, fmt::format("nothing is known of {}{}{}{}", signal, signal.empty() || in.empty() ? "" : " in ",
                        in, filter.since_ns > 0 ? " since " + iso8601(filter.since_ns) : ""));
  return filter.name || !session_argument(config, *options.session) ? Exit::not_found : Exit::ok;
}

/// Waits until there may be something new: at once where the daemon tells, else for a while.
class JournalNews {
public:
  explicit JournalNews(std::string socket) : socket_(std::move(socket)) { connect(); }

  void wait() {
    if (!client_ && Monotonic::now() >= connect_again_) connect();
    if (!client_) {
      ::poll(nullptr, 0, static_cast<int>(look_interval.count()));
      return;
    }
    auto line = client_->next(Monotonic::now() + look_at_others);
    while (line && *line) // several that came together are one look
      line = client_->next(Monotonic::now());
    if (!line) client_.reset();
  }

private:
  void connect() {
    connect_again_ = Monotonic::now() + reply_patience;
    if (auto client = ControlClient::ask(socket_, {"log"}, reply_patience)) client_ = *std::move(client);
  }

  std::string socket_;
  std::optional<ControlClient> client_;
  Moment connect_again_{};
};

} // namespace

Exit log_command(Cli const& cli, LogOptions const& options) {
  auto config = configuration_to_look(cli);
  if (!config) return config.error();
  EventFilter filter;
  if (options.session) filter.session = session_name(*config, *options.session);
  if (options.signal) {
    auto signal = parse_signal_argument(config->served.kinds, *options.signal);
    if (!signal) {
      complain(cli, signal.error());
      return Exit::usage;
    }
    filter.name = signal->name.str();
    filter.kind = signal->kind.word();
  }
  if (options.since > Duration::zero()) filter.since_ns = wall_now_ns() - options.since.count();
  std::optional<JournalNews> news; // before the first look, so that nothing falls between the two
  if (options.follow == LogOptions::Follow::yes) news.emplace(config->control_path());
  auto events = look(*config, std::min(options.count, most_rows_at_once), filter);
  if (!events) return complain(cli, events.error());
  print(cli, config->served.kinds, *events);
  if (events->empty() && !news && (filter.name || filter.session))
    return tell_nothing_known(cli, *config, options, filter);
  while (news && std::ferror(stdout) == 0) {
    if (!events->empty()) filter.after_id = events->back().id;
    news->wait();
    events = look(*config, most_rows_at_once, filter);
    if (!events) return complain(cli, events.error());
    print(cli, config->served.kinds, *events);
  }
  return Exit::ok;
}

} // namespace artifactd
