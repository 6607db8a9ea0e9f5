// Where the daemon has models asked when no service of their own does it: a socket in the runtime directory,
// for this user alone, behind which `artifactd model` is started as a child as soon as somebody knocks. For
// the loop's thread, which is the one that child depends on.
#pragma once

#include "daemon/control_socket.hpp"
#include "daemon/loop.hpp"
#include "daemon/model_child.hpp"

#include <optional>

namespace artifactd {

class ModelDoor {
public:
  /// A socket that cannot be made is told to the log; then models cannot be asked.
  ModelDoor(Loop& loop, Config const& config, ConfigSource source);

  /// Opens or closes as the configuration has it now, of which the child is told.
  void reload(Config const& config);

private:
  void open();
  void knocked();
  void left();
  /// Who waits to be let in is sent away.
  void turn_away();

  Loop& loop_;
  Config const& config_; ///< as the daemon has it now
  ConfigSource source_;
  std::optional<ControlSocket> socket_;
  std::optional<ModelChild> child_;
  std::optional<Loop::Watch> waiting_; ///< for a knock, or for the child's end
};

} // namespace artifactd
