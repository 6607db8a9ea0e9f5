// The answer to `status`: what is stuck and who has to act, what is at work, what happened to graphs lately,
// and how the daemon is.
#pragma once

#include "daemon/queries/graph_state.hpp"
#include "daemon/queries/stuck.hpp"
#include "daemon/status/activity_event.hpp"

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct StatusFound {
  Stuck stuck = {}; ///< its rows by who has to act, then by how much each blocks
  std::vector<ActivityEvent> working = {};
  std::vector<GraphNotice> notices = {};
  SeenDaemon daemon = {};
  std::vector<std::string> roots = {}; ///< sessions are named below them

  [[nodiscard]] bool needs_person() const noexcept;
};

/// Of one session, named as on a command line, or of all of them.
[[nodiscard]] Result<StatusFound> look_at_status(Config const& config,
                                                 std::optional<std::string> const& session);

/// How many things wait for each Actor.
[[nodiscard]] std::array<std::size_t, actors> count_by_actor(std::vector<StuckRow> const& rows);

/// By who has to act, then by how much each blocks, then by age, the oldest first, by session and file.
void sort_by_actor(std::vector<StuckRow>& rows);

[[nodiscard]] nlohmann::ordered_json to_json(StuckRow const& row);
[[nodiscard]] nlohmann::ordered_json to_json(StatusFound const& found);

} // namespace artifactd
