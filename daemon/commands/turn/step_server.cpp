#include "daemon/commands/turn/step_server.hpp"

#include <algorithm>

namespace artifactd {

StepServer step_server(Case const& chosen) {
  constexpr auto patience = std::chrono::seconds(2);
  auto const& roots = chosen.config.roots;
  if (std::ranges::find(roots, chosen.named.key.root, &RootConfig::path) == roots.end()) return {};
  auto client =
      ControlClient::ask(chosen.config.control_path(), {"watch", full_path(chosen.named.key)}, patience);
  if (client) return {true, *std::move(client)};
  return {client.error().fault == Fault::denied || client.error().fault == Fault::busy, std::nullopt};
}

} // namespace artifactd
