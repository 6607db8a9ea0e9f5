#include "agents/child/process.hpp"

#include "agents/child/start.hpp"
#include "agents/child/warden.hpp"
#include "state/platform/fd.hpp"
#include "state/session/atomic_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/core.h>
#include <linux/memfd.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd {

namespace {

/// How long a pipe may stay open after its leader ended, and then again after the rest of the group was
/// killed.
constexpr auto linger = std::chrono::milliseconds(200);

/// The bytes as a file: no pipe has to be fed, so nothing can block or break.
Result<UniqueFd> as_file(std::string const& bytes) {
  UniqueFd file(::memfd_create("input", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file) return fail(errno_error("starting a program", "its input"));
  TRY(write_all(file.get(), bytes));
  if (::lseek(file.get(), 0, SEEK_SET) != 0 ||
      ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) != 0)
    return fail(errno_error("starting a program", "its input"));
  return file;
}

/// One pipe the program writes to.
class Drain {
public:
  /// Makes the pipe and returns the child's end.
  Result<UniqueFd> open(Keep const& keep) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail(errno_error("starting a program", "a pipe"));
    keep_ = keep;
    read_end_ = UniqueFd(ends[0]);
    return UniqueFd(ends[1]);
  }

  [[nodiscard]] int fd() const noexcept { return read_end_.get(); }

  /// Call after poll() reported that it will not block.
  void read_some() {
    std::array<char, 64 * 1024> buffer;
    auto got = ::read(fd(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) return;
    if (got <= 0) {
      read_end_.reset();
      return;
    }
    auto bytes = std::string_view(buffer.data(), static_cast<std::size_t>(got));
    if (keep_.copy >= 0 && kept_.copy_errno == 0 && kept_.total < keep_.copy_bytes) {
      auto copied = write_all(keep_.copy, bytes.substr(0, keep_.copy_bytes - kept_.total));
      if (!copied) kept_.copy_errno = copied.error().code;
    }
    kept_.bytes += bytes.substr(0, keep_.bytes - kept_.bytes.size());
    kept_.total += bytes.size();
  }

  Kept take() { return std::move(kept_); }

private:
  UniqueFd read_end_;
  Keep keep_;
  Kept kept_;
};

/// stdout, stderr and, when asked for, the result.
using Drains = std::array<Drain, 3>;

/// A started program, as seen through its warden.
class Ward {
public:
  Ward(pid_t warden, UniqueFd channel) : warden_(warden), channel_(std::move(channel)) {}
  Ward(Ward const&) = delete;
  Ward& operator=(Ward const&) = delete;
  ~Ward() { end(); }

  [[nodiscard]] int fd() const noexcept { return channel_.get(); }

  /// Signals the program's whole group. False: it was not signalled, even after several attempts.
  [[nodiscard]] bool send(int signal) const noexcept {
    auto const byte = static_cast<unsigned char>(signal);
    for (int attempt = 0; attempt < most_sendings; ++attempt)
      if (::send(channel_.get(), &byte, 1, MSG_NOSIGNAL) == 1) return true;
    return false;
  }

  /// Call after poll() reported input. A warden that is gone without a message was killed, and the program
  /// with it.
  LeaderEnded hear() const noexcept {
    LeaderEnded ended{};
    auto const got = ::recv(channel_.get(), &ended, sizeof ended, 0);
    if (got != static_cast<ssize_t>(sizeof ended)) ended.status = SIGKILL;
    return ended;
  }

