#include "daemon/queries/running_config.hpp"

#include "daemon/queries/seen_daemon.hpp"

#include <algorithm>

namespace artifactd {

std::expected<Config, std::vector<ConfigError>> load_with_running_roots(ConfigSource const& source) {
  auto config = load_config(source);
  if (!config || !source.roots.empty()) return config;
  auto const board = see_daemon(*config).board;
  if (!board) return config;
  for (auto const& root : board->roots)
    if (std::ranges::find(config->roots, root.path, &RootConfig::path) == config->roots.end())
      config->roots.push_back({.path = root.path}); // from its command line
  return config;
}

/// The daemon's former configuration exists only in its memory: what can be read of the file leads to its
/// board, which lists its roots.
std::optional<Config> config_of_running_daemon(ConfigSource const& source) {
  auto config = load_config_loosely(source);
  auto const board = see_daemon(config).board;
  if (!board) return std::nullopt;
  std::vector<RootConfig> roots;
  for (auto const& root : board->roots) {
    auto const known = std::ranges::find(config.roots, root.path, &RootConfig::path);
    roots.push_back(known != config.roots.end() ? *known : RootConfig{.path = root.path});
  }
  config.roots = std::move(roots);
  return config;
}

} // namespace artifactd
