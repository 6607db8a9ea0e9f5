// The only place of the process that waits for events. Registrations are objects: while a Loop::Watch or
// Loop::Timer exists, its callback may run, on the thread inside run(); destroying it (also from within a
// callback, even its own) ends that. All members except post() and stop() are for the loop's thread. The Loop
// must outlive its registrations.
#pragma once

#include "state/platform/clock.hpp"
#include "state/platform/fd.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>
#include <vector>

namespace artifactd {

class Loop {
public:
  using Callback = std::function<void()>;

  /// What a descriptor is waited for; hangup and errors are always reported.
  enum class Interest : std::uint8_t { hangup, read, write };

  /// Calls back whenever `fd` is ready, hung up or in error. The descriptor is borrowed while the Watch
  /// exists.
  class Watch {
  public:
    Watch(Loop& loop, int fd, Callback ready);
    ~Watch();
    Watch(Watch const&) = delete;
    Watch& operator=(Watch const&) = delete;

    /// Changes the interest; initially read.
    void wait_for(Interest interest);

  private:
    friend Loop;
    Loop& loop_;
    int fd_;
    std::uint64_t id_;
    Callback ready_;
  };

  /// Calls back once per arming, at or after the given moment; arming again moves that moment.
  class Timer {
  public:
    Timer(Loop& loop, Callback due);
    ~Timer();
    Timer(Timer const&) = delete;
    Timer& operator=(Timer const&) = delete;

    void arm(Moment when);
    void disarm();
    [[nodiscard]] bool armed() const noexcept { return when_ != Moment::max(); }

  private:
    friend Loop;
    Loop& loop_;
    Moment when_ = Moment::max();
    Callback due_;
  };

  static Result<std::unique_ptr<Loop>> open();
  ~Loop();
  Loop(Loop const&) = delete;
  Loop& operator=(Loop const&) = delete;

  /// Runs callbacks until stop(). May be called again afterwards.
  void run();

  /// From any thread: makes run() return after the current callback.
  void stop();

  /// From any thread: runs `call` soon on the loop's thread, in order of posting.
  void post(Callback call);

private:
  Loop(UniqueFd epoll, UniqueFd wake, UniqueFd timer);
  void turn();
  void run_posted();
  void run_due();
  void set_alarm();
  void wake();

  UniqueFd epoll_;
  UniqueFd wake_;
  UniqueFd timer_;
  Moment alarm_ = Moment::max(); ///< when timer_ is set to expire
  std::uint64_t next_id_ = 2;    ///< 0 and 1 are the loop's own descriptors
  std::unordered_map<std::uint64_t, Watch*> watches_;
  std::set<std::pair<Moment, Timer*>> timers_;
  std::atomic<bool> stopping_ = false;
  std::mutex posting_;
  std::vector<Callback> posted_; ///< guarded by posting_
};

} // namespace artifactd
