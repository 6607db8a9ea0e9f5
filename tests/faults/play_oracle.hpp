// What must hold of a play whose state is corrected, after any fault: the correction is in the log or it is
// not, never twice; state.json is what somebody made of it, or what the log comes to; and in the end it is
// made once.
#pragma once

#include "tests/faults/stage.hpp"

#include <string>
#include <vector>

namespace artifactd::faults {

struct ExpectedCorrection {
  std::string play;  ///< its id
  std::string wrong; ///< state.json before
  std::string right; ///< and after
};

[[nodiscard]] std::vector<std::string> check_correction_interrupted(Stage const& stage,
                                                                    ExpectedCorrection const& expected);
[[nodiscard]] std::vector<std::string>
check_correction_settled(Stage const& stage, ExpectedCorrection const& expected, Ending const& ending);

} // namespace artifactd::faults
