// Many causes carried out at once: a plan of hundreds is no reason to judge the game hundreds of times. The
// guard holds as it does one by one: every cause that is kept is needed, since its errors stay when it is
// left out, and does what it says and nothing else. What is not so plain is left for going one by one
// afterwards.
#pragma once

#include "agents/edit/apply.hpp"

#include <cstddef>
#include <vector>

namespace artifactd::editor {

/// From so many on it takes fewer judgements than going one by one.
inline constexpr std::ptrdiff_t many_causes = 16;

/// Carries out together those of the causes that take the errors they address, and those alone, whichever
/// half of the others is there: each pair of causes is looked at with only one of them carried out. Keeps
/// them if is_better says so, empties them in `causes` and gives their indexes. Judges the game 2 log2(n) + 1
/// times.
std::vector<std::size_t> keep_together(Standing& standing, std::vector<Changes>& causes);

} // namespace artifactd::editor
