#include "daemon/model/model_door.hpp"

#include "daemon/process/log.hpp"

#include <sys/socket.h>

namespace artifactd {

ModelDoor::ModelDoor(Loop& loop, Config const& config, ConfigSource source)
    : loop_(loop), config_(config), source_(std::move(source)) {
  if (config.model.socket.empty()) open();
}

void ModelDoor::open() {
  auto socket = ControlSocket::open(config_.model_path(), ControlSocket::For::own_user);
  if (!socket)
    return log_event(LogLevel::warning, "models cannot be asked", {{"reason", socket.error().message}});
  socket_.emplace(*std::move(socket));
  waiting_.emplace(loop_, socket_->fd(), [this] { knocked(); });
}

void ModelDoor::reload(Config const& config) {
  if (child_) child_->reload();
  if (config.model.socket.empty() && !socket_) return open();
  if (config.model.socket.empty()) return;
  waiting_.reset();
  child_.reset();
  socket_.reset();
}

void ModelDoor::knocked() {
  auto child = ServiceChild::start_model(socket_->fd(), config_, source_);
  if (!child) {
    log_event(LogLevel::error, "models cannot be asked", {{"reason", child.error().message}});
    return turn_away();
  }
  child_.emplace(*std::move(child));
  waiting_.emplace(loop_, child_->pidfd(), [this] { left(); });
}

void ModelDoor::left() {
  auto const well = child_->ended_well();
  child_.reset();
  if (!well) {
    log_event(LogLevel::error, "models cannot be asked", {{"reason", "`artifactd model` failed"}});
    turn_away(); // or they would start the next one at once
  }
  waiting_.emplace(loop_, socket_->fd(), [this] { knocked(); });
}

void ModelDoor::turn_away() {
  while (UniqueFd(::accept4(socket_->fd(), nullptr, nullptr, SOCK_CLOEXEC))) {
  }
}

} // namespace artifactd
