// Carries out many causes at once, so that a plan of hundreds does not need hundreds of judgements of the
// game. The guard is as strict as one by one: every kept cause is needed, since its errors remain without it,
// and removes its own errors and no others. Causes that are less clear are left to be tried one by one
// afterwards.
#pragma once

#include "agents/edit/apply.hpp"

#include <cstddef>
#include <vector>

namespace artifactd::editor {

/// From this number on it takes fewer judgements than going one by one.
inline constexpr std::ptrdiff_t many_causes = 16;

/// Carries out together only the causes whose changes remove exactly the errors they address, whichever half
/// of the others is carried out: for each pair of causes, the game is judged with only one of them. Keeps
/// them if is_better() says so, empties them in `causes` and returns their indexes. Judges the game 2 log2(n)
/// + 1 times.
std::vector<std::size_t> keep_together(Standing& standing, std::vector<Changes>& causes);

} // namespace artifactd::editor
