#include "daemon/model/model_child.hpp"

#include "agents/child/start.hpp"
#include "agents/model/patience.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd {

namespace {

/// A command that is being asked may take two seconds to end.
constexpr Duration ending = std::chrono::seconds(5);
/// Where the configuration and the keys are.
constexpr std::array<char const*, 3> ways_to_files = {"CONFIGURATION_DIRECTORY", "XDG_CONFIG_HOME",
                                                      "CREDENTIALS_DIRECTORY"};

/// The daemon's program, which is installed beside all others.
Result<std::string> own_program() {
  std::error_code failed;
  auto const self = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (failed) return fail(errno_error("readlink", "/proc/self/exe", failed.value()));
  return (self.parent_path() / "artifactd").string();
}

Command words_for(std::string program, Config const& config, ConfigSource const& source) {
  Command command{.argv = {std::move(program)}, .basics = Basics::given};
  if (source.file) {
    std::error_code failed;
    auto const file = std::filesystem::absolute(*source.file, failed).string();
    command.argv.insert(command.argv.end(), {"--config", file});
  }
  command.argv.insert(command.argv.end(), {"--log-format", std::string(log_format_word(config.log.format)),
                                           "--log-level", std::string(log_level_word(config.log.level)),
                                           "model", "--accounts", config.model_state_path()});
  for (auto const* name : ways_to_files)
    if (auto const* value = std::getenv(name))
      command.environment.push_back(fmt::format("{}={}", name, value));
  return command;
}

} // namespace

Result<ModelChild> ModelChild::start(int listener, Config const& config, ConfigSource const& source) {
  auto const command = words_for(TRY(own_program()), config, source);
  UniqueFd const nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  if (!nowhere) return fail(errno_error("open", "/dev/null"));
  std::array const descriptors = {listener, nowhere.get(), STDERR_FILENO};
  auto const pid = TRY(artifactd::start(command, descriptors));
  // The pid stays valid until it is waited for.
  return ModelChild(pid, UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))));
}

ModelChild::~ModelChild() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGTERM);
  if (pidfd_.get() < 0 || !model::called_off(pidfd_.get(), Monotonic::now() + ending)) ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void ModelChild::reload() const {
  ::kill(pid_, SIGHUP);
}

bool ModelChild::ended_well() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace artifactd
