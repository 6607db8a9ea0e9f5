#include "agents/child/start.hpp"

#include "agents/child/program.hpp"
#include "agents/child/warden.hpp"
#include "state/platform/fd.hpp"
#include "state/platform/oom_order.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/core.h>
#include <grp.h>
#include <linux/close_range.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd {

namespace {

enum class StartStep : int { warden, parent, identity, walls, directory, descriptors, limits, execute };

/// What a child that could not become the program reports before it ends.
struct Failure {
  StartStep step;
  int code;
};

/// Everything the child needs, allocated before the fork.
struct Prepared {
  std::string program;
  std::vector<char*> argv;
  std::vector<char*> environment;
  std::span<int const> descriptors;
  std::vector<int> lifted;
  int channel; ///< to its warden; negative: no warden
  int report;
  pid_t parent = ::getpid();
};

std::vector<char*> pointers(std::vector<std::string> const& texts) {
  std::vector<char*> all;
  for (auto const& text : texts)
    all.push_back(const_cast<char*>(text.c_str())); // execve promises not to write
  all.push_back(nullptr);
  return all;
}

void default_signals() noexcept {
  for (int signal = 1; signal < NSIG; ++signal)
    ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Raw system calls: the library's versions would notify threads that do not exist in the child.
bool become(Identity const& identity) noexcept {
  return ::syscall(SYS_setgroups, identity.groups.size(), identity.groups.data()) == 0 &&
         ::syscall(SYS_setresgid, identity.group, identity.group, identity.group) == 0 &&
         ::syscall(SYS_setresuid, identity.user, identity.user, identity.user) == 0;
}

/// The child stays confined by the ruleset, whatever it executes.
bool build_walls(int ruleset) noexcept {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  return ruleset < 0 || ::syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
}

bool enter(std::variant<std::string, int> const& directory) noexcept {
  if (auto const* fd = std::get_if<int>(&directory)) return ::fchdir(*fd) == 0;
  return ::chdir(std::get_if<std::string>(&directory)->c_str()) == 0;
}

/// First moves all descriptors above their target numbers, so that none overwrites another, then to the
/// targets.
bool place(Prepared& prepared) noexcept {
  auto count = static_cast<int>(prepared.descriptors.size());
  auto report = ::fcntl(prepared.report, F_DUPFD_CLOEXEC, count);
  if (report < 0) return false;
  prepared.report = report;
  for (int i = 0; i < count; ++i) {
    auto slot = static_cast<std::size_t>(i);
    prepared.lifted[slot] = ::fcntl(prepared.descriptors[slot], F_DUPFD_CLOEXEC, count);
    if (prepared.lifted[slot] < 0) return false;
  }
  for (int i = 0; i < count; ++i)
    if (::dup2(prepared.lifted[static_cast<std::size_t>(i)], i) < 0) return false;
  return ::syscall(SYS_close_range, count, ~0U, CLOSE_RANGE_CLOEXEC) == 0;
}

StartStep become_the_program(Command const& command, Prepared& prepared) noexcept {
  ::setsid();
  end_before_the_service(); // the file is root's once the identity has changed
  if (command.identity && !become(*command.identity)) return StartStep::identity;
  // After the change of identity, which clears it; a parent that died earlier would never send it.
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != prepared.parent) return StartStep::parent;
  if (!build_walls(command.walls)) return StartStep::walls;
  if (!enter(command.directory)) return StartStep::directory;
  if (!place(prepared)) return StartStep::descriptors;
  default_signals();
  if (!apply_limits(command.limits)) return StartStep::limits;
  ::execve(prepared.program.c_str(), prepared.argv.data(), prepared.environment.data());
  return StartStep::execute;
}

[[noreturn]] void give_up(Prepared const& prepared, StartStep step) noexcept {
  Failure failure{step, errno};
  [[maybe_unused]] auto written = ::write(prepared.report, &failure, sizeof failure);
  ::_exit(127);
}

/// If there is a warden, the warden starts the program.
[[noreturn]] void child(Command const& command, Prepared& prepared) noexcept {
  if (prepared.channel >= 0) {
    prepared.parent = ::getpid();
    auto const leader = become_warden() ? ::_Fork() : -1;
    if (leader < 0) give_up(prepared, StartStep::warden);
    if (leader > 0) keep_watch(leader, prepared.channel);
  }
  give_up(prepared, become_the_program(command, prepared));
}

/// Signals stay blocked until the child has reset its dispositions: it must not run our handlers.
pid_t fork_undisturbed(Command const& command, Prepared& prepared) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  auto pid = ::fork();
  if (pid == 0) child(command, prepared);
  auto code = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = code;
  return pid;
}

std::string_view words_for(StartStep step) noexcept {
  constexpr std::array<std::string_view, 8> words = {
      "watch over it",       "make it end with its parent", "switch to its user", "confine it",
      "enter its directory", "pass its descriptors",        "set its limits",     "execute it"};
  return words[static_cast<std::size_t>(step)];
}

} // namespace

Result<pid_t> start(Command const& command, std::span<int const> descriptors, int channel) {
  auto const environment = environment_of(command);
  auto program = TRY(find_program(command, environment));
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail(errno_error("starting", program));
  UniqueFd const read_end(ends[0]);
  UniqueFd write_end(ends[1]);
  Prepared prepared{program,
                    pointers(command.argv),
                    pointers(environment),
                    descriptors,
                    std::vector<int>(descriptors.size()),
                    channel,
                    write_end.get()};
  auto pid = fork_undisturbed(command, prepared);
  if (pid < 0) return fail(errno_error("starting", program));
  write_end.reset();
  Failure failure{};
  ssize_t got = 0;
  do
    got = ::read(read_end.get(), &failure, sizeof failure);
  while (got < 0 && errno == EINTR);
  if (got == 0) return pid; // closed by a successful exec
  ::kill(pid, SIGKILL);     // a warden that has nothing to watch over
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  return fail(
      errno_error(fmt::format("cannot start {}: cannot {}", command.argv.front(), words_for(failure.step)),
                  program, failure.code));
}

} // namespace artifactd
