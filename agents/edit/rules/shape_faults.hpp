// Shape faults of transitions and instructions, each with its place in the smallest fragment.
#pragma once

#include "merge/game/checks/shape.hpp"
#include "merge/game/fragment_address.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

struct ShapeFault {
  game::ShapeIssue issue;
  game::FragmentAddress address;
  std::string pointer; ///< in the fragment, to the value that is missing or wrong

  /// The last step of its path.
  [[nodiscard]] std::string const& member() const { return issue.path.back(); }
};

[[nodiscard]] std::vector<ShapeFault> faults_of_transitions(game::Game const& game);
[[nodiscard]] std::vector<ShapeFault> faults_of_instructions(game::Game const& game);

} // namespace artifactd::editor
