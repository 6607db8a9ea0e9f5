// What must hold of the files a fix changes, and of the state that records whether it did, after any fault.
#pragma once

#include "tests/faults/stage.hpp"

#include <map>
#include <string>
#include <vector>

namespace artifactd::faults {

/// Files of the project by name; empty: the file does not exist.
struct ExpectedFix {
  std::string fix;
  std::map<std::string, std::string> before;
  std::map<std::string, std::string> after;
};

/// Each file is the old or the new one, and state.json is whole.
[[nodiscard]] std::vector<std::string> check_fix_interrupted(Stage const& stage, ExpectedFix const& expected);

/// All files are the new ones if the state says that the fix is applied and not rolled back, otherwise the
/// old ones; no trace of the change itself is left.
[[nodiscard]] std::vector<std::string> check_fix_settled(Stage const& stage, ExpectedFix const& expected,
                                                         Ending const& ending);

} // namespace artifactd::faults
