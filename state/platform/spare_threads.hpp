// Threads for short tasks. They are kept for a while after a task: to wake one costs a fraction of what it
// costs to start one and to take back its stack.
#pragma once

#include <functional>
#include <memory>

namespace artifactd {

class SpareThreads {
public:
  SpareThreads();
  SpareThreads(SpareThreads const&) = delete;
  SpareThreads& operator=(SpareThreads const&) = delete;
  /// Waits for the tasks that have been given.
  ~SpareThreads();

  /// Runs `task`, which must not throw, on an idle thread, or on a new one if there is none. There, the
  /// identity is that of the process, and signals are blocked. Throws std::system_error if no thread can be
  /// started; the task does not run then.
  void run(std::function<void()> task);

private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

} // namespace artifactd
