#include "daemon/settling/settling.hpp"

#include "daemon/process/log.hpp"
#include "daemon/settling/edits.hpp"
#include "daemon/settling/play_news.hpp"
#include "daemon/status/short_error.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/lock_list.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"

#include <algorithm>
#include <iterator>
#include <new>
#include <set>
#include <sys/eventfd.h>

namespace artifactd {

namespace {

constexpr std::size_t longest_what = 200; // bytes of an exception's text

/// What the work after a run found.
void add_afterwards(Reconciled& done, SettleReport report) {
  std::ranges::move(report.notices, std::back_inserter(done.notices));
  if (done.result.end == RunEnd::settled && !done.result.again_in) done.result.again_in = report.again_in;
}

} // namespace

Settling::Settling(Config const& config, Journal* journal, Activity* activity, Reruns* reruns,
                   MutexLog const* mutexes, CallObserver observe)
    : journal_(journal), activity_(activity), reruns_(reruns), mutexes_(mutexes),
      observe_(std::move(observe)), stopping_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  reload(config);
}

void Settling::reload(Config const& config) {
  auto fresh = std::make_shared<Policies const>(policies(config, observe_));
  memory_.pool.keep_at_most(fresh->idle_memory);
  content_ = config.journal.content ? JournalContent::messages : JournalContent::codes;
  std::scoped_lock lock(mutex_);
  policy_ = std::move(fresh);
}

void Settling::stop_waiting() noexcept {
  static_cast<void>(::eventfd_write(stopping_.get(), 1));
}

RunResult Settling::run(SessionKey const& key, Hints const& hints, Lane lane) {
  try {
    auto const policy = policy_in_force();
    if (!policy->includes(key)) return forget(key), RunResult{.end = RunEnd::gone};
    auto entered = enter_session(key, policy->served.kinds);
    if (!entered) return gone_or_pending(key, entered.error());
    auto done = settle(entered->session, key, hints, {}, lane);
    if (!done) return gone_or_pending(key, done.error());
    return done->result;
  } catch (std::bad_alloc const&) {
    return gone_or_pending(key, Error{Fault::exhausted, "out of memory"});
  } catch (std::exception const& error) {
    auto const what = printable(error.what()).substr(0, longest_what);
    return gone_or_pending(key,
                           Error{Fault::io, "an internal error of artifactd; please report it: " + what});
  }
}

Result<Reconciled> Settling::settle(Session const& session, SessionKey const& key, Hints const& hints,
                                    WantedSignals const& wanted, Lane lane) {
  auto const policy = policy_in_force();
  auto watch = watch_of(key);
  auto const refusal = refusal_policy(*policy, session);
  auto const fixes = policy->fixes(key.root);
  WorkTools tools{*policy, refusal, fixes, watch, memory_};
  connect(tools, key);
  auto works = policy->served.works(tools);
  std::erase_if(works, [&](KindOfWork const& each) { return !covers(lane, each.kind); });
  Looked const looked = [&](SessionSigns const& signs, std::vector<Sighting> const& ready) {
    if (activity_ != nullptr) tell_looked(key, session, signs, ready);
    if (on_document && is_main(lane) && !signs.documents.empty()) on_document(key);
  };
  BatchSettled const batch_settled = [&](std::span<SignalEnd const> ends) {
    for (auto const& end : ends)
      if (end.is_final())
        tell_final(session.shown(), end); // now: this process may be killed in the next batch
  };
  auto done =
      reconcile(session, hints, {policy->served.kinds, works, refusal, batch_settled}, wanted, looked);
  if (done && is_main(lane) && policy->served.afterwards != nullptr)
    add_afterwards(*done, policy->served.afterwards(tools, session));
  if (is_main(lane)) remember_watch(key, watch);
  if (done) tell(key, session.shown(), *done, lane);
  if (done && reruns_ != nullptr) reruns_->consider(key, done->refused);
  return done;
}

