#include "agents/model/patience.hpp"

#include <algorithm>
#include <cerrno>
#include <poll.h>

namespace artifactd::model {

int poll_room(Moment until) {
  using std::chrono::milliseconds;
  auto const now = Monotonic::now();
  if (until <= now) return 0;
  auto const left = std::min<Duration>(until - now, std::chrono::hours(1));
  return static_cast<int>(std::chrono::ceil<milliseconds>(left).count());
}

bool called_off(int cancel, Moment until) {
  for (;;) {
    pollfd slot{cancel, POLLIN, 0};
    int const ready = ::poll(&slot, 1, poll_room(until));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR && errno != EAGAIN) return true; // if poll() fails, waiting is impossible
    if (ready == 0 && Monotonic::now() >= until) return false;
  }
}

} // namespace artifactd::model
