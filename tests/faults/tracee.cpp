#include "tests/faults/tracee.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd::faults {

namespace {

enum class Tracing : std::uint8_t { off, on };

std::vector<char*> pointers(std::vector<std::string> const& texts) {
  std::vector<char*> list;
  for (auto const& text : texts)
    list.push_back(const_cast<char*>(text.c_str()));
  list.push_back(nullptr);
  return list;
}

pid_t start(Program const& program, Tracing tracing) {
  auto arguments = pointers(program.arguments);
  auto environment = pointers(program.environment);
  auto child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child > 0) return child;
  int silence = ::open("/dev/null", O_RDWR);
  if (silence < 0) ::_exit(127);
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::dup2(silence, stream);
  if (tracing == Tracing::on) {
    ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    ::raise(SIGSTOP);
  }
  ::execve(arguments[0], arguments.data(), environment.data());
  ::_exit(127);
}

/// During its lifetime, interrupts a wait once the time is up, and repeatedly after that in case it was
/// missed.
class Alarm {
public:
  explicit Alarm(std::chrono::milliseconds patience) {
    struct sigaction act{};
    act.sa_handler = [](int) {}; // no SA_RESTART: its only purpose is to interrupt
    ::sigaction(SIGALRM, &act, nullptr);
    itimerval timer{};
    timer.it_value = {patience.count() / 1000, (patience.count() % 1000) * 1000};
    timer.it_interval = {0, 100'000};
    ::setitimer(ITIMER_REAL, &timer, &outer_);
  }
  ~Alarm() { ::setitimer(ITIMER_REAL, &outer_, nullptr); }
  Alarm(Alarm const&) = delete;
  Alarm& operator=(Alarm const&) = delete;

private:
  itimerval outer_{}; ///< the timer of an outer run
};

Ending ending_of(int status) {
  if (WIFEXITED(status)) return {Ending::How::exited, WEXITSTATUS(status)};
  return {Ending::How::crashed, WTERMSIG(status)};
}

/// Which argument is a path, for the calls with which a program begins to work on a file.
std::optional<std::size_t> path_argument(std::uint64_t number) {
  switch (static_cast<long>(number)) {
  case SYS_open:
  case SYS_stat:
  case SYS_lstat:
  case SYS_access:
  case SYS_readlink:
    return 0;
  case SYS_openat:
  case SYS_openat2:
  case SYS_newfstatat:
  case SYS_statx:
  case SYS_readlinkat:
  case SYS_faccessat2:
    return 1;
  default:
    return std::nullopt;
  }
}

/// A process that is killed while one of its threads forks leaves a child that has not stopped yet, with
/// copies of its locks. The kernel has no list of the processes we trace, and not all of our children are
/// traced.
bool traces_anybody() {
  auto const traced_by_us = "TracerPid:\t" + std::to_string(::getpid());
  std::error_code gone;
  for (auto const& process : std::filesystem::directory_iterator("/proc", gone)) {
    std::ifstream status(process.path() / "status");
    for (std::string line; std::getline(status, line);)
      if (line == traced_by_us) return true;
  }
  return false;
}

class Tracer {
public:
  Tracer(Program const& program, std::string const& landmark, std::function<Act(Call const&)> const& at_call)
      : program_(std::filesystem::path(program.arguments[0]).filename()), landmark_(landmark),
        at_call_(at_call), process_(start(program, Tracing::on)) {}

  Ending follow() {
    int status = 0;
    for (;;) {
      auto thread = ::waitpid(-1, &status, __WALL);
      if (thread < 0 && errno == EINTR) {
        kill(Ending::How::hung);
      } else if (thread < 0) {
        if (forced_) return {*forced_, 0};
        return ending_.value_or(Ending{Ending::How::crashed, 0});
      } else if (WIFSTOPPED(status)) {
        stopped(thread, status);
      } else {
        threads_.erase(thread);
        foreign_.erase(thread);
        loading_.erase(thread);
        if (thread == process_) ending_ = ending_of(status);
        if (ending_ && threads_.empty() && !traces_anybody()) return forced_ ? Ending{*forced_, 0} : *ending_;
      }
    }
  }

private:
  void stopped(pid_t thread, int status) {
    auto signal = WSTOPSIG(status);
    auto fresh = threads_.insert(thread).second;
    auto const executed = status >> 8 == (SIGTRAP | PTRACE_EVENT_EXEC << 8);
    if (fresh || executed) note_program(thread);
    if (executed) loading_.insert(thread);
    if (fresh && thread == process_) {
      auto wanted = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                    PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
      ::ptrace(PTRACE_SETOPTIONS, thread, nullptr, wanted);
    }
    int pass_on = 0;
    if (signal == (SIGTRAP | 0x80))
      at_call_stop(thread);
    else if (signal != SIGTRAP &&
             !(fresh && signal == SIGSTOP)) // a traced thread begins with a SIGSTOP of its own
      pass_on = signal;
    ::ptrace(PTRACE_SYSCALL, thread, nullptr, pass_on);
  }

