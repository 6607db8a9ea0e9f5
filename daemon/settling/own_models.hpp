// A model service for work that is settled without a daemon.
#pragma once

#include "daemon/model/model_source.hpp"
#include "daemon/settling/reconcile.hpp"
#include "state/session/session.hpp"

namespace artifactd {

/// Whether the session has a wanted pending signal whose work may ask a model.
Result<bool> waits_for_models(Session const& session, Kinds const& kinds, WantedSignals const& wanted);

/// Starts the service, unless one serves already, and has `config` name it. Null if no model is configured.
Result<std::unique_ptr<ModelAccess>> own_models(Config& config, ConfigSource const& source);

} // namespace artifactd
