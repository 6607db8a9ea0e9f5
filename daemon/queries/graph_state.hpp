// The graph as it is. What a person has to fix in it: a damaged graph, even if no signal waits for it. And
// what other programs did to it lately, for information.
#pragma once

#include "daemon/queries/stuck.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// Its text, whether it is damaged or not. Fault::missing if the session has none.
[[nodiscard]] Result<std::string> graph_text(Config const& config, Session const& session);

/// What is wrong with the text of a graph, shown by this name unless it is empty; empty for a JSON object.
[[nodiscard]] std::string damage_of(std::string const& name, std::string_view text, unsigned depth);

/// std::nullopt if the graph is valid, or the session never had one. A graph that artifactd published and
/// nobody touched is not read.
[[nodiscard]] std::optional<StuckRow> damaged_graph(Config const& config, SessionKey const& key);

struct GraphNotice {
  std::int64_t at_ns;
  std::string session;
  std::string text;
};

/// Of the last hour, at most 20, oldest first; for one session or all. Empty if the journal cannot be read.
[[nodiscard]] std::vector<GraphNotice> recent_notices(Config const& config,
                                                      std::optional<std::string> const& session);

} // namespace artifactd
