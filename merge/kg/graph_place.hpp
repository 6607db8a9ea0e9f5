// Where a session's knowledge graph stands: at its root or under `knowledge/`.
#pragma once

#include "state/settle/document.hpp"
#include "state/settle/settled.hpp"

#include <cstdint>

namespace artifactd {

enum class GraphSide : std::uint8_t {
  automatic, ///< wherever it is found; when there is none, under `knowledge/` if that directory exists
  root,
  knowledge,
};

/// Fault::invalid when there are two and nothing says which one counts; Fault::missing when the directory it
/// should stand in is not there.
Result<Place> locate_graph(Session const& session, GraphSide side);

/// The same for whoever is going to write: makes the directory where it is missing.
Result<Place> prepare_graph_place(Session const& session, GraphSide side);

/// The list a new version of the graph there carries: the signals it settles, and those of the version it
/// replaces where their removal may not be durable yet: it settles none itself, or the sync of the graph's
/// directory says nothing of the session's.
Result<std::string> settled_text(Place const& place, SettledSignals own);

/// The graph as it stands, with nothing written; Fault::missing when there is none.
Result<Edition> read_graph(Session const& session, GraphSide side, std::uint64_t limit, BufferPool& pool);

} // namespace artifactd
