// The process's one inotify instance. Directories only, never through a link. Passive: it is told what to
// watch and when to read, and may be told and read from different threads.
#pragma once

#include "state/fd.hpp"
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

  /// Watches the open directory itself, whatever stands at its path by now; `path` is only used where /proc
  /// is not mounted. Answers the watch descriptor: the old one if that directory is already watched. No room
  /// for more watches is Fault::no_space.
  Result<int> add(int directory, std::string const& path, Watched what);
  void remove(int wd);

  /// Moves everything that is queued into the batch; never blocks.
  void read_into(Batch& batch) const;

  [[nodiscard]] int fd() const noexcept { return fd_.get(); }

private:
  explicit Inotify(UniqueFd fd) : fd_(std::move(fd)) {}

  UniqueFd fd_;
};

} // namespace artifactd
