// The process's one inotify instance. Directories only, never through a link. Passive: the caller decides
// what to watch and when to read, possibly from different threads.
#pragma once

#include "state/platform/fd.hpp"
#include "watchers/batch.hpp"

#include <cstdint>
#include <string>

namespace artifactd {

enum class Watched : std::uint8_t {
  container, ///< report directories that come and go
  session,   ///< report files that appear, are closed or moved in
};

class Inotify {
public:
  static Result<Inotify> open();

  /// Watches the open directory itself, whatever is at its path by now; `path` is only used if /proc is not
  /// mounted. Returns the watch descriptor: the old one if that directory is already watched. Fault::no_space
  /// if there is no room for more watches.
  Result<int> add(int directory, std::string const& path, Watched what);
  void remove(int wd);

  /// Moves all queued events into the batch; never blocks.
  void read_into(Batch& batch) const;

  [[nodiscard]] int fd() const noexcept { return fd_.get(); }

private:
  explicit Inotify(UniqueFd fd) : fd_(std::move(fd)) {}

  UniqueFd fd_;
};

} // namespace artifactd
