#include "daemon/process/loop.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <system_error>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::uint64_t wake_id = 0;
constexpr std::uint64_t timer_id = 1;

void control(int epoll, int operation, int fd, std::uint64_t id, std::uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = id;
  if (::epoll_ctl(epoll, operation, fd, &event) < 0)
    throw std::system_error(errno, std::generic_category(), "epoll_ctl");
}

void add(int epoll, int fd, std::uint64_t id) {
  control(epoll, EPOLL_CTL_ADD, fd, id, EPOLLIN);
}

std::uint32_t events_of(Loop::Interest interest) noexcept {
  switch (interest) {
  case Loop::Interest::hangup:
    return 0;
  case Loop::Interest::read:
    return EPOLLIN;
  case Loop::Interest::write:
    return EPOLLOUT;
  }
  return 0;
}

void swallow_count(int fd) noexcept {
  std::uint64_t count = 0;
  [[maybe_unused]] auto taken = ::read(fd, &count, sizeof count);
}

} // namespace

Loop::Watch::Watch(Loop& loop, int fd, Callback ready)
    : loop_(loop), fd_(fd), id_(loop.next_id_++), ready_(std::move(ready)) {
  add(loop.epoll_.get(), fd, id_);
  loop_.watches_.emplace(id_, this);
}

Loop::Watch::~Watch() {
  loop_.watches_.erase(id_);
  ::epoll_ctl(loop_.epoll_.get(), EPOLL_CTL_DEL, fd_, nullptr);
}

void Loop::Watch::wait_for(Interest interest) {
  control(loop_.epoll_.get(), EPOLL_CTL_MOD, fd_, id_, events_of(interest));
}

Loop::Timer::Timer(Loop& loop, Callback due) : loop_(loop), due_(std::move(due)) {}

Loop::Timer::~Timer() {
  disarm();
}

void Loop::Timer::arm(Moment when) {
  disarm();
  when_ = when;
  if (armed()) loop_.timers_.emplace(when, this);
}

void Loop::Timer::disarm() {
  if (armed()) loop_.timers_.erase({when_, this});
  when_ = Moment::max();
}

Result<std::unique_ptr<Loop>> Loop::open() {
  UniqueFd epoll(::epoll_create1(EPOLL_CLOEXEC));
  if (!epoll) return fail(errno_error("epoll_create", "event loop"));
  UniqueFd wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!wake) return fail(errno_error("eventfd", "event loop"));
  UniqueFd timer(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  if (!timer) return fail(errno_error("timerfd_create", "event loop"));
  return std::unique_ptr<Loop>(new Loop(std::move(epoll), std::move(wake), std::move(timer)));
}

Loop::Loop(UniqueFd epoll, UniqueFd wake, UniqueFd timer)
    : epoll_(std::move(epoll)), wake_(std::move(wake)), timer_(std::move(timer)) {
  add(epoll_.get(), wake_.get(), wake_id);
  add(epoll_.get(), timer_.get(), timer_id);
}

Loop::~Loop() = default;

void Loop::run() {
  while (!stopping_.exchange(false))
    turn();
}

void Loop::turn() {
  set_alarm();
  std::array<epoll_event, 16> ready;
  int count = ::epoll_wait(epoll_.get(), ready.data(), static_cast<int>(ready.size()), -1);
  if (count < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "epoll_wait");
  for (int i = 0; i < count && !stopping_; ++i) {
    auto id = ready[static_cast<std::size_t>(i)].data.u64;
    if (id == wake_id)
      run_posted();
    else if (id == timer_id)
      run_due();
    else if (auto watch = watches_.find(id); watch != watches_.end()) {
      auto call = watch->second->ready_; // a copy: the callback may destroy its registration
      call();
    }
  }
}

void Loop::run_posted() {
  swallow_count(wake_.get());
  std::vector<Callback> calls;
  {
    std::lock_guard lock(posting_);
    calls.swap(posted_);
  }
  for (auto& call : calls)
    call();
}

void Loop::run_due() {
  swallow_count(timer_.get());
  alarm_ = Moment::max();
  auto now = Monotonic::now();
  // Timers that these callbacks arm for a past moment wait for the next turn, so that they cannot starve the
  // descriptors.
  std::vector<std::pair<Moment, Timer*>> due(timers_.begin(),
                                             timers_.lower_bound({now + Duration(1), nullptr}));
  for (auto const& entry : due) {
    if (!timers_.contains(entry)) continue;
    entry.second->disarm();
    auto call = entry.second->due_;
    call();
  }
}

void Loop::set_alarm() {
  auto next = timers_.empty() ? Moment::max() : timers_.begin()->first;
  if (next == alarm_) return;
  alarm_ = next;
  itimerspec spec{}; // zero disarms
  if (next != Moment::max()) {
    auto since_boot = std::max<std::int64_t>(Duration(next.time_since_epoch()).count(), 1);
    spec.it_value.tv_sec = since_boot / 1'000'000'000;
    spec.it_value.tv_nsec = since_boot % 1'000'000'000;
  }
  if (::timerfd_settime(timer_.get(), TFD_TIMER_ABSTIME, &spec, nullptr) < 0)
    throw std::system_error(errno, std::generic_category(), "timerfd_settime");
}

void Loop::stop() {
  stopping_ = true;
  wake();
}

void Loop::post(Callback call) {
  std::lock_guard lock(posting_);
  posted_.push_back(std::move(call));
  if (posted_.size() == 1) wake();
}

void Loop::wake() {
  std::uint64_t one = 1;
  [[maybe_unused]] auto written = ::write(wake_.get(), &one, sizeof one);
}

} // namespace artifactd
