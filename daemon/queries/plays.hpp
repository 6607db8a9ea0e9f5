// The answer to `play list`: the plays of a session, running and ended.
#pragma once

#include "daemon/config/config.hpp"
#include "state/session/session.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace artifactd {

struct PlayRow {
  std::string id;
  std::string error = {}; ///< why it cannot be read; the rest is then empty
  std::string game = {};
  std::vector<std::string> players = {};
  std::string started = {};
  std::string phase = {};
  bool over = false;
  std::size_t issues = 0; ///< that somebody should look at
};

/// By id.
[[nodiscard]] Result<std::vector<PlayRow>> plays_of(Config const& config, Session const& session);

[[nodiscard]] nlohmann::ordered_json to_json(std::vector<PlayRow> const& plays);

} // namespace artifactd
