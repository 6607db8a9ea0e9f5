#include "watchers/log_watch.hpp"

#include <array>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::uint32_t plays_mask = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF |
                                     IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK;
constexpr std::uint32_t log_mask = IN_MODIFY | IN_DELETE_SELF | IN_MOVE_SELF;

/// Watches the file that the descriptor has open.
int add_watch(int inotify, int itself, std::uint32_t mask) {
  return ::inotify_add_watch(inotify, fmt::format("/proc/self/fd/{}", itself).c_str(), mask);
}

} // namespace

LogWatch::LogWatch() : fd_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {}

LogWatch::Watched LogWatch::watch(SessionKey const& session, int plays, std::vector<std::string> const& ids,
                                  std::string const& file) {
  std::scoped_lock lock(mutex_);
  Watched watched;
  Held held;
  auto const hold = [&](std::string const& play, int itself, std::uint32_t mask) {
    auto const wd = add_watch(fd_.get(), itself, mask);
    if (wd < 0) {
      watched.all = false;
      return;
    }
    watched.fresh = watched.fresh || !places_.contains(wd);
    held[play] = wd;
    places_[wd] = {session, play};
  };
  hold("", plays, plays_mask);
  for (auto const& id : ids) {
    auto const log = open_beneath(plays, id + "/" + file, O_PATH);
    if (log) hold(id, log->get(), log_mask);
  }
  for (auto const& [play, wd] : std::exchange(watched_[session], held))
    if (auto const now = held.find(play); now == held.end() || now->second != wd) release(wd);
  return watched;
}

/// The watch may belong to another place by now.
void LogWatch::release(int wd) {
  auto const place = places_.find(wd);
  if (place == places_.end()) return;
  auto const holder = watched_.find(place->second.session);
  if (holder != watched_.end()) {
    auto const kept = holder->second.find(place->second.play);
    if (kept != holder->second.end() && kept->second == wd) return;
  }
  places_.erase(place);
  ::inotify_rm_watch(fd_.get(), wd);
}

void LogWatch::forget(SessionKey const& session) {
  std::scoped_lock lock(mutex_);
  auto const found = watched_.find(session);
  if (found == watched_.end()) return;
  auto const held = std::move(found->second);
  watched_.erase(found);
  for (auto const& [play, wd] : held)
    release(wd);
}

std::map<SessionKey, PlaysTouched> LogWatch::read() {
  std::map<SessionKey, PlaysTouched> touched;
  alignas(inotify_event) std::array<char, 64 * 1024> buffer;
  for (;;) {
    auto const filled = ::read(fd_.get(), buffer.data(), buffer.size());
    if (filled < 0 && errno == EINTR) continue;
    if (filled <= 0) return touched;
    std::scoped_lock lock(mutex_);
    for (auto* at = buffer.data(); at < buffer.data() + filled;) {
      auto const* event = reinterpret_cast<inotify_event const*>(at);
      note(event->wd, event->mask, touched);
      at += sizeof(inotify_event) + event->len;
    }
  }
}

void LogWatch::note(int wd, std::uint32_t mask, std::map<SessionKey, PlaysTouched>& touched) {
  if ((mask & IN_Q_OVERFLOW) != 0) {
    for (auto const& [session, held] : watched_)
      touched[session].all = true;
    return;
  }
  auto const place = places_.find(wd);
  if (place == places_.end()) return;
  auto& told = touched[place->second.session];
  auto const& play = place->second.play;
  if (play.empty() || (mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)) != 0)
    told.all = true;
  else
    told.plays.insert(play);
  if ((mask & IN_IGNORED) != 0) places_.erase(place); // the kernel removed the watch
}

std::size_t LogWatch::watches() const {
  std::scoped_lock lock(mutex_);
  return places_.size();
}

} // namespace artifactd
