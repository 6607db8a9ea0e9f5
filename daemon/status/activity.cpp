#include "daemon/status/activity.hpp"

#include "state/platform/clock.hpp"

#include <algorithm>
#include <array>

namespace artifactd {

namespace {

/// A new settling of the signal is the next attempt after the refused one.
void take_over(ActivityEvent& event, ActivityEvent const& former) {
  if (event.error.empty()) {
    event.error = former.error;
    event.code = former.code;
  }
  if (event.board.empty()) {
    event.board = former.board;
    event.details = former.details;
  }
  if (event.attempts == 0) event.attempts = former.attempts;
  if (event.attempt != 0 || former.attempt == 0 || former.escalated) return;
  // Not an attempt
  auto const is_edit = [](ActivityEvent const& each) { return each.what.starts_with("edit_"); };
  auto const begins = (former.what == "refused" || is_edit(former)) && !event.over() && !is_edit(event);
  event.attempt = former.attempt + (begins ? 1 : 0);
}

} // namespace

void Activity::tell(ActivityEvent event) {
  std::lock_guard lock(mutex_);
  tell_locked(std::move(event));
}

void Activity::tell_locked(ActivityEvent event) {
  if (event.wall_ns == 0) event.wall_ns = wall_now_ns();
  Key key{event.session, event.signal()};
  auto known = live_.find(key);
  if (known != live_.end()) take_over(event, known->second);
  ++number_;
  if (listener_) listener_(number_, event);
  if (event.over() && !event.escalated) {
    if (known != live_.end()) live_.erase(known);
  } else if (known != live_.end()) {
    known->second = std::move(event);
  } else if (live_.size() < most) {
    live_.emplace(std::move(key), std::move(event));
  } else {
    ++left_out_;
  }
  if (live_.size() < most) left_out_ = 0;
}

void Activity::standing(std::string const& session, std::set<std::string> const& signals) {
  std::lock_guard lock(mutex_);
  std::vector<ActivityEvent> gone;
  for (auto entry = live_.lower_bound({session, ""}); entry != live_.end() && entry->first.first == session;
       ++entry)
    if (!signals.contains(entry->first.second)) gone.push_back(entry->second);
  for (auto const& event : gone)
    tell_locked({.session = event.session, .name = event.name, .kind = event.kind, .what = "gone"});
}

void Activity::refused_elsewhere(std::string const& session, std::string const& signal) {
  constexpr std::array open_words = {"settling", "again", "pending"};
  std::lock_guard lock(mutex_);
  auto const known = live_.find({session, signal});
  if (known == live_.end() || std::ranges::find(open_words, known->second.what) == open_words.end()) return;
  auto const& event = known->second;
  tell_locked({.session = event.session, .name = event.name, .kind = event.kind, .what = "refused"});
}

void Activity::granted(std::string const& session, std::string const& signal, int attempts) {
  std::lock_guard lock(mutex_);
  auto const known = live_.find({session, signal});
  if (known == live_.end() || known->second.what != "refused" || known->second.attempts >= attempts) return;
  auto event = known->second;
  event.wall_ns = 0;
  event.attempts = attempts;
  event.escalated = event.attempt >= attempts;
  tell_locked(std::move(event));
}

bool Activity::knows(std::string const& session, std::string const& signal) const {
  std::lock_guard lock(mutex_);
  return live_.contains({session, signal});
}

bool Activity::is_running(std::string const& session, std::string const& signal) const {
  std::lock_guard lock(mutex_);
  auto const known = live_.find({session, signal});
  return known != live_.end() &&
         (known->second.what == "run_started" || known->second.what == "edit_started");
}

Activity::Snapshot Activity::snapshot(std::size_t limit, std::string const& session) const {
  std::lock_guard lock(mutex_);
  Snapshot taken{.events = {}, .left_out = left_out_, .number = number_};
  for (auto const& [key, event] : live_) {
    if (!session.empty() && key.first != session) continue;
    if (taken.events.size() < limit)
      taken.events.push_back(event);
    else
      ++taken.left_out;
  }
  return taken;
}

void Activity::listen(Listener listener) {
  std::lock_guard lock(mutex_);
  listener_ = std::move(listener);
}

bool Activity::heard() const {
  std::lock_guard lock(mutex_);
  return listener_ != nullptr;
}

} // namespace artifactd
