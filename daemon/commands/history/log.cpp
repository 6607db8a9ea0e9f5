#include "agents/common/run_report.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/commands/history/event_text.hpp"
#include "daemon/queries/event_json.hpp"
#include "daemon/queries/journal_cure.hpp"
#include "daemon/queries/journal_news.hpp"
#include "merge/play/runtime/runtime.hpp"
#include "state/journal/journal.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <span>

namespace artifactd {

namespace {

constexpr std::size_t most_rows_at_once = 100'000; ///< per look: bounds memory, not what is shown in the end
constexpr std::size_t repeats_read = 20;           ///< events read per row, since some are merged

/// At most the last `count` rows, in the order in which they happened.
void print(Cli const& cli, Kinds const& kinds, std::vector<Event> events, std::size_t count) {
  std::ranges::stable_sort(events, {}, &Event::wall_ns);
  auto const rows = cli.output == Output::json ? std::vector<RepeatedEvent>() : with_repeats_counted(events);
  for (auto const& row : std::span(rows).last(std::min(count, rows.size())))
    fmt::print("{}\n", one_line(kinds, row));
  if (cli.output == Output::json)
    for (auto const& event : std::span(events).last(std::min(count, events.size())))
      print_json(to_json(event));
  std::fflush(stdout);
}

Result<std::vector<Event>> look(Config const& config, std::size_t count, EventFilter const& filter) {
  auto reader = JournalReader::open(config.journal_path());
  auto events = reader ? reader->recent(count, filter) : std::unexpected(reader.error());
  if (!events) return fail(of_journal(std::move(events).error()));
  return events;
}

template <class Word, class Last>
void add_words(std::vector<std::string>& words, Word word, Last last) {
  for (int each = 0; each <= static_cast<int>(last); ++each)
    words.emplace_back(word(static_cast<Last>(each)));
}

/// What events end with, except what was done on the page: that has the words of its actions.
std::vector<std::string> known_outcomes() {
  std::vector<std::string> words;
  add_words(words, end_word, End::again);
  add_words(words, run_ending_word, RunEnding::postponed);
  add_words(words, [](play::FaultType each) { return play::word_of(each); }, play::FaultType::invalid_state);
  // Of edits, of plays and reports, of rules, of persons and other programs.
  for (auto const* each :
       {"published", "unrepaired", "nothing", "changed", "doubted_rule", "edited_log", "EXPLANATION",
        "STATE_CORRECTION", "ARTIFACT_BUG", "DESIGN_CHANGE", "accepted", "left", "person", "foreign"})
    words.emplace_back(each);
  return words;
}

/// A word that is neither known nor in the journal is a mistake.
Result<void> check_outcome(Config const& config, std::string const& word) {
  auto const outcomes = known_outcomes();
  if (std::ranges::find(outcomes, word) != outcomes.end()) return {};
  auto const recorded = look(config, 1, {.outcome = word});
  if (recorded && !recorded->empty()) return {};
  return fail(Fault::invalid, fmt::format("--outcome: no event ended in \"{}\"; the outcomes are {}",
                                          printable(word), fmt::join(outcomes, ", ")));
}

/// For a signal or session about which nothing is known.
Exit tell_nothing_known(Cli const& cli, Config const& config, LogOptions const& options,
                        EventFilter const& filter) {
  auto const signal = filter.name ? signal_word(*filter.name, *filter.kind) : std::string();
  auto const in = filter.session ? printable(*filter.session) : std::string();
  tell(cli, fmt::format("no record of {}{}{}{}", signal, signal.empty() || in.empty() ? "" : " in ", in,
                        filter.since_ns > 0 ? " since " + iso8601(filter.since_ns) : ""));
  return filter.name || !session_argument(config, *options.session) ? Exit::not_found : Exit::ok;
}

Result<EventFilter> filter_of(Config const& config, LogOptions const& options) {
  EventFilter filter{.names = options.agent, .outcome = options.outcome};
  if (options.outcome) TRY(check_outcome(config, *options.outcome));
  if (options.session) filter.session = session_name(config, *options.session);
  if (options.signal) {
    auto const signal = TRY(parse_signal_argument(config.served.kinds, *options.signal));
    filter.name = signal.name.str();
    filter.kind = signal.kind.word();
  }
  auto const now = wall_now_ns();
  if (options.since > Duration::zero()) filter.since_ns = now - options.since.count();
  if (options.until) filter.until_ns = now - options.until->count();
  if (options.until && options.follow == LogOptions::Follow::yes)
    return fail(Fault::invalid,
                "--until is a time in the past, but --follow waits for new events: use only one");
  return filter;
}

} // namespace

Exit log_command(Cli const& cli, LogOptions const& options) {
  auto config = configuration_to_look(cli);
  if (!config) return config.error();
  auto described = filter_of(*config, options);
  if (!described) return complain(cli, described.error()), Exit::usage;
  auto filter = *std::move(described);
  std::optional<JournalNews> news; // before the first look, so that no event is missed between the two
  if (options.follow == LogOptions::Follow::yes) news.emplace(config->control_path());
  auto const asked = std::min(options.count, most_rows_at_once);
  auto events = look(*config, std::min(asked * repeats_read, most_rows_at_once), filter);
  if (!events) return complain(cli, events.error());
  print(cli, config->served.kinds, *events, asked);
  if (events->empty() && !news && (filter.name || filter.session))
    return tell_nothing_known(cli, *config, options, filter);
  while (news && std::ferror(stdout) == 0) {
    if (!events->empty()) filter.after_id = events->back().id;
    news->wait();
    events = look(*config, most_rows_at_once, filter);
    if (!events) return complain(cli, events.error());
    print(cli, config->served.kinds, *events, most_rows_at_once);
  }
  return Exit::ok;
}

} // namespace artifactd
