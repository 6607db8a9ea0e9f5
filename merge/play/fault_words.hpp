// What a fault that was found is called for whoever repairs it: the words that the pipeline's own detection
// uses, which part likely causes it, and what the state says about it (seed: artifact-editor, section 13).
#pragma once

#include "merge/play/fault_search.hpp"

namespace artifactd::play {

/// Fills in message and fragment. `row` is the state in which it shows; `details` what failed, of an illegal
/// state.
void put_in_words(FoundFault& fault, Runtime& runtime, Row const& row, std::string const& details);

} // namespace artifactd::play
