#include "daemon/commands/commands.hpp"
#include "daemon/queries/merge_preview.hpp"
#include "daemon/settling/own_models.hpp"
#include "daemon/settling/settling.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <thread>

namespace artifactd {

namespace {

// Between attempts while another process holds the session
constexpr auto pause = std::chrono::milliseconds(20);
/// Waited without --wait, too, for what was written a moment ago and may still be written.
constexpr auto resting_time = std::chrono::seconds(1);

struct Merged {
  std::string session;
  std::vector<SignalEnd> ends = {}; ///< the last outcome of each signal, in order of first appearance
  std::vector<std::string> notices = {};
};

/// A signal that could not be settled at once and is gone now was settled by somebody else.
void settle_gone(Merged& merged, Session const& session, Reconciled const& done) {
  auto const is_early = done.result.again_in && *done.result.again_in <= publishing_time;
  for (auto& end : merged.ends) {
    auto waited = end.end == End::pending || end.end == End::again;
    if (!waited || std::ranges::find(done.signals, end.signal, &SignalEnd::signal) != done.signals.end())
      continue;
    // Too young to be judged. A document stays where it is once it was judged, or the one before it is put
    // back.
    auto const is_there = stamp_at(session.directory(), layout::signal(end.signal)).has_value();
    if (is_there && (is_early || !end.signal.kind.is_document())) continue;
    auto refused = stamp_at(session.directory(), layout::refused(end.signal)).has_value();
    end = SignalEnd(end.signal);
    end.end = refused ? End::refused : End::vanished;
  }
}

void note(Merged& merged, Reconciled done) {
  for (auto& end : done.signals) {
    auto known = std::ranges::find(merged.ends, end.signal, &SignalEnd::signal);
    if (known == merged.ends.end())
      merged.ends.push_back(std::move(end));
    else
      *known = std::move(end);
  }
  std::ranges::move(done.notices, std::back_inserter(merged.notices));
}

/// Where the work can ask models. Other signals are settled even if it cannot.
std::unique_ptr<ModelAccess> models_for(Cli const& cli, Config& config, Session const& session,
                                        WantedSignals const& wanted) {
  auto models = [&]() -> Result<std::unique_ptr<ModelAccess>> {
    if (config.models.empty() || !TRY(waits_for_models(session, config.served.kinds, wanted))) return nullptr;
    return own_models(config, cli.source);
  }();
  if (models) return *std::move(models);
  tell(cli, "no model can be asked: " + models.error().message);
  return nullptr;
}

/// When the first of those that may still be written is judged.
std::optional<Duration> rest_of(std::vector<SignalEnd> const& ends) {
  std::optional<Duration> rest;
  for (auto const& end : ends)
    if (end.end == End::again && end.again_in) rest = std::min(rest.value_or(*end.again_in), *end.again_in);
  return rest;
}

/// Settles until waiting cannot change anything that is left, or the time is up.
Result<Merged> settle_until(Settling& settling, NamedSession const& named, WantedSignals const& wanted,
                            Duration wait) {
  Merged merged{.session = named.session.shown()};
  auto const began = Monotonic::now();
  auto const deadline = began + std::chrono::duration_cast<Monotonic::duration>(wait);
  for (;;) {
    auto done = settling.settle(named.session, named.key, {}, wanted);
    auto late = Monotonic::now() >= deadline;
    if (!done && (done.error().fault != Fault::busy || late)) return fail(std::move(done).error());
    auto result = done ? done->result : RunResult{.end = RunEnd::pending, .busy_only = true};
    std::optional<Duration> rest;
    if (done) {
      rest = rest_of(done->signals);
      settle_gone(merged, named.session, *done);
      note(merged, *std::move(done));
    }
    if (!rest && result.again_in && *result.again_in <= publishing_time)
      rest = result.again_in; // too young to read
    if (rest && Monotonic::now() + *rest <= std::max(deadline, began + resting_time)) {
      std::this_thread::sleep_for(std::max<Duration>(*rest, pause));
      continue;
    }
    auto busy = result.end == RunEnd::pending && result.busy_only;
    if (!busy || late) return merged;
    std::this_thread::sleep_for(pause);
  }
}

/// If nothing is pending, an earlier refusal that awaits repair is the agent's verdict.
Result<void> note_refused_before(Merged& merged, Session const& session, Kinds const& kinds,
                                 WantedSignals const& wanted) {
  auto signs = TRY(scan_session(session.directory(), kinds));
  for (auto const& refused : signs.refused) {
    if (!wanted.includes(refused.name)) continue;
    auto& end = merged.ends.emplace_back(refused.name);
    end.end = End::refused;
    auto log = TRY(load_attempts(session, refused.name));
    if (!log.attempts.empty()) end.findings = std::move(log.attempts.back().findings);
  }
  return {};
}

std::string instructions_of(Merged const& merged, SignalEnd const& end) {
  return merged.session + "/" + layout::instructions(end.signal);
}

Json end_json(Merged const& merged, SignalEnd const& end) {
  Json row{{"signal", layout::signal(end.signal)},
           {"agent", end.signal.name.str()},
           {"outcome", end_word(end.end)}};
  if (end.reason) row["reason"] = end.reason->message;
  if (end.end == End::refused) {
    if (end.refusal) row["attempt"] = end.refusal->attempt; // absent: another process counted it
    row["instructions"] = instructions_of(merged, end);
    row["next"] = "person";
  }
  if (end.generation) row["generation"] = *end.generation;
  row["findings"] = to_json(end.findings);
  return row;
}

Json to_json(Merged const& merged) {
  auto rows = Json::array();
  for (auto const& end : merged.ends)
    rows.push_back(end_json(merged, end));
  return {
      {"version", 1}, {"session", merged.session}, {"signals", std::move(rows)}, {"notices", merged.notices}};
}

void tell_each(Cli const& cli, std::vector<Finding> const& findings) {
  for (auto const& finding : findings)
    tell(cli, to_terminal(finding, cli.talk_colour));
}

void print_text(Cli const& cli, Merged const& merged, SignalEnd const& end) {
  auto const& agent = end.signal.name.str();
  switch (end.end) {
  case End::merged:
    fmt::print("{}: merged\n", agent);
    break;
  case End::unchanged:
    fmt::print("{}: nothing new; {}\n", agent, end.signal.kind.traits().unchanged);
    break;
  case End::refused:
    if (auto const errors = std::ranges::count(end.findings, Severity::error, &Finding::severity);
        errors == 0) // another process judged it
      fmt::print("{}: refused; see {}\n", agent, instructions_of(merged, end));
    else
      fmt::print("{}: refused, {} problem{}; see {}\n", agent, errors, errors == 1 ? "" : "s",
                 instructions_of(merged, end));
    break;
  case End::pending:
    fmt::print("{}: still pending: {}\n", agent, end.reason ? end.reason->message : "");
    break;
  case End::vanished:
    fmt::print("{}: settled by another process, or withdrawn\n", agent);
    break;
  case End::again:
    if (end.again_in)
      fmt::print("{}: written a moment ago, and judged once it rests; still pending\n", agent);
    else
      fmt::print("{}: submitted again while it was being settled; still pending\n", agent);
    break;
  }
  tell_each(cli, end.findings);
}

Exit exit_of(std::vector<SignalEnd> const& ends) {
  auto has = [&](auto test) { return std::ranges::any_of(ends, test); };
  if (has([](SignalEnd const& each) {
        return each.end == End::pending && each.reason && each.reason->fault != Fault::busy &&
               each.reason->fault != Fault::changed && exit_for(*each.reason) == Exit::io;
      }))
    return Exit::io;
  if (has([](SignalEnd const& each) { return each.end == End::pending || each.end == End::again; }))
    return Exit::conflict;
  if (has([](SignalEnd const& each) { return each.end == End::refused; })) return Exit::judged_bad;
  return Exit::ok;
}

Exit print_preview(Cli const& cli, MergePreview const& preview) {
  if (cli.output == Output::text) {
    for (auto const& [signal, findings] : preview.signals) {
      fmt::print("{}: would be {}\n", signal.name.str(), has_error(findings) ? "refused" : "merged");
      tell_each(cli, findings);
    }
  } else if (!preview.trouble) {
    print_json(to_json(preview));
  }
  if (preview.trouble) return complain(cli, *preview.trouble);
  return preview.refuses() ? Exit::judged_bad : Exit::ok;
}

Exit print_merged(Cli const& cli, Merged const& merged, WantedSignals const& wanted) {
  if (cli.output == Output::json) {
    print_json(to_json(merged));
  } else {
    for (auto const& end : merged.ends)
      print_text(cli, merged, end);
    for (auto const& notice : merged.notices)
      tell(cli, notice);
    if (merged.ends.empty())
      tell(cli,
           "nothing to do: no pending signal" + (wanted.name ? " of " + wanted.name->str() : std::string()));
  }
  return exit_of(merged.ends);
}

/// A bare name means its signals of all kinds; with a kind, or as the name of a file, it means one signal.
Result<WantedSignals> wanted_signals(Kinds const& kinds, std::optional<std::string> const& word) {
  if (!word) return WantedSignals{};
  auto name = agent_argument(*word);
  if (name && !word->ends_with(".lock")) return WantedSignals{*std::move(name)};
  auto signal = parse_signal_argument(kinds, *word);
  if (name && !signal) return WantedSignals{*std::move(name)};
  if (!signal) return fail(std::move(name).error());
  return WantedSignals{std::move(signal->name), signal->kind};
}

} // namespace

Exit merge_command(Cli const& cli, MergeOptions const& options) {
  return with_configuration(cli, [&](Config const& config) -> Result<Exit> {
    auto const wanted = wanted_signals(config.served.kinds, options.agent);
    if (!wanted) return complain(cli, wanted.error()), Exit::usage;
    auto const named = TRY(session_argument(config, options.session));
    auto const& session = named.session;
    if (options.dry_run == DryRun::yes)
      return print_preview(cli, TRY(preview_merge(config, session, *wanted)));
    auto journal = try_journal(config);
    open_log({.level = LogLevel::error}); // the outcome is printed below; only real trouble is logged
    auto with_models = config;
    auto const models = models_for(cli, with_models, session, *wanted);
    Settling settling(with_models, journal ? &*journal : nullptr);
    auto merged = TRY(settle_until(settling, named, *wanted, options.wait));
    if (merged.ends.empty() && wanted->name)
      TRY(note_refused_before(merged, session, config.served.kinds, *wanted));
    return print_merged(cli, merged, *wanted);
  });
}

} // namespace artifactd
