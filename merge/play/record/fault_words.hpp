// Describes a detected fault for its repair: in the words of the pipeline's own detection, with the part that
// likely causes it and the relevant state (seed: artifact-editor, section 13).
#pragma once

#include "merge/play/search/fault_search.hpp"

namespace artifactd::play {

/// Fills in message and fragment. `row` is the state that shows it; `details`, for an illegal state, is what
/// failed.
void put_in_words(FoundFault& fault, Runtime& runtime, Row const& row, std::string const& details);

} // namespace artifactd::play
