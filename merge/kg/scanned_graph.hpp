// A graph's text with its scan, and the graph in place as such.
#pragma once

#include "merge/kg/graph_bounds.hpp"
#include "merge/kg/graph_place.hpp"
#include "merge/kg/known_graphs.hpp"
#include "merge/kg/unite.hpp"
#include "state/json/scan.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

/// What is edited where there is no graph yet.
inline constexpr std::string_view new_graph = "{}\n";

/// The text is in a pooled buffer or in a string.
struct ScannedGraph {
  Buffer buffer;
  std::string owned;
  json::Document document;

  [[nodiscard]] std::string_view view() const {
    return buffer.capacity() > 0 ? buffer.view() : std::string_view(owned);
  }
  [[nodiscard]] Version version() const { return {view(), &document}; }
};

/// Fault::invalid if it is not a JSON object within the bounds; the message begins with `path` and the place.
Result<ScannedGraph> scan_of(Edition edition, GraphBounds const& bounds, std::string const& path);
Result<ScannedGraph> scan_of(std::string owned, GraphBounds const& bounds, std::string const& path);

/// Without a stamp if there is no file: then the text is `new_graph`.
struct GraphInPlace {
  std::optional<Stamp> stamp;
  ScannedGraph text;
  bool marked = false;                                ///< a byte order mark is before the text
  BudgetShare memory{nullptr, nullptr, Alone::owner}; ///< for the text
};

/// Fault::invalid, with the cure, for a damaged graph, or one that was there before and is gone; the same
/// with Fault::unsafe for something else of its name; Fault::busy if there is no room for it in memory.
/// `known`: graphs that need not be scanned.
Result<GraphInPlace> read_in_place(Session const& session, Place const& place, GraphBounds const& bounds,
                                   BufferPool& pool, KnownGraphs const* known);

} // namespace artifactd
