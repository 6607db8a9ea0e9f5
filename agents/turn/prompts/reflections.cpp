#include "agents/turn/prompts/reflections.hpp"

#include "state/platform/fd.hpp"
#include "state/platform/spare_threads.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <system_error>
#include <utility>

namespace artifactd::turn {

namespace {

using Answered = std::expected<StepAnswer, TurnFailure>;

/// Descriptors that a thread keeps from one turn to the next: making them takes six system calls.
struct Watch {
  UniqueFd failed{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  UniqueFd any{::epoll_create1(EPOLL_CLOEXEC)};

  Watch() { add(failed.get()); }
  void add(int fd) const noexcept {
    epoll_event event{.events = EPOLLIN, .data = {}};
    static_cast<void>(::epoll_ctl(any.get(), EPOLL_CTL_ADD, fd, &event));
  }
  void remove(int fd) const noexcept {
    static_cast<void>(::epoll_ctl(any.get(), EPOLL_CTL_DEL, fd, nullptr));
  }
};
thread_local std::optional<Watch> spare_watch;

/// Becomes readable when one of the steps fails, or `outer` does. Create and destroy it on one thread.
class Cancelling {
public:
  explicit Cancelling(int outer) : outer_(outer) {
    if (spare_watch) watch_ = std::exchange(spare_watch, std::nullopt);
    if (!watch_) watch_.emplace();
    if (outer_ >= 0) watch_->add(outer_);
  }
  Cancelling(Cancelling const&) = delete;
  Cancelling& operator=(Cancelling const&) = delete;
  ~Cancelling() {
    if (cancelled_ || !watch_->failed || !watch_->any) return; // it stays readable, or never becomes so
    if (outer_ >= 0) watch_->remove(outer_);
    spare_watch = std::move(watch_);
  }
  [[nodiscard]] int fd() const noexcept { return watch_->any.get(); }
  /// True for the first failure.
  bool cancel() noexcept {
    if (cancelled_.exchange(true)) return false;
    static_cast<void>(::eventfd_write(watch_->failed.get(), 1));
    return true;
  }

private:
  int outer_;
  std::optional<Watch> watch_;
  std::atomic<bool> cancelled_ = false;
};

/// Never destroyed: another thread may still ask while the process exits.
SpareThreads& spare_threads() {
  static auto& threads = *new SpareThreads;
  return threads;
}

/// Questions that other threads ask. The destructor waits for them.
class AskedElsewhere {
public:
  AskedElsewhere() = default;
  AskedElsewhere(AskedElsewhere const&) = delete;
  AskedElsewhere& operator=(AskedElsewhere const&) = delete;
  ~AskedElsewhere() {
    for (auto open = open_->load(); open != 0; open = open_->load())
      open_->wait(open);
  }

  /// Throws std::system_error if no thread is left.
  void ask(std::function<void()> asking) {
    ++*open_;
    try {
      spare_threads().run([asking = std::move(asking), open = open_] {
        asking();
        if (--*open == 0) open->notify_one();
      });
    } catch (...) {
      --*open_;
      throw;
    }
  }

private:
  std::shared_ptr<std::atomic<int>> open_ = std::make_shared<std::atomic<int>>(0);
};

} // namespace

std::expected<std::vector<StepAnswer>, TurnFailure> ask_all(std::span<StepQuestion const> questions,
                                                            Stage const& stage) {
  Cancelling cancelling(stage.cancel);
  auto shared = stage;
  shared.cancel = cancelling.fd();
  std::vector<std::optional<Answered>> answers(questions.size());
  std::atomic<std::size_t> first_failure = questions.size();
  auto const ask_one = [&](std::size_t i) {
    answers[i] = ask(questions[i], shared);
    if (!*answers[i]) {
      if (cancelling.cancel()) first_failure = i;
    } else if (stage.tell) {
      stage.tell({"acts", questions[i].character_id});
    }
  };
  {
    AskedElsewhere others;
    std::size_t here = 0; // the first that is asked on this thread
    try {
      for (; here + 1 < questions.size(); ++here)
        others.ask([&ask_one, here] { ask_one(here); });
    } catch (std::system_error const&) {
      // No more threads: the rest are asked one after the other, with the same result.
    }
    for (; here < questions.size(); ++here)
      ask_one(here);
  }
  if (first_failure < questions.size()) return std::unexpected(std::move(*answers[first_failure]).error());
  std::vector<StepAnswer> all;
  for (auto& answer : answers)
    all.push_back(*std::move(*answer));
  return all;
}

} // namespace artifactd::turn
