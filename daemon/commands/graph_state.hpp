// What a person has to see to about the graph itself: one that is no graph any more, though no signal waits
// for it. And what other programs did to it lately, for people to know.
#pragma once

#include "daemon/commands/stuck.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

/// Nothing for a sound graph, and none at all. One that artifactd published and nobody touched is not read.
[[nodiscard]] std::optional<StuckRow> damaged_graph(Config const& config, SessionKey const& key);

struct GraphNotice {
  std::int64_t at_ns;
  std::string session;
  std::string text;
};

/// Of the last hour, at most 20, oldest first; of one session or of all. Empty where the journal cannot be
/// read.
[[nodiscard]] std::vector<GraphNotice> recent_notices(Config const& config,
                                                      std::optional<std::string> const& session);

} // namespace artifactd
