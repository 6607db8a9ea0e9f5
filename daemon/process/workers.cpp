#include "daemon/process/workers.hpp"

#include "state/platform/identity.hpp"

#include <algorithm>
#include <sys/resource.h>
#include <system_error>
#include <utility>

namespace artifactd {

namespace {

constexpr int low_nice = 10; ///< a tenth of the processor time that a thread with the usual 0 gets

} // namespace

Workers::Workers(std::size_t limit, Priority priority)
    : limit_(std::max<std::size_t>(limit, 1)), priority_(priority) {
  // The first thread is started here, where failure still prevents the start; later ones are optional.
  threads_.emplace_back([this] { serve(); });
}

Workers::~Workers() {
  {
    std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  wanted_.notify_all();
}

void Workers::run(Task task) {
  std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
  wanted_.notify_one();
  // When leaving, the thread that calls this from a job takes the new one, too.
  if (leaving_ || tasks_.size() <= idle_ || threads_.size() >= limit_) return;
  try {
    as_self([this] { threads_.emplace_back([this] { serve(); }); }); // it keeps the identity it starts with
  } catch (std::system_error const&) {
    // No thread available: the existing ones work through the tasks.
  }
}

std::size_t Workers::threads() const {
  std::lock_guard lock(mutex_);
  return threads_.size();
}

void Workers::serve() {
  // On Linux the niceness is the thread's. Where it may not be set, all have the same priority.
  if (priority_ == Priority::low) ::setpriority(PRIO_PROCESS, 0, low_nice);
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    wanted_.wait(lock, [this] { return leaving_ || !tasks_.empty(); });
    --idle_;
    if (tasks_.empty()) return;
    auto task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    task = nullptr; // destroys what it holds before the next wait
    lock.lock();
  }
}

} // namespace artifactd
