// `artifactd model` or `artifactd web` as a child of this process: it serves a listening socket of ours, if
// it is given one, and ends when we do, however that happens. Of the environment it gets only what it needs
// to find the configuration and, for models, the keys.
#pragma once

#include "daemon/config/config.hpp"
#include "state/platform/fd.hpp"

#include <sys/types.h>

namespace artifactd {

struct Command;

class ServiceChild {
public:
  /// `listener`, its stdin, is borrowed. The child ends with the thread that calls this.
  static Result<ServiceChild> start_model(int listener, Config const& config, ConfigSource const& source);
  /// With a `listener` of -1 it makes the socket that the configuration describes.
  static Result<ServiceChild> start_web(int listener, Config const& config, ConfigSource const& source);

  ServiceChild(ServiceChild&& other) noexcept
      : pid_(std::exchange(other.pid_, -1)), pidfd_(std::move(other.pidfd_)) {}
  ServiceChild& operator=(ServiceChild&&) = delete;
  ~ServiceChild(); ///< SIGTERM, and SIGKILL if it has not ended within seconds

  /// Readable once it has ended.
  [[nodiscard]] int pidfd() const noexcept { return pidfd_.get(); }
  void reload() const;
  /// For a child that has ended: whether it exited by itself and in order.
  [[nodiscard]] bool ended_well();

private:
  static Result<ServiceChild> start(int listener, Command const& command);
  ServiceChild(pid_t pid, UniqueFd pidfd) noexcept : pid_(pid), pidfd_(std::move(pidfd)) {}

  pid_t pid_; ///< -1: moved away, or reaped
  UniqueFd pidfd_;
};

} // namespace artifactd