  /// Returns when everything the program started has ended.
  void end() noexcept {
    if (!channel_) return;
    channel_.reset();
    while (::waitpid(warden_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

private:
  pid_t warden_;
  UniqueFd channel_;
};

class Watch {
public:
  Watch(Command const& command, Ward& ward, Drains& drains)
      : command_(command), ward_(ward), drains_(drains), deadline_(Monotonic::now() + command.timeout) {}

  /// Returns when the program has ended and no more output is expected. The result says why it was ended from
  /// here, if it was.
  std::optional<Ending> until_the_end() {
    while (phase_ != Phase::over) {
      wait();
      if (phase_ == Phase::running && ready(cancel_slot)) end_early(Cancelled{});
      for (std::size_t i = 0; i < drains_.size(); ++i)
        if (ready(i)) drains_[i].read_some();
      if (!ended_ && ready(ward_slot)) {
        ended_ = ward_.hear();
        enter(Phase::draining, linger);
      }
      if (ended_ && std::ranges::all_of(drains_, [](Drain const& drain) { return drain.fd() < 0; }))
        phase_ = Phase::over;
      else if (Monotonic::now() >= deadline_)
        next_phase();
    }
    ward_.end();
    return why_;
  }

  /// How the program itself ended.
  [[nodiscard]] LeaderEnded const& ended() const { return *ended_; }

private:
  enum class Phase { running, terminating, killed, draining, abandoning, over };
  static constexpr std::size_t ward_slot = 3;
  static constexpr std::size_t cancel_slot = 4;

  void wait() {
    for (std::size_t i = 0; i < drains_.size(); ++i)
      slots_[i] = {drains_[i].fd(), POLLIN, 0};
    slots_[ward_slot] = {ended_ ? -1 : ward_.fd(), POLLIN, 0};
    slots_[cancel_slot] = {phase_ == Phase::running ? command_.cancel : -1, POLLIN, 0};
    auto left = std::max(Duration::zero(), Duration(deadline_ - Monotonic::now()));
    auto seconds = std::chrono::floor<std::chrono::seconds>(left);
    timespec const timeout{seconds.count(), (left - seconds).count()};
    // On failure no slot is ready; a signal is the only cause.
    if (::ppoll(slots_.data(), slots_.size(), phase_ == Phase::killed ? nullptr : &timeout, nullptr) < 0)
      for (auto& slot : slots_)
        slot.revents = 0;
  }

  [[nodiscard]] bool ready(std::size_t slot) const noexcept { return slots_[slot].revents != 0; }

  void enter(Phase phase, Duration lasting) {
    phase_ = phase;
    deadline_ = Monotonic::now() + lasting;
  }

  void end_early(Ending why) {
    why_ = why;
    enter(Phase::terminating, ward_.send(SIGTERM) ? command_.grace : Duration::zero());
  }

  void next_phase() {
    switch (phase_) {
    case Phase::running:
      return end_early(TimedOut{});
    case Phase::terminating:
      if (ward_.send(SIGKILL)) {
        phase_ = Phase::killed; // no deadline: all that is left is to wait for the kernel
        return;
      }
      ward_.end();
      ended_ = LeaderEnded{.status = SIGKILL, .usage = {}};
      return enter(Phase::draining, linger);
    case Phase::draining:
      ward_.end();
      return enter(Phase::abandoning, linger);
    case Phase::abandoning:
      phase_ = Phase::over;
      return;
    case Phase::killed:
    case Phase::over:
      return;
    }
  }

  Command const& command_;
  Ward& ward_;
  Drains& drains_;
  Moment deadline_;
  Phase phase_ = Phase::running;
  std::optional<LeaderEnded> ended_;
  std::optional<Ending> why_;
  std::array<pollfd, 5> slots_{};
};

Duration duration_of(timeval const& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

Ending ending_of(int status) noexcept {
  if (WIFSIGNALED(status)) return Killed{WTERMSIG(status)};
  return Exited{WEXITSTATUS(status)};
}

/// Starts it with the child's ends of the pipes, which are closed here on return.
Result<pid_t> start_with(Command const& command, Drains& drains, int channel) {
  UniqueFd input;
  if (auto const* bytes = std::get_if<std::string>(&command.input)) input = TRY(as_file(*bytes));
  auto const output = TRY(drains[0].open(command.output));
  auto const errors = TRY(drains[1].open(command.errors));
  UniqueFd result;
  if (command.result) result = TRY(drains[2].open(*command.result));
  std::vector<int> descriptors{input ? input.get() : std::get<int>(command.input), output.get(),
                               errors.get()};
  if (result) descriptors.push_back(result.get());
  descriptors.insert(descriptors.end(), command.passed.begin(), command.passed.end());
  return start(command, descriptors, channel);
}

/// No program is run with root's powers.
Result<void> check_identity(Command const& command) {
  if (::geteuid() != 0 || (command.identity && command.identity->user != 0)) return {};
  auto const& name = command.argv.empty() ? "the program" : command.argv.front();
  if (!command.identity)
    return fail(Fault::unsupported,
                fmt::format("{} is not run: artifactd runs as root, and commands never do; "
                            "start artifactd as another user",
                            name));
  return fail(Fault::unsupported,
              fmt::format("{} is not run: it would run as the owner of its session, which is root; give the "
                          "session directory to the user its agents run as: chown USER DIRECTORY",
                          name));
}

} // namespace

int first_passed(Command const& command) noexcept {
  return command.result ? 4 : 3;
}

Result<Ran> run(Command const& command) {
  TRY(check_identity(command));
  auto const began = Monotonic::now();
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return fail(errno_error("starting a program", "its warden's channel"));
  UniqueFd channel(ends[0]);
  UniqueFd far_end(ends[1]);
  Drains drains;
  Result<pid_t> warden = 0;
  as_self([&] { warden = start_with(command, drains, far_end.get()); });
  Ward ward(TRY(std::move(warden)), std::move(channel));
  far_end.reset();
  Watch watch(command, ward, drains);
  auto const why = watch.until_the_end();
  auto const& [status, usage] = watch.ended();
  return Ran{.ending = why.value_or(ending_of(status)),
             .output = drains[0].take(),
             .errors = drains[1].take(),
             .result = drains[2].take(),
             .wall = Monotonic::now() - began,
             .cpu = duration_of(usage.ru_utime) + duration_of(usage.ru_stime),
             .peak_memory = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024};
}

} // namespace artifactd
