#include "daemon/settling/own_models.hpp"

#include "watchers/scan.hpp"

#include <algorithm>

namespace artifactd {

Result<bool> waits_for_models(Session const& session, Kinds const& kinds, WantedSignals const& wanted) {
  auto const signs = TRY(scan_session(session.directory(), kinds));
  return std::ranges::any_of(signs.pending, [&](SeenSignal const& each) {
    return each.name.kind.traits().pace == Pace::waiting && wanted.includes(each.name);
  });
}

Result<std::unique_ptr<ModelAccess>> own_models(Config& config, ConfigSource const& source) {
  if (config.models.empty()) return nullptr;
  auto models = TRY(ModelAccess::open(config, source));
  config.model.socket = models->socket();
  return models;
}

} // namespace artifactd