RefusalPolicy Settling::refusal_policy(Policies const& policies, Session const& session) const {
  auto refusal = counted(policies.refusal, journal_, session);
  if (reruns_ == nullptr) { // this process runs nothing
    refusal.can_reinvoke = nullptr;
    refusal.can_edit = nullptr;
  }
  return refusal;
}

void Settling::connect(WorkTools& tools, SessionKey const& key) {
  tools.on_edit_ended = [this](Session const& edited, Name const& agent, editor::EditOutcome const& run) {
    tell_edit(edited, agent, run, journal_, reruns_ == nullptr ? nullptr : &reruns_->edits());
  };
  if (journal_ != nullptr)
    tools.on_report_answered = [this](Session const& asked, Name const& name, report::Answer const& answer) {
      tell_answer(asked, name, answer, *journal_);
    };
  if (activity_ != nullptr)
    tools.on_progress = [this](Session const& played, SignalName const& signal, std::string_view what,
                               std::string const& text) { tell_progress(played, signal, what, text); };
  tools.stopping = stopping_.get();
  if (mutexes_ != nullptr)
    tools.mutex_held = [this, key](std::int64_t at_ns) { return mutexes_->holder_since(key, at_ns); };
  if (reruns_ != nullptr)
    tools.hand_over = [this, key](SignalName const& signal) { reruns_->take_over(key, signal); };
}

StaleWatch Settling::watch_of(SessionKey const& key) const {
  std::scoped_lock lock(mutex_);
  auto const known = watches_.find(key);
  return known == watches_.end() ? StaleWatch() : known->second;
}

void Settling::remember_watch(SessionKey const& key, StaleWatch const& watch) {
  std::scoped_lock lock(mutex_);
  if (watch.watches_something())
    watches_[key] = watch;
  else
    watches_.erase(key);
}

void Settling::tell(SessionKey const& key, std::string const& session, Reconciled const& done, Lane lane) {
  for (auto const& end : done.signals)
    if (!end.is_final()) count_end(session, end);
  for (auto const* end : pending_.update(key, session, done.signals, lane))
    if (!end->is_final()) tell_end(session, *end);
  for (auto const& notice : done.notices) {
    log_event(LogLevel::warning, "notice",
              {{"session", session}, {"text", notice}, LogField::beside_text("code", leading_code(notice))});
    if (journal_ != nullptr)
      journal_->append({.session = session,
                        .event = "notice",
                        .outcome = "foreign",
                        .detail = compact(nlohmann::json{{"text", notice}})});
  }
  tell_odd(key, session, done.odd);
  std::scoped_lock lock(mutex_);
  held_.forget(key);
}

void Settling::tell_final(std::string const& session, SignalEnd const& end) {
  count_end(session, end);
  tell_end(session, end);
}

void Settling::tell_looked(SessionKey const& key, Session const& session, SessionSigns const& signs,
                           std::vector<Sighting> const& ready) {
  std::set<std::string> standing;
  for (auto const* list : {&signs.pending, &signs.refused})
    for (auto const& signal : *list)
      standing.insert(signal_word(signal.name));
  for (auto const& sighting : ready)
    standing.insert(signal_word(sighting.signal));
  for (auto const& document : signs.documents)
    standing.insert(signal_word(run_name, document.name.kind.word()));
  for (auto const& signal : reruns_ == nullptr ? std::vector<SignalName>() : reruns_->active(key))
    if (activity_->is_running(session.shown(), signal_word(signal))) standing.insert(signal_word(signal));
  activity_->standing(session.shown(), standing);
  for (auto const& refused : signs.refused) {
    auto const word = signal_word(refused.name);
    if (!activity_->knows(session.shown(), word)) continue;
    if (std::ranges::find(signs.pending, refused.name, &SeenSignal::name) == signs.pending.end())
      activity_->refused_elsewhere(session.shown(), word);
    if (auto const log = load_attempts(session, refused.name); log && !log->hints.empty())
      activity_->granted(session.shown(), word, attempts() + static_cast<int>(log->hints.size()));
  }
  for (auto const& sighting : ready) {
    auto event = former_attempt(session, sighting.signal);
    event.what = "settling";
    activity_->tell(std::move(event));
  }
}

