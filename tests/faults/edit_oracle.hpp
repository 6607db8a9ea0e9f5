// What must hold of artifacts that the editor repairs, after any fault: every file old or new to the byte,
// and in the end all of them new, handed in and merged. Of the calls of a model at most one is lost, and what
// is on record is not paid for again.
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
  std::set<std::string> repaired;            ///< those of them that differ in the end
  bool requested = true; ///< by edits/please.json, and merged; else by hand, and handed in
};

[[nodiscard]] std::vector<std::string> check_edit_interrupted(Stage const& stage,
                                                              ExpectedEdit const& expected);
[[nodiscard]] std::vector<std::string> check_edit_settled(Stage const& stage, ExpectedEdit const& expected,
                                                          Ending const& ending);

} // namespace artifactd::faults
