#include "watchers/debounce.hpp"

#include <algorithm>

namespace artifactd {

namespace {

/// Beyond this number no signal waits: a flood costs an extra look, never unbounded memory.
constexpr std::size_t most_waiting = 65'536;

} // namespace

Debounce::Due& Debounce::due(SessionKey const& session, Urgency urgency) {
  auto& due = due_.try_emplace(session, Due{session, {}, urgency}).first->second;
  due.urgency = std::min(due.urgency, urgency);
  return due;
}

void Debounce::note(SessionKey const& session, SignalName const& signal, Why why, Moment now) {
  if (why == Why::closed || waiting_.size() >= most_waiting) {
    waiting_.erase({session, signal});
    auto& hints = due(session, Urgency::news).hints;
    if (why == Why::closed) hints.add({{signal}});
    return;
  }
  if (auto ready = due_.find(session); ready != due_.end() && ready->second.hints.says_closed(signal)) return;
  auto [at, fresh] = waiting_.try_emplace({session, signal}, now + publishing_time);
  if (fresh) deadlines_.emplace_back(at->second, at->first);
}

void Debounce::note(SessionKey const& session, Urgency urgency) {
  due(session, urgency);
}

void Debounce::drop_stale_deadlines() {
  auto stale = [this](auto const& deadline) {
    auto at = waiting_.find(deadline.second);
    return at == waiting_.end() || at->second != deadline.first;
  };
  while (!deadlines_.empty() && stale(deadlines_.front()))
    deadlines_.pop_front();
}

void Debounce::ripen(Moment now) {
  for (drop_stale_deadlines(); !deadlines_.empty() && deadlines_.front().first <= now;
       drop_stale_deadlines()) {
    auto signal = std::move(deadlines_.front().second);
    deadlines_.pop_front();
    waiting_.erase(signal);
    due(signal.first, Urgency::news).hints.add({{signal.second}});
  }
}

std::vector<Debounce::Due> Debounce::take_due(Moment now) {
  ripen(now);
  std::vector<Due> due;
  due.reserve(due_.size());
  for (auto& entry : due_)
    due.push_back(std::move(entry.second));
  due_.clear();
  return due;
}

std::optional<Moment> Debounce::next() {
  if (!due_.empty()) return Moment::min();
  drop_stale_deadlines();
  if (deadlines_.empty()) return std::nullopt;
  return deadlines_.front().first;
}

} // namespace artifactd