void Settling::tell_progress(Session const& session, SignalName const& signal, std::string_view what,
                             std::string const& text) {
  activity_->tell({.session = session.shown(),
                   .name = signal.name.str(),
                   .kind = std::string(signal.kind.word()),
                   .what = std::string(what),
                   .text = text});
}

std::shared_ptr<Policies const> Settling::policy_in_force() const {
  std::scoped_lock lock(mutex_);
  return policy_;
}

Kinds Settling::served() const {
  return policy_in_force()->served.kinds;
}

int Settling::attempts() const {
  return policy_in_force()->refusal.budget.total;
}

/// What was last reported about the signal; after a restart only its own record knows, which is read only if
/// anybody listens.
ActivityEvent Settling::former_attempt(Session const& session, SignalName const& signal) const {
  ActivityEvent event{.session = session.shown(),
                      .name = signal.name.str(),
                      .kind = std::string(signal.kind.word()),
                      .attempts = attempts()};
  if (!activity_->heard()) return event;
  auto log = load_attempts(session, signal);
  if (!log) return event;
  event.attempts += static_cast<int>(log->hints.size()); // each granted one attempt
  if (log->attempts.empty() || activity_->knows(event.session, event.signal())) return event;
  auto const& last = log->attempts.back();
  event.attempt = last.number + 1;
  if (auto const* error = first_error(last.findings)) {
    event.code = error->code;
    event.error = short_error(served(), *error);
  }
  return event;
}

void Settling::count_end(std::string const& session, SignalEnd const& end) {
  if (activity_ != nullptr) activity_->tell(activity_event(served(), session, end));
  if (on_end && end.is_news()) on_end(end);
  if (end.end == End::refused) ++refused_;
  if (end.end != End::merged && end.end != End::unchanged) return;
  ++accepted_;
  if (journal_ != nullptr) journal_->forget_attempts(session, end.signal);
}

void Settling::tell_end(std::string const& session, SignalEnd const& end) {
  if (!end.is_news()) return;
  log_end(session, end);
  if (journal_ == nullptr) return;
  journal_->append(journal_event(session, end, content_));
}

void Settling::tell_odd(SessionKey const& key, std::string const& session, std::vector<OddFile> const& odd) {
  {
    std::scoped_lock lock(mutex_);
    if (odd.empty()) return known_odd_.erase(key), void();
    auto& known = known_odd_[key];
    if (known == odd.size()) return;
    known = odd.size();
  }
  for (auto const& each : odd)
    log_event(LogLevel::warning, "ignored",
              {{"session", session}, {"file", printable(each.file)}, {"reason", oddity_word(each.why)}});
}

void Settling::trim() {
  memory_.pool.trim();
  release_kept_inodes();
}

void Settling::forget(SessionKey const& key) {
  pending_.forget(key);
  if (activity_ != nullptr) activity_->forget(full_path(key));
  memory_.forget(full_path(key));
  std::scoped_lock lock(mutex_);
  watches_.erase(key);
  known_odd_.erase(key);
  held_.forget(key);
}

bool Settling::held_for_moments(SessionKey const& key, Error const& error) {
  auto const is_held = error.fault == Fault::busy;
  auto const holder = is_held ? lock_holder(full_path(key)).value_or(0) : 0;
  std::scoped_lock lock(mutex_);
  if (is_held) return !held_.lasts(key, holder, Monotonic::now());
  held_.forget(key);
  return false;
}

RunResult Settling::gone_or_pending(SessionKey const& key, Error const& error) {
  if (error.fault == Fault::missing) {
    forget(key);
    return {.end = RunEnd::gone};
  }
  if (!held_for_moments(key, error) && pending_.trouble(key, error.message))
    log_event(LogLevel::warning, "pending",
              {{"session", full_path(key)},
               {"reason", error.message},
               LogField::beside_text("code", leading_code(error.message))});
  return {.end = RunEnd::pending, .busy_only = error.fault == Fault::busy};
}

} // namespace artifactd
