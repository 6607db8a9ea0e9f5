// The configuration a running daemon uses, which may differ from the file: it was read earlier, or --root was
// given.
#pragma once

#include "daemon/config/config.hpp"

#include <expected>
#include <optional>
#include <vector>

namespace artifactd {

/// The configuration; unless `source` has roots, with those given to the running daemon by --root.
[[nodiscard]] std::expected<Config, std::vector<ConfigError>>
load_with_running_roots(ConfigSource const& source);

/// If the file has errors: what can be read of it, with the roots of the daemon that still runs with the
/// former version. std::nullopt without a daemon.
[[nodiscard]] std::optional<Config> config_of_running_daemon(ConfigSource const& source);

} // namespace artifactd
