// Where the daemon has models asked when no separate service does it: a socket in the runtime directory, for
// this user alone. The first connection starts `artifactd model` as a child to serve it. For the loop's
// thread, whose end would also end the child.
#pragma once

#include "daemon/model/service_child.hpp"
#include "daemon/process/control_socket.hpp"
#include "daemon/process/loop.hpp"

#include <optional>

namespace artifactd {

class ModelDoor {
public:
  /// If the socket cannot be made, that is logged and models cannot be asked.
  ModelDoor(Loop& loop, Config const& config, ConfigSource source);

  /// Opens or closes as the new configuration says, and notifies the child.
  void reload(Config const& config);

private:
  void open();
  void knocked();
  void left();
  /// Rejects the connections that are waiting.
  void turn_away();

  Loop& loop_;
  Config const& config_; ///< the daemon's current one
  ConfigSource source_;
  std::optional<ControlSocket> socket_;
  std::optional<ServiceChild> child_;
  std::optional<Loop::Watch> waiting_; ///< for a connection, or for the child's end
};

} // namespace artifactd