  /// artifactd's programs are recognised by name, a mutant by being the program that was started.
  void note_program(pid_t thread) {
    std::error_code gone;
    auto const file =
        std::filesystem::read_symlink("/proc/" + std::to_string(thread) + "/exe", gone).filename();
    if (gone || file == program_ || file.string().starts_with("artifact"))
      foreign_.erase(thread);
    else
      foreign_.insert(thread);
  }

  void at_call_stop(pid_t thread) {
    __ptrace_syscall_info info{};
    if (::ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) <= 0) return; // the thread is dying
    if (info.op == PTRACE_SYSCALL_INFO_EXIT) return answer(thread);
    if (info.op != PTRACE_SYSCALL_INFO_ENTRY) return;
    Call call{.thread = thread,
              .number = info.entry.nr,
              .arguments = {},
              .foreign = foreign_.contains(thread) || loading_.contains(thread)};
    if (call.number == SYS_munmap) loading_.erase(thread); // the loader unmaps its cache when done
    std::copy_n(std::begin(info.entry.args), call.arguments.size(), call.arguments.begin());
    if (!begun_) {
      auto path = path_argument(call.number);
      begun_ = path && call.text(*path).find(landmark_) != std::string::npos;
      if (!begun_) return;
    }
    if (forced_) return;
    auto act = at_call_(call);
    if (std::holds_alternative<Kill>(act)) kill(Ending::How::killed);
    if (auto const* failing = std::get_if<Fail>(&act)) {
      // A failing close still closes the file; any other failing call has no effect.
      if (call.number != SYS_close) set_register(thread, &user_regs_struct::orig_rax, ~0ULL);
      // brk reports no errno: it returns the end of the heap, and any end but the requested one is a refusal.
      failing_[thread] = call.number == SYS_brk ? 0 : -failing->code;
    }
  }

  /// At the exit of a call that is to fail: sets its return value.
  void answer(pid_t thread) {
    auto failing = failing_.find(thread);
    if (failing == failing_.end()) return;
    set_register(thread, &user_regs_struct::rax, static_cast<unsigned long long>(failing->second));
    failing_.erase(failing);
  }

  static void set_register(pid_t thread, unsigned long long user_regs_struct::* which,
                           unsigned long long value) {
    user_regs_struct registers{};
    ::ptrace(PTRACE_GETREGS, thread, nullptr, &registers);
    registers.*which = value;
    ::ptrace(PTRACE_SETREGS, thread, nullptr, &registers);
  }

  void kill(Ending::How why) {
    forced_ = forced_.value_or(why);
    ::kill(process_, SIGKILL);
  }

  std::filesystem::path program_;
  std::string const& landmark_;
  std::function<Act(Call const&)> const& at_call_;
  pid_t process_;
  std::set<pid_t> threads_;
  std::set<pid_t> foreign_;      ///< threads whose program is not artifactd's
  std::set<pid_t> loading_;      ///< threads whose program has not reached main yet
  std::map<pid_t, int> failing_; ///< return values of failing calls
  bool begun_ = false;
  std::optional<Ending::How> forced_;
  std::optional<Ending> ending_;
};

} // namespace

std::string Ending::text() const {
  switch (how) {
  case How::exited:
    return "exit " + std::to_string(code);
  case How::crashed:
    return std::string("crashed: ") + ::strsignal(code);
  case How::killed:
    return "killed";
  case How::hung:
    return "hung";
  }
  return "";
}

Ending run(Program const& program) {
  Alarm alarm(program.patience);
  auto child = start(program, Tracing::off);
  int status = 0;
  bool hung = false;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    hung = true;
    ::kill(child, SIGKILL);
  }
  return hung ? Ending{Ending::How::hung, 0} : ending_of(status);
}

Ending run_traced(Program const& program, std::string const& landmark,
                  std::function<Act(Call const&)> const& at_call) {
  Alarm alarm(program.patience);
  return Tracer(program, landmark, at_call).follow();
}

std::string untraceable() {
#ifdef __x86_64__
  bool heard = false;
  auto ending = run_traced({{"/bin/true"}, {}}, "", [&](Call const&) {
    heard = true;
    return Pass{};
  });
  if (heard && ending.how == Ending::How::exited && ending.code == 0) return "";
  return "this machine does not let a program trace its child (" + ending.text() + ")";
#else
  return "written for x86-64";
#endif
}

} // namespace artifactd::faults
