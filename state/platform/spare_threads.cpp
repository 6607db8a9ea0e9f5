#include "state/platform/spare_threads.hpp"

#include "state/platform/blocked_signals.hpp"
#include "state/platform/identity.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace artifactd {

namespace {

constexpr auto longest_idle = std::chrono::seconds(10);

} // namespace

/// Outlives its owner until the last thread has left it.
struct SpareThreads::Shared {
  std::mutex mutex;
  std::condition_variable given;
  std::condition_variable left;
  std::deque<std::function<void()>> tasks;
  std::size_t idle = 0;
  std::size_t threads = 0;
  bool closing = false;

  /// False: no thread is idle, and one more counts from now on.
  bool give(std::function<void()>& task) {
    {
      std::lock_guard const lock(mutex);
      if (idle <= tasks.size()) {
        ++threads;
        return false;
      }
      tasks.push_back(std::move(task));
    }
    given.notify_one(); // unlocked, so that the thread need not wait again
    return true;
  }

  /// std::nullopt: the thread is no longer needed.
  std::optional<std::function<void()>> next() {
    std::unique_lock lock(mutex);
    ++idle;
    given.wait_for(lock, longest_idle, [this] { return closing || !tasks.empty(); });
    --idle;
    if (tasks.empty()) return std::nullopt;
    auto task = std::move(tasks.front());
    tasks.pop_front();
    return task;
  }

  void leave() {
    std::lock_guard const lock(mutex);
    --threads;
    left.notify_all();
  }
};

SpareThreads::SpareThreads() : shared_(std::make_shared<Shared>()) {}

SpareThreads::~SpareThreads() {
  std::unique_lock lock(shared_->mutex);
  shared_->closing = true;
  shared_->given.notify_all();
  shared_->left.wait(lock, [this] { return shared_->threads == 0; });
}

void SpareThreads::run(std::function<void()> task) {
  if (shared_->give(task)) return;
  auto serve = [shared = shared_, first = std::move(task)]() mutable {
    for (std::optional wanted = std::move(first); wanted; wanted = shared->next())
      std::exchange(wanted, std::nullopt).value()(); // what the task holds ends with it
    shared->leave();
  };
  try {
    as_self([&] { // a thread inherits the identity of its creator
      BlockedSignals const blocked;
      std::thread(std::move(serve)).detach();
    });
  } catch (...) {
    shared_->leave();
    throw;
  }
}

} // namespace artifactd
