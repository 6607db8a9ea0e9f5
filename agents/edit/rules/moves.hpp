// Moves fragments that are under a wrong address.
#pragma once

#include "agents/edit/change_plan.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

/// Removes the fragment at `from` and inserts `text` at `to`.
[[nodiscard]] std::vector<Change> move_fragment(game::FragmentAddress const& from, std::string text,
                                                game::FragmentAddress const& to,
                                                std::string const& description);

} // namespace artifactd::editor
