// Maps events to places. Without inotify, or beyond its limits, places have no watch and belong to the
// polling tier; that is an ordinary state, not an error.
#pragma once

#include "watchers/inotify.hpp"
#include "watchers/watched_place.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>

namespace artifactd {

class Watches {
public:
  /// `most` lowers the kernel's limit on watches.
  explicit Watches(std::size_t most) : most_(most) {}

  /// From now on places can be watched.
  void use(Inotify& inotify) noexcept { inotify_ = &inotify; }

  /// Adds a watch on the open directory, or confirms the existing one. False: the place is polled.
  bool watch(WatchedPlace& place, int directory, std::string const& path, Watched what);
  void release(WatchedPlace& place);

  /// The kernel removed this watch. Returns its place.
  WatchedPlace* ended(int wd);
  [[nodiscard]] WatchedPlace* find(int wd) const;

  /// After a refusal no new watch is tried until this is called: a full table costs one call per round.
  void try_again() noexcept { refusal_.reset(); }
  [[nodiscard]] bool has_room() const noexcept { return inotify_ != nullptr && !refusal_; }
  [[nodiscard]] std::optional<Error> const& refusal() const noexcept { return refusal_; }

private:
  std::size_t most_;
  Inotify* inotify_ = nullptr;
  std::unordered_map<int, WatchedPlace*> places_;
  std::optional<Error> refusal_;
};

} // namespace artifactd
