// How many edits by rules this process makes at once at the request of signals: each computes for
// milliseconds, and merges have to get a processor meanwhile.
#pragma once

#include <algorithm>
#include <memory>
#include <semaphore>
#include <thread>

namespace artifactd {

class EditSlots {
public:
  using Slot = std::unique_ptr<std::counting_semaphore<>,
                               decltype([](std::counting_semaphore<>* slots) { slots->release(); })>;

  /// Half the processors, at least one.
  explicit EditSlots(unsigned count = std::max(1U, std::thread::hardware_concurrency() / 2)) : free_(count) {}

  /// Taken until it is destroyed; empty if all of them are. Never waits.
  [[nodiscard]] Slot take() { return Slot(free_.try_acquire() ? &free_ : nullptr); }

private:
  std::counting_semaphore<> free_;
};

} // namespace artifactd
