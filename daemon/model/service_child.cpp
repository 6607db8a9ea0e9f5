#include "daemon/model/service_child.hpp"

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
/// Where the configuration is.
constexpr std::array<char const*, 2> ways_to_files = {"CONFIGURATION_DIRECTORY", "XDG_CONFIG_HOME"};
constexpr char const* way_to_keys = "CREDENTIALS_DIRECTORY";

/// The daemon's program, which is installed beside all others.
Result<std::string> own_program() {
  std::error_code failed;
  auto const self = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (failed) return fail(errno_error("readlink", "/proc/self/exe", failed.value()));
  return (self.parent_path() / "artifactd").string();
}

void pass_on(Command& command, char const* name) {
  if (auto const* value = std::getenv(name)) command.environment.push_back(fmt::format("{}={}", name, value));
}

/// Up to the mode.
Command words_for(std::string program, Config const& config, ConfigSource const& source) {
  Command command{.argv = {std::move(program)}, .basics = Basics::given};
  if (source.file) {
    std::error_code failed;
    auto const file = std::filesystem::absolute(*source.file, failed).string();
    command.argv.insert(command.argv.end(), {"--config", file});
  }
  command.argv.insert(command.argv.end(), {"--log-format", std::string(log_format_word(config.log.format)),
                                           "--log-level", std::string(log_level_word(config.log.level))});
  for (auto const* name : ways_to_files)
    pass_on(command, name);
  return command;
}

} // namespace

Result<ServiceChild> ServiceChild::start_model(int listener, Config const& config,
                                               ConfigSource const& source) {
  auto command = words_for(TRY(own_program()), config, source);
  command.argv.insert(command.argv.end(), {"model", "--accounts", config.model_state_path()});
  pass_on(command, way_to_keys);
  return start(listener, command);
}

Result<ServiceChild> ServiceChild::start_web(int listener, Config const& config, ConfigSource const& source) {
  auto command = words_for(TRY(own_program()), config, source);
  command.argv.insert(command.argv.end(), {"web", "--core", config.web_path()});
  return start(listener, command);
}

Result<ServiceChild> ServiceChild::start(int listener, Command const& command) {
  UniqueFd const nowhere(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!nowhere) return fail(errno_error("open", "/dev/null"));
  std::array const descriptors = {listener < 0 ? nowhere.get() : listener, nowhere.get(), STDERR_FILENO};
  auto const pid = TRY(artifactd::start(command, descriptors));
  // The pid stays valid until it is waited for.
  return ServiceChild(pid, UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))));
}

ServiceChild::~ServiceChild() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGTERM);
  if (pidfd_.get() < 0 || !model::called_off(pidfd_.get(), Monotonic::now() + ending)) ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void ServiceChild::reload() const {
  ::kill(pid_, SIGHUP);
}

bool ServiceChild::ended_well() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace artifactd
