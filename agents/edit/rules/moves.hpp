// Fragments that stand under an address that is not theirs.
#pragma once

#include "agents/edit/change_plan.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

/// Takes the fragment away from `from` and puts `text` to `to`.
[[nodiscard]] std::vector<Change> move_fragment(game::FragmentAddress const& from, std::string text,
                                                game::FragmentAddress const& to,
                                                std::string const& description);

} // namespace artifactd::editor
