// A run of the editor over one agent's artifacts in a session: read, plan, apply, validate, and either all
// repaired files are published together and the signal is dropped again, or every byte is as it was (seed:
// artifact-editor, sections 5, 9 and 10).
#pragma once

#include "agents/editor/run_record.hpp"
#include "merge/kg_settler.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

struct EditPolicy {
  unsigned attempts = most_attempts;
  std::size_t runs_kept = 20; ///< per session; the oldest go
};

enum class Publishing : std::uint8_t {
  no, ///< only find out; nothing is written anywhere
  yes,
};

struct EditOutcome {
  std::string run; ///< its id; empty when nothing was written
  EditEnd end = EditEnd::unmended;
  std::string reason; ///< of unmended, beside the errors that remain
  Repair repair;      ///< empty for a run that was over already
  ArtifactSet inputs;
  Duration wall{};
  /// Whether this very run had ended before, unmended.
  bool known = false;
};

/// Blocks. An Error says that nothing was found out: the session could not be read, or somebody is at it.
Result<EditOutcome> edit_artifacts(Session const& session, EditOrder const& order, KgPolicy const& kg,
                                   EditPolicy const& policy, Publishing publishing, Retrying retrying);

/// What became of it, in numbers and codes: errors before and after, patterns, time. No artifact is quoted.
[[nodiscard]] nlohmann::ordered_json summary_json(EditOutcome const& outcome);

} // namespace artifactd::editor
