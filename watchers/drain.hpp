// Keeps the kernel's event queue empty: a thread that only reads and records, so that no amount of work
// elsewhere makes the queue overflow. fd() becomes readable when there is news to take.
#pragma once

#include "state/platform/fd.hpp"
#include "watchers/inotify.hpp"

#include <cstdint>
#include <mutex>
#include <thread>

namespace artifactd {

enum class Draining : std::uint8_t {
  by_thread,
  /// only take() reads: for tests that let the queue overflow or read it at a chosen moment
  by_take,
};

class Drain {
public:
  /// `inotify` must outlive the drain. `most` bounds the names kept between two takes.
  static Result<std::unique_ptr<Drain>> start(Inotify const& inotify, std::size_t most, Draining how);
  ~Drain();
  Drain(Drain const&) = delete;
  Drain& operator=(Drain const&) = delete;

  [[nodiscard]] int fd() const noexcept { return ready_.get(); }

  /// Everything that was reported before this call.
  Batch take();

private:
  Drain(Inotify const& inotify, std::size_t most, UniqueFd ready, UniqueFd leave);
  void read_until_left();

  Inotify const& inotify_;
  UniqueFd ready_;
  UniqueFd leave_;
  std::mutex mutex_;
  Batch batch_;         ///< guarded by mutex_
  bool raised_ = false; ///< whether fd() is readable; guarded by mutex_
  std::jthread thread_;
};

} // namespace artifactd
