// The file that tells an agent, or a person, what was wrong and what to do: `<name>.retry-instructions.json`.
// Holds the seed's fields with their meaning (agent, error, timestamp, instructions, artifact_location,
// lock_file_renamed_to) and version, attempt, budget, findings, history, affected_files and next.
#pragma once

#include "state/settle/attempts.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// What happens to the refused work now.
enum class Next : std::uint8_t {
  person, ///< nothing by itself: somebody repairs the files and renames `.error` back
};

struct Refusal {
  SignalName signal;
  std::string error;    ///< "validation_failed" or "merge_failed", the seed's words
  std::string location; ///< where the inputs are, relative to the session, ending in "/"
  std::vector<Finding> findings;
  AttemptLog log; ///< this attempt is the last
  int budget = 3; ///< attempts in all, the first included
  Next next = Next::person;
};

[[nodiscard]] std::string render_instructions(Refusal const& refusal);

/// Durable when it returns.
Result<void> write_instructions(Session const& session, Refusal const& refusal);

} // namespace artifactd
