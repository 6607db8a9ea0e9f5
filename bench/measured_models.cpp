#include "bench/measured_models.hpp"

#include "state/platform/fd.hpp"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

extern char** environ;

namespace artifactd::bench {

namespace {

constexpr int most_waiting = 512;

UniqueFd listen_at(std::string const& path) {
  UniqueFd listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  if (::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(listener.get(), most_waiting) != 0)
    throw std::system_error(errno, std::system_category(), path);
  return listener;
}

} // namespace

MeasuredModels::MeasuredModels(std::filesystem::path const& place) {
  auto const listener = listen_at(place / "model");
  std::array<std::string, 6> words = {ARTIFACTD_BIN, "--config",   place / "artifactd.toml",
                                      "model",       "--accounts", place / "state/model"};
  std::array<char*, words.size() + 1> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i)
    arguments[i] = words[i].data();
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, listener.get(), STDIN_FILENO);
  ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, (place / "models.log").c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
  auto const failed = ::posix_spawn(&pid_, words[0].c_str(), &files, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  if (failed != 0) throw std::system_error(failed, std::system_category(), words[0]);
}

MeasuredModels::~MeasuredModels() {
  ::kill(pid_, SIGTERM);
  ::waitpid(pid_, nullptr, 0);
}

} // namespace artifactd::bench
