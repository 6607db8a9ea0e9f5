#include "daemon/model_source.hpp"

#include "state/names.hpp"
#include "state/nearest.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <stdlib.h> // mkdtemp

namespace artifactd {

namespace {

std::unexpected<Error> no_such_key(Config const& config, std::string_view key) {
  std::vector<std::string> known;
  for (auto const& [each, model] : config.models)
    known.push_back(each);
  auto message = fmt::format("no model \"{}\" is configured; ", printable(key));
  message += known.empty() ? std::string("none is: [models.KEY] of artifactd.toml names them")
                           : fmt::format("there are: {}", fmt::join(known, ", "));
  if (auto const meant = nearest(key, known); !meant.empty())
    message += fmt::format(" (did you mean \"{}\"?)", meant);
  return fail(Fault::missing, std::move(message));
}

} // namespace

Result<model::RemoteModel::Place> model_place(Config const& config, std::string const& socket,
                                              std::string_view key) {
  auto const found = config.models.find(key);
  if (found == config.models.end()) return no_such_key(config, key);
  return model::RemoteModel::Place{socket, found->first, model_id(found->first, found->second)};
}

model::ModelSource model_source(Config const& config, std::string socket) {
  Config known;
  known.models = config.models;
  return [known = std::move(known), socket = std::move(socket)](
             std::string_view key, model::Spender const& spender) -> Result<std::unique_ptr<model::Model>> {
    return std::make_unique<model::RemoteModel>(TRY(model_place(known, socket, key)), spender);
  };
}

void ModelAccess::Removed::operator()(std::string* directory) const noexcept {
  std::error_code ignored;
  std::filesystem::remove_all(*directory, ignored);
  delete directory;
}

Result<ModelAccess> ModelAccess::open(Config const& config, ConfigSource const& source) {
  ModelAccess access(config.model_path());
  if (!config.model.socket.empty()) return access;
  if (auto there = connect_control(access.path_); there || there.error().fault != Fault::missing) {
    if (!there && there.error().fault != Fault::busy) return fail(there.error());
    return access;
  }
  auto directory = (std::filesystem::temp_directory_path() / "artifactctl-XXXXXX").string();
  if (::mkdtemp(directory.data()) == nullptr) return fail(errno_error("mkdtemp", directory));
  access.directory_.reset(new std::string(directory));
  access.path_ = directory + "/model";
  access.listener_.emplace(TRY(ControlSocket::open(access.path_, ControlSocket::For::own_user)));
  auto quiet = config; // calls are told of by who makes them
  quiet.log.level = std::max(quiet.log.level, LogLevel::warning);
  access.child_.emplace(TRY(ModelChild::start(access.listener_->fd(), quiet, source)));
  return access;
}

} // namespace artifactd
