#include "daemon/service/drive_lane.hpp"

#include "agents/state/drive/drive.hpp"
#include "agents/state/fix_target.hpp"
#include "agents/state/state_kind.hpp"
#include "daemon/process/log.hpp"
#include "daemon/settling/policies.hpp"
#include "state/platform/digest.hpp"
#include "state/session/session.hpp"

#include <sys/eventfd.h>
#include <utility>

namespace artifactd {

namespace {

constexpr std::size_t most_at_once = 8; ///< runs; each has up to four agents
constexpr auto busy_pause = std::chrono::seconds(1);

std::string digest_in(Session const& session) {
  auto const state = state_in_place(session);
  return state ? Digest().add(*state->text).hex() : std::string();
}

} // namespace

DriveLane::DriveLane(Loop& loop, Config const& config, Activity& activity)
    : loop_(loop), activity_(activity), busy_due_(loop, [this] { meet_busy(); }),
      cancel_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), workers_(most_at_once) {
  reload(config);
}

DriveLane::~DriveLane() {
  refuse();
}

void DriveLane::reload(Config const& config) {
  std::set<SessionKey> failed;
  {
    std::scoped_lock const lock(mutex_);
    config_ = std::make_shared<Config const>(config);
    failed = std::exchange(failed_, {});
    for (auto const& session : failed)
      left_at_.erase(session);
  }
  for (auto const& session : failed)
    met(session);
}

void DriveLane::vanished(SessionKey const& session) {
  busy_.erase(session);
  std::scoped_lock const lock(mutex_);
  left_at_.erase(session);
  failed_.erase(session);
}

void DriveLane::refuse() noexcept {
  if (!refusing_.exchange(true)) ::eventfd_write(cancel_.get(), 1);
}

void DriveLane::met(SessionKey const& session) {
  {
    std::scoped_lock const lock(mutex_);
    if (refusing_ || !config_->tuning.by_itself) return;
    auto const [entry, is_new] = driven_.try_emplace(session, false);
    entry->second = !is_new;
    if (!is_new) return;
  }
  workers_.run([this, session] { drive_it(session); });
}

/// Nothing reports that another process lets go of a run, and what it changed may have been met before.
void DriveLane::try_later(SessionKey const& session) {
  loop_.post([this, session] {
    busy_.insert(session);
    if (!busy_due_.armed()) busy_due_.arm(Monotonic::now() + busy_pause);
  });
}

void DriveLane::meet_busy() {
  for (auto const& session : std::exchange(busy_, {}))
    met(session);
}

/// What was met since once() began may be a change that it has not seen, or its own writes: the next once()
/// tells them apart.
void DriveLane::drive_it(SessionKey const& session) {
  for (;;) {
    std::shared_ptr<Config const> config;
    {
      std::scoped_lock const lock(mutex_);
      config = config_;
    }
    auto left = refusing_ ? Left() : once(session, *config);
    std::scoped_lock const lock(mutex_);
    if (left.failed && config != config_) { // what it failed with may be repaired
      left_at_.erase(session);
      continue;
    }
    if (left.failed)
      failed_.insert(session);
    else if (left_at_[session] != left.at)
      failed_.erase(session);
    if (left.at.empty())
      left_at_.erase(session);
    else
      left_at_[session] = std::move(left.at);
    if (std::exchange(driven_[session], false) && !refusing_) continue;
    driven_.erase(session);
    return;
  }
}

std::string DriveLane::left_at(SessionKey const& session) {
  std::scoped_lock const lock(mutex_);
  auto const known = left_at_.find(session);
  return known == left_at_.end() ? std::string() : known->second;
}

DriveLane::Left DriveLane::once(SessionKey const& key, Config const& config) try {
  if (!is_served(config, key)) return {}; // a reload removed its root
  auto const entered = enter_session(key, config.served.kinds);
  if (!entered) return {};
  auto const& session = entered->session;
  auto const state = state_in_place(session);
  if (!state || state->status != tuning::Status::running) return {};
  if (auto now = Digest().add(*state->text).hex(); now == left_at(key)) return {now};
  DriveWishes wishes;
  wishes.told = [&](DriveTold const& told) {
    activity_.tell({.session = session.shown(),
                    .name = std::string(run_name),
                    .kind = std::string(state_kind.word()),
                    .what = "drive",
                    .text = told.action + " " + told.what + (told.words.empty() ? "" : ": " + told.words)});
  };
  wishes.ends = [this] { return refusing_.load(); };
  wishes.cancel = cancel_.get();
  auto const report = drive(session, drive_policy(config, key.root), wishes);
  if (!report && report.error().fault == Fault::busy) {
    try_later(key);
    return {};
  }
  if (report)
    log_event(
        report->ending == DriveEnding::person ? LogLevel::warning : LogLevel::info, "tuning run driven",
        {{"session", session.shown()}, {"ending", ending_word(report->ending)}, {"reason", report->why}});
  else
    log_event(LogLevel::warning, "tuning run not driven",
              {{"session", session.shown()},
               {"reason", report.error().message + "; tried again after a reload of artifactd"}});
  return report ? Left{report->left} : Left{digest_in(session), true};
} catch (std::exception const& error) {
  log_event(LogLevel::error, "tuning run not driven",
            {{"session", full_path(key)}, {"reason", error.what()}});
  return {.at = {}, .failed = true};
}

} // namespace artifactd
