// Where a session's knowledge graph stands: at its root or under `knowledge/`.
#pragma once

#include "state/settle/document.hpp"

#include <cstdint>

namespace artifactd {

enum class GraphSide : std::uint8_t {
  automatic, ///< wherever it is found; when there is none, under `knowledge/` if that directory exists
  root,
  knowledge,
};

/// Fault::invalid when there are two and nothing says which one counts.
Result<Place> locate_graph(Session const& session, GraphSide side);

} // namespace artifactd
