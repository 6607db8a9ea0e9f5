// What a model may answer that patches files of which nothing is known but that they are JSON: patches of
// values by pointer, which can be carried out one after the other on files it was shown by name. No path is
// ever followed: a file is one of the artifacts or none.
#pragma once

#include "agents/edit/change_plan.hpp"
#include "agents/model/contract.hpp"
#include "merge/artifact_set.hpp"

#include <span>
#include <string>
#include <vector>

namespace artifactd::editor {

inline constexpr std::size_t longest_patch_values = 64 * 1024; ///< bytes of all values of a reply, as JSON

/// Plain files, whose bytes are their text: no log, and nothing that is also there compressed.
[[nodiscard]] std::vector<Artifact const*> patchable(ArtifactSet const& set);

/// `set` and `errors` (as they were told) outlive it.
[[nodiscard]] model::Contract patch_contract(ArtifactSet const& set, std::span<std::string const> errors);

/// Of a value that keeps the contract, and the strict JSON it was read from: a value is put in as written
/// there.
[[nodiscard]] ChangePlan patch_plan_from(nlohmann::ordered_json const& value, std::string_view text,
                                         std::span<std::string const> errors);

/// Everything else stays. An Error names the first patch that cannot be carried out; then nothing is.
Result<ArtifactSet> with_patches(ArtifactSet set, std::span<PointerPatch const> patches);

} // namespace artifactd::editor
