// What must hold of a state.json after any fault, judged from the files alone.
#pragma once

#include "tests/faults/stage.hpp"

#include <string>
#include <vector>

namespace artifactd::faults {

using Violations = std::vector<std::string>;

/// Texts are compared without the value of updated_at, which every update changes.
struct ExpectedState {
  std::string before;             ///< state.json at first
  std::string after;              ///< state.json in the end
  std::string aside;              ///< state.json.error in the end; empty if there is none
  std::vector<std::string> kept;  ///< each is whole in some file of the session at any time
  std::string foreign = {};       ///< what a meddling program puts in place
  std::string after_foreign = {}; ///< the final state after that
};

[[nodiscard]] Violations check_state_interrupted(Stage const& stage, ExpectedState const& expected);
[[nodiscard]] Violations check_state_settled(Stage const& stage, ExpectedState const& expected);

} // namespace artifactd::faults
