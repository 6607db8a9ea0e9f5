#include "daemon/settling.hpp"

#include "daemon/log.hpp"
#include "state/session_layout.hpp"

#include <array>
#include <new>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

std::string detail_of(SignalEnd const& end) {
  nlohmann::ordered_json detail;
  auto steps = nlohmann::ordered_json::array();
  for (auto const& step : end.steps)
    steps.push_back(
        {step.what,
         std::chrono::duration_cast<std::chrono::microseconds>(step.at - end.steps.front().at).count()});
  detail["steps"] = std::move(steps);
  if (end.reason) detail["reason"] = end.reason->message;
  if (end.generation) detail["generation"] = *end.generation;
  if (end.refusal) detail["attempt"] = end.refusal->attempt;
  if (!end.findings.empty()) {
    auto findings = nlohmann::ordered_json::array();
    for (auto const& finding : end.findings) {
      if (findings.size() == 50) break; // the instructions hold all; the journal is for finding one's way
      findings.push_back({{"code", finding.code}, {"file", finding.file}, {"message", finding.message}});
      if (finding.line) findings.back()["line"] = *finding.line;
    }
    detail["findings"] = std::move(findings);
  }
  return detail.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

LogLevel level_of(End end) {
  switch (end) {
  case End::refused:
  case End::pending:
    return LogLevel::warning;
  case End::again:
  case End::vanished:
    return LogLevel::debug;
  default:
    return LogLevel::info;
  }
}

std::int64_t microseconds(SignalEnd const& end) {
  if (end.steps.empty()) return 0;
  return std::chrono::duration_cast<std::chrono::microseconds>(end.steps.back().at - end.steps.front().at)
      .count();
}

} // namespace

Settling::Settling(Config const& config, Journal* journal)
    : policy_(std::make_shared<Policies const>(policies(config))), journal_(journal) {}

void Settling::reload(Config const& config) {
  auto fresh = std::make_shared<Policies const>(policies(config));
  std::scoped_lock lock(mutex_);
  policy_ = std::move(fresh);
}

RunResult Settling::run(SessionKey const& key, Hints const& hints) {
  try {
    auto directory = open_session(key);
    if (!directory) return gone_or_pending(key, directory.error());
    auto path = full_path(key);
    auto session = Session::over(*std::move(directory), std::move(path));
    if (!session) return gone_or_pending(key, session.error());
    auto done = settle(*session, key, hints, std::nullopt);
    if (!done) return gone_or_pending(key, done.error());
    return done->result;
  } catch (std::bad_alloc const&) {
    return gone_or_pending(key, Error{Fault::exhausted, "out of memory"});
  }
}

Result<Reconciled> Settling::settle(Session const& session, SessionKey const& key, Hints const& hints,
                                    std::optional<Name> const& only) {
  std::shared_ptr<Policies const> policy;
  StaleWatch watch;
  {
    std::scoped_lock lock(mutex_);
    policy = policy_;
    if (auto known = watches_.find(key); known != watches_.end()) watch = known->second;
  }
  auto refusal = policy->refusal;
  if (journal_ != nullptr)
    refusal.count = [&](SignalName const& signal, std::string const& attempt, Tier tier) {
      return journal_->count_attempt(session.shown(), signal, attempt, tier);
    };
  SettlingKit kit{policy->kg, pool_, watch, refusal, known_};
  KgSettler kg(kit);
  std::array<Settler*, 1> settlers{&kg};
  auto done = reconcile(session, hints, settlers, only);
  if (done) second_look_.after_run(key, session, kit, std::move(kg.published()), *done);
  {
    std::scoped_lock lock(mutex_);
    if (watch.inode != 0)
      watches_[key] = watch;
    else
      watches_.erase(key);
  }
  if (done) tell(key, session.shown(), *done);
  return done;
}

void Settling::tell(SessionKey const& key, std::string const& session, Reconciled const& done) {
  for (auto const& end : done.signals)
    count_end(session, end);
  for (auto const* end : pending_.update(key, session, done.signals))
    tell_end(session, *end);
  for (auto const& notice : done.notices) {
    log_event(LogLevel::warning, "notice", {{"session", session}, {"text", notice}});
    if (journal_ != nullptr)
      journal_->append({.session = session,
                        .event = "notice",
                        .outcome = "foreign",
                        .detail = nlohmann::json{{"text", notice}}.dump(
                            -1, ' ', false, nlohmann::json::error_handler_t::replace)});
  }
  tell_odd(key, session, done.odd);
}

void Settling::count_end(std::string const& session, SignalEnd const& end) {
  if (end.end == End::refused) ++refused_;
  if (end.end != End::merged && end.end != End::unchanged) return;
  ++accepted_;
  if (journal_ == nullptr) return;
  if (auto reset = journal_->reset_attempts(session, end.signal); !reset)
    log_event(LogLevel::warning, "journal", {{"session", session}, {"reason", reset.error().message}});
}

void Settling::tell_end(std::string const& session, SignalEnd const& end) {
  auto file = layout::signal(end.signal);
  auto reason = end.reason ? end.reason->message : "";
  if (end.end == End::pending)
    log_event(level_of(end.end), end_word(end.end),
              {{"session", session}, {"signal", file}, {"reason", reason}});
  else if (end.end == End::refused)
    log_event(level_of(end.end), end_word(end.end),
              {{"session", session},
               {"signal", file},
               {"findings", static_cast<std::int64_t>(end.findings.size())},
               {"first", end.findings.empty() ? "" : end.findings.front().code},
               {"attempt", std::int64_t{end.refusal ? end.refusal->attempt : 0}},
               {"us", microseconds(end)}});
  else
    log_event(level_of(end.end), end_word(end.end),
              {{"session", session}, {"signal", file}, {"us", microseconds(end)}});
  if (journal_ == nullptr) return;
  journal_->append({.session = session,
                    .name = end.signal.name.str(),
                    .kind = std::string(kind_word(end.signal.kind)),
                    .event = "settled",
                    .outcome = std::string(end_word(end.end)),
                    .detail = detail_of(end)});
}

void Settling::tell_odd(SessionKey const& key, std::string const& session, std::vector<OddFile> const& odd) {
  {
    std::scoped_lock lock(mutex_);
    if (odd.empty()) {
      known_odd_.erase(key);
      return;
    }
    auto& known = known_odd_[key];
    if (known == odd.size()) return;
    known = odd.size();
  }
  for (auto const& each : odd)
    log_event(LogLevel::warning, "ignored",
              {{"session", session}, {"file", printable(each.file)}, {"reason", oddity_word(each.why)}});
}

void Settling::forget(SessionKey const& key) {
  pending_.forget(key);
  second_look_.forget(key);
  std::scoped_lock lock(mutex_);
  watches_.erase(key);
  known_odd_.erase(key);
}

RunResult Settling::gone_or_pending(SessionKey const& key, Error const& error) {
  if (error.fault == Fault::missing) {
    forget(key);
    return {.end = RunEnd::gone};
  }
  if (pending_.trouble(key, error.message))
    log_event(LogLevel::warning, "pending", {{"session", full_path(key)}, {"reason", error.message}});
  return {.end = RunEnd::pending, .busy_only = error.fault == Fault::busy};
}

} // namespace artifactd
