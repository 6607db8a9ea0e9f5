// What must hold of artifacts that the editor repairs, after any fault: every file is old or new to the byte,
// and in the end all are new, submitted and merged. At most one call of a model is lost, and recorded calls
// are not paid for again.
#pragma once

#include "tests/faults/stage.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace artifactd::faults {

struct ExpectedEdit {
  std::string agent;
  std::map<std::string, std::string> before; ///< its artifacts by name
  std::set<std::string> repaired;            ///< those that differ in the end
  bool requested = true; ///< true: by edits/please.json, and merged; false: by hand, and submitted
};

[[nodiscard]] std::vector<std::string> check_edit_interrupted(Stage const& stage,
                                                              ExpectedEdit const& expected);
[[nodiscard]] std::vector<std::string> check_edit_settled(Stage const& stage, ExpectedEdit const& expected,
                                                          Ending const& ending);

} // namespace artifactd::faults
