// What is asked of one agent's artifacts and how they are merged: from the configuration's [[agent]] entries
// and from the agent's own `metadata.json` in the configured agents directory (seed: produces_kg_artifacts,
// artifact_files_required) with artifact_version and artifact_schemas: {"file or glob": "path below the
// agent's directory" or a schema}.
#pragma once

#include "merge/artifact_version.hpp"
#include "merge/profile.hpp"
#include "state/names.hpp"
#include "state/result.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd {

enum class Strategy : std::uint8_t {
  name_space, ///< the artifacts become the agent's member of the graph (seed)
  append,     ///< canonical arrays are appended to the graph's, the rest becomes the agent's member
  filter,     ///< a jq program computes the agent's member
};

/// What is done about texts that are almost JSON, where there is one way to read them.
enum class MendingPolicy : std::uint8_t {
  off,
  suggest, ///< the finding's hint says what would have to change
  apply,   ///< the editor changes it
};

struct AgentRules {
  Strategy strategy = Strategy::name_space;
  std::string filter{};                ///< the jq program, for Strategy::filter
  std::vector<std::string> required{}; ///< file names that must be among the artifacts
  Checks checks{};                     ///< what else is asked of them
  std::optional<bool> produces{};      ///< false: the metadata says this agent writes no artifacts
  /// Of the format the artifacts may have; nothing: any.
  std::optional<VersionRange> version{};
  MendingPolicy mending = MendingPolicy::suggest;
};

/// Adds what `<agents_dir>/<agent>/metadata.json` says, where the configuration was silent. A missing file
/// says nothing. A damaged one is an Error: the operator's to mend, not the agent's fault.
Result<AgentRules> with_metadata(AgentRules rules, std::string const& agents_dir, Name const& agent);

} // namespace artifactd
