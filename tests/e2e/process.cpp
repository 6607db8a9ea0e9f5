#include "tests/e2e/process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

extern char** environ;

namespace artifactd::test {

namespace {

std::string whole(int fd) {
  std::string text;
  std::array<char, 65536> block;
  for (off_t at = 0;;) {
    auto got = ::pread(fd, block.data(), block.size(), at);
    if (got <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(got));
    at += got;
  }
}

/// The path of a program in PATH: looked up before the fork, after which few calls are allowed.
std::string located(std::string const& program) {
  if (program.contains('/')) return program;
  char const* path = std::getenv("PATH");
  std::string rest = path == nullptr ? "/usr/bin:/bin" : path;
  while (!rest.empty()) {
    auto colon = rest.find(':');
    auto candidate = rest.substr(0, colon) + "/" + program;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
    rest = colon == rest.npos ? "" : rest.substr(colon + 1);
  }
  return program;
}

std::vector<std::string> merged_environment(std::map<std::string, std::string> const& extra) {
  std::map<std::string, std::string> all;
  for (char** each = environ; *each != nullptr; ++each) {
    std::string entry = *each;
    auto equals = entry.find('=');
    if (equals != entry.npos) all[entry.substr(0, equals)] = entry.substr(equals + 1);
  }
  for (auto const& [name, value] : extra)
    all[name] = value;
  std::vector<std::string> entries;
  for (auto const& [name, value] : all)
    entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (auto& text : texts)
    list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

/// Several processes may write to it at once: without O_APPEND Linux lets one overwrite what another wrote,
/// since no lock guards the position of a memfd.
int memory_file(char const* name) {
  auto fd = ::memfd_create(name, MFD_CLOEXEC);
  if (fd < 0 || ::fcntl(fd, F_SETFL, O_APPEND) < 0)
    throw std::system_error(errno, std::generic_category(), "memfd_create");
  return fd;
}

int status_code(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

Child::Child(Command const& command) : out_(memory_file("stdout")), err_(memory_file("stderr")) {
  auto words = command.words;
  auto arguments = pointers(words);
  auto program = located(command.words.at(0));
  auto entries = merged_environment(command.environment);
  auto environment = pointers(entries);
  auto directory = command.directory.string();
  pid_ = ::fork();
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (pid_ > 0) return;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  auto nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(out_, STDOUT_FILENO);
  ::dup2(err_, STDERR_FILENO);
  if (!directory.empty() && ::chdir(directory.c_str()) < 0) ::_exit(126);
  if (command.user && (::setresgid(*command.user, *command.user, *command.user) < 0 ||
                       ::setresuid(*command.user, *command.user, *command.user) < 0))
    ::_exit(126);
  if (command.user) ::prctl(PR_SET_PDEATHSIG, SIGKILL); // a change of user clears it
  ::execve(program.c_str(), arguments.data(), environment.data());
  ::_exit(127);
}

Child::~Child() {
  if (running()) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  ::close(out_);
  ::close(err_);
}

bool Child::running() {
  return !wait(std::chrono::milliseconds(0));
}

void Child::send(int signal) const {
  if (!status_) ::kill(pid_, signal);
}

std::optional<int> Child::wait(std::chrono::milliseconds limit) {
  auto ended = [&] {
    int status = 0;
    if (!status_ && ::waitpid(pid_, &status, WNOHANG) == pid_) status_ = status_code(status);
    return status_.has_value();
  };
  if (!ended() && limit.count() > 0) static_cast<void>(eventually(ended, limit));
  return status_;
}

std::string Child::out() const {
  return whole(out_);
}

std::string Child::err() const {
  return whole(err_);
}

std::string built(std::string_view program) {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / program;
}

bool sanitized() {
  return std::getenv("TSAN_OPTIONS") != nullptr || std::getenv("ASAN_OPTIONS") != nullptr;
}

Ended run(Command const& command, std::chrono::milliseconds limit) {
  Child child(command);
  auto exit = child.wait(limit);
  return {exit.value_or(-1), child.out(), child.err()};
}

Ended shell(std::string const& line, std::filesystem::path const& directory,
            std::map<std::string, std::string> const& environment) {
  return run({.words = {"/bin/sh", "-ec", line}, .environment = environment, .directory = directory});
}

} // namespace artifactd::test
