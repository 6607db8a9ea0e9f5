#include "daemon/queries/waiting.hpp"

#include "daemon/queries/odd_file.hpp"
#include "daemon/queries/play_issues.hpp"
#include "daemon/queries/session_troubles.hpp"
#include "daemon/queries/told_refusal.hpp"
#include "daemon/queries/waiting_proposals.hpp"
#include "daemon/settling/policies.hpp"
#include "daemon/terminal/external_editor.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/stamp.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <sys/stat.h>
#include <tuple>

namespace artifactd {

namespace {

/// A document that was refused may be left as it is, without a `.error`.
Error not_refused(Session const& session, SignalName const& signal, Error error) {
  auto const missing_document = signal.kind.is_document() && error.fault == Fault::missing;
  if (missing_document && told_refusal(session.directory(), signal).in_place)
    error.message +=
        fmt::format(": {} was refused and left as it is; repair it there, and it is judged again",
                    layout::signal(signal));
  return error;
}

/// What looking needs, shared by all signals.
class Looker {
public:
  explicit Looker(Config const& config)
      : policy_(policies(config).refusal), editor_(find_editor().has_value()),
        journal_(JournalReader::open(config.journal_path())) {}

  Result<Waiting> look(SessionKey const& key, Session const& session, SignalName const& signal) {
    auto pending = stamp_at(session.directory(), layout::signal(signal));
    if (pending && S_ISREG(pending->mode) && !signal.kind.is_document())
      return fail(Fault::busy, layout::signal(signal) + " is pending: artifactd is about to settle it");
    auto const refused = refused_signal(session, signal);
    if (!refused) return fail(not_refused(session, signal, refused.error()));
    auto log = TRY(load_attempts(session, signal));
    auto counted =
        journal_ ? journal_->spendings(session.shown(), signal) : Result<std::vector<Spending>>({});
    Budget budget(policy_.budget, spendings(log, counted ? *counted : std::vector<Spending>()));
    // Nothing is run for a signal that the journal does not know.
    bool const known = !counted || !counted->empty();
    Circumstances now{.agent =
                          known && !budget.spent() && policy_.can_reinvoke && policy_.can_reinvoke(signal),
                      .editor = editor_};
    return Waiting{key,
                   session.shown(),
                   signal,
                   refused_station(now),
                   now,
                   budget,
                   std::move(log),
                   refused->changed_ns,
                   false,
                   told_refusal(session.directory(), signal).unasked};
  }

private:
  RefusalPolicy policy_;
  bool editor_;
  Result<JournalReader> journal_;
};

/// The reason of one attempt.
std::string reason_of(std::vector<Finding> const& findings) {
  auto failure = first_failure(findings);
  return failure.empty() ? "no reason is on record" : failure;
}

std::string last_reason(Waiting const& waiting) {
  return waiting.log.attempts.empty() ? "its record is lost"
                                      : reason_of(waiting.log.attempts.back().findings);
}

int attempts_made(Waiting const& waiting) {
  return std::max(waiting.budget.used(),
                  waiting.log.attempts.empty() ? 1 : waiting.log.attempts.back().number);
}

/// The limit of the last refusal's tier may end the attempts before their total does; empty if it does not.
std::string limit_of_tier(Waiting const& waiting) {
  auto const& [budget, log] = std::tie(waiting.budget, waiting.log);
  if (log.attempts.empty() || budget.left(log.attempts.back().tier) > 0) return "";
  auto const tier = tier_word(log.attempts.back().tier);
  if (budget.left() > 1) return fmt::format(", 1 if the next refusal is of tier {}, too", tier);
  return budget.spent() && budget.used() < budget.total()
             ? fmt::format(" after another refusal of tier {}", tier)
             : "";
}

std::string next_in_words(Waiting const& waiting) {
  if (waiting.edited) return "the editor is working on it, or about to";
  auto const limit = limit_of_tier(waiting);
  auto const left =
      fmt::format("{} of {} attempts left{}", waiting.budget.left(), waiting.budget.total(), limit);
  if (!waiting.for_person()) return "its agent is run again; " + left;
  return waiting.budget.spent() ? "waits for a person; no attempt is left" + limit
                                : "waits for its agent, or for a repair by hand; " + left;
}

void add_session(Inbox& inbox, Config const& config, Looker& looker, SessionKey const& key,
                 std::vector<StuckRow> rows, bool named) {
  auto const entered = enter_session(key, config.served.kinds);
  std::ranges::move(session_troubles(config, key), std::back_inserter(inbox.strange));
  for (auto& row : rows) {
    auto signal = parse_signal_file(row.file, config.served.kinds).signal;
    if (row.state == StuckRow::State::refused && signal) {
      auto found =
          entered ? looker.look(key, entered->session, *signal) : Result<Waiting>(fail(entered.error()));
      if (found) {
        found->edited = row.edited;
        inbox.waiting.push_back(*std::move(found));
        continue;
      }
      if (found.error().fault == Fault::missing || found.error().fault == Fault::busy) continue;
      row.reason = found.error().message;
    }
    auto const is_known = [&](StuckRow const& each) {
      return each.session == row.session && each.file == row.file && each.reason == row.reason;
    };
    if (row.waits_for_person() || (named && row.state == StuckRow::State::trouble))
      if (std::ranges::none_of(inbox.strange, is_known)) inbox.strange.push_back(std::move(row));
  }
}

} // namespace

Result<Waiting> look_at(Config const& config, NamedSession const& named, SignalName const& signal) {
  return Looker(config).look(named.key, named.session, signal);
}

bool Inbox::needs_person() const noexcept {
  return !strange.empty() || std::ranges::any_of(waiting, &Waiting::for_person);
}

Result<Inbox> look_at_inbox(Config const& config, std::optional<std::string> const& session) {
  auto const daemon = see_daemon(config);
  auto const named = session ? std::optional(TRY(session_argument(config, *session))) : std::nullopt;
  std::vector<StuckRow> troubles;
  auto const sessions = named ? std::vector{named->key} : all_sessions(config, troubles);
  Inbox inbox;
  Looker looker(config);
  for (auto const& key : sessions) {
    try {
      add_session(inbox, config, looker, key, look_for_stuck(config, {key}, daemon).rows, named.has_value());
    } catch (std::exception const& error) { // it hides no other session
      inbox.strange.push_back(not_looked_at(key, error));
    }
  }
  std::ranges::move(play_issues(config, sessions), std::back_inserter(inbox.strange));
  std::ranges::move(waiting_proposals(config, sessions), std::back_inserter(inbox.strange));
  std::ranges::copy_if(troubles, std::back_inserter(inbox.strange), &StuckRow::waits_for_person);
  std::ranges::sort(inbox.waiting, {}, [](Waiting const& each) {
    return std::tuple(!each.for_person(), !each.budget.spent(), each.since_ns, std::string_view(each.session),
                      std::string_view(each.signal.name.str()));
  });
  return inbox;
}

std::string last_failure(Waiting const& waiting) {
  auto made = attempts_made(waiting);
  return fmt::format("attempt {}: {}", attempt_in_words(made, waiting.budget.total()), last_reason(waiting));
}

std::string last_failure_by_code(Waiting const& waiting) {
  auto const code = last_code(waiting);
  return fmt::format("attempt {}: {}", attempt_in_words(attempts_made(waiting), waiting.budget.total()),
                     code.empty() ? "no code is on record" : code);
}

std::string brief_failure(Waiting const& waiting) {
  auto made = attempts_made(waiting);
  return fmt::format("{}/{}  {}", made, std::max(made, waiting.budget.total()),
                     without_location(last_reason(waiting), waiting.signal));
}

std::string last_code(Waiting const& waiting) {
  if (waiting.log.attempts.empty()) return {};
  auto const* error = first_error(waiting.log.attempts.back().findings);
  return error == nullptr ? std::string() : error->code;
}

std::vector<std::string> attempt_lines(Waiting const& waiting) {
  std::vector<std::string> lines;
  for (auto const& attempt : waiting.log.attempts)
    lines.push_back(fmt::format("attempt {}  {:<8}  {}", attempt.number, tier_word(attempt.tier),
                                reason_of(attempt.findings)));
  for (auto const& hint : waiting.log.hints)
    lines.push_back(fmt::format("hint       {}", printable(hint.text)));
  return lines;
}

std::string situation(Waiting const& waiting) {
  if (waiting.unasked.empty()) return next_in_words(waiting);
  return fmt::format("{}; no model could be asked: {}", next_in_words(waiting), printable(waiting.unasked));
}

std::vector<Remedy> remedies(Waiting const& waiting) {
  auto about = [&](std::string_view word) { return command_about(word, waiting.session, waiting.signal); };
  std::vector<Remedy> possible;
  for (auto wish : offered(waiting.station, waiting.circumstances)) {
    if (wish == Happening::hint)
      possible.push_back({about("hint") + " \"TEXT\"", "tells the agent more and grants one attempt"});
    else if (wish == Happening::edit)
      possible.push_back({about("fix"), "opens the faulty files in your editor, then submits them"});
    else if (wish == Happening::fresh)
      possible.push_back({about("retry") + " --fresh", "submits it again with a full budget"});
    else if (wish == Happening::abandon)
      possible.push_back({about("abandon"), "gives it up; the files stay"});
    else if (wish == Happening::cancel)
      possible.push_back({about("cancel"), "ends the agent's run, if one is under way"});
  }
  return possible;
}

Json to_json(Waiting const& waiting) {
  auto attempts = Json::array();
  for (auto const& attempt : waiting.log.attempts) {
    attempts.push_back(Json{{"attempt", attempt.number},
                            {"at", attempt.at},
                            {"tier", tier_word(attempt.tier)},
                            {"findings", to_json(attempt.findings)}});
  }
  auto hints = Json::array();
  for (auto const& hint : waiting.log.hints)
    hints.push_back(Json{{"at", hint.at}, {"text", hint.text}});
  auto next = Json::array();
  for (auto const& remedy : remedies(waiting))
    next.push_back(remedy.command);
  return {{"session", waiting.session},
          {"signal", layout::signal(waiting.signal)},
          {"state", station_word(waiting.station)},
          {"waits_for_person", waiting.for_person()},
          {"reason", last_failure(waiting)},
          {"since", iso8601(waiting.since_ns)},
          {"age_seconds", std::max<std::int64_t>(0, (wall_now_ns() - waiting.since_ns) / 1'000'000'000)},
          {"attempts_left", waiting.budget.left()},
          {"attempts_granted", waiting.budget.total()},
          {"attempts", std::move(attempts)},
          {"hints", std::move(hints)},
          {"next", std::move(next)}};
}

Json to_json(Inbox const& inbox) {
  auto strange = Json::array();
  for (auto const& row : inbox.strange)
    strange.push_back({{"state", state_word(row.state)},
                       {"session", row.session},
                       {"file", row.file},
                       {"reason", row.reason},
                       {"next", row.next}});
  return {{"version", 1},
          {"needs_person", inbox.needs_person()},
          {"waiting", json_list(inbox.waiting)},
          {"strange", std::move(strange)}};
}

} // namespace artifactd
