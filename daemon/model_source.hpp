// How programs of ours come by models: the daemon, and artifactctl with or without one. Whatever way leads
// there, `artifactd model` asks them, within the same budgets.
#pragma once

#include "agents/model/remote_model.hpp"
#include "agents/model/source.hpp"
#include "daemon/control_socket.hpp"
#include "daemon/model_child.hpp"

#include <functional>
#include <optional>

namespace artifactd {

/// The model's key, its service and its id. Fault::missing, naming the keys there are, for one that is not
/// configured.
Result<model::RemoteModel::Place> model_place(Config const& config, std::string const& socket,
                                              std::string_view key);

/// Asks the service that listens at `socket`. Holds what it needs of the configuration.
[[nodiscard]] model::ModelSource model_source(Config const& config, std::string socket);

/// For a program that may have to start the service itself, which then ends with it. Starts nothing where
/// [model] socket is set, or a daemon's own answers. For one thread.
class ModelAccess {
public:
  static Result<ModelAccess> open(Config const& config, ConfigSource const& source);

  [[nodiscard]] std::string const& socket() const noexcept { return path_; }

private:
  struct Removed {
    void operator()(std::string* directory) const noexcept;
  };

  explicit ModelAccess(std::string path) : path_(std::move(path)) {}

  std::string path_;
  std::unique_ptr<std::string, Removed> directory_; ///< of a socket of our own; gone when it is
  std::optional<ControlSocket> listener_;
  std::optional<ModelChild> child_;
};

} // namespace artifactd
