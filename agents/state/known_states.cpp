#include "agents/state/known_states.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr std::size_t most_sessions = 100'000;
constexpr std::size_t restores_kept = 16;

} // namespace

KnownStates::Known& KnownStates::of(Session const& session) {
  if (sessions_.size() >= most_sessions) sessions_.clear();
  return sessions_[{session.stamp().device, session.stamp().inode}];
}

bool KnownStates::is_settled(Session const& session, Stamp const& state) const {
  std::scoped_lock lock(mutex_);
  auto known = sessions_.find({session.stamp().device, session.stamp().inode});
  return known != sessions_.end() && untouched(known->second.settled, state);
}

void KnownStates::settled(Session const& session, Stamp const& state) {
  std::scoped_lock lock(mutex_);
  auto& known = of(session);
  known.settled = state;
  known.restless_since.reset();
}

Duration KnownStates::restless(Session const& session, Moment now) {
  std::scoped_lock lock(mutex_);
  auto& since = of(session).restless_since;
  if (!since) since = now;
  return now - *since;
}

void KnownStates::restored(Session const& session, Moment now) {
  std::scoped_lock lock(mutex_);
  auto& restores = of(session).restores;
  restores.push_back(now);
  if (restores.size() > restores_kept) restores.pop_front();
}

std::size_t KnownStates::restores(Session const& session, Moment now) const {
  std::scoped_lock lock(mutex_);
  auto known = sessions_.find({session.stamp().device, session.stamp().inode});
  if (known == sessions_.end()) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(
      known->second.restores, [&](Moment each) { return now - each < std::chrono::minutes(1); }));
}

} // namespace artifactd
