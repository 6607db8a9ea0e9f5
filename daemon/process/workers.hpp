// Threads that run jobs, started when needed and never more than `limit`; an idle daemon has one. Jobs are
// taken in order. A job must not throw.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace artifactd {

/// Low: threads of usual priority get the processor first.
enum class Priority : bool { usual, low };

class Workers {
public:
  using Task = std::function<void()>;

  explicit Workers(std::size_t limit, Priority priority = Priority::usual);

  /// Runs the pending jobs and waits for them.
  ~Workers();
  Workers(Workers const&) = delete;
  Workers& operator=(Workers const&) = delete;

  void run(Task task);

  [[nodiscard]] std::size_t limit() const noexcept { return limit_; }
  [[nodiscard]] std::size_t threads() const;

private:
  void serve();

  std::size_t const limit_;
  Priority const priority_;
  mutable std::mutex mutex_;
  std::condition_variable wanted_;
  std::deque<Task> tasks_; ///< guarded by mutex_
  std::size_t idle_ = 0;   ///< guarded by mutex_
  bool leaving_ = false;   ///< guarded by mutex_
  std::vector<std::jthread> threads_;
};

} // namespace artifactd
