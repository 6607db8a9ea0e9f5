#include "watchers/batch.hpp"

#include "state/platform/clock.hpp"
#include "state/session/session_layout.hpp"

#include <sys/inotify.h>

namespace artifactd {

namespace {

constexpr std::uint32_t directory_moved_in = IN_MOVED_TO | IN_ISDIR;

} // namespace

void Batch::note(int wd, std::uint32_t mask, std::string_view name) {
  if (name == layout::graph && (mask & IN_ISDIR) == 0) return;
  if (name != layout::mutex || mask != directory_moved_in) is_news_ = true;
  if (name == layout::mutex) {
    if (events_.size() >= most_) return miss();
    events_.push_back({wd, mask, layout::mutex, wall_now_ns()});
    return;
  }
  auto hash = std::hash<std::string_view>{}(name) * 31 + static_cast<std::size_t>(wd);
  if (auto known = index_.find(hash); known != index_.end()) {
    auto& event = events_[known->second];
    if (event.wd == wd && event.name == name) {
      event.mask |= mask;
      return;
    }
  }
  if (events_.size() >= most_) {
    miss();
    return;
  }
  index_[hash] = events_.size();
  events_.push_back({wd, mask, std::string(name), 0});
}

} // namespace artifactd
