// Changes in the making: which values of which fragments a rule wants otherwise, with what stands there now.
#pragma once

#include "agents/edit/change_plan.hpp"
#include "merge/game/game.hpp"
#include "merge/game/value.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

class Draft {
public:
  /// The game outlives it.
  explicit Draft(game::Game const& game) : game_(game) {}

  /// `value` at the RFC 6901 pointer inside the fragment; "/-" behind a list appends. Nothing where JSON
  /// cannot write the value.
  Draft& set(game::FragmentAddress const& fragment, std::string const& pointer, game::Value const& value);
  Draft& remove(game::FragmentAddress const& fragment, std::string const& pointer);
  /// A fragment that is not there yet.
  Draft& insert(game::FragmentAddress const& fragment, game::Value const& value);

  [[nodiscard]] bool empty() const noexcept { return changes_.empty(); }
  /// One for each fragment, schema before transitions before instructions.
  [[nodiscard]] std::vector<Change> changes(std::string const& description) const;

private:
  void add(game::FragmentAddress const& fragment, FragmentEdit edit);
  /// The text of the fragment; of one that is new, of the artifact it comes into.
  [[nodiscard]] std::string_view around(game::FragmentAddress const& fragment) const;
  /// As the author of that text would write it.
  [[nodiscard]] std::string styled_for(game::FragmentAddress const& fragment, game::Value const& value) const;
  [[nodiscard]] std::string expected(game::FragmentAddress const& fragment, std::string const& pointer) const;

  game::Game const& game_;
  std::vector<Change> changes_;
};

} // namespace artifactd::editor
