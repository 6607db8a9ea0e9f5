// What a refused signal's instructions say, for people: read once, with every part that is missing or of the
// wrong type left empty, since agents may have written them.
#pragma once

#include "state/finding.hpp"
#include "state/names.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct ToldRefusal {
  std::vector<std::string> lines; ///< the summary and the first findings, safe to print
  std::string failure;            ///< first_failure() of its findings
  bool spent = false;             ///< no attempt is left
  bool edited = false;            ///< the editor tries next, by itself where a daemon runs
  bool in_place = false;          ///< of a document: refused without being replaced
  std::string unasked; ///< why the editor could not ask a model; empty: it could, or none was wanted
};

/// "artifacts/a/x.json:3: a comma is missing (and 2 more)"; empty without an error among them.
[[nodiscard]] std::string first_failure(std::vector<Finding> const& findings);

/// The same where it is plain whose files are meant: "x.json:3: a comma is missing (and 2 more)"
[[nodiscard]] std::string without_location(std::string failure, SignalName const& signal);

/// Empty where there are no instructions.
[[nodiscard]] ToldRefusal told_refusal(int session, SignalName const& signal);

} // namespace artifactd
