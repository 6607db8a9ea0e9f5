// Reconstructs the draws and model values of a step whose line does not state them, from the operations that
// were applied.
#pragma once

#include "merge/play/record/record_line.hpp"

namespace artifactd::play {

/// The step of the line with the choices that make its instruction's operations those of the line, where such
/// choices exist. `begun`: the first transition was taken.
[[nodiscard]] Step with_choices(Runtime const& runtime, bool begun, RecordLine const& line);

} // namespace artifactd::play
