#include "watchers/mutex_log.hpp"

#include <algorithm>
#include <ranges>

namespace artifactd {

namespace {

constexpr std::size_t most_holdings = 64;     ///< per session: some seconds of the busiest shell loop
constexpr std::size_t most_sessions = 10'000; ///< then all is cleared, to bound the memory

} // namespace

void MutexLog::taken(SessionKey const& session, std::int64_t at_ns) {
  std::scoped_lock lock(mutex_);
  if (sessions_.size() >= most_sessions && !sessions_.contains(session)) sessions_.clear();
  auto& holdings = sessions_[session];
  holdings.push_back({at_ns, std::nullopt});
  if (holdings.size() > most_holdings) holdings.pop_front();
}

void MutexLog::released(SessionKey const& session, std::int64_t at_ns) {
  std::scoped_lock lock(mutex_);
  auto known = sessions_.find(session);
  if (known == sessions_.end() || known->second.empty() || known->second.back().until_ns) return;
  known->second.back().until_ns = at_ns;
}

void MutexLog::lost() {
  std::scoped_lock lock(mutex_);
  for (auto& [session, holdings] : sessions_)
    if (!holdings.empty() && !holdings.back().until_ns) holdings.pop_back();
}

void MutexLog::forget(SessionKey const& session) {
  std::scoped_lock lock(mutex_);
  sessions_.erase(session);
}

std::optional<std::int64_t> MutexLog::holder_since(SessionKey const& session, std::int64_t at_ns) const {
  std::scoped_lock lock(mutex_);
  auto known = sessions_.find(session);
  if (known == sessions_.end()) return std::nullopt;
  for (auto const& each : known->second | std::views::reverse)
    if (each.from_ns <= at_ns && (!each.until_ns || at_ns <= *each.until_ns)) return each.from_ns;
  return std::nullopt;
}

} // namespace artifactd
