// What must hold of a play that somebody changes (a correction, or another version of its game), after any
// fault: the change is in the log or it is not, never twice; state.json is what it was, or what the log comes
// to; and in the end it is made once.
#pragma once

#include "tests/faults/stage.hpp"

#include <string>
#include <vector>

namespace artifactd::faults {

struct ExpectedChange {
  std::string play;       ///< its id
  std::string wrong = {}; ///< state.json before
  std::string right = {}; ///< and after
  std::string kind = {};  ///< of the line that makes it
};

[[nodiscard]] std::vector<std::string> check_change_interrupted(Stage const& stage,
                                                                ExpectedChange const& expected);
[[nodiscard]] std::vector<std::string>
check_change_settled(Stage const& stage, ExpectedChange const& expected, Ending const& ending);

} // namespace artifactd::faults
