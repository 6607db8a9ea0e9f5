#include "watchers/batch.hpp"

#include "state/platform/clock.hpp"
#include "state/session/session_layout.hpp"

#include <sys/inotify.h>
#include <utility>

namespace artifactd {

namespace {

constexpr std::uint32_t directory_moved_in = IN_MOVED_TO | IN_ISDIR;

} // namespace

void Batch::note(int wd, std::uint32_t mask, std::string_view name) {
  if (name == layout::graph && (mask & IN_ISDIR) == 0) return;
  if (name == layout::mutex) return note_mutex(wd, mask);
  is_news_ = true;
  if ((mask & IN_IGNORED) != 0) taken_.erase(wd);
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

void Batch::note_mutex(int wd, std::uint32_t mask) {
  auto const ends_another = taken_.erase(wd) > 0;
  if ((mask & IN_CREATE) != 0) taken_.insert(wd);
  is_news_ = is_news_ || ends_another || mask != directory_moved_in;
  if (events_.size() >= most_) return miss();
  events_.push_back({wd, mask, layout::mutex, wall_now_ns()});
}

Batch Batch::take() {
  Batch next(most_);
  next.taken_ = taken_;
  return std::exchange(*this, std::move(next));
}

} // namespace artifactd
