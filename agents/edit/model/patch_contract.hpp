// What a model may answer when it patches files known only to be JSON: patches of values by pointer that can
// be applied one after the other to the files it was shown. No path is ever followed: a file name must be
// that of an artifact.
#pragma once

#include "agents/edit/change_plan.hpp"
#include "agents/model/contract.hpp"
#include "merge/artifacts/artifact_set.hpp"
#include "state/vocabulary/finding.hpp"

#include <span>
#include <string>
#include <vector>

namespace artifactd::editor {

inline constexpr std::size_t longest_patch_values = 64 * 1024; ///< bytes of all values in a reply, as JSON

/// Plain files, whose bytes are their text: no logs, and no files that also exist compressed.
[[nodiscard]] std::vector<Artifact const*> patchable(ArtifactSet const& set);

/// Accepts only patches of what the findings point at, and additions. All must outlive it; `errors` are
/// listed in the request. `free`: anything may be patched, for a wish.
[[nodiscard]] model::Contract patch_contract(ArtifactSet const& set, std::span<std::string const> errors,
                                             std::span<Finding const> findings, bool free);

/// For a value that keeps the contract, and the strict JSON it was read from: patch values are copied as
/// written there.
[[nodiscard]] ChangePlan patch_plan_from(nlohmann::ordered_json const& value, std::string_view text,
                                         std::span<std::string const> errors);

/// Everything else stays unchanged. An Error names the first patch that cannot be applied; then none is.
Result<ArtifactSet> with_patches(ArtifactSet set, std::span<PointerPatch const> patches);

} // namespace artifactd::editor
