#include "daemon/settling/active_runs.hpp"

#include "state/session/session_layout.hpp"

#include <cstdint>
#include <sys/eventfd.h>
#include <unistd.h>

namespace artifactd {

namespace {

void signal_end(int event) {
  std::uint64_t const one = 1;
  [[maybe_unused]] auto written = ::write(event, &one, sizeof one);
}

} // namespace

Result<bool> ActiveRuns::begin(SessionKey const& key, SignalName const& signal) {
  std::scoped_lock lock(mutex_);
  if (refusing_ || runs_.contains({key, signal})) return false;
  UniqueFd cancel(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!cancel) return fail(errno_error("eventfd", layout::signal(signal)));
  runs_.try_emplace({key, signal}, Run{std::move(cancel)});
  return true;
}

void ActiveRuns::end(SessionKey const& key, SignalName const& signal) {
  std::scoped_lock lock(mutex_);
  runs_.erase({key, signal});
}

int ActiveRuns::cancel_of(SessionKey const& key, SignalName const& signal) const {
  std::scoped_lock lock(mutex_);
  return runs_.at({key, signal}).cancel.get();
}

bool ActiveRuns::was_cancelled(SessionKey const& key, SignalName const& signal) const {
  std::scoped_lock lock(mutex_);
  auto const run = runs_.find({key, signal});
  return run != runs_.end() && run->second.cancelled;
}

bool ActiveRuns::cancel(std::string const& session, SignalName const& signal) {
  std::scoped_lock lock(mutex_);
  for (auto& [work, run] : runs_) {
    if (work.second != signal || full_path(work.first) != session) continue;
    run.cancelled = true;
    signal_end(run.cancel.get());
    return true;
  }
  return false;
}

std::vector<SignalName> ActiveRuns::of(SessionKey const& key) const {
  std::scoped_lock lock(mutex_);
  std::vector<SignalName> signals;
  for (auto const& [work, run] : runs_)
    if (work.first == key) signals.push_back(work.second);
  return signals;
}

void ActiveRuns::refuse() {
  std::scoped_lock lock(mutex_);
  refusing_ = true;
  for (auto const& [work, run] : runs_)
    signal_end(run.cancel.get());
}

bool ActiveRuns::refusing() const {
  std::scoped_lock lock(mutex_);
  return refusing_;
}

} // namespace artifactd
