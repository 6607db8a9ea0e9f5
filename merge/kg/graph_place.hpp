// Where a session's knowledge graph is: at its root or under `knowledge/`.
#pragma once

#include "state/settle/document.hpp"
#include "state/settle/settled.hpp"

#include <cstdint>

namespace artifactd {

enum class GraphSide : std::uint8_t {
  automatic, ///< wherever it is found; if there is none, under `knowledge/` if that directory exists
  root,
  knowledge,
};

/// Fault::invalid if there are two and nothing says which one counts; Fault::missing if its directory does
/// not exist.
Result<Place> locate_graph(Session const& session, GraphSide side);

/// The same for writers: creates the directory if it is missing.
Result<Place> prepare_graph_place(Session const& session, GraphSide side);

/// The list of settled signals for a new version of the graph: the signals it settles, plus those of the
/// version it replaces if their removal may not be durable yet, because the new version settles none itself
/// or because syncing the graph's directory does not sync the session's.
Result<std::string> settled_text(Place const& place, SettledSignals own);

/// A version of the graph, like read_edition(): a byte order mark before its text is left out, so that the
/// text is three bytes shorter than the file.
Result<Edition> read_graph_file(int directory, std::string const& name, std::uint64_t limit, BufferPool& pool,
                                BudgetShare* memory = nullptr);

/// The current graph, for readers without the claim: if it is replaced meanwhile, it is read again. Writes
/// nothing; Fault::missing if the session has no graph.
Result<Edition> read_graph(Session const& session, GraphSide side, std::uint64_t limit, BufferPool& pool);

} // namespace artifactd
