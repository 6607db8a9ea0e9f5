// An OpenAI-style endpoint on the loopback that answers every call of a made story after a fixed delay. One
// thread per connection, so that calls do not wait for each other.
#pragma once

#include "state/platform/clock.hpp"
#include "state/platform/fd.hpp"
#include "state/platform/spare_threads.hpp"

#include <atomic>
#include <string>
#include <thread>

namespace artifactd::bench {

class SlowEndpoint {
public:
  explicit SlowEndpoint(Duration delay, bool dice);
  ~SlowEndpoint();
  SlowEndpoint(SlowEndpoint const&) = delete;
  SlowEndpoint& operator=(SlowEndpoint const&) = delete;

  [[nodiscard]] std::string url() const; ///< "http://127.0.0.1:40001/v1"
  [[nodiscard]] int most_at_once() const { return most_; }

private:
  void accept_all();
  void serve(int connection);

  Duration delay_;
  bool dice_;
  UniqueFd listening_;
  std::atomic<int> now_ = 0;
  std::atomic<int> most_ = 0;
  SpareThreads serving_;
  std::jthread accepting_;
};

} // namespace artifactd::bench
