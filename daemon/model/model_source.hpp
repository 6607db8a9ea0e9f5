// How our programs reach models: the daemon, and artifactctl with or without one. In every case `artifactd
// model` asks them, within the same budgets.
#pragma once

#include "agents/model/remote_model.hpp"
#include "agents/model/source.hpp"
#include "daemon/model/service_child.hpp"
#include "daemon/process/control_socket.hpp"

#include <memory>
#include <optional>

namespace artifactd {

/// Where the model is asked. Fault::missing, naming the existing keys, if it is not configured.
Result<model::RemoteModel::Place> model_place(ModelConfigs const& models, std::string const& socket,
                                              std::string_view key);

/// Asks the service that listens at `socket`.
[[nodiscard]] model::ModelSource model_source(ModelConfigs models, std::string socket);

/// For a program that may have to start the service itself; the service then ends with it. Starts nothing if
/// [model] socket is set or a daemon's socket answers. For one thread.
class ModelAccess {
public:
  static Result<std::unique_ptr<ModelAccess>> open(Config const& config, ConfigSource const& source);
  ~ModelAccess();
  ModelAccess(ModelAccess const&) = delete;
  ModelAccess& operator=(ModelAccess const&) = delete;

  /// Where it listens.
  [[nodiscard]] std::string const& socket() const noexcept { return path_; }

private:
  explicit ModelAccess(std::string path) : path_(std::move(path)) {}
  Result<void> serve(Config const& config, ConfigSource const& source);

  std::string path_;
  std::string directory_ = {}; ///< of a socket of our own; removed on destruction
  std::optional<ControlSocket> listener_;
  std::optional<ServiceChild> child_;
};

} // namespace artifactd
