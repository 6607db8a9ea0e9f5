// Reads the graph, lets the caller edit it, and publishes the result; repeats this until no other writer
// interferes. A version that another writer put in place meanwhile is united with ours, never lost. What is
// published is recorded before (state/settle/redo).
//
// An Error may end it anywhere, even after a version was published: that one is recorded, and a version that
// was swapped out but not united yet stays in the work directory, where recovery finds and unites it.
#pragma once

#include "merge/graph/graph_draft.hpp"
#include "merge/kg/graph_bounds.hpp"
#include "merge/kg/graph_place.hpp"
#include "merge/kg/known_graphs.hpp"
#include "merge/kg/replaced.hpp"
#include "state/settle/graph_lock.hpp"
#include "state/settle/settled.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct Rewritten {
  bool changed = false;             ///< something was published
  bool settled = false;             ///< what was published lists the signals it settles
  Stamp published = {};             ///< what was put in place, as it was written
  std::vector<std::string> notices; ///< what other writers did meanwhile, for people
  Replaced replaced;                ///< for keep_history()
};

/// Called with a fresh draft on each attempt; must depend on the draft only. An Error ends the rewrite with
/// nothing published.
using GraphEdit = std::function<Result<void>(GraphDraft&)>;

/// Called when a version is about to be written: a file that it may overwrite.
using SpareFile = std::function<std::optional<Spare>()>;

/// Called at the same time: the signals this version settles. An Error ends the rewrite.
using SettledList = std::function<Result<SettledSignals>()>;

/// The graph to work on. All of it outlives the work.
struct GraphSite {
  Session const& session;
  Place const& place;
  GraphBounds const& bounds;
  BufferPool& pool;
};

struct RewriteOptions {
  Origin origin = Origin::own;  ///< of the version that is replaced
  KnownGraphs* known = nullptr; ///< null: every graph is scanned
  SpareFile spare = {};
  SettledList settled = {};
};

/// A version that settles no signals lists those of the version it replaces, whose removal may not be durable
/// yet; so does every version of a graph in a directory of its own. Errors: Fault::invalid "graph.damaged: …"
/// if the graph is not strict JSON, not an object, or missing although generations exist (never touched: the
/// message names the restore command); all errors of read_edition and publish.
Result<Rewritten> rewrite_graph(GraphLock const&, GraphSite const& site, GraphEdit const& edit,
                                RewriteOptions options = {});

/// Replaces the whole graph, even if damaged or missing, by `text`, an accepted object. Positions of logs are
/// forgotten as the last step before that.
Result<Rewritten> replace_graph(GraphLock const&, GraphSite const& site, std::string_view text);

/// Recovery: unites versions that were swapped out but not united yet (names in the work directory) with the
/// graph. If such a version gives a member the value from before a recorded publication, that value is not
/// its writer's intent.
Result<void> unite_leftovers(GraphLock const&, GraphSite const& site, HistoryBounds const& history,
                             std::vector<std::string> const& names);

} // namespace artifactd
