// Threads for short tasks. An idle one waits ten seconds for the next task: waking it is cheaper than
// starting another.
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

  /// Runs `task`, which must not throw, on an idle thread, or on a new one if none is idle. The thread has
  /// the identity of the process and receives no signals. Throws std::system_error if no thread can be
  /// started; the task does not run then.
  void run(std::function<void()> task);

private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

} // namespace artifactd
