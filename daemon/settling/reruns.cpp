#include "daemon/settling/reruns.hpp"

#include "daemon/process/log.hpp"
#include "daemon/settling/edits.hpp"
#include "daemon/settling/known_refusal.hpp"
#include "daemon/settling/lost_instructions.hpp"
#include "daemon/settling/run_event.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/refusal.hpp"
#include "watchers/scan.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <sys/stat.h>

namespace artifactd {

namespace {

constexpr std::size_t editors_at_once = 2; // by rules: each takes milliseconds

void warn(std::string const& session, SignalName const& signal, Error const& error) {
  log_event(LogLevel::warning, "run",
            {{"session", session},
             {"signal", layout::signal(signal)},
             {"reason", error.message},
             LogField::beside_text("agent", signal.name.str()),
             LogField::beside_text("kind", signal.kind.word())});
}

std::string postponed_by(std::string_view reason) {
  return fmt::format("postponed: {}", reason);
}

} // namespace

Reruns::Reruns(Policies policies, Journal& journal, std::string locks, Told told)
    : policies_(std::make_shared<Policies const>(std::move(policies))), journal_(journal),
      locks_(std::move(locks)), told_(std::move(told)), workers_(policies_->runs_at_once),
      editors_(editors_at_once, Priority::low) {
  RunLock::end_orphans(locks_);
}

Reruns::~Reruns() {
  refuse();
}

void Reruns::reload(Policies policies) {
  auto fresh = std::make_shared<Policies const>(std::move(policies));
  std::scoped_lock lock(mutex_);
  policies_ = std::move(fresh);
}

std::shared_ptr<Policies const> Reruns::current() {
  std::scoped_lock lock(mutex_);
  return policies_;
}

void Reruns::look_into(std::vector<RootConfig> roots) {
  if (!current()->any_taken_up) return;
  workers_.run([this, roots = std::move(roots)] {
    for (auto const& root : roots)
      try {
        look_into(root);
      } catch (std::exception const& error) {
        log_event(LogLevel::warning, "run", {{"root", root.path}, {"reason", error.what()}});
      }
  });
}

void Reruns::look_into(RootConfig const& root) {
  auto const policies = current();
  auto sessions = list_sessions(root.path, root.depth);
  if (!sessions) return; // absent: looked at once it appears
  for (auto const& path : sessions->paths) {
    SessionKey const key{root.path, path};
    auto entered = enter_session(key, policies->served.kinds);
    auto signs = entered ? scan_session(entered->session.directory(), policies->served.kinds)
                         : std::unexpected(entered.error());
    if (!signs || signs->refused.empty()) continue;
    std::vector<SignalName> refused;
    for (auto const& signal : signs->refused)
      refused.push_back(signal.name);
    consider(key, refused);
  }
}

void Reruns::consider(SessionKey const& key, std::vector<SignalName> const& refused) {
  for (auto const& signal : refused) {
    auto edits = false;
    auto models = false;
    {
      std::scoped_lock lock(mutex_);
      auto const engine = policies_->editor(signal);
      edits = engine != editor::Engine::off || policies_->repairs(signal);
      models = engine == editor::Engine::model;
      if (!edits && !policies_->reinvoke_rule(signal)) continue;
    }
    take_up(key, signal, edits && !models ? editors_ : workers_, edits ? &Reruns::edit : &Reruns::serve);
  }
}

void Reruns::take_up(SessionKey const& key, SignalName const& signal, Workers& workers, Work work) {
  auto const taken_up = [&]() -> Result<void> {
    std::scoped_lock lock(mutex_); // once refuse() has returned, no thread gets anything to do
    if (TRY(active_.begin(key, signal)))
      workers.run([this, key, signal, work] { perform(key, signal, work); });
    return {};
  }();
  if (!taken_up) postpone(key, signal, taken_up.error());
}

void Reruns::refuse() {
  std::scoped_lock lock(mutex_);
  active_.refuse();
}

void Reruns::perform(SessionKey const& key, SignalName const& signal, Work work) {
  try {
    (this->*work)(key, signal);
  } catch (std::exception const& error) { // out of memory, or a library that cannot be loaded
    active_.end(key, signal);
    postpone(key, signal, {Fault::exhausted, error.what()});
  }
}

void Reruns::postpone(SessionKey const& key, SignalName const& signal, Error const& error) {
  warn(full_path(key), signal, error);
  told_(key, signal, {"run_ended", postponed_by(error.message), TakenUp::Then::look_later});
}

namespace {

/// A system error, or somebody else is working on it: no fault of the work or of the configuration.
bool passes(Error const& error) noexcept {
  return error.fault == Fault::busy || error.fault == Fault::changed || error.fault == Fault::exhausted ||
         error.code != 0;
}

/// `nothing` if the agent itself is next. A writer that was faster than the editor may still be writing.
TakenUp::Then after_edit(editor::EditEnd end) noexcept {
  if (end == editor::EditEnd::published) return TakenUp::Then::look;
  return end == editor::EditEnd::changed ? TakenUp::Then::look_later : TakenUp::Then::nothing;
}

} // namespace

void Reruns::edit(SessionKey const& key, SignalName const& signal) {
  auto over = edit_once(key, signal);
  if (!over && active_.was_cancelled(key, signal)) return edit_cancelled(key, signal);
  if (!over && over.error().fault == Fault::missing)
    return active_.end(key, signal); // the session or the signal is gone
  if (!over) warn(full_path(key), signal, over.error());
  if (!over && passes(over.error())) {
    active_.end(key, signal);
    return told_(key, signal, {"edit_ended", postponed_by(over.error().message), TakenUp::Then::look_later});
  }
  if (over && *over) {
    auto const then = after_edit(**over);
    if (then != TakenUp::Then::nothing) active_.end(key, signal);
    told_(key, signal, {"edit_ended", std::string(editor::edit_end_word(**over)), then});
    if (then != TakenUp::Then::nothing) return;
  }
  workers_.run([this, key, signal] { perform(key, signal, &Reruns::serve); });
}

/// Does not look at the session again: that would restart the run.
void Reruns::edit_cancelled(SessionKey const& key, SignalName const& signal) {
  auto const policies = current();
  auto left = [&]() -> Result<void> {
    auto const [scope, session] = TRY(enter_session(key, policies->served.kinds));
    return leave_to_the_next(session, signal, *policies, journal_);
  }();
  if (!left && left.error().fault != Fault::missing) warn(full_path(key), signal, left.error());
  active_.end(key, signal);
  told_(key, signal, {"edit_ended", std::string(run_ending_word(RunEnding::stopped))});
}

void Reruns::take_over(SessionKey const& key, SignalName const& signal) {
  take_up(key, signal, workers_, &Reruns::work_on);
}

void Reruns::work_on(SessionKey const& key, SignalName const& edit) {
  auto work = [&]() -> Result<void> {
    auto const policies = current();
    if (active_.refusing() || !policies->includes(key)) return {};
    auto const [scope, session] = TRY(enter_session(key, policies->served.kinds));
    return work_on_edit(session, edit.name, *policies, journal_, edits_, active_.cancel_of(key, edit));
  };
  auto worked = work();
  active_.end(key, edit);
  if (!worked) warn(full_path(key), edit, worked.error());
  told_(key, edit,
        {"edit_ended", worked ? "done" : postponed_by(worked.error().message),
         worked ? TakenUp::Then::look : TakenUp::Then::look_later});
}

Result<std::optional<editor::EditEnd>> Reruns::edit_once(SessionKey const& key, SignalName const& signal) {
  auto const policies = current();
  if (active_.refusing() || !policies->includes(key)) return std::nullopt;
  auto const [scope, session] = TRY(enter_session(key, policies->served.kinds));
  if (!TRY(is_refused(session, signal))) return std::nullopt;
  return edit_refused(session, signal, *policies, journal_, edits_, active_.cancel_of(key, signal), [&] {
    if (policies->editor(signal) == editor::Engine::model) told_(key, signal, {"edit_started"});
  });
}

void Reruns::serve(SessionKey const& key, SignalName const& signal) {
  auto ended = run_once(key, signal);
  if (!ended && ended.error().fault != Fault::missing) { // missing: the session or the signal is gone
    warn(full_path(key), signal, ended.error());
    ended = Run{RunEnding::postponed, ended.error().message};
  }
  active_.end(key, signal);
  // Last: the callback looks at the session again, and may find that another run is wanted.
  if (ended && *ended) told_(key, signal, news_of(**std::move(ended)));
}

TakenUp Reruns::news_of(Run run) {
  if (run.ending == RunEnding::postponed)
    return {"run_ended", postponed_by(run.how), TakenUp::Then::look_later};
  return {"run_ended", std::string(run_ending_word(run.ending)), TakenUp::Then::look, std::move(run.refused)};
}

Result<std::optional<Reruns::Run>> Reruns::run_once(SessionKey const& key, SignalName const& signal) {
  auto const policies = current();
  if (active_.refusing() || !policies->includes(key)) return std::nullopt;
  auto const [scope, session] = TRY(enter_session(key, policies->served.kinds));
  auto rule = policies->reinvoke_rule(signal);
  auto uncounted = take_uncounted(key, signal);
  if (!rule || !TRY(is_wanted(session, signal, *policies))) return std::nullopt;
  if (uncounted) return conclude(session, key, signal, *std::move(uncounted), policies->refusal);
  auto const& shown = session.shown();
  auto lock = TRY(answer_as_self([&] { return RunLock::take(locks_, shown, signal); }));
  auto restore = [&] {
    auto restored = restore_instructions(session, signal, *policies, policies->fixes(key.root), journal_);
    if (!restored) warn(shown, signal, restored.error()); // the run gets less information
  };
  restore();
  told_(key, signal, {"run_started"});
  auto report = TRY(reinvoke(session, signal, *rule, lock, policies->runner, active_.cancel_of(key, signal)));
  if (report.ending == RunEnding::cancelled && active_.was_cancelled(key, signal)) {
    report.ending = RunEnding::stopped;
    report.how = "ended by a person";
  }
  tell_run(session, signal, report, journal_);
  restore();
  return conclude(session, key, signal, std::move(report), policies->refusal);
}

Reruns::Run Reruns::conclude(Session const& session, SessionKey const& key, SignalName const& signal,
                             RunReport report, RefusalPolicy const& policy) {
  auto refused = count(session, signal, report, policy);
  if (refused) return {report.ending, report.how, *std::move(refused)};
  warn(session.shown(), signal, refused.error());
  std::scoped_lock lock(mutex_);
  uncounted_.insert_or_assign({key, signal}, std::move(report));
  return {RunEnding::postponed, refused.error().message};
}

std::optional<RunReport> Reruns::take_uncounted(SessionKey const& key, SignalName const& signal) {
  std::scoped_lock lock(mutex_);
  auto taken = uncounted_.extract({key, signal});
  return taken ? std::optional(std::move(taken.mapped())) : std::nullopt;
}

Result<std::optional<SignalEnd>> Reruns::count(Session const& session, SignalName const& signal,
                                               RunReport const& report, RefusalPolicy const& policy) {
  constexpr std::array free = {RunEnding::submitted, RunEnding::cancelled, RunEnding::postponed};
  if (std::ranges::find(free, report.ending) != free.end()) return std::nullopt;
  if (report.ending == RunEnding::stopped && !TRY(is_refused(session, signal)))
    return std::nullopt; // abandoned counts as well
  SignalEnd end(signal);
  end.end = End::refused;
  end.refusal = TRY(refuse_again(session, signal, finding_of(report), report.ended_ns,
                                 counted(policy, &journal_, session)));
  auto log = TRY(load_attempts(session, signal));
  if (!log.attempts.empty()) end.findings = std::move(log.attempts.back().findings);
  return end;
}

Result<bool> Reruns::is_refused(Session const& session, SignalName const& signal) {
  auto refused = stamp_at(session.directory(), layout::refused(signal));
  if (!refused && refused.error().fault == Fault::missing) return false;
  if (!refused) return fail(std::move(refused).error());
  auto const pending = stamp_at(session.directory(), layout::signal(signal));
  if (!signal.kind.is_document() && pending && S_ISREG(pending->mode))
    return false; // resubmitted: to be judged first
  return is_known_refusal(session, signal, *refused, journal_);
}

Result<bool> Reruns::is_wanted(Session const& session, SignalName const& signal, Policies const& policies) {
  if (!TRY(is_refused(session, signal))) return false;
  auto known = TRY(journal_.spendings(session.shown(), signal));
  auto log = TRY(load_attempts(session, signal));
  return !Budget(policies.refusal.budget, spendings(log, known)).spent();
}

} // namespace artifactd
