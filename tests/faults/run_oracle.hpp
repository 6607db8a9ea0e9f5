// What must hold of a tuning run that is driven, after any fault: the state is whole, each file of the skill
// is the old or the new one, and the next driver completes the run.
#pragma once

#include "tests/faults/stage.hpp"

#include <map>
#include <string>
#include <vector>

namespace artifactd::faults {

/// Files of the skill by name.
struct ExpectedRun {
  std::map<std::string, std::string> before;
  std::map<std::string, std::string> after;
};

[[nodiscard]] std::vector<std::string> check_run_interrupted(Stage const& stage, ExpectedRun const& expected);

/// The fault leaves at most one error in the state, and nothing else behind.
[[nodiscard]] std::vector<std::string> check_run_settled(Stage const& stage, ExpectedRun const& expected,
                                                         Ending const& ending);

} // namespace artifactd::faults
