#include "merge/jq/jq_child.hpp"

#include "state/platform/identity.hpp"
#include "state/platform/passed_descriptors.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace artifactd {

namespace {

using jq::Answer;
using jq::Ending;

// A child that gets no processor time may take this many times its limit before the machine is blamed.
constexpr int patience = 10;

/// Beside the running program, or where an installation puts internal programs.
Result<std::string> find_artifactd_jq() {
  std::error_code none;
  auto self = std::filesystem::read_symlink("/proc/self/exe", none);
  if (none)
    return fail({Fault::io, "cannot start artifactd-jq: /proc/self/exe: " + none.message(), none.value()});
  auto beside = self.parent_path();
  for (auto const& path : {beside / "artifactd-jq", beside.parent_path() / "libexec/artifactd/artifactd-jq"})
    if (::access(path.c_str(), X_OK) == 0) return path.string();
  return fail(Fault::missing,
              fmt::format("cannot start artifactd-jq, which runs jq programs: it is neither in {} nor "
                          "in {}/libexec/artifactd; reinstall artifactd",
                          beside.string(), beside.parent_path().string()));
}

/// The settings for posix_spawn: a process group of its own, no signal blocked or ignored, only descriptor 0.
class SpawnPlan {
public:
  explicit SpawnPlan(int socket) {
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, socket, 0);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, 1);
  }
  ~SpawnPlan() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnPlan(SpawnPlan const&) = delete;
  SpawnPlan& operator=(SpawnPlan const&) = delete;

  Result<pid_t> spawn(std::string const& program, JqLimits const& limits) {
    auto memory = std::to_string(limits.memory);
    auto parent = std::to_string(::getpid());
    std::string name = "artifactd-jq";
    std::array<char*, 4> arguments{name.data(), memory.data(), parent.data(), nullptr};
    std::array<char*, 1> environment{nullptr};
    pid_t pid = -1;
    auto code =
        ::posix_spawn(&pid, program.c_str(), &actions_, &attributes_, arguments.data(), environment.data());
    if (code != 0) return fail(errno_error("cannot start artifactd-jq", program, code));
    return pid;
  }

private:
  posix_spawnattr_t attributes_;
  posix_spawn_file_actions_t actions_;
};

Result<void> write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    auto written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return fail(errno_error("write", "the request for artifactd-jq"));
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

/// Sealed, so that nobody can change the question any more.
Result<UniqueFd> sealed(std::string_view program, std::string_view input) {
  UniqueFd file(::memfd_create("question", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file) return fail(errno_error("memfd_create", "the request for artifactd-jq"));
  TRY(write_all(file.get(), program));
  TRY(write_all(file.get(), input));
  if (::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) != 0)
    return fail(errno_error("sealing", "the request for artifactd-jq"));
  return file;
}

bool send_question(int socket, int file, jq::Question const& question) noexcept {
  auto const bytes = jq::encode(question);
  return send_with(socket, std::as_bytes(std::span(bytes)), std::span(&file, 1), MSG_NOSIGNAL) ==
         static_cast<ssize_t>(bytes.size());
}

/// Processor time it has used so far.
Duration time_of(pid_t pid) noexcept {
  clockid_t clock{};
  timespec used{};
  if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return {};
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

/// Signals a process raises by its own fault; all others come from outside.
bool of_its_own(int signal) noexcept {
  return signal == SIGABRT || signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
         signal == SIGSYS;
}

Result<Answer> meaning_of(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) return Answer{.ending = Ending::too_long};
  if (WIFSIGNALED(status) && of_its_own(WTERMSIG(status)))
    return Answer{.ending = Ending::crashed, .message = ::strsignal(WTERMSIG(status))};
  if (WIFSIGNALED(status))
    return fail(Fault::exhausted,
                fmt::format("artifactd-jq was killed from outside by signal {} ({}); if this continues, "
                            "check the kernel log for a lack of memory",
                            WTERMSIG(status), ::strsignal(WTERMSIG(status))));
  switch (static_cast<jq::Exit>(WEXITSTATUS(status))) {
  case jq::Exit::no_memory_for_program:
    return Answer{.ending = Ending::no_memory};
  case jq::Exit::no_memory_for_input:
    return fail(Fault::exhausted,
                "reading the artifacts or the graph takes jq more memory than [limits] jq_memory");
  case jq::Exit::not_confined:
    return fail(Fault::unsupported, "artifactd-jq cannot confine itself (seccomp); jq programs are "
                                    "not run without that");
  case jq::Exit::hung_up:
    break;
  }
  return fail(Fault::io, fmt::format("artifactd-jq ended with {}; is it the same version as artifactd?",
                                     WEXITSTATUS(status)));
}

} // namespace

