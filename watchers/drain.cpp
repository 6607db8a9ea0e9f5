#include "watchers/drain.hpp"

#include <array>
#include <poll.h>
#include <sys/eventfd.h>
#include <system_error>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace artifactd {

namespace {

void raise(int eventfd) noexcept {
  std::uint64_t one = 1;
  [[maybe_unused]] auto written = ::write(eventfd, &one, sizeof one);
}

} // namespace

Result<std::unique_ptr<Drain>> Drain::start(Inotify const& inotify, std::size_t most, Draining how) {
  UniqueFd ready(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  UniqueFd leave(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!ready || !leave) return fail(errno_error("eventfd", "watch thread"));
  std::unique_ptr<Drain> drain(new Drain(inotify, most, std::move(ready), std::move(leave)));
  if (how == Draining::by_take) return drain;
  try {
    drain->thread_ = std::jthread([self = drain.get()] { self->read_until_left(); });
  } catch (std::system_error const& error) {
    return fail(errno_error("thread", "watch thread", error.code().value()));
  }
  return drain;
}

Drain::Drain(Inotify const& inotify, std::size_t most, UniqueFd ready, UniqueFd leave)
    : inotify_(inotify), ready_(std::move(ready)), leave_(std::move(leave)), batch_(most) {}

Drain::~Drain() {
  raise(leave_.get());
}

void Drain::read_until_left() {
  std::array<pollfd, 2> wanted = {pollfd{inotify_.fd(), POLLIN, 0}, pollfd{leave_.get(), POLLIN, 0}};
  for (;;) {
    ::poll(wanted.data(), wanted.size(), -1);
    if (wanted[1].revents != 0) return;
    std::lock_guard lock(mutex_);
    inotify_.read_into(batch_);
    if (!raised_ && batch_.is_news()) raise(ready_.get());
    raised_ = raised_ || batch_.is_news();
  }
}

Batch Drain::take() {
  std::lock_guard lock(mutex_);
  std::uint64_t count = 0;
  if (std::exchange(raised_, false)) std::ignore = ::read(ready_.get(), &count, sizeof count);
  // The thread may be behind: reading here makes everything up to now part of this batch.
  inotify_.read_into(batch_);
  return batch_.take();
}

} // namespace artifactd
