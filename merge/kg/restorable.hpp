// What a graph can be restored to, and so the command that is sure to repair a damaged one.
#pragma once

#include "merge/kg/graph_bounds.hpp"
#include "merge/kg/graph_place.hpp"
#include "merge/kg/publication.hpp"
#include "state/session/session.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

struct Restorable {
  std::uint64_t number; ///< of the generation; 0: from before the first graph
  std::string text;     ///< of the graph to publish
  PutAgain again;       ///< what was published after that generation
  bool undoes = false;  ///< nothing was wrong with the graph: this takes the last publication back
};

/// Generation `to`, or the newest that is a valid graph; in the latter case, if another program damaged or
/// changed what was published last, together with everything published after it. Fault::missing if nothing
/// is kept.
Result<Restorable> restorable_graph(Session const& session, Place const& place,
                                    std::optional<std::uint64_t> to, GraphBounds const& bounds,
                                    BufferPool& pool);

/// The text of the newest generation that is a valid graph; an empty graph if none is kept.
Result<std::string> newest_valid_generation(Session const& session, GraphBounds const& bounds,
                                            BufferPool& pool);

/// Whether something was merged here before. If a kill comes right after the first graph, this is not known.
Result<bool> had_a_graph(Session const& session);

/// The end of the message about a graph that disappeared.
inline constexpr std::string_view gone_graph =
    "is gone, though it existed before (to begin a new one, create it with {})";

/// Whether a directory, a link or the like has the graph's name: nothing is published over it.
[[nodiscard]] bool is_in_the_way(Place const& place);

/// The end of the message about that.
inline constexpr std::string_view no_graph_file = "is not a regular file";

struct DamageCure {
  std::string what;    ///< what can be done
  std::string command; ///< that does it; empty if there is none
};

/// For a graph that is damaged, missing, or has something in its way. Changes nothing.
[[nodiscard]] DamageCure cure_of_damage(Session const& session, Place const& place,
                                        GraphBounds const& bounds);

/// "To go back to the newest good version: artifactctl restore SESSION"
[[nodiscard]] std::string to_sentence(DamageCure const& cure);

} // namespace artifactd
