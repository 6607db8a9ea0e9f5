// Collects the changes that a rule makes: the values to change, by fragment, with their current content.
#pragma once

#include "agents/edit/change_plan.hpp"
#include "merge/game/game.hpp"
#include "merge/game/values/value.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

class Draft {
public:
  /// The game must outlive the draft.
  explicit Draft(game::Game const& game) : game_(game) {}

  /// Sets `value` at the RFC 6901 pointer inside the fragment; "/-" after a list appends. Does nothing if
  /// JSON cannot express the value.
  Draft& set(game::FragmentAddress const& fragment, std::string const& pointer, game::Value const& value);
  Draft& remove(game::FragmentAddress const& fragment, std::string const& pointer);
  /// Inserts a fragment that does not exist yet.
  Draft& insert(game::FragmentAddress const& fragment, game::Value const& value);

  /// Adds an operation at the end of the instruction, whether it has any or not.
  Draft& append(game::TransitionInstruction const& instruction, game::Value const& operation);
  [[nodiscard]] bool empty() const noexcept { return changes_.empty(); }
  /// One change for each fragment, schema before transitions before instructions.
  [[nodiscard]] std::vector<Change> changes(std::string const& description) const;

private:
  void add(game::FragmentAddress const& fragment, FragmentEdit edit);

  game::Game const& game_;
  std::vector<Change> changes_;
};

/// A change of that fragment without edits: no rule can write it.
[[nodiscard]] Change open_change(game::FragmentAddress const& fragment, std::string description);

} // namespace artifactd::editor
