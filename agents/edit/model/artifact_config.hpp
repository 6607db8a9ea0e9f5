// What a model has to know about one kind of artifact to write it, be it a fragment or the whole: the same
// text for both, so that endpoints read it from their caches, and the same contract (seed: artifact-editor,
// section 4).
#pragma once

#include "merge/game/fragment_address.hpp"

#include <span>
#include <string_view>

namespace artifactd::editor {

struct ArtifactConfig {
  game::Artifact artifact;
  std::string_view system_prompt;
  /// Members a fragment may have; beside them only those it had before.
  std::span<std::string_view const> members;
  std::string_view output; ///< of the whole artifact, in words
};

[[nodiscard]] ArtifactConfig const& config_of(game::Artifact artifact) noexcept;

/// How to plan changes; not how to write them.
[[nodiscard]] std::string_view coordinator_prompt() noexcept;

} // namespace artifactd::editor
