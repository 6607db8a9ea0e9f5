// What a model has to know about one kind of artifact to write a fragment of it or all of it: the same text
// for both, so that endpoints can cache it, and the same contract (seed: artifact-editor, section 4).
#pragma once

#include "merge/game/fragment_address.hpp"

#include <span>
#include <string_view>

namespace artifactd::editor {

struct ArtifactConfig {
  game::Artifact artifact;
  std::string_view system_prompt;
  /// Members a fragment may have; others only if it already had them.
  std::span<std::string_view const> members;
  std::string_view output; ///< describes the whole artifact in words
};

[[nodiscard]] ArtifactConfig const& config_of(game::Artifact artifact) noexcept;

/// How to plan changes; not how to write them.
[[nodiscard]] std::string_view coordinator_prompt() noexcept;

} // namespace artifactd::editor
