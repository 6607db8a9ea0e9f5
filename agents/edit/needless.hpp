// Drops a model's changes that do not help. The rules' changes are never dropped: some do what no check can
// see.
#pragma once

#include "agents/edit/standing.hpp"

#include <vector>

namespace artifactd::editor {

/// `written`: the changes of one cause, with their edits, that turned `before` into `after`. Tries each, the
/// last first: if without it there are no more errors or warnings, removes it from `written`, and `after`
/// becomes the game without it. A change that addresses an error that was only reported stays: no check can
/// say whether it is needed. Costs one validation per change, and one search where that finds no error.
/// Returns the removed indices, descending.
[[nodiscard]] std::vector<std::size_t> drop_needless(Standing const& before, std::vector<Change>& written,
                                                     Standing& after);

} // namespace artifactd::editor
