#include "daemon/interventions/case.hpp"

#include "daemon/control/control_client.hpp"
#include "daemon/interventions/daemon_journal.hpp"
#include "daemon/queries/odd_file.hpp"
#include "daemon/queries/work.hpp"
#include "daemon/settling/policies.hpp"
#include "daemon/status/short_disk.hpp"
#include "state/json/json_text.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

#include <cerrno>
#include <cstdio>
#include <fmt/core.h>
#include <tuple>

namespace artifactd {

namespace {

constexpr auto claim_patience = std::chrono::seconds(5);
constexpr auto daemon_patience = std::chrono::seconds(1);

void record(Journal& journal, Case const& chosen, std::string event, Json const& detail) {
  journal.append({.session = chosen.session().shown(),
                  .name = chosen.signal.name.str(),
                  .kind = std::string(chosen.signal.kind.word()),
                  .event = std::move(event),
                  .outcome = "person",
                  .detail = compact(detail)});
}

std::string_view wish_word(Happening happening) noexcept {
  switch (happening) {
  case Happening::hint:
    return "takes no hint";
  case Happening::edit:
    return "cannot be edited";
  case Happening::abandon:
    return "cannot be abandoned";
  default:
    return "cannot be submitted again";
  }
}

/// `why`: what try_journal() said.
Error grants_nothing(Config const& config, Error const& why) {
  if (why.fault == Fault::missing || why.fault == Fault::denied)
    return {Fault::denied,
            fmt::format("only artifactd's journal grants attempts, and {} cannot be written: start "
                        "artifactd once, or run this as its user",
                        config.journal_path())};
  auto const remedy = disk_remedy(why.message, config.state_dir);
  return {why.fault, fmt::format("only artifactd's journal grants attempts, and it cannot be written: {}{}",
                                 why.message, remedy ? remedy->clause() : "")};
}

Result<Journal> journal_that_grants(Config const& config) {
  auto journal = try_journal(config);
  if (!journal) return fail(grants_nothing(config, journal.error()));
  return journal;
}

/// std::nullopt if there is no journal: then only the session counts.
Result<std::optional<Journal>> journal_that_counts(Config const& config) {
  auto journal = try_journal(config);
  if (journal) return *std::move(journal);
  if (journal.error().fault == Fault::missing) return std::nullopt;
  return fail(grants_nothing(config, journal.error()));
}

/// The claim keeps other interventions away. Without one if somebody settles for long: an agent may rename or
/// replace `.error` at any moment, claimed or not.
Result<void> rename_back(Session const& session, SignalName const& signal) {
  auto const claim = claim_soon(session);
  auto const from = layout::refused(signal);
  auto const to = layout::signal(signal);
  auto const rename = [directory = session.directory()](std::string const& old, std::string const& now) {
    return ::renameat2(directory, old.c_str(), directory, now.c_str(), RENAME_NOREPLACE) == 0;
  };
  if (!rename(from, to)) {
    if (errno == ENOENT) return fail(Fault::missing, "there is no " + from + " in " + session.shown());
    if (errno != EEXIST) return fail(errno_error("rename", from));
    auto ignored = why_ignored(session, to);
    return fail(Fault::busy, ignored.empty() ? to + " is pending already" : std::move(ignored));
  }
  // What was looked at before may have been replaced since.
  if (why_ignored(session, to).empty() || !rename(to, from)) return {};
  return fail(Fault::missing, why_ignored(session, from));
}

/// Fails if an agent has renamed it meanwhile; one that withdrew it has given up, too.
Result<void> remove_refused(Session const& session, SignalName const& signal) {
  auto const name = layout::refused(signal);
  if (::unlinkat(session.directory(), name.c_str(), 0) == 0) return {};
  if (errno != ENOENT) return fail(errno_error("remove", name));
  if (!stamp_at(session.directory(), layout::signal(signal))) return {};
  return fail(Fault::busy, layout::signal(signal) + " was submitted again meanwhile, and counts as new work");
}

} // namespace

Json to_json(Case const& chosen) {
  return {{"version", 1}, {"session", chosen.session().shown()}, {"signal", layout::signal(chosen.signal)}};
}

Result<Claim> claim_soon(Session const& session) {
  return Claim::take_soon(session, claim_patience);
}

Result<Waiting> look_before(Case const& chosen, Happening happening) {
  auto waiting = TRY(look_at(chosen.config, chosen.named, chosen.signal));
  if (next(waiting.station, happening, waiting.circumstances)) return waiting;
  if (happening == Happening::edit && !waiting.circumstances.editor)
    return fail(Fault::missing, "there is no editor: set VISUAL or EDITOR to the one you use");
  return fail(Fault::busy, fmt::format("{} {}: it {}", layout::signal(chosen.signal), wish_word(happening),
                                       station_phrase(waiting.station)));
}

std::optional<std::string> fault_of_hint(std::string_view text) {
  if (text.find_first_not_of(' ') == text.npos) return "a hint has to say something";
  if (text.size() > longest_hint)
    return fmt::format("a hint has at most {} bytes; this one has {}", longest_hint, text.size());
  if (printable(text) != text) return "a hint is one line of UTF-8 text without control characters";
  return std::nullopt;
}

Result<void> may_get_hint(Case const& chosen) {
  TRY(journal_that_grants(chosen.config));
  TRY(look_before(chosen, Happening::hint));
  return {};
}

Result<Refused> give_hint(Case const& chosen, std::string const& text) {
  auto const& session = chosen.session();
  if (auto wrong = fault_of_hint(text)) return fail(Fault::invalid, *std::move(wrong));
  auto journal = TRY(journal_that_grants(chosen.config));
  auto claim = TRY(claim_soon(session));
  TRY(look_before(chosen, Happening::hint));
  // The text first: an attempt granted without it would be wasted. If the command is repeated after a
  // failure, the text is still stored once.
  auto log = TRY(load_attempts(session, chosen.signal));
  if (log.hints.empty() || log.hints.back().text != text) log = with_hint(std::move(log), text);
  TRY(save_attempts(session, chosen.signal, log));
  TRY(journal.count_hint(session.shown(), chosen.signal));
  record(journal, chosen, "hint", {{"text", text}});
  Judged judged{.inputs = "",
                .location = layout::inputs_of(chosen.signal),
                .findings = {},
                .requirements = TRY(work_requirements(chosen.config, session, chosen.signal))};
  if (log.attempts.empty()) judged.findings = TRY(judge_work(chosen.config, session, chosen.signal));
  auto counted =
      TRY(TRY(JournalReader::open(chosen.config.journal_path())).spendings(session.shown(), chosen.signal));
  auto refused =
      TRY(restate_refusal(session, chosen.signal, judged, counted, policies(chosen.config).refusal));
  // Without a daemon, or if it has no time, the attempt is made at its next start.
  ask_to_look(chosen.config, chosen.named.key);
  return refused;
}

Json to_json(Case const& chosen, Refused const& refused) {
  auto json = to_json(chosen);
  json["instructions"] = layout::instructions(chosen.signal);
  json["attempt"] = refused.attempt;
  json["attempts_granted"] = refused.total;
  json["next"] = next_word(refused.next);
  return json;
}

Result<void> submit_again(Case const& chosen, CountedAttempts attempts) {
  auto const& session = chosen.session();
  if (attempts == CountedAttempts::fresh) {
    auto journal = TRY(journal_that_counts(chosen.config));
    auto claim = TRY(claim_soon(session));
    TRY(look_before(chosen, Happening::fresh));
    TRY(forget_attempts(session, chosen.signal));
    if (journal) TRY(journal->reset_attempts(session.shown(), chosen.signal));
  }
  TRY(refused_signal(session, chosen.signal));
  if (auto const* document = chosen.signal.kind.traits().document)
    return document->submit_again(TRY(claim_soon(session)), session);
  return rename_back(session, chosen.signal);
}

Result<void> give_up(Case const& chosen) {
  auto const& session = chosen.session();
  auto claim = TRY(claim_soon(session));
  auto waiting = TRY(look_before(chosen, Happening::abandon));
  // `.error` last: after an interruption the command can simply be repeated.
  TRY(give_up_attempts(session, chosen.signal));
  if (auto journal = try_journal(chosen.config)) {
    TRY(journal->reset_attempts(session.shown(), chosen.signal));
    auto last = chosen.config.journal.content ? last_failure(waiting) : last_failure_by_code(waiting);
    record(*journal, chosen, "abandoned", {{"attempts", waiting.budget.used()}, {"last", std::move(last)}});
  }
  TRY(remove_name(session.directory(), layout::instructions(chosen.signal)));
  if (auto const* document = chosen.signal.kind.traits().document)
    TRY(document->give_up(claim, session));
  else
    TRY(remove_refused(session, chosen.signal));
  std::ignore = cancel_run(chosen); // usually nothing is running, or there is no daemon
  return {};
}

Result<void> cancel_run(Case const& chosen) {
  auto client = TRY(ControlClient::ask(chosen.config.control_path(),
                                       {"cancel", full_path(chosen.named.key), layout::signal(chosen.signal)},
                                       daemon_patience));
  auto const line = TRY(client.next(Monotonic::now() + daemon_patience));
  auto const answer = line ? object_in(*line) : Json();
  if (answer.is_object() && answer.value("run", false)) return {};
  return fail(Fault::missing, fmt::format("no run for {} is under way", layout::signal(chosen.signal)));
}

} // namespace artifactd
