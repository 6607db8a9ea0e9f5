// jq programs run by libjq, in this process. libjq aborts on some data, never ends on other, and takes what
// memory there is: this belongs into artifactd-jq, which may die of it. Not for use by several threads.
#pragma once

#include "merge/jq/message.hpp"

namespace artifactd::jq {

/// Compiles the program, or takes the one compiled before, and runs it once. Does not return where memory is
/// out: the process then ends with the exit code for it.
Answer evaluate(Ask ask, std::string_view program, std::string_view input, std::uint64_t most_output);

} // namespace artifactd::jq
