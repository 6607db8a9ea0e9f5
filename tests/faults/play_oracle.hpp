// What must hold of a play that is changed (by a correction, or another version of its game), after any
// fault: the change is in the log or it is not, never twice; state.json is as before, or follows from the
// log; and in the end the change is made once.
#pragma once

#include "tests/faults/stage.hpp"

#include <string>
#include <vector>

namespace artifactd::faults {

struct ExpectedChange {
  std::string play;       ///< the play's id
  std::string wrong = {}; ///< state.json before
  std::string right = {}; ///< state.json after
  std::string kind = {};  ///< kind of the line that makes the change
};

[[nodiscard]] std::vector<std::string> check_change_interrupted(Stage const& stage,
                                                                ExpectedChange const& expected);
[[nodiscard]] std::vector<std::string>
check_change_settled(Stage const& stage, ExpectedChange const& expected, Ending const& ending);

} // namespace artifactd::faults