Result<JqChild> JqChild::start(JqLimits const& limits) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return fail(errno_error("socketpair", "artifactd-jq"));
  UniqueFd ours(ends[0]);
  UniqueFd const theirs(ends[1]);
  Result<pid_t> pid = -1;
  as_self([&] {
    auto program = find_artifactd_jq();
    pid = program ? SpawnPlan(theirs.get()).spawn(*program, limits) : fail(std::move(program).error());
  });
  return JqChild(TRY(std::move(pid)), std::move(ours), limits);
}

JqChild::JqChild(JqChild&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), socket_(std::move(other.socket_)), limits_(other.limits_),
      questions_(other.questions_), asked_(other.asked_), used_before_(other.used_before_) {}

JqChild& JqChild::operator=(JqChild&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(socket_, other.socket_);
  std::swap(limits_, other.limits_);
  std::swap(questions_, other.questions_);
  return *this;
}

JqChild::~JqChild() {
  finish();
}

/// Kills and reaps it; returns how it ended.
int JqChild::finish() noexcept {
  if (gone()) return 0;
  ::kill(pid_, SIGKILL); // has no effect if it is dying already
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  socket_.reset();
  return status;
}

Result<Answer> JqChild::post_mortem() {
  return meaning_of(finish());
}

Result<Answer> JqChild::ask(jq::Ask ask, std::string_view program, std::string_view input) {
  auto file = TRY(sealed(program, input));
  ++questions_;
  asked_ = Monotonic::now();
  used_before_ = time_of(pid_);
  auto seconds = static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::seconds>(limits_.time).count());
  if (!send_question(socket_.get(), file.get(), {ask, program.size(), input.size(), limits_.output, seconds}))
    return post_mortem();
  auto answer = read_answer();
  if (!answer || answer->ending == Ending::too_much) finish();
  return answer;
}

Result<Answer> JqChild::read_answer() {
  std::array<char, jq::head_size> bytes{};
  Answer ended;
  if (!TRY(receive(bytes.data(), bytes.size(), ended))) return ended;
  auto head = jq::decode_head({bytes.data(), bytes.size()});
  if (!head)
    return fail(Fault::io,
                "artifactd-jq speaks another protocol version: restart artifactd after an upgrade");
  if (head->bytes > limits_.output + jq::answer_overhead) return Answer{.ending = Ending::too_much};
  std::string body(static_cast<std::size_t>(head->bytes), '\0');
  if (!TRY(receive(body.data(), body.size(), ended))) return ended;
  auto answer = jq::decode_body(head->ending, body);
  if (!answer) return fail(Fault::io, "artifactd-jq gave an answer that does not parse");
  return *std::move(answer);
}

Result<bool> JqChild::receive(char* into, std::size_t size, Answer& ended) {
  while (size > 0) {
    auto left = limits_.time - (time_of(pid_) - used_before_);
    auto wait = std::chrono::ceil<std::chrono::milliseconds>(left).count();
    pollfd reading{socket_.get(), POLLIN, 0};
    auto ready = left <= Duration::zero()
                     ? 0
                     : ::poll(&reading, 1, static_cast<int>(std::min<std::int64_t>(wait, INT32_MAX)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0) return fail(errno_error("poll", "artifactd-jq"));
    if (ready == 0) {
      if (left > Duration::zero() && Monotonic::now() - asked_ < patience * limits_.time) continue;
      ended = TRY(end_of_time());
      return false;
    }
    auto got = ::recv(socket_.get(), into, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      ended = TRY(post_mortem());
      return false;
    }
    into += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

/// Only the child's own time counts, not that of a machine busy with other work.
Result<Answer> JqChild::end_of_time() {
  auto used = time_of(pid_) - used_before_;
  finish();
  if (used >= limits_.time) return Answer{.ending = Ending::too_long};
  return fail(Fault::busy,
              fmt::format("artifactd-jq got no more than {} ms of CPU time in {} s",
                          std::chrono::duration_cast<std::chrono::milliseconds>(used).count(),
                          std::chrono::duration_cast<std::chrono::seconds>(patience * limits_.time).count()));
}

} // namespace artifactd
