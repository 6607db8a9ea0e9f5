#include "daemon/interventions/signal_watch.hpp"

#include <algorithm>
#include <array>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace artifactd {

SignalWatch::SignalWatch(std::string const& path) {
  UniqueFd inotify(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  // Its removal changes the number of its links, wherever it was moved before.
  constexpr std::uint32_t what = IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF | IN_DONT_FOLLOW;
  if (inotify && ::inotify_add_watch(inotify.get(), path.c_str(), what) >= 0) inotify_ = std::move(inotify);
}

void SignalWatch::wait(Duration at_most) const {
  auto const ms = std::chrono::ceil<std::chrono::milliseconds>(std::max(at_most, Duration::zero()));
  pollfd event{.fd = inotify_.get(), .events = POLLIN, .revents = 0}; // poll ignores a negative fd
  if (::poll(&event, 1, static_cast<int>(ms.count())) <= 0) return;
  alignas(inotify_event) std::array<char, 4096> events;
  while (::read(inotify_.get(), events.data(), events.size()) > 0) {
  }
}

} // namespace artifactd
