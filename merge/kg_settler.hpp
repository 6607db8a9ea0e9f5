// Settles `kg` signals of one session: read, diagnose, claim, merge, publish, retire or refuse (DESIGN,
// settle protocol). All agents pending in the session share one rewrite of the graph. Settling twice changes
// nothing; killed anywhere, settling again puts everything right.
#pragma once

#include "merge/agent_rules.hpp"
#include "merge/artifact_set.hpp"
#include "merge/graph_rewrite.hpp"
#include "merge/publication.hpp"
#include "state/settle/mutex_dir.hpp"
#include "state/settle/signal.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct KgPolicy {
  ArtifactLimits artifacts;
  GraphSide side = GraphSide::automatic;
  GraphBounds graph;
  HistoryBounds history;
  Duration lock_stale_after = std::chrono::seconds(60);
  std::size_t agents_per_rewrite = 64;
  int attempts = 3;
  std::string agents_dir;
  std::function<AgentRules(Name const&)> rules; ///< the configuration's; empty: none
};

/// The configuration's rules for an agent with what its metadata adds.
Result<AgentRules> rules_for(Name const& agent, KgPolicy const& policy);

/// Counts refused attempts where no agent can reset them; returns how many there were, this one included.
using CountAttempt = std::function<Result<int>(SignalName const&, std::string const& key, Tier)>;

enum class End : std::uint8_t {
  merged,    ///< the graph changed, the signal is gone
  unchanged, ///< the graph held exactly this already, the signal is gone
  refused,   ///< instructions are written, the signal is `.error`
  pending,   ///< not the agent's fault; the signal stands, `reason` says why
  vanished,  ///< somebody removed the signal before it was judged
  again,     ///< dropped anew or its inputs changed while it was judged: it stands and is to be settled again
};
[[nodiscard]] std::string_view end_word(End end) noexcept;

struct Step {
  std::string_view what; ///< "seen", "read", "diagnosed", "claimed", "merged", "published", "retired"
  Moment at;
};

struct SignalEnd {
  explicit SignalEnd(SignalName name) : signal(std::move(name)) {}

  SignalName signal;
  End end = End::pending;
  std::optional<Error> reason;             ///< of pending
  std::vector<Finding> findings;           ///< errors of a refusal; or warnings
  int attempt = 0;                         ///< of a refusal
  std::optional<std::uint64_t> generation; ///< under which the graph before this merge is kept
  std::vector<Step> steps;
};

struct KgReport {
  std::vector<SignalEnd> signals;
  std::vector<std::string> notices; ///< about the session: foreign writers, late writes
  std::vector<Publication> published;
  bool recovered = false;       ///< leftovers were put right: signals may stand again, look once more
  std::optional<Error> trouble; ///< why nothing was done at all; each pending signal carries it too
};

/// What a settling works with; all of it outlives the settling.
struct SettlingKit {
  KgPolicy const& policy;
  BufferPool& pool;
  StaleWatch& watch; ///< lives as long as the caller keeps retrying this session
  CountAttempt const& count;
  KnownGraphs& known;
};

/// Settles these signals (at most policy.agents_per_rewrite per rewrite). With none it only recovers what a
/// killed artifactd left.
[[nodiscard]] KgReport settle_kg(Session const& session, std::vector<Sighting> const& sightings,
                                 SettlingKit const& kit);

/// The diagnosis of an agent's artifacts, with nothing written; for `validate`.
Result<std::vector<Finding>> validate_kg(Session const& session, Name const& agent, KgPolicy const& policy);

} // namespace artifactd
