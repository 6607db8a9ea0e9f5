// What a model may send back for one fragment: one JSON value of the right type, with only permitted members,
// with the id of its address, and different only where an error points.
#pragma once

#include "agents/edit/model/member_guard.hpp"
#include "agents/model/contract.hpp"
#include "merge/game/fragment_address.hpp"

#include <optional>
#include <string>

namespace artifactd::editor {

/// bytes of an artifact that is written again
inline constexpr std::size_t longest_artifact = std::size_t{1} << 20;

struct FragmentTask {
  game::FragmentAddress address;
  std::string text;                      ///< as it is now; empty: it does not exist yet
  std::optional<MemberGuard> guard = {}; ///< of an existing fragment
};

/// For a reply {"fragment": "…"}. `task` must outlive it.
[[nodiscard]] model::Contract fragment_contract(FragmentTask const& task);
[[nodiscard]] model::Contract artifact_contract(game::Artifact artifact);

} // namespace artifactd::editor
