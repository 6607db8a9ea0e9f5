// Reads the graph, lets somebody edit it, and publishes the result, again and again until no other writer
// came between: a version that another writer put in place meanwhile is united with ours, never lost. What is
// published is recorded before (state/settle/redo).
//
// An Error ends it anywhere, even after a version was published: that one is recorded, and a version that was
// swapped out and not united yet stays in the work directory, where recovery finds and unites it.
#pragma once

#include "merge/graph_draft.hpp"
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

/// Called with a fresh draft on each try; pure over it. An Error ends the rewriting with nothing published.
using GraphEdit = std::function<Result<void>(GraphDraft&)>;

/// Asked when a version is about to be written: a file it may be written over.
using SpareFile = std::function<std::optional<Spare>()>;

/// Asked then, too: the signals this version settles.
using SettledList = std::function<SettledSignals()>;

/// `known` may be null: then every graph is scanned. A version that settles none lists those of the version
/// it replaces, whose removal may not be durable yet; so does every version of a graph in a directory of its
/// own. Errors: Fault::invalid "graph.damaged: …" for a graph that is not strict JSON or no object, or that
/// is missing though generations exist (never touched: the message names the restore command); everything of
/// read_edition and publish.
Result<Rewritten> rewrite_graph(GraphLock const&, Session const& session, Place const& place,
                                GraphBounds const& bounds, BufferPool& pool, Origin origin,
                                GraphEdit const& edit, KnownGraphs* known = nullptr,
                                SpareFile const& spare = {}, SettledList const& settled = {});

/// Replaces the whole graph, damaged or missing ones too, by `text`, an accepted object.
Result<Rewritten> replace_graph(GraphLock const&, Session const& session, Place const& place,
                                GraphBounds const& bounds, BufferPool& pool, std::string_view text);

/// Recovery: unites versions that had been swapped out and not been united yet (names in the work directory)
/// with the graph. What such a version says of a member is not its writer's wish where it says what the
/// member was before a recorded publication.
Result<void> unite_leftovers(GraphLock const&, Session const& session, Place const& place,
                             GraphBounds const& bounds, HistoryBounds const& history, BufferPool& pool,
                             std::vector<std::string> const& names);

} // namespace artifactd
