#include "daemon/settling/pending_list.hpp"

#include "state/platform/clock.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <array>

namespace artifactd {

namespace {

/// Such an error remains until a person changes the session, the configuration or the rights in it.
bool is_lasting(Error const& error) noexcept {
  constexpr std::array lasting = {Fault::denied,      Fault::exists,  Fault::unsafe,
                                  Fault::unsupported, Fault::invalid, Fault::too_large};
  return std::ranges::find(lasting, error.fault) != lasting.end();
}

} // namespace

std::vector<SignalEnd const*> PendingList::update(SessionKey const& session, std::string const& path,
                                                  std::vector<SignalEnd> const& ends, Lane lane) {
  std::scoped_lock lock(mutex_);
  auto former = std::move(sessions_[session]);
  Rows rows;
  for (auto const& [file, row] : former)
    if (!covers(lane, row.kind)) rows.emplace(file, row);
  std::vector<SignalEnd const*> news;
  for (auto const& end : ends) {
    if (end.end != End::pending) {
      news.push_back(&end);
      continue;
    }
    auto file = layout::signal(end.signal);
    auto reason = end.reason ? end.reason->message : "";
    auto known = former.find(file);
    auto since = known == former.end() ? wall_now_ns() : known->second.told.since_ns;
    if (known == former.end() || known->second.told.reason != reason) news.push_back(&end);
    auto const lasting = end.reason && is_lasting(*end.reason);
    rows[file] = {{path, file, reason, since, lasting}, end.signal.kind};
  }
  if (rows.empty())
    sessions_.erase(session);
  else
    sessions_[session] = std::move(rows);
  return news;
}

bool PendingList::trouble(SessionKey const& session, std::string const& reason) {
  std::scoped_lock lock(mutex_);
  auto& row = sessions_[session][""].told;
  if (row.reason == reason) return false;
  row = {full_path(session), "", reason, row.since_ns != 0 ? row.since_ns : wall_now_ns()};
  return true;
}

void PendingList::forget(SessionKey const& session) {
  std::scoped_lock lock(mutex_);
  sessions_.erase(session);
}

std::size_t PendingList::size() const {
  std::scoped_lock lock(mutex_);
  std::size_t total = 0;
  for (auto const& [session, rows] : sessions_)
    total += rows.size();
  return total;
}

std::vector<std::pair<SessionKey, PendingSignal>> PendingList::oldest(std::size_t limit) const {
  std::vector<std::pair<SessionKey, PendingSignal>> all;
  {
    std::scoped_lock lock(mutex_);
    for (auto const& [session, rows] : sessions_)
      for (auto const& [file, row] : rows)
        all.emplace_back(session, row.told);
  }
  std::ranges::sort(all, {}, [](auto const& each) { return each.second.since_ns; });
  if (all.size() > limit) all.resize(limit);
  return all;
}

} // namespace artifactd
