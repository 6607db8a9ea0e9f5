// What was drawn, and what a model computed, in a step whose line does not say so: read back from the
// operations that were applied.
#pragma once

#include "merge/play/record_line.hpp"

namespace artifactd::play {

/// The step of the line with the choices that make its instruction's operations those of the line, as far as
/// there are any. `begun`: the first transition was taken.
[[nodiscard]] Step with_choices(Runtime const& runtime, bool begun, RecordLine const& line);

} // namespace artifactd::play
