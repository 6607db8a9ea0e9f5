// The phases of a game as a graph: which can be reached from which, and which paths lead from the start to
// the end.
#pragma once

#include "merge/game/game.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::game {

/// The phases in which a game begins and ends, by convention.
inline constexpr std::string_view first_phase = "init";
inline constexpr std::string_view last_phase = "finished";

class PhaseGraph {
public:
  /// Keeps references into the game.
  explicit PhaseGraph(std::vector<Transition> const& transitions);

  /// Itself included.
  [[nodiscard]] std::set<std::string_view> reachable_from(std::string_view phase) const;
  /// Itself included.
  [[nodiscard]] std::set<std::string_view> leading_to(std::string_view phase) const;
  [[nodiscard]] std::vector<Transition const*> const& leaving(std::string_view phase) const;
  [[nodiscard]] std::vector<Transition const*> const& entering(std::string_view phase) const;

  /// Whether a path from the first to the last phase that visits no phase twice takes a transition for which
  /// `wanted` holds. If there are too many paths to try them all, one that visits phases twice counts as
  /// well.
  [[nodiscard]] bool some_way_takes(std::function<bool(Transition const&)> const& wanted) const;

private:
  using Edges = std::map<std::string_view, std::vector<Transition const*>>;
  [[nodiscard]] static std::set<std::string_view> closure(std::string_view from, Edges const& edges,
                                                          bool forward);

  Edges leaving_;
  Edges entering_;
};

} // namespace artifactd::game
