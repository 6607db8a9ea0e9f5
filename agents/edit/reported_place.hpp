// Locates an error that was only reported: at the transitions, phases, actions and preconditions that its
// message names in quotes.
#pragma once

#include "agents/edit/change_plan.hpp"
#include "merge/game/game.hpp"

#include <set>
#include <string>

namespace artifactd::editor {

class ReportedPlace {
public:
  /// Both games must outlive it: names of either count.
  ReportedPlace(std::string const& error, game::Game const& before, game::Game const& after);

  /// Whether the change is at that place: at, inside or around something named; for a named phase also at the
  /// transitions from and to it, and their instructions. Always true if nothing is named, and for a wish.
  [[nodiscard]] bool has(Change const& change) const;

private:
  [[nodiscard]] bool is_named(std::string const& name) const { return names_.contains(name); }
  [[nodiscard]] bool has(game::FragmentAddress const& address, game::Game const& game) const;

  game::Game const& before_;
  game::Game const& after_;
  std::set<std::string> names_;
};

} // namespace artifactd::editor
