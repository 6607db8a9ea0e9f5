#include "daemon/model/model_source.hpp"

#include "state/platform/identity.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <stdlib.h> // mkdtemp

namespace artifactd {

Result<model::RemoteModel::Place> model_place(ModelConfigs const& models, std::string const& socket,
                                              std::string_view key) {
  auto const found = models.find(key);
  if (found == models.end()) return fail(Fault::missing, no_such_model(models, key));
  return model::RemoteModel::Place{socket, found->first};
}

model::ModelSource model_source(ModelConfigs models, std::string socket) {
  return [models = std::move(models), socket = std::move(socket)](
             std::string_view key, model::Spender const& spender) -> Result<std::unique_ptr<model::Model>> {
    return std::make_unique<model::RemoteModel>(TRY(model_place(models, socket, key)), spender);
  };
}

Result<std::unique_ptr<ModelAccess>> ModelAccess::open(Config const& config, ConfigSource const& source) {
  std::unique_ptr<ModelAccess> access(new ModelAccess(config.model_path()));
  if (!config.model.socket.empty()) return access;
  auto const there = connect_control(access->path_);
  if (there || there.error().fault == Fault::busy) return access;
  if (there.error().fault != Fault::missing) return fail(there.error());
  TRY(answer_as_self([&] { return access->serve(config, source); }));
  return access;
}

Result<void> ModelAccess::serve(Config const& config, ConfigSource const& source) {
  auto directory = (std::filesystem::temp_directory_path() / "artifactctl-XXXXXX").string();
  if (::mkdtemp(directory.data()) == nullptr) return fail(errno_error("mkdtemp", directory));
  directory_ = std::move(directory);
  path_ = directory_ + "/model";
  listener_.emplace(TRY(ControlSocket::open(path_, ControlSocket::For::own_user)));
  auto quiet = config; // the callers report the calls
  quiet.log.level = std::max(quiet.log.level, LogLevel::warning);
  child_.emplace(TRY(ServiceChild::start_model(listener_->fd(), quiet, source)));
  listener_->hand_over();
  return {};
}

ModelAccess::~ModelAccess() {
  if (directory_.empty()) return;
  as_self([this] {
    child_.reset();
    listener_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  });
}

} // namespace artifactd
