// Going back: one agent's member to an earlier value, or the whole graph to an earlier generation. Both
// publish like any merge, so the present state becomes history too and can be restored.
#pragma once

#include "merge/kg/kg_work.hpp"
#include "state/vocabulary/dry_run.hpp"
#include "state/vocabulary/progress.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct PastValue {
  std::uint64_t generation = 0;
  std::int64_t kept_ns = 0; ///< when it was replaced
  std::uint64_t size = 0;   ///< 0: the agent had no member then
  std::string digest;       ///< of the value's bytes
  bool present = false;     ///< equals the value in the graph now
};

struct AgentHistory {
  std::optional<PastValue> now; ///< std::nullopt if the graph has no such member
  std::vector<PastValue> past;  ///< newest first
};

Result<AgentHistory> agent_history(Session const& session, Name const& agent, KgPolicy const& policy);

struct WentBack {
  /// The generation whose value or graph is in place now; 0: from before the first graph.
  std::uint64_t to = 0;
  bool changed = false;                    ///< false: it was in place already
  std::optional<std::uint64_t> generation; ///< under which the replaced version is kept
  std::vector<std::string> put_again{};    ///< published after that generation and put in again
  std::vector<std::string> not_kept{};     ///< published after it and could not be put in again
  bool undone = false; ///< nothing was wrong with the graph: its last publication is taken back
};

/// Sets the agent's member to its value in generation `to` (absent: the newest kept value that differs from
/// the present one; 0: from before the first graph) and leaves everything else unchanged. Fault::busy while
/// the agent's signal is pending or somebody holds the session, Fault::missing if there is no such value,
/// Fault::exists for an `append` agent, whose entries are mixed with everybody's.
Result<WentBack> rollback_agent(Session const& session, Name const& agent, std::optional<std::uint64_t> to,
                                KgPolicy const& policy, BufferPool& pool, StaleWatch& watch, DryRun dry);

/// Publishes generation `to` as the graph, whatever is there now. Without `to` it is the newest that is a
/// valid graph; if another program damaged or replaced what was published last, everything published after
/// that generation is put in again (state/settle/redo). Artifact logs are settled from their start again at
/// their agents' next signals.
Result<WentBack> restore_graph(Session const& session, std::optional<std::uint64_t> to,
                               KgPolicy const& policy, BufferPool& pool, StaleWatch& watch, DryRun dry,
                               OnProgress const& on_progress = {});

} // namespace artifactd
