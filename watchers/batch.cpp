#include "watchers/batch.hpp"

#include "state/platform/clock.hpp"
#include "state/session/session_layout.hpp"

namespace artifactd {

void Batch::note(int wd, std::uint32_t mask, std::string_view name) {
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
