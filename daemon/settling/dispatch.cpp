#include "daemon/settling/dispatch.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace artifactd {

namespace {

constexpr Duration first_delay = std::chrono::milliseconds(50);
/// A lasting fault is looked at once a minute: cheap, and soon enough after somebody fixed it.
constexpr Duration longest_delay = std::chrono::seconds(60);
/// The holder of the mutex needs milliseconds, so nobody should wait much longer than that took.
constexpr Duration longest_busy_delay = std::chrono::seconds(5);

constexpr auto never = std::optional<Phase>{};

/// Row: phase; column: hint, take, done, again, due, lost.
constexpr std::array<std::array<std::optional<Phase>, 6>, 5> phase_table = {{
    {Phase::queued, never, never, never, never, Phase::idle},                  // idle
    {Phase::queued, Phase::running, never, never, never, Phase::queued},       // queued
    {Phase::dirty, never, Phase::idle, Phase::waiting, never, Phase::running}, // running
    {Phase::dirty, never, Phase::queued, Phase::queued, never, Phase::dirty},  // dirty
    {Phase::queued, never, never, never, Phase::queued, Phase::idle},          // waiting
}};

} // namespace

std::optional<Phase> next_phase(Phase phase, Trigger trigger) noexcept {
  return phase_table[static_cast<std::size_t>(phase)][static_cast<std::size_t>(trigger)];
}

void Dispatch::enter(Entries::value_type& item, Phase phase, Moment when) {
  auto& entry = item.second;
  if (entry.phase == phase && phase != Phase::waiting) return;
  if (entry.phase == Phase::waiting) waiters_.erase({entry.since, &item});
  entry.phase = phase;
  if (phase == Phase::queued || phase == Phase::waiting) entry.since = when;
  if (phase == Phase::queued) queue_.push_back(&item);
  if (phase == Phase::waiting) waiters_.emplace(when, &item);
  if (phase == Phase::idle) entries_.erase(entries_.find(item.first));
}

void Dispatch::hint(SessionKey const& session, Hints hints, Urgency urgency, Moment now) {
  if (refusing_) return;
  auto& item = *entries_.try_emplace(session).first;
  auto& entry = item.second;
  entry.hints.add(std::move(hints));
  if (urgency == Urgency::recheck && entry.phase != Phase::idle) return;
  entry.setbacks = 0;
  enter(item, *next_phase(entry.phase, Trigger::hint), now);
}

void Dispatch::vanished(SessionKey const& session) {
  auto found = entries_.find(session);
  if (found != entries_.end() && found->second.phase == Phase::waiting) enter(*found, Phase::idle, Moment{});
}

bool Dispatch::runs(SessionKey const& session) const {
  auto found = entries_.find(session);
  return found != entries_.end() &&
         (found->second.phase == Phase::running || found->second.phase == Phase::dirty);
}

void Dispatch::wake_due(Moment now) {
  while (!waiters_.empty() && waiters_.begin()->first <= now) {
    auto& item = *waiters_.begin()->second;
    enter(item, *next_phase(Phase::waiting, Trigger::due), now);
  }
}

std::optional<Job> Dispatch::take(Moment now) {
  wake_due(now);
  if (queue_.empty()) return std::nullopt;
  auto& item = *queue_.front();
  queue_.pop_front();
  enter(item, *next_phase(item.second.phase, Trigger::take), now);
  ++running_;
  return Job{item.first, std::exchange(item.second.hints, {})};
}

/// Up to a quarter less, never more: sessions that failed together must not come back together.
Duration Dispatch::jittered(Duration longest) {
  std::uniform_int_distribution<Duration::rep> jitter(0, longest.count() / 4);
  return longest - Duration(jitter(jitter_));
}

Duration Dispatch::delay(RunResult const& result, Entry& entry) {
  auto const wanted = std::max(result.again_in.value_or(Duration::zero()), Duration::zero());
  if (result.again_in) return result.end == RunEnd::pending ? jittered(wanted) : wanted;
  auto most = result.busy_only ? longest_busy_delay : longest_delay;
  auto doublings = std::min<unsigned>(entry.setbacks, 16);
  entry.setbacks = static_cast<std::uint8_t>(doublings + 1);
  return jittered(std::min(first_delay * (1U << doublings), most));
}

void Dispatch::finish(SessionKey const& session, RunResult const& result, Moment now) {
  auto found = entries_.find(session);
  assert(found != entries_.end() && running_ > 0);
  auto& item = *found;
  auto& entry = item.second;
  --running_;
  ++runs_;
  if (result.end == RunEnd::settled) ++settled_;
  if (refusing_) {
    entries_.erase(found);
    return;
  }
  auto again = result.end != RunEnd::gone && (result.end == RunEnd::pending || result.again_in);
  if (result.end != RunEnd::pending) entry.setbacks = 0;
  auto phase = *next_phase(entry.phase, again ? Trigger::again : Trigger::done);
  enter(item, phase, phase == Phase::waiting ? now + delay(result, entry) : now);
}

std::optional<Moment> Dispatch::next_due() const {
  if (waiters_.empty()) return std::nullopt;
  return waiters_.begin()->first;
}

std::optional<Moment> Dispatch::due_of(SessionKey const& session) const {
  auto found = entries_.find(session);
  if (found == entries_.end() || found->second.phase != Phase::waiting) return std::nullopt;
  return found->second.since;
}

void Dispatch::refuse() {
  refusing_ = true;
  queue_.clear();
  waiters_.clear();
  std::erase_if(entries_, [](auto const& item) {
    return item.second.phase != Phase::running && item.second.phase != Phase::dirty;
  });
}

DispatchCounters Dispatch::counters() const {
  DispatchCounters counters{.queued = queue_.size(),
                            .running = running_,
                            .waiting = waiters_.size(),
                            .runs = runs_,
                            .settled = settled_};
  if (!queue_.empty()) counters.oldest = queue_.front()->second.since;
  return counters;
}

} // namespace artifactd
