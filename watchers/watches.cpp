#include "watchers/watches.hpp"

namespace artifactd {

bool Watches::watch(WatchedPlace& place, int directory, std::string const& path, Watched what) {
  if (inotify_ == nullptr || (place.wd < 0 && refusal_)) return false;
  if (place.wd < 0 && places_.size() >= most_) {
    refusal_ = Error{Fault::no_space, "watch: the configured limit is reached"};
    return false;
  }
  auto wd = inotify_->add(directory, path, what);
  if (!wd) {
    release(place);
    auto fault = wd.error().fault;
    if (fault == Fault::no_space || fault == Fault::exhausted) refusal_ = std::move(wd).error();
    return false;
  }
  if (*wd == place.wd) return true;
  release(place);
  auto& holder = places_[*wd];
  if (holder != nullptr) {
    // The same directory under another path. Within one root it was renamed, and its old place is about to be
    // forgotten; if two roots are the same directory, the later one is polled.
    if (holder->owner != place.owner) return false;
    holder->wd = -1;
  }
  holder = &place;
  place.wd = *wd;
  return true;
}

void Watches::release(WatchedPlace& place) {
  if (place.wd < 0) return;
  places_.erase(place.wd);
  inotify_->remove(place.wd);
  place.wd = -1;
}

WatchedPlace* Watches::ended(int wd) {
  auto found = places_.find(wd);
  if (found == places_.end()) return nullptr;
  auto* place = found->second;
  places_.erase(found);
  place->wd = -1;
  return place;
}

WatchedPlace* Watches::find(int wd) const {
  auto found = places_.find(wd);
  return found == places_.end() ? nullptr : found->second;
}

} // namespace artifactd
