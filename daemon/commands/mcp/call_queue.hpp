// Calls that act one after the other, in the order in which they came, though each has a thread of its own: a
// file that was sent before a submission is there when it is submitted. A call that only waits lets the next
// one act.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace artifactd {

class CallQueue {
public:
  using Ticket = std::uint64_t;

  Ticket take() {
    std::scoped_lock const lock(mutex_);
    return last_++;
  }

  void await(Ticket ticket) {
    std::unique_lock lock(mutex_);
    moved_.wait(lock, [&] { return next_ == ticket; });
  }

  /// Once for each ticket, after await().
  void release() {
    {
      std::scoped_lock const lock(mutex_);
      ++next_;
    }
    moved_.notify_all();
  }

private:
  std::mutex mutex_ = {};
  std::condition_variable moved_ = {};
  Ticket last_ = 0;
  Ticket next_ = 0;
};

} // namespace artifactd
