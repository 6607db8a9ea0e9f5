// What a refused signal's instructions say, for people: read once; parts that are missing or of the wrong
// type are left empty, since agents may have written them.
#pragma once

#include "state/vocabulary/finding.hpp"
#include "state/vocabulary/names.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct ToldRefusal {
  std::vector<std::string> lines; ///< the summary and the first findings, safe to print
  std::string failure;            ///< first_failure() of its findings
  std::string code;               ///< of the first error
  std::string unusable_folder;    ///< the directory of its inputs, if that is what has to be repaired
  bool blames_inputs = true;      ///< they have to be changed before it is submitted again
  bool spent = false;             ///< no attempt is left
  bool edited = false;            ///< the editor tries next, by itself if a daemon runs
  bool rerun = false;             ///< the agent's own command is run next, by itself if a daemon runs
  bool in_place = false;          ///< for a document: refused without being replaced
  std::string unasked; ///< why the editor could not ask a model; empty: it could, or none was wanted
};

/// "artifacts/a/x.json:3: a comma is missing (and 2 more)"; empty if there is no error.
[[nodiscard]] std::string first_failure(std::vector<Finding> const& findings);

/// The same if it is clear whose files are meant: "x.json:3: a comma is missing (and 2 more)"
[[nodiscard]] std::string without_location(std::string failure, SignalName const& signal);

/// Empty if there are no instructions.
[[nodiscard]] ToldRefusal told_refusal(int session, SignalName const& signal);

} // namespace artifactd
