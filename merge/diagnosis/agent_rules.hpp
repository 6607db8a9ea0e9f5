// The requirements on one agent's artifacts and how they are merged. They come from the configuration's
// [[agent]] entries and from the agent's own `metadata.json` in the configured agents directory (seed:
// produces_kg_artifacts, artifact_files_required), with artifact_version and artifact_schemas: {"file or
// glob": "path below the agent's directory" or a schema}.
#pragma once

#include "merge/artifacts/artifact_version.hpp"
#include "merge/diagnosis/profile.hpp"
#include "state/platform/result.hpp"
#include "state/vocabulary/names.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd {

enum class Strategy : std::uint8_t {
  name_space, ///< the artifacts become the agent's member of the graph (seed)
  append,     ///< canonical arrays are appended to the graph's, the rest becomes the agent's member
  filter,     ///< a jq program computes the agent's member
};

/// How to treat texts that are almost JSON and can be read in only one way.
enum class TextRepairPolicy : std::uint8_t {
  off,
  suggest, ///< the finding's hint names the necessary change
  apply,   ///< the editor makes the change
};

struct AgentRules {
  Strategy strategy = Strategy::name_space;
  std::string filter{};                ///< the jq program, for Strategy::filter
  std::vector<std::string> required{}; ///< files that must be among the artifacts
  Checks checks{};                     ///< further requirements
  std::optional<bool> produces{};      ///< false: the metadata says this agent writes no artifacts
  /// The accepted format versions; std::nullopt: any.
  std::optional<VersionRange> version{};
  TextRepairPolicy repair = TextRepairPolicy::suggest;
};

/// Adds what `<agents_dir>/<agent>/metadata.json` says where the configuration is silent. A missing file adds
/// nothing. A damaged one is an Error: the operator has to repair it, it is not the agent's fault.
Result<AgentRules> with_metadata(AgentRules rules, std::string const& agents_dir, Name const& agent);

} // namespace artifactd
