// What a model may send back for one fragment: one JSON value of the right type, of the members it may have,
// that calls itself as its address does and differs only where an error points at.
#pragma once

#include "agents/edit/model/member_guard.hpp"
#include "agents/model/contract.hpp"
#include "merge/game/fragment_address.hpp"

#include <optional>
#include <string>

namespace artifactd::editor {

inline constexpr std::size_t longest_artifact = std::size_t{1} << 20; ///< bytes of one that is written again

struct FragmentTask {
  game::FragmentAddress address;
  std::string text;                      ///< as it is now; empty: nothing yet
  std::optional<MemberGuard> guard = {}; ///< of a fragment that is there
};

/// Of a reply {"fragment": "…"}. `task` outlives it.
[[nodiscard]] model::Contract fragment_contract(FragmentTask const& task);
[[nodiscard]] model::Contract artifact_contract(game::Artifact artifact);

} // namespace artifactd::editor
