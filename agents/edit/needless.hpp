// What a model changes beside what helps. Of the rules' changes nothing is needless: some do what no check
// can see.
#pragma once

#include "agents/edit/standing.hpp"

#include <vector>

namespace artifactd::editor {

/// `written`: changes of one cause, with their edits, that made `after` of `before`. Tries each of them, the
/// last first, whether without it no error and no warning more is left; then it is taken out of `written`,
/// and `after` is the game without it. One that addresses what was only reported stays: no check says whether
/// it is needed. Costs one validation a change. Returns their indices, descending.
[[nodiscard]] std::vector<std::size_t> drop_needless(Standing const& before, std::vector<Change>& written,
                                                     Standing& after);

} // namespace artifactd::editor
